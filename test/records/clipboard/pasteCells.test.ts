// A paste as the table does it: what is staged, what is said, what is asked of the server.
import '../../support/dom';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { configureClient } from '../../../ui/backend/client';
import type { Collection } from '../../../ui/model/collection';
import type { ListedRecord } from '../../../ui/model/record';
import * as collections from '../../../ui/page/collections';
import * as confirm from '../../../ui/page/confirm';
import * as unsaved from '../../../ui/page/forms/unsaved';
import * as session from '../../../ui/page/session/session';
import * as toasts from '../../../ui/page/toasts';
import { copyBlock } from '../../../ui/records/clipboard/blockCells';
import { clearBlock } from '../../../ui/records/clipboard/clipboardEvents';
import { pasteCells } from '../../../ui/records/clipboard/pasteCells';
import { columnsOf } from '../../../ui/records/display/recordColumns';
import * as edits from '../../../ui/records/edits';
import { cellFieldOf } from '../../../ui/records/values/cellField';
import { fakeBackend } from '../../support/backend';
import { resetDom } from '../../support/dom';
import { field, relation } from '../../support/fields';
import { admin, adminToken } from '../../support/samples';

const orders = {
  id: 'orders',
  name: 'orders',
  type: 'base',
  schema: [field('text', 'title', { max: 5 }), field('editor', 'note'), field('file', 'scan')],
} as unknown as Collection;
const row = (id: string) =>
  ({ id, title: id, note: `Ring ${id}`, scan: '', created: '', updated: '' }) as unknown as ListedRecord;
const table = { collection: orders, columns: columnsOf(orders, row('r')), rows: [row('r1'), row('r2')] };
const at = (top: number, left: number) => ({ top, bottom: top, left, right: left });

const kinds = {
  ...orders,
  id: 'kinds',
  name: 'kinds',
  schema: [
    field('number', 'number'),
    field('date', 'date'),
    field('bool', 'bool'),
    field('json', 'json'),
    field('select', 'one', { maxSelect: 1, values: ['shipped', 'a, b'] }),
    field('select', 'many', { maxSelect: 3, values: ['red', 'dark, matt'] }),
    relation('author', 'users'),
  ],
} as unknown as Collection;
const users = { ...orders, id: 'users', name: 'users', type: 'auth', schema: [] } as unknown as Collection;
const people = [
  { id: 'anna00000000000', username: 'anna' },
  { id: 'ben000000000000', username: 'ben' },
];

const backend = fakeBackend({
  'GET /api/collections/users/records': {
    page: 1,
    perPage: 4,
    totalItems: -1,
    totalPages: -1,
    items: people,
  },
  'GET /api/collections/:collection/records': {
    page: 1,
    perPage: 2,
    totalItems: -1,
    totalPages: -1,
    items: [{ ...row('r1'), note: '<p>Ring <b>r1</b></p>' }],
  },
});

let shown: readonly string[] = [];
async function paste(text: string, range = at(0, 1), html = '', hasFiles = false, into = table) {
  shown = [];
  await pasteCells(into, range, { text, html, hasFiles }, (sentences) => {
    shown = sentences;
  });
  const toast = toasts.state.items.at(-1);
  if (toast?.action) toasts.pressAction(toast.id);
  return toast?.message;
}
const changes = (collection = orders) =>
  [...edits.of(collection.id).values()].flatMap(({ id, changes }) =>
    [...changes.values()].map(({ name, mine }) => `${id} ${name} ${String(mine)}`),
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
  session.begin({ token: adminToken(), admin });
});
test.after.each(() => {
  edits.discard('orders');
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
  edits.undo(orders);
  assert.equal(changes(), []);
});

test('rich text is read in full before it is replaced; a gone record is told', async () => {
  assert.is(await paste('One\nTwo', at(0, 2)), 'Pasted 1 of 2 cells.');
  assert.equal(shown, ['Row 2, note: The record no longer exists.']);
  const [change] = [...(edits.of('orders').get('r1')?.changes.values() ?? [])];
  assert.equal([change?.before, change?.mine], ['<p>Ring <b>r1</b></p>', '<p>One</p>']);
  assert.is(backend.calls.length, 1);
});

test('what is typed while rich text is read stays, and is told', async () => {
  const type = (name: string, mine: string, isTyping = false) => {
    const cell = cellFieldOf(orders, name);
    assert.ok(cell);
    edits.set(orders, [{ row: row('r1'), cell, mine }], { isTyping });
  };
  for (const old of ['', 'old']) {
    if (old !== '') type('title', old);
    const pasting = paste('new\tOne');
    type('title', 'typed');
    assert.is(await pasting, 'Pasted 1 of 2 cells.');
    assert.equal(shown, ['Row 1, title: It was changed during the paste.']);
    assert.equal(changes(), ['r1 title typed', 'r1 note <p>One</p>']);
    edits.undo(orders);
    assert.equal(changes(), ['r1 title typed'], 'the paste is a step of its own');
    edits.discard('orders');
  }
  const clearing = clearBlock(table, { ...at(0, 1), right: 2 });
  type('note', '<p>typed</p>', true);
  await clearing;
  assert.equal(changes(), ['r1 note <p>typed</p>', 'r1 title ']);
});

test('what a save stores while rich text is read is not staged anew from the older row', async () => {
  const note = cellFieldOf(orders, 'note');
  assert.ok(note);
  edits.set(orders, [{ row: row('r2'), cell: note, mine: '<p>old</p>' }]);
  const pasting = paste('One\nTwo', at(0, 2));
  // A save that ends removes the cells it has stored.
  edits.discard('orders');
  assert.is(await pasting, 'Pasted 1 of 2 cells.');
  assert.equal(shown, ['Row 2, note: It was changed during the paste.']);
  assert.equal(changes(), ['r1 note <p>One</p>']);
});

test('ids, files, excerpts, pictures and more than 5,000 cells are refused', async () => {
  await paste('x', at(0, 0));
  assert.equal(shown, ['Row 1, id: It cannot be changed.']);
  await paste('x', at(0, 3));
  assert.equal(shown, ['Row 1, scan: Files cannot be pasted.']);
  const { text, html } = copyBlock(table, at(0, 2));
  assert.is(text, 'Ring r1');
  await paste(text, at(1, 2), html);
  assert.equal(shown, ['Row 1, note: The table has loaded only a part of the copied value.']);
  for (const picture of ['', '<img src="x.png">'])
    assert.is(await paste('', at(0, 1), picture, true), 'Files cannot be pasted into the table.');
  toasts.closeAll();
  assert.is(await paste('', at(0, 1), '<img src="x.png">'), undefined, 'HTML without a table');
  const many = 'These are 5,001 cells. At most 5,000 can be pasted.';
  assert.is(await paste('x\n'.repeat(5001)), many);
  assert.equal(changes(), []);
});

/** The cells of one column, what they become, and what is said of the others. */
const columnsPasted: [name: string, text: string, values: string[], reasons?: string[]][] = [
  ['number', '1.250\n12,50\n2.000', ['1250', '12.50', '2000']],
  ['number', '1,284.50\nabc', ['1284.50'], ['abc: Must be a number.']],
  ['number', '1.250\n2', ['2'], ['1.250: May be two numbers.']],
  ['date', '05.06.2026', ['2026-06-05 00:00:00']],
  ['date', '1/2/2026', [], ['1/2/2026: May be two dates.']],
  ['bool', 'TRUE', ['true']],
  ['json', '{"a": 1}\n{', ['{"a": 1}'], ['{: Must be valid JSON.']],
  ['one', 'Shipped\n a, b \nlost', ['shipped', 'a, b'], ['Invalid value lost.']],
  ['many', 'red, dark\\, matt\nRED', ['red,dark, matt', 'red']],
  ['author', 'anna\nclara', ['anna00000000000'], ['clara: No record has this value.']],
  [
    'author',
    'ben000000000000\nben100000000000',
    ['ben000000000000'],
    ['ben100000000000: No record has this id.'],
  ],
];
for (const [name, text, values, reasons = []] of columnsPasted) {
  test(`pastes into ${name}: ${JSON.stringify(text)}`, async () => {
    collections.state.all = [kinds, users];
    const rows = ['r1', 'r2', 'r3'].map((id) => ({ id, json: { is: 'old' } }) as unknown as ListedRecord);
    const into = { collection: kinds, columns: columnsOf(kinds), rows };
    const place = into.columns.findIndex((column) => column.name === name);
    await paste(text, at(0, place), '', false, into);
    const found = [...edits.of('kinds').values()].flatMap(({ changes }) =>
      [...changes.values()].map(({ mine }) => String(mine)),
    );
    assert.equal(found, values);
    assert.equal(
      shown.map((sentence) => sentence.replace(/^Row \d, \w+: /, '')),
      reasons,
    );
    edits.discard('kinds');
  });
}

test('a copied number is never open, and a copied relation keeps its records', async () => {
  collections.state.all = [kinds, users];
  const rows = ['r1', 'r2'].map(
    (id, n) => ({ id, number: n ? 0 : 1.234, author: n ? '' : 'anna00000000000' }) as unknown as ListedRecord,
  );
  const into = { collection: kinds, columns: columnsOf(kinds), rows };
  for (const name of ['number', 'author']) {
    const place = into.columns.findIndex((column) => column.name === name);
    const { text, html } = copyBlock(into, at(0, place));
    await paste(text, at(1, place), html, false, into);
  }
  assert.equal(changes(kinds), ['r2 number 1.234', 'r2 author anna00000000000']);
  edits.discard('kinds');
});

test('the switches of an account are copied, pasted, cleared and taken back like fields', async () => {
  const accounts = ['u1', 'u2', 'u3'].map(
    (id) =>
      ({
        id,
        username: id,
        email: '',
        emailVisibility: false,
        verified: id === 'u1',
      }) as unknown as ListedRecord,
  );
  const into = { collection: users, columns: columnsOf(users), rows: accounts };
  const block = { top: 0, bottom: 1, left: 3, right: 4 };
  assert.equal(
    into.columns.slice(3, 5).map(({ name }) => name),
    ['emailVisibility', 'verified'],
  );
  const { text, html } = copyBlock(into, block);
  assert.is(text, 'false\ttrue\nfalse\tfalse');
  assert.is(await paste(text, at(1, 3), html, false, into), 'Pasted 4 cells.');
  assert.equal(changes(users), ['u2 verified true']);
  assert.is(await paste('yes\tmaybe', at(2, 3), '', false, into), 'Pasted 1 of 2 cells.');
  assert.equal(shown, ['Row 1, verified: maybe: Must be true or false.']);
  assert.equal(changes(users), ['u2 verified true', 'u3 emailVisibility true']);
  const clearing = clearBlock(into, block);
  assert.is(confirm.state.question?.text, 'Clear 2 columns of 2 records?');
  await confirm.yes();
  await clearing;
  assert.equal(changes(users), ['u3 emailVisibility true', 'u1 verified false']);
  edits.undo(users);
  assert.equal(changes(users), ['u3 emailVisibility true', 'u2 verified true']);
  edits.discard('users');
});

test.run();
