// A paste as the table does it: what is staged, what is said, what is asked of the server.
import '../../../support/dom';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { configureClient } from '../../../../ui/api/client';
import { columnsOf } from '../../../../ui/components/record-table/recordColumns';
import type { Collection } from '../../../../ui/model/collection';
import type { ListedRecord } from '../../../../ui/model/record';
import { copyBlock } from '../../../../ui/screens/records/clipboard/blockCells';
import { pasteCells } from '../../../../ui/screens/records/clipboard/pasteCells';
import * as session from '../../../../ui/state/session';
import * as staged from '../../../../ui/state/staged';
import * as toasts from '../../../../ui/state/toasts';
import * as unsaved from '../../../../ui/state/unsaved';
import { fakeBackend } from '../../../support/backend';
import { resetDom } from '../../../support/dom';
import { admin, adminToken } from '../../../support/samples';

const field = (name: string, type: string, options: object = {}) => ({
  id: `f_${name}`,
  name,
  type,
  options,
});
const orders = {
  id: 'orders',
  name: 'orders',
  type: 'base',
  schema: [field('title', 'text', { max: 5 }), field('note', 'editor'), field('scan', 'file')],
} as unknown as Collection;
const row = (id: string) =>
  ({ id, title: id, note: `Ring ${id}`, scan: '', created: '', updated: '' }) as unknown as ListedRecord;
const table = { collection: orders, columns: columnsOf(orders, row('r')), rows: [row('r1'), row('r2')] };
const at = (top: number, left: number) => ({ top, bottom: top, left, right: left });

const backend = fakeBackend({
  'GET /api/collections/:collection/records': {
    page: 1,
    perPage: 2,
    totalItems: -1,
    totalPages: -1,
    items: [{ ...row('r1'), note: '<p>Ring <b>r1</b></p>' }],
  },
});

let shown: readonly string[] = [];
async function paste(text: string, range = at(0, 1), html = '', hasFiles = false) {
  shown = [];
  await pasteCells(table, range, { text, html, hasFiles }, (sentences) => {
    shown = sentences;
  });
  const toast = toasts.state.items.at(-1);
  if (toast?.action) toasts.pressAction(toast.id);
  return toast?.message;
}
const changes = () =>
  [...staged.recordsOf('orders').values()].flatMap(({ id, cells }) =>
    [...cells.values()].map(({ name, mine }) => `${id} ${name} ${String(mine)}`),
  );

test.before.each(() => {
  configureClient({
    apiBase: 'http://localhost:8090/api/',
    token: session.token,
    confirmSession: session.confirm,
    onUnauthorized: session.end,
    onForbidden() {},
    onUnreachable() {},
    fetch: backend.fetch,
  });
  session.adopt({ token: adminToken(), admin });
});
test.after.each(() => {
  staged.discard('orders');
  unsaved.forget();
  toasts.closeAll();
  session.end();
  backend.calls.length = 0;
  resetDom();
});

test('what fits is staged as one step, and the rest is told', async () => {
  assert.is(await paste('new\nmuch too long\nlast'), 'Pasted 1 of 3 cells.');
  assert.equal(shown, [
    'Row 2, title: Must be less than 5 character(s).',
    '1 cell lies below the last loaded row.',
  ]);
  assert.equal(changes(), ['r1 title new']);
  assert.equal(backend.calls, [], 'nothing is asked or sent');
  staged.undo(orders);
  assert.equal(changes(), []);
});

test('rich text is read in full before it is replaced; a gone record is told', async () => {
  assert.is(await paste('One\nTwo', at(0, 2)), 'Pasted 1 of 2 cells.');
  assert.equal(shown, ['Row 2, note: The record no longer exists.']);
  const [change] = [...(staged.recordsOf('orders').get('r1')?.cells.values() ?? [])];
  assert.equal([change?.before, change?.mine], ['<p>Ring <b>r1</b></p>', '<p>One</p>']);
  assert.is(backend.calls.length, 1);
});

test('ids, files and excerpts are refused', async () => {
  await paste('x', at(0, 0));
  assert.equal(shown, ['Row 1, id: It cannot be changed.']);
  await paste('x', at(0, 3));
  assert.equal(shown, ['Row 1, scan: Files cannot be pasted.']);
  const { text, html } = copyBlock(table, at(0, 2));
  assert.is(text, 'Ring r1');
  await paste(text, at(1, 2), html);
  assert.equal(shown, ['Row 1, note: The table has only a part of the copied value.']);
  assert.is(await paste('', at(0, 1), '', true), 'Files cannot be pasted into the table.');
  assert.equal(changes(), []);
});

test('more than 5,000 cells are refused at once', async () => {
  const message = await paste(`${'x\n'.repeat(5001)}`);
  assert.is(message, 'These are 5,001 cells. At most 5,000 can be pasted.');
  assert.equal(changes(), []);
});

test.run();
