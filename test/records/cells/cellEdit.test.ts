// An edit of a cell that is cancelled after a save of its record.
import '../../support/dom';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Collection } from '../../../ui/model/collection';
import type { ListedRecord } from '../../../ui/model/record';
import * as unsaved from '../../../ui/page/forms/unsaved';
import { createCellEdit } from '../../../ui/records/cells/cellEdit';
import * as edits from '../../../ui/records/edits';
import { cellFieldOf } from '../../../ui/records/values/cellField';
import { resetDom } from '../../support/dom';
import { field } from '../../support/fields';

const orders = {
  id: 'orders',
  name: 'orders',
  type: 'base',
  schema: ['title', 'note'].map((name) => field('text', name)),
} as unknown as Collection;
const row = { id: 'r1', title: 'One', note: 'Old' } as unknown as ListedRecord;
const cellOf = (name: string) => {
  const cell = cellFieldOf(orders, name);
  if (!cell) throw new Error(`${name} has no cell.`);
  return cell;
};
const stage = (name: string, mine: string) => edits.set(orders, [{ row, cell: cellOf(name), mine }]);
const noteCell = () => edits.changeAt('orders', 'r1', 'f_note');

/** Edits the note while a save of the record ends, which has sent these cells. Cancels the edit. */
function cancelAfterSave(names: readonly string[], stored: object, typed: string): void {
  const sent = new Map(
    [...(edits.of('orders').get('r1')?.changes ?? [])].filter(([key]) => names.includes(key)),
  );
  edits.beginSending('orders', 'r1', sent);
  const edit = createCellEdit(orders, row, cellOf('note'));
  edit.set(typed);
  edits.commit(orders, { record: { ...row, ...stored }, sources: {} }, sent);
  edit.cancel();
}

test.after.each(() => {
  edits.discard('orders');
  unsaved.forget();
  resetDom();
});

for (const [what, sent, stored, mine] of [
  ['not sent stays', 'f_title', { title: 'Two' }, 'foo'],
  ['stored is no change any more', 'f_note', { note: 'foo' }, undefined],
] as const) {
  test(`a change that the save has ${what}`, () => {
    stage('title', 'Two');
    stage('note', 'foo');
    cancelAfterSave([sent], stored, 'foo bar');
    assert.is(noteCell()?.mine, mine);
  });
}

test('a change whose later text the save has stored comes back, compared with that text', () => {
  stage('note', 'foo');
  const edit = createCellEdit(orders, row, cellOf('note'));
  edit.set('foo b');
  const sent = new Map(edits.of('orders').get('r1')?.changes);
  edits.beginSending('orders', 'r1', sent);
  edit.set('foo bar');
  edits.commit(orders, { record: Object.assign({}, row, { note: 'foo b' }), sources: {} }, sent);
  edit.cancel();
  assert.equal([noteCell()?.mine, noteCell()?.before], ['foo', 'foo b']);
});

test.run();
