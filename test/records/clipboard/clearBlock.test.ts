// Clearing a block of cells: what it asks, and what stays.
import '../../support/dom';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Collection } from '../../../ui/model/collection';
import type { ListedRecord } from '../../../ui/model/record';
import * as confirm from '../../../ui/page/confirm';
import * as toasts from '../../../ui/page/toasts';
import { clearBlock } from '../../../ui/records/clipboard/clipboardEvents';
import { columnsOf } from '../../../ui/records/display/recordColumns';
import * as edits from '../../../ui/records/edits';
import { resetDom } from '../../support/dom';
import { field } from '../../support/fields';

const orders = {
  id: 'orders',
  name: 'orders',
  type: 'base',
  schema: [field('text', 'title'), field('file', 'scans', { maxSelect: 3 }), field('number', 'total')],
} as unknown as Collection;
const notes = {
  ...orders,
  schema: [
    field('text', 'title'),
    field('file', 'scans', { maxSelect: 3 }),
    field('editor', 'note'),
    field('json', 'meta'),
    field('number', 'total'),
  ],
} as unknown as Collection;
const columns = columnsOf(orders);
const at = (name: string) => columns.findIndex((column) => column.name === name);
const rows = ['r1', 'r2'].map(
  (id) => ({ id, title: 'One', scans: ['a.txt'], total: 5 }) as unknown as ListedRecord,
);
const clear = (left: string, right: string, bottom = 1) =>
  clearBlock({ collection: orders, columns, rows }, { left: at(left), right: at(right), top: 0, bottom });
const cleared = () =>
  [...edits.of('orders')].map(([id, { changes }]) => [id, ...[...changes.values()].map((one) => one.key)]);
const told = () => toasts.state.items.map(({ message }) => message);

test.after.each(() => {
  edits.discard('orders');
  toasts.closeAll();
  resetDom();
});

test('one row is cleared at once, several after a question, which says that files stay', async () => {
  const refusing = clear('title', 'title');
  assert.is(confirm.state.question?.text, 'Clear 1 column of 2 records?');
  confirm.no();
  await refusing;
  assert.equal(cleared(), []);
  await clear('title', 'total', 0);
  assert.equal(cleared(), [['r1', 'f_title', 'f_total']]);
  edits.discard('orders');
  const clearing = clear('title', 'total');
  assert.is(confirm.state.question?.text, 'Clear 2 columns of 2 records? Files stay.');
  await confirm.yes();
  await clearing;
  assert.equal(cleared(), [
    ['r1', 'f_title', 'f_total'],
    ['r2', 'f_title', 'f_total'],
  ]);
});

test('a cut leaves what the clipboard does not hold whole, and says so', async () => {
  const html = `<p>${'A long note. '.repeat(40)}</p>`;
  const row = {
    id: 'r1',
    title: 'One',
    scans: ['a.txt'],
    note: html,
    meta: { n: 1234567890123456 },
    total: 5,
  };
  const table = { collection: notes, columns: columnsOf(notes), rows: [row as unknown as ListedRecord] };
  const place = (name: string) => table.columns.findIndex((column) => column.name === name);
  const cut = (left: string, right: string) =>
    clearBlock(table, { left: place(left), right: place(right), top: 0, bottom: 0 }, { isCut: true });
  await cut('title', 'total');
  assert.equal(cleared(), [['r1', 'f_title', 'f_total']]);
  assert.equal(told(), ['Values that the clipboard cannot hold whole stay.']);
  toasts.closeAll();
  edits.discard('orders');
  for (const name of ['note', 'meta', 'scans']) await cut(name, name);
  assert.equal(cleared(), []);
  assert.ok(told().length > 0 && told().every((message) => message.startsWith('Not cut: ')));
});

test('columns that nobody can change, and files alone, say why they stay', async () => {
  await clear('id', 'id');
  await clear('created', 'updated');
  await clear('scans', 'scans');
  assert.is(confirm.state.question, null);
  assert.equal(cleared(), []);
  assert.equal(told(), [
    'This column cannot be changed.',
    'These columns cannot be changed.',
    'Files stay: they cannot be pasted again. Delete in a single file cell empties it.',
  ]);
});

test.run();
