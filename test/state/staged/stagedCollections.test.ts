// Changes of a table whose collection is changed or deleted.
import '../../support/dom';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as collections from '../../../ui/state/collections';
import * as unsaved from '../../../ui/state/forms/unsaved';
import * as panels from '../../../ui/state/panels';
import * as staged from '../../../ui/state/staged/staged';
import * as stagedCollections from '../../../ui/state/staged/stagedCollections';
import * as stagedMerge from '../../../ui/state/staged/stagedMerge';
import { tick } from '../../support/render';
import {
  change,
  collectionWith,
  draftKeys,
  eachBegins,
  field,
  marks,
  orders,
  readCollections,
  rowOf,
  rows,
  title,
} from './stagedScene';

eachBegins(test);

test('a renamed field keeps its values; one that is gone or has another shape is named and not sent', () => {
  change(rowOf('r1'), 'title', 'Two');
  change(rowOf('r1'), 'tags', ['b']);
  change(rowOf('r1'), 'paid', true);
  stagedCollections.refit(
    collectionWith([
      { ...title, name: 'headline' },
      field('f_tags', 'tags', 'select', { maxSelect: 1, values: ['a', 'b'] }),
    ]),
  );
  const errors = [...(staged.recordsOf('orders').get('r1')?.cells.values() ?? [])];
  assert.equal(
    errors.map(({ name, error }) => [name, error]),
    [
      ['headline', null],
      ['tags', 'The value no longer fits the field.'],
      ['paid', 'This field no longer exists.'],
    ],
  );
  assert.is(rows()?.get('r1')?.shown['headline'], 'Two');
});

test('a renamed field takes its changes along as soon as the collections are read again', async () => {
  await readCollections(orders);
  change(rowOf('r1'), 'title', 'Two');
  change(rowOf('r1'), 'total', '5');
  stagedMerge.refuse(orders, 'r1', null, new Map([['f_total', 'Not today.']]));
  await readCollections(structuredClone(orders));
  assert.equal(marks('r1'), ['title changed: Changed, was One', 'total wrong: Not today. Was 1']);
  const [, ...others] = orders.schema;
  await readCollections(collectionWith([{ ...title, name: 'headline' }, ...others]));
  assert.equal(rows()?.get('r1')?.shown, { headline: 'Two', total: 5 });
});

test('the changes of a collection that is gone are offered until they are discarded', async () => {
  await readCollections(orders);
  change(rowOf('r1'), 'title', 'Two');
  const open = () => panels.state.open.map(({ name, takes }) => [name, takes]);
  await readCollections();
  const offered = [['goneChanges', { collectionId: 'orders', name: 'orders' }]];
  assert.equal(open(), offered);
  await readCollections();
  assert.equal(open(), offered, 'once');
  panels.closeAll();
  await tick();
  assert.equal(open(), offered, 'a navigation does not answer');
  staged.discard('orders');
  panels.closeAll();
  await tick();
  assert.equal([open(), draftKeys(), unsaved.hasAny()], [[], [], false]);
});

test('the end of a session is no end of its collections', async () => {
  await readCollections(orders);
  change(rowOf('r1'), 'title', 'Two');
  collections.forget();
  await tick();
  assert.equal(panels.state.open, []);
});

test.run();
