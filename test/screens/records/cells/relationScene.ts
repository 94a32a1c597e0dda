// A table of orders whose relations point to posts, for the tests of its cells.
import type { Collection } from '../../../../ui/model/collection';
import type { ListedRecord } from '../../../../ui/model/record';
import type { FormValue } from '../../../../ui/model/records/recordValues';
import * as staged from '../../../../ui/state/staged/staged';
import type { Call } from '../../../support/backend';
import { listOf, post, postsCollection } from '../../../support/samples';
import { answersOf, isByIds } from '../../pickers/pickerBackend';

const relation = (name: string, maxSelect: number | null, collectionId = postsCollection.id) => ({
  id: `f_${name}`,
  name,
  type: 'relation',
  options: { collectionId, maxSelect },
});

export const orders = {
  id: 'orders',
  name: 'orders',
  type: 'base',
  schema: [
    relation('one', 1),
    { ...relation('needed', 1), required: true },
    relation('two', 2),
    relation('any', null),
    relation('lost', null, 'nowhere'),
  ],
} as unknown as Collection;

export const people = ['Grace Okafor', 'Granary Hotel', 'Ines Moreau', 'Olga Lind'].map((title, at) => ({
  ...post,
  id: `p${at}`,
  title,
}));

export const orderRow = (values: object) =>
  ({ id: 'o1', created: '', updated: '', ...values }) as unknown as ListedRecord;

/** Answers like a server: by ids, else the records that hold the searched word. */
export function peopleAnswer(call: Call) {
  if (isByIds(call)) return answersOf(people)(call);
  const [, word = ''] = /~"([^"]*)"/.exec(call.query['filter'] ?? '') ?? [];
  return listOf(
    people.filter(({ id, title }) => `${id} ${title}`.toLowerCase().includes(word.toLowerCase())),
    10,
  );
}

/** Returns the staged value of a field of the row; undefined if it is not changed. */
export const stagedValue = (name: string): FormValue | undefined =>
  staged.cellAt('orders', 'o1', `f_${name}`)?.mine;
