// The popup of an Undo: the list of refused records, the reasons, and the names of what stays.
import 'fake-indexeddb/auto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Collection } from '../../../ui/model/collection';
import type { FullRecord, RecordAnswer } from '../../../ui/model/record';
import * as collections from '../../../ui/page/collections';
import * as panels from '../../../ui/page/panels';
import * as history from '../../../ui/records/history/history';
import { UndoPopup } from '../../../ui/records/history/UndoPopup';
import { undo } from '../../../ui/records/history/undo';
import { type Call, type FakeBackend, failure, fakeBackend, json } from '../../support/backend';
import { field } from '../../support/fields';
import { click, eventually, mount, type View } from '../../support/render';
import { listOf } from '../../support/samples';
import { deletedPart, keep, signIn, signOut, told } from './historyScene';

const rowsRoute = 'GET /api/collections/:collection/records';
const oneRoute = '/api/collections/:collection/records/:id';
const orders: Collection = {
  id: 'orders',
  name: 'orders',
  type: 'base',
  schema: [field('text', 'ref', {}, { presentable: true })],
};

let backend: FakeBackend;
let rows: { id: string; ref: string; updated: string }[] = [];

test.before.each(() => {
  rows = [];
  backend = fakeBackend({
    'GET /api/collections': listOf([orders], 200),
    [rowsRoute]: () => listOf(rows),
    [`GET ${oneRoute}`]: ({ params }: Call) => rows.find(({ id }) => id === params['id']) ?? failure(404, ''),
    [`PATCH ${oneRoute}`]: ({ params, body }: Call) => ({
      ...rows.find(({ id }) => id === params['id']),
      ...(body as object),
    }),
  });
  signIn(backend);
  collections.adopt(orders);
});
test.after.each(async () => {
  mount(null).unmount();
  panels.closeAll();
  await history.empty();
  signOut();
});

/** Presses Undo, and draws the popup that opens. */
async function undoInPopup(actId: string): Promise<View> {
  void undo([actId]);
  await eventually(() => panels.state.open.map(({ name }) => name), ['undo']);
  const [panel] = panels.state.open;
  return mount(<UndoPopup id={panel?.id ?? 0} takes={panel?.takes as panels.Panels['undo']['takes']} />);
}

test('a record that is refused is listed with the ways on, also if nothing else is undone', async () => {
  const part = deletedPart(orders, { id: 'o1', ref: 'A-1' } as { id: string });
  const id = await keep('delete', 'A-1', orders, { parts: [{ ...part, name: 'A-1' }] });
  const ref = { code: 'validation_not_unique', message: 'Value must be unique.' };
  backend.answer('POST /api/collections/:collection/records', failure(400, 'Failed.', { ref }));
  const view = await undoInPopup(id);
  assert.match(view.text(), 'Nothing was changed.');
  assert.match(view.text(), 'A-1 Open in the editor');
  assert.match(view.text(), 'ref Value must be unique. Open the record that has it');
  assert.is(told(), '');
  assert.is((await history.read(id))?.parts.length, 1);
});

test('the reason why a collection does not come back stays in the popup, until Retry', async () => {
  const lost = { ...orders, id: 'lost', name: 'lost' };
  const id = await keep('collection', 'lost', lost, { parts: [] });
  const message =
    'Data validations failed for collection "lost" (lost):\n{\n  "listRule": "Invalid rule."\n}.';
  const refusal = failure(400, 'Failed to import the submitted collections.', {
    collections: { code: 'collections_import_validate_failure', message },
  });
  backend.answer('PUT /api/collections/import', refusal);
  const view = await undoInPopup(id);
  const said = 'The collection lost is not valid now (listRule: Invalid rule.). Correct it, then undo again.';
  await eventually(() => view.text().includes(said), true);
  assert.not.match(view.text(), 'comes back');
  assert.is(told(), '');
  backend.answer('PUT /api/collections/import', () => {
    backend.answer('GET /api/collections', listOf([orders, lost], 200));
    return json(204, null);
  });
  click(view.byText('Retry'));
  await eventually(told, 'The collection is back.');
  assert.equal(panels.state.open, []);
});

const answer = (id: string, ref: string): RecordAnswer => ({
  record: { id, ref, updated: '1' } as unknown as FullRecord,
  sources: {},
});

test('records that others have changed or deleted since are named before and after', async () => {
  const ids = Array.from({ length: 30 }, (_, at) => `r${at}`);
  rows = ids.slice(1).map((id, at) => ({ id, ref: at < 7 ? 'theirs' : 'new', updated: '2' }));
  const id = await keep('bulk', '30 records', orders, {
    parts: ids.map((one) => ({
      collectionId: 'orders',
      id: one,
      name: `Order ${one}`,
      before: answer(one, `old ${one}`),
      after: answer(one, 'new'),
    })),
  });
  const view = await undoInPopup(id);
  const stays = [
    '1 changed record no longer exists: Order r0. Undo the delete first.',
    '7 records keep values that were changed since: Order r1, Order r2, Order r3, Order r4, Order r5 and 2 others.',
  ];
  await eventually(() => stays.every((one) => view.text().includes(one)), true);
  click(view.byText('Undo'));
  await eventually(told, ['Undid 22 changes.', ...stays].join(' '));
});

test.run();
