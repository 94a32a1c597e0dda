import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Collection } from '../../../ui/model/collection';
import type { FormValue } from '../../../ui/model/field';
import { cellFieldOf } from '../../../ui/records/values/cellField';
import { type Change, changeFrom, seenValue } from '../../../ui/records/values/change';
import { changesQuestion, verifiedQuestion } from '../../../ui/records/values/verifiedQuestion';
import { field } from '../../support/fields';

const verified = field('bool', 'verified');
const collectionOf = (type: string, ...schema: object[]) =>
  ({ id: 'c', name: 'c', type, schema }) as unknown as Collection;
const users = collectionOf('auth');
const orders = collectionOf('base', verified);

/** Changes a stored record as the cells of the table do. */
function changed(collection: Collection, values: Readonly<Record<string, FormValue>>) {
  const cells = Object.entries(values).map(([name, mine]): [string, Change] => {
    const record = { id: 'r1', username: 'ada', emailVisibility: false, verified: mine !== true };
    const cell = cellFieldOf(collection, name);
    const staged = cell && changeFrom(collection, cell, seenValue(cell, record), mine);
    assert.ok(staged);
    return [staged.key, staged];
  });
  return { changes: new Map(cells) };
}

const [on, off] = [verifiedQuestion(true), verifiedQuestion(false)];
const cases: [what: string, records: ReturnType<typeof changed>[], question: string | null][] = [
  ['no change', [], null],
  ['on', [changed(users, { verified: true })], on],
  ['off', [changed(users, { verified: false, username: 'bob' })], off],
  ['on in one of two', [changed(users, { verified: false }), changed(users, { verified: true })], on],
  ['a field with this name', [changed(orders, { verified: true })], null],
];

for (const [what, records, question] of cases) {
  test(`the question before a save: ${what}`, () => assert.is(changesQuestion(records), question));
}

test('only turning on has consequences to tell', () => assert.ok(on.startsWith(off) && on !== off));

test.run();
