// Deletes and changes records with the stores of the page, and undoes it: every record and file of the server is as
// before, but for what the server sets.
import { listOf } from '../../ui/base/lists';
import '../support/bareWindow';
import { setTimeout as sleep } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { request } from '../../ui/backend/client';
import { remove as removeCollection, update } from '../../ui/backend/collections';
import { fileAddress } from '../../ui/backend/files';
import * as records from '../../ui/backend/records';
import type { Collection } from '../../ui/model/collection';
import { uploadName } from '../../ui/model/file';
import { fieldValue } from '../../ui/model/record';
import * as collections from '../../ui/page/collections';
import * as confirm from '../../ui/page/confirm';
import * as session from '../../ui/page/session/session';
import * as toasts from '../../ui/page/toasts';
import { createBulkDelete } from '../../ui/records/bulk/bulkDelete';
import { createBulkEdit } from '../../ui/records/bulk/bulkEdit';
import * as edits from '../../ui/records/edits';
import * as history from '../../ui/records/history/history';
import { keepCollection } from '../../ui/records/history/keeping';
import type { Act } from '../../ui/records/history/plan/act';
import * as undo from '../../ui/records/history/undo';
import { createUndoForm, type UndoForm } from '../../ui/records/history/undoForm';
import { planUndo, type UndoSource } from '../../ui/records/history/undoPlan';
import { createUndoRun } from '../../ui/records/history/undoRun';
import { stagedSaveOf } from '../../ui/records/staged/stagedSave';
import { cellFieldOf } from '../../ui/records/values/cellField';
import {
  createCollection,
  createRecord,
  field,
  formOf,
  idOf,
  pngFile,
  sharedBackend,
} from '../support/realBackend';
import {
  addFields,
  allDelivered,
  isWrite,
  network,
  openNetwork,
  openPage,
  patch,
  reload,
  remove,
  rowsIn,
} from '../support/recordImport';
import { runsOf } from '../support/runsOf';
import { backends } from '../support/server';

const usersId = '_pb_users_auth_';
/** The server sets these anew, and nothing gives them back. */
const setByServer = ['created', 'updated', 'collectionName'];

const relation = (name: string, collectionId: string, options: object = {}, rest: object = {}) => ({
  ...field('relation', name, { collectionId, maxSelect: 1, ...options }),
  ...rest,
});

/** Returns all records and the contents of their files; names of files as they were uploaded. */
async function stored(names: readonly string[]): Promise<Record<string, unknown>> {
  await collections.load();
  const all: Record<string, unknown> = {};
  for (const name of names) {
    const collection = collections.find(name) as Collection;
    const fileFields = collection.schema.filter(({ type }) => type === 'file').map((one) => one.name);
    for (const { id, values } of await rowsIn(collection)) {
      const kept: Record<string, unknown> = {};
      const files = new Map<string, string>();
      for (const [field, source] of values) {
        if (setByServer.includes(field)) continue;
        if (!fileFields.includes(field)) kept[field] = source;
        else {
          const stems = [];
          for (const file of listOf(JSON.parse(source))) {
            const address = fileAddress({ collectionId: collection.id, recordId: id, name: file });
            const content = Buffer.from(await (await fetch(address)).arrayBuffer()).toString('base64');
            stems.push(`${uploadName(file)}: ${content}`);
            files.set(file, uploadName(file));
          }
          kept[field] = stems;
        }
      }
      for (const [field, value] of Object.entries(kept)) {
        if (typeof value !== 'string') continue;
        kept[field] = [...files].reduce((text, [file, stem]) => text.replaceAll(file, stem), value);
      }
      all[`${name}/${id}`] = kept;
    }
  }
  return all;
}

/** Fails with the fields that differ. */
async function assertStored(
  names: readonly string[],
  before: Record<string, unknown>,
  ignored: readonly string[] = [],
): Promise<void> {
  const now = await stored(names);
  const fieldsOf = (all: Record<string, unknown>) =>
    new Map(
      Object.entries(all).flatMap(([key, values]) =>
        Object.entries(values as object)
          .filter(([name]) => !ignored.includes(name))
          .map(([name, value]) => [`${key} ${name}`, String(value)] as const),
      ),
    );
  const [then, today] = [fieldsOf(before), fieldsOf(now)];
  const differing = [...new Set([...then.keys(), ...today.keys()])].filter(
    (key) => then.get(key) !== today.get(key),
  );
  assert.equal(
    differing.map((key) => `${key}: ${then.get(key)} is ${today.get(key)}`),
    [],
    lastToast(),
  );
}

const textFile = (name: string, text: string) => new File([text], name, { type: 'text/plain' });

/** Answers all questions with Yes until the work ends, and returns them. */
async function saying<T>(work: Promise<T>): Promise<[T, string[]]> {
  const asked: string[] = [];
  const timer = setInterval(() => {
    const { question } = confirm.state;
    if (!question || question.isBusy) return;
    asked.push(question.text);
    void confirm.yes();
  }, 5);
  try {
    return [await work, asked];
  } finally {
    clearInterval(timer);
  }
}

async function newestAct(): Promise<Act> {
  await history.load();
  const [act] = history.state.acts;
  assert.ok(act);
  return act as Act;
}

/** Deletes records like the page. */
async function deleteKept(collection: Collection, ids: readonly string[]): Promise<Act> {
  const [isDone, asked] = await saying(createBulkDelete().run(collection, ids));
  assert.equal([isDone, asked.length], [true, 1], asked.join());
  return newestAct();
}

interface Chosen {
  keys?: readonly string[];
  ticked?: readonly string[];
  confirms?: boolean;
}

/** Undoes the act, or these parts of it, in the popup. */
async function undoAct({ id }: Act, { keys, ...chosen }: Chosen = {}): Promise<UndoForm> {
  const source = await undo.readSource([id], keys ? new Set(keys) : null);
  assert.ok(source);
  return undoIn(source as UndoSource, chosen);
}

async function undoIn(source: UndoSource, { ticked = [], confirms = true }: Chosen = {}): Promise<UndoForm> {
  const form = createUndoForm(source);
  await form.open();
  form.toggle(ticked, true);
  if (confirms && form.state.step === 'plan' && !form.isSilentEnd()) await form.send();
  assert.is(form.state.failure, '');
  return form;
}

const stateOf = async ({ id }: Act) => (await history.read(id))?.act.state;
const lastToast = () => toasts.state.items.at(-1)?.message;
const keysOf = (collection: Collection, ids: readonly string[]) => ids.map((id) => `${collection.id}/${id}`);

for (const { name: version, binary, dialect } of backends('lines')) {
  const server = sharedBackend(binary);
  let made: Promise<Record<'customers' | 'orders' | 'lines' | 'notes', Collection>> | null = null;
  const orderIds = [0, 1, 2].map((at) => idOf('order', at)) as [string, string, string];
  const all = ['customers', 'orders', 'lines', 'notes'];

  async function make() {
    await openPage(await server.backend());
    const customers = await createCollection({ name: 'customers', schema: [field('text', 'name')] });
    const orders = await createCollection({
      name: 'orders',
      schema: [
        field('text', 'title'),
        field('number', 'total'),
        field('date', 'at'),
        field('json', 'meta'),
        field('editor', 'body'),
        field('file', 'papers', { maxSelect: 5 }),
        relation('customer', customers.id, {}, { required: true }),
        relation('users', usersId, { maxSelect: 9 }),
      ],
    });
    const lines = await createCollection({
      name: 'lines',
      schema: [
        field('text', 'title'),
        field('file', 'scan'),
        relation('order', orders.id, { cascadeDelete: true }, { required: true }),
      ],
    });
    const notes = await createCollection({
      name: 'notes',
      schema: [
        field('text', 'title'),
        relation('orders', orders.id, { maxSelect: 9 }),
        relation('main', orders.id),
        relation('all', orders.id, { maxSelect: 9, cascadeDelete: true }),
      ],
    });
    await createRecord({ id: customers.id }, { id: idOf('cust', 0), name: 'Ines' });
    for (const at of [0, 1, 2]) {
      const form = formOf({
        id: idOf('order', at),
        title: `Order ${at}`,
        total: String(at * 1.5),
        at: '2026-01-02 03:04:05.678Z',
        meta: '{"z":9007199254740993, "a": [1.0]}',
        customer: idOf('cust', 0),
      });
      form.append('papers', textFile('paper.txt', `paper ${at}`));
      form.append('papers', pngFile('picture.png'));
      const order = await createRecord({ id: orders.id }, form);
      const [first] = listOf(fieldValue(order, 'papers'));
      await patch(orders, order.id, {
        body: `<p><a href="/api/files/orders/${order.id}/${first}">a</a></p>`,
      });
      const line = formOf({ id: idOf('line', at), title: `Line ${at}`, order: order.id });
      line.append('scan', textFile('scan.txt', `scan ${at}`));
      await createRecord({ id: lines.id }, line);
    }
    const ids = orderIds;
    await createRecord(
      { id: notes.id },
      { id: idOf('note', 0), title: 'n', orders: [ids[2], ids[0], ids[1]], main: ids[0], all: [ids[0]] },
    );
    await createRecord({ id: notes.id }, { id: idOf('note', 1), title: 'm', orders: [ids[0]], all: ids });
    // Relations inside a collection, and of two records that name each other.
    await addFields(orders, [relation('next', orders.id), relation('twins', orders.id, { maxSelect: 9 })]);
    await addFields(customers, [relation('favourite', orders.id)]);
    await patch(orders, ids[0], { next: ids[0], twins: [ids[2], ids[0], ids[1]] });
    await patch(orders, ids[1], { next: ids[2] });
    await patch(customers, idOf('cust', 0), { favourite: ids[0] });
    await collections.load();
    const of = (name: string) => collections.find(name) as Collection;
    return { customers: of('customers'), orders: of('orders'), lines: of('lines'), notes: of('notes') };
  }

  async function prepare() {
    made ??= make();
    const found = await made;
    await openPage(await server.backend());
    toasts.closeAll();
    return found;
  }

  const firstOrder = async (orders: Collection) => (await records.get(orders, orderIds[0])).record;

  test(`${version}: a delete is undone with files, cascades, and relations of others, each other and itself`, async () => {
    const { orders } = await prepare();
    const before = await stored(all);
    const act = await deleteKept(orders, [orderIds[0]]);
    const without = await stored(all);
    // The order, its line, and the note whose cascading list became empty.
    assert.equal(
      Object.keys(before).filter((key) => !(key in without)),
      [`orders/${orderIds[0]}`, `lines/${idOf('line', 0)}`, `notes/${idOf('note', 0)}`],
    );
    assert.not.equal(without[`notes/${idOf('note', 1)}`], before[`notes/${idOf('note', 1)}`]);
    await undo.undo([act.id]);
    await assertStored(all, before);
    assert.is(lastToast(), '3 records are back. Their 3 files have new names.');
    assert.is(await stateOf(act), 'undone');
    // The admin undoes the undo, and then undoes that too.
    const again = await newestAct();
    assert.is(again.kind, 'undo');
    await undoAct(again, { ticked: keysOf(orders, [orderIds[0]]) });
    assert.is((await stored(['orders']))[`orders/${orderIds[0]}`], undefined);
    await undoAct(await newestAct());
    await assertStored(all, before);
  });

  test(`${version}: many deleted records are back, also after somebody used the relation`, async () => {
    const { orders, notes } = await prepare();
    const before = await stored(all);
    const act = await deleteKept(orders, orderIds);
    assert.is(Object.keys(await stored(all)).length, 1, 'only the customer is left');
    await undoAct(act);
    await assertStored(all, before);
    // Somebody changed the list meanwhile: it keeps what they added.
    const other = await createRecord({ id: orders.id }, { title: 'new', customer: idOf('cust', 0) });
    const second = await deleteKept(orders, [orderIds[1]]);
    await patch(notes, idOf('note', 0), { orders: [other.id, orderIds[2]] });
    await undoAct(second);
    const note = await records.get(notes, idOf('note', 0));
    assert.equal(fieldValue(note.record, 'orders'), [other.id, orderIds[2], orderIds[1]]);
    await remove(orders, other.id);
    await patch(notes, idOf('note', 0), { orders: [orderIds[2], orderIds[0], orderIds[1]] });
    await assertStored(all, before);
  });

  test(`${version}: chosen parts of a delete are undone first, and the others later`, async () => {
    const { orders, lines, notes } = await prepare();
    const before = await stored(all);
    const act = await deleteKept(orders, orderIds);
    await undoAct(act, { keys: keysOf(orders, [orderIds[1]]) });
    const half = await stored(all);
    assert.equal(Object.keys(half).sort(), [`customers/${idOf('cust', 0)}`, `orders/${orderIds[1]}`]);
    await undoAct(act, { keys: [...keysOf(notes, [idOf('note', 0), idOf('note', 1)])] });
    await undoAct(act, { keys: [...keysOf(orders, [orderIds[0]]), ...keysOf(lines, [idOf('line', 1)])] });
    assert.is(await stateOf(act), 'closed');
    await undoAct(act);
    await assertStored(all, before);
    assert.is(await stateOf(act), 'undone');
  });

  test(`${version}: a required target that is gone stands in the way, and comes back too`, async () => {
    const { orders, customers } = await prepare();
    const before = await stored(all);
    const act = await deleteKept(orders, orderIds);
    await deleteKept(customers, [idOf('cust', 0)]);
    const form = await undoAct(act, { confirms: false });
    assert.equal(
      [form.state.plan?.records.creates.length, form.state.missing.map(({ id }) => id)],
      [2, [idOf('cust', 0)]],
    );
    await form.addMissing();
    assert.equal(form.state.plan?.records.obstacles, []);
    if (form.state.step === 'plan') await form.send();
    assert.equal(form.run.state.refused, []);
    await assertStored(all, before);
  });

  test(`${version}: a record whose unique value is taken is refused with its field, and stays in the history`, async () => {
    await prepare();
    const unique = await createCollection({
      name: 'codes',
      schema: [field('text', 'code'), field('select', 'kind', { maxSelect: 2, values: ['a', 'b'] })],
      indexes: ['CREATE UNIQUE INDEX `idx_codes` ON `codes` (`code`)'],
    });
    const rows = [0, 1].map((at) => ({ id: idOf('code', at), code: `C${at}`, kind: ['a', 'b'] }));
    for (const row of rows) await createRecord(unique, row);
    const codes = await reload(unique.id);
    const act = await deleteKept(codes, [idOf('code', 0), idOf('code', 1)]);
    await createRecord(unique, { code: 'C0' });
    const [code, kind] = codes.schema;
    const narrower = { ...kind, options: { ...kind?.options, values: ['a', 'c'] } };
    await update(unique.id, { schema: [code, narrower] });
    const form = await undoAct(act);
    assert.ok(form.state.plan?.records.losses.includes('kind: "b" is no longer a choice.'));
    const { created, refused } = form.run.state;
    assert.equal(
      [created, refused.map(({ id, fields }) => [id, Object.keys(fields)])],
      [1, [[idOf('code', 0), ['code']]]],
    );
    const left = (await history.read(act.id))?.parts.map(({ id }) => id);
    assert.equal(left, [idOf('code', 0)]);
    assert.equal(fieldValue((await records.get(codes, idOf('code', 1))).record, 'kind'), ['a']);
    await removeCollection(unique.id);
  });

  test(`${version}: a record that cannot come back is left out of the relations of the others`, async () => {
    await prepare();
    const codes = await createCollection({
      name: 'codes',
      schema: [field('text', 'code')],
      indexes: ['CREATE UNIQUE INDEX `idx_codes` ON `codes` (`code`)'],
    });
    const bundles = await createCollection({
      name: 'bundles',
      schema: [
        field('text', 'title'),
        relation('codes', codes.id, { maxSelect: 9 }),
        relation('main', codes.id),
      ],
    });
    const ids = [0, 1, 2].map((at) => idOf('code', at));
    for (const [at, id] of ids.entries()) await createRecord({ id: codes.id }, { id, code: `C${at}` });
    for (const at of [0, 1])
      await createRecord(
        { id: bundles.id },
        { id: idOf('bundle', at), title: 'b', codes: ids, main: ids[1] },
      );
    const names = ['codes', 'bundles'];
    const before = await stored(names);
    // One of the two that name them is deleted before, and comes back in the same Undo.
    const first = await deleteKept(await reload(bundles.id), [idOf('bundle', 1)]);
    const second = await deleteKept(await reload(codes.id), ids);
    const taker = await createRecord({ id: codes.id }, { code: 'C1' });
    for (const _ of ['first', 'second']) {
      const source = (await undo.readSource([second.id, first.id], null)) as UndoSource;
      const { refused } = (await undoIn(source)).run.state;
      assert.equal(
        refused.map(({ id, kind, fields }) => [id, kind, Object.keys(fields)]),
        [[ids[1], 'create', ['code']]],
      );
      for (const at of [0, 1]) {
        const { record } = await records.get(bundles, idOf('bundle', at));
        assert.equal([fieldValue(record, 'codes'), fieldValue(record, 'main')], [[ids[0], ids[2]], '']);
      }
    }
    await remove(codes, taker.id);
    await undoAct(second);
    const key = `bundles/${idOf('bundle', 0)}`;
    assert.equal((await stored(names))[key], before[key]);
    for (const { id } of [bundles, codes]) await removeCollection(id);
  });

  test(`${version}: many records with relations and files are deleted, and back at once`, async () => {
    const { customers } = await prepare();
    const count = runsOf(1000);
    const share = Math.ceil(count / 8);
    const items = await createCollection({
      name: 'items',
      schema: [field('text', 'title'), field('file', 'scan'), relation('customer', customers.id)],
    });
    await addFields(items, [relation('next', items.id)]);
    const collection = await reload(items.id);
    const ids = Array.from({ length: count }, (_, at) => `item${String(at).padStart(11, '0')}`);
    const worker = async (some: readonly string[]) => {
      for (const [at, id] of some.entries()) {
        const form = formOf({ id, title: id, customer: idOf('cust', 0), next: some[at - 1] ?? '' });
        if (id.endsWith('0')) form.append('scan', textFile('scan.txt', `scan of ${id}`));
        await request('POST', `collections/${items.id}/records`, { body: form });
      }
    };
    const workers = [0, 1, 2, 3, 4, 5, 6, 7];
    await Promise.all(workers.map((at) => worker(ids.slice(at * share, (at + 1) * share))));
    const before = await stored(['items']);
    assert.is(Object.keys(before).length, count);
    const act = await deleteKept(collection, ids);
    assert.equal([act.recordCount, act.fileCount, act.gaps], [count, count / 10, []]);
    assert.equal(await stored(['items']), {});
    const form = await undoAct(act);
    assert.equal([form.run.state.created, form.run.state.refused], [count, []]);
    await assertStored(['items'], before);
    assert.is(await stateOf(act), 'undone');
    await removeCollection(items.id);
  });

  test(`${version}: a user comes back with a new password, and all other values`, async () => {
    await prepare();
    const users = collections.find(usersId) as Collection;
    const [username, email, password] = ['ada', 'ada@example.com', '1234567890'];
    const account = { username, email, emailVisibility: true, verified: true };
    await createRecord(users, { id: idOf('ada', 0), ...account, password, passwordConfirm: password });
    const before = await stored(['users']);
    const act = await deleteKept(users, [idOf('ada', 0)]);
    await undoAct(act);
    await assertStored(['users'], before);
    assert.is(lastToast(), 'The record is back. It needs a new password.');
  });

  if (dialect.isNewer)
    test(`${version}: a record comes back without its passwords, which is said before`, async () => {
      await prepare();
      const dates = { onCreate: true };
      const { id } = await createCollection({
        name: 'safes',
        schema: [
          field('text', 'title'),
          field('password', 'pin'),
          { ...field('password', 'code'), required: true },
          field('autodate', 'seen', dates),
        ],
      });
      await createRecord({ id }, { id: idOf('safe'), title: 'Safe', pin: 'secret 1', code: 'secret 2' });
      const act = await deleteKept(await reload(id), [idOf('safe')]);
      const losses = [
        'created and updated: the server sets both to now.',
        'seen: the server sets it to now.',
        'pin: no server sends passwords, so it comes back empty.',
        'code: no server sends passwords, so it comes back with a random one.',
      ];
      const form = await undoAct(act, { confirms: false });
      assert.equal(form.state.plan?.records.losses, losses);
      assert.is(form.state.step, 'plan', 'it waits for a person');
      await form.send();
      assert.equal([form.run.state.refused, form.run.state.created], [[], 1]);
      assert.is(fieldValue((await records.get(await reload(id), idOf('safe'))).record, 'title'), 'Safe');
      await removeCollection(id);
    });

  test(`${version}: a deleted collection is back with its records, files, rules and indexes`, async () => {
    const { customers } = await prepare();
    const parts = await createCollection({
      name: 'parts',
      schema: [
        field('text', 'title'),
        field('file', 'scan'),
        relation('customer', customers.id, {}, { required: true }),
      ],
      listRule: 'customer.name != ""',
      viewRule: '',
      indexes: ['CREATE UNIQUE INDEX `idx_parts_title` ON `parts` (`title`)'],
    });
    for (let at = 0; at < 30; at += 1) {
      const form = formOf({ title: `Part ${at}`, customer: idOf('cust', 0) });
      form.append('scan', textFile('scan.txt', `scan ${at}`));
      await createRecord({ id: parts.id }, form);
    }
    const names = [...all, 'parts'];
    const before = await stored(names);
    const definition = collections.find(parts.id) as Collection;
    const removeKept = async (one: Collection) => {
      const kept = await keepCollection(one);
      await removeCollection(one.id);
      await kept?.close();
      await collections.load();
      return newestAct();
    };
    const act = await removeKept(definition);
    assert.is(collections.find(parts.id), undefined);
    assert.equal([act.kind, act.recordCount, act.fileCount], ['collection', 30, 30]);
    // Undo goes on after a stop.
    let writes = 0;
    const form = createUndoForm((await undo.readSource([act.id], null)) as UndoSource);
    network.send = (input, init) => {
      if (isWrite(init)) writes += 1;
      if (writes === 10) form.stop();
      return network.deliver(input, init);
    };
    await form.open();
    if (form.state.step === 'plan') await form.send();
    network.send = null;
    const { created, total } = form.run.state;
    assert.ok(form.run.state.isStopped && created > 0 && created < total, `${created} of ${total}`);
    assert.is((await rowsIn(parts)).length, created);
    await undoAct(act);
    await assertStored(names, before);
    assert.is(await stateOf(act), 'undone');
    const again = collections.find(parts.id) as Collection;
    // A newer server sets both dates.
    const dates = { updated: again.updated, ...(dialect.isNewer && { created: again.created }) };
    assert.equal(again, { ...definition, ...dates });

    // A taken name, a rule about a collection that is gone, and a view, which has no records.
    const other = await createCollection({ name: 'others', schema: [field('text', 'title')] });
    const view = await createCollection({
      name: 'parts_view',
      type: 'view',
      options: { query: 'SELECT id, title FROM parts' },
    });
    const viewAct = await removeKept(await reload(view.id));
    await request('PATCH', `collections/${parts.id}`, {
      body: { listRule: '@collection.others.title = title' },
    });
    const second = await removeKept(await reload(parts.id));
    await removeCollection(other.id);
    // A newer server makes the id of a collection of its first name.
    const taker = await createCollection({ name: 'taker', schema: [field('text', 'title')] });
    await update(taker.id, { name: 'parts' });
    const { state } = (await undoAct(second)).run;
    assert.equal(state.told, [
      'The name parts is taken: the collection is called parts2 now.',
      'The server refuses the listRule: now only admins may do this.',
    ]);
    const renamed = collections.find(parts.id) as Collection;
    assert.equal([renamed.name, renamed.listRule, (await rowsIn(renamed)).length], ['parts2', null, 30]);
    await undoAct(viewAct);
    assert.is((await reload(view.id)).name, 'parts_view');
    for (const { id } of [view, taker, parts]) await removeCollection(id);
  });

  test(`${version}: a save of the table is one act, undone at once`, async () => {
    await prepare();
    const { id } = await createCollection({
      name: 'cells',
      schema: [field('text', 'title'), field('number', 'n')],
    });
    const count = runsOf(330);
    for (let at = 0; at < count; at += 1)
      await request('POST', `collections/${id}/records`, { body: { title: `T${at}`, n: at } });
    const cells = await reload(id);
    const before = await stored(['cells']);
    const acts = history.state.acts.length;
    const rows = (await rowsIn(cells)).map((row) => ({ id: row.id }));
    const cell = cellFieldOf(cells, 'title');
    assert.ok(cell);
    for (const { id: recordId } of rows) {
      const { record: row } = await records.get(cells, recordId);
      if (cell) edits.set(cells, [{ row, cell, mine: `Mine ${recordId}` }]);
    }
    const [isSaved] = await saying(stagedSaveOf(id).save(() => {}));
    assert.ok(isSaved);
    const act = await newestAct();
    assert.equal(
      [act.kind, act.title, act.recordCount, act.changed],
      ['save', `${count} records`, count, ['title']],
    );
    assert.is(history.state.acts.length, acts + 1);
    assert.is(lastToast(), `Saved ${count} records.`);
    // A value that somebody has changed since stays.
    const [first = { id: '' }] = rows;
    await patch(cells, first.id, { title: 'Theirs' });
    await undoAct(act);
    const after = await stored(['cells']);
    const titles = (one: Record<string, unknown>) => (one[`cells/${first.id}`] as { title: string }).title;
    assert.is(titles(after), '"Theirs"');
    assert.is((await history.read(act.id))?.parts.length, 1, 'it can still be undone');
    await patch(cells, first.id, { title: JSON.parse(titles(before)) as string });
    await assertStored(['cells'], before);
    await removeCollection(id);
  });

  test(`${version}: a field that is renamed during an Undo keeps its records in the history`, async () => {
    await prepare();
    const made = await createCollection({ name: 'prices', schema: [field('number', 'price')] });
    for (let at = 0; at < 60; at += 1) await createRecord({ id: made.id }, { price: at + 1 });
    const prices = await reload(made.id);
    const before = await stored(['prices']);
    const ids = (await rowsIn(prices)).map(({ id }) => id);
    const edit = createBulkEdit({ collectionId: prices.id, ids, onChange: () => {} });
    await edit.open();
    edit.choose('price', 'set');
    edit.setValue('price', '999');
    assert.ok((await saying(edit.run()))[0]);
    const act = await newestAct();
    const schema = prices.schema.map((one) => ({ ...one, name: 'amount' }));
    let writes = 0;
    network.send = async (input, init) => {
      if (isWrite(init)) writes += 1;
      if (isWrite(init) && writes === 15) {
        network.send = null;
        await update(prices.id, { schema });
      }
      return network.deliver(input, init);
    };
    const { changed, refused } = (await undoAct(act)).run.state;
    assert.ok(changed < 20 && changed + refused.length === 60, `${changed} and ${refused.length}`);
    // The server itself refuses those that it gets while it renames the column: at most four are under way.
    const dropped = refused.filter(({ fields }) => fields['price']?.code === 'field_gone');
    assert.ok(dropped.length >= refused.length - 4, JSON.stringify(refused));
    const left = (await history.read(act.id))?.parts.map(({ id }) => id).sort();
    assert.equal(left, refused.map(({ id }) => id).sort());
    // The next Undo finds the field by its id.
    assert.equal((await undoAct(act)).run.state.refused, []);
    const rename = () => update(prices.id, { schema: prices.schema });
    await rename();
    await assertStored(['prices'], before);
    await update(prices.id, { schema });
    // The same for a record that is created again.
    const [first = ''] = ids;
    const deleted = await deleteKept(await reload(prices.id), [first]);
    network.send = async (input, init) => {
      if (!isWrite(init)) return network.deliver(input, init);
      network.send = null;
      await rename();
      return network.deliver(input, init);
    };
    const again = (await undoAct(deleted)).run.state.refused;
    assert.equal(
      again.map(({ fields }) => Object.keys(fields)),
      [['amount']],
    );
    await undoAct(deleted);
    await assertStored(['prices'], before);
    await removeCollection(prices.id);
  });

  /** The file that comes back is the last one, and the link in the text still has its old name. */
  const inAnyOrder = (one: Record<string, unknown>) =>
    Object.fromEntries(
      Object.entries(one).map(([key, values]) => {
        const { papers, body: _, ...rest } = values as { papers?: string[]; body?: string };
        return [key, { ...rest, papers: papers && [...papers].sort() }];
      }),
    );

  test(`${version}: a bulk edit that removes files is one act, and gives them back`, async () => {
    const { orders } = await prepare();
    const before = await stored(all);
    const edit = createBulkEdit({ collectionId: orders.id, ids: orderIds, onChange: () => {} });
    await edit.open();
    for (const [name, kind, value] of [
      ['papers', 'clear', null],
      ['title', 'set', 'Other'],
      ['total', 'increase', '3'],
      ['twins', 'clear', null],
    ] as const) {
      edit.choose(name, kind);
      if (value !== null) edit.setValue(name, value);
    }
    const [isDone, asked] = await saying(edit.run());
    assert.ok(isDone, asked.join());
    assert.equal(listOf(fieldValue(await firstOrder(orders), 'papers')), []);
    const act = await newestAct();
    assert.equal([act.kind, act.recordCount, act.fileCount], ['bulk', 3, 6]);
    await undoAct(act);
    assert.equal(inAnyOrder(await stored(all)), inAnyOrder(before));
  });

  /**
   * Makes 8 records of two files each, and a bulk edit that removes the files. Each test has its own `name`: a server
   * deletes the files of a collection later, and a newer one gives the same id to the next collection of that name.
   */
  async function removeFiles(name: string) {
    await prepare();
    const made = await createCollection({
      name,
      schema: [field('text', 'title'), field('file', 'scans', { maxSelect: 9 })],
    });
    for (let at = 0; at < 8; at += 1) {
      const form = formOf({ id: idOf('paper', at), title: 'x' });
      for (const page of [1, 2]) form.append('scans', textFile('scan.txt', `page ${page} of ${at}`));
      await createRecord({ id: made.id }, form);
    }
    const papers = await reload(made.id);
    const before = await stored([name]);
    const ids = (await rowsIn(papers)).map(({ id }) => id);
    const edit = createBulkEdit({ collectionId: papers.id, ids, onChange: () => {} });
    await edit.open();
    edit.choose('scans', 'clear');
    const [isDone, asked] = await saying(edit.run());
    assert.ok(isDone, asked.join());
    return { papers, act: await newestAct(), before };
  }

  test(`${version}: the page dies in an Undo of removed files: the next one doubles none`, async () => {
    const { papers, act, before } = await removeFiles('papers');
    const source = (await undo.readSource([act.id], null)) as UndoSource;
    const plan = await planUndo(source);
    let writes = 0;
    const isDead = new Promise<void>((resolve) => {
      network.send = async (input, init) => {
        const answer = network.deliver(input, init);
        if (!isWrite(init) || ++writes < 4) return answer;
        // Its write arrives.
        await answer;
        // Three have ended, and each of the four at once is stuck.
        if (writes >= 7) resolve();
        return new Promise<never>(() => {});
      };
    });
    const { signal } = new AbortController();
    void createUndoRun().run(source, plan, {}, { signal });
    await isDead;
    await allDelivered();
    openNetwork();
    const left = (await history.read(act.id))?.parts.length ?? 0;
    assert.ok(left < 8, 'parts leave the entry as they are done');
    // Somebody adds a file of the same name to one that is still to be done: it stays beside the former ones.
    const rows = await rowsIn(papers);
    const last = rows.filter(({ values }) => values.get('scans') === '[]').at(-1)?.id ?? '';
    const form = new FormData();
    form.append('scans', textFile('scan.txt', 'another'));
    form.append('scans', textFile('scan.txt', 'one'));
    await request('PATCH', `collections/${papers.id}/records/${last}`, { body: form });
    // A page that has planned before, and one that reads the entry now.
    await createUndoRun().run(source, plan, {}, { signal });
    await undoAct(act).catch(() => {});
    const { record } = await records.get(papers, last);
    assert.is(listOf(fieldValue(record, 'scans')).length, 4);
    await patch(papers, last, { 'scans-': listOf(fieldValue(record, 'scans')).slice(0, 2) });
    assert.equal(await stored(['papers']), before);
    assert.is(await stateOf(act), 'undone');
    await removeCollection(papers.id);
  });

  test(`${version}: two tabs undo removed files at once: one of them does it`, async () => {
    const { papers, act, before } = await removeFiles('sheets');
    const source = (await undo.readSource([act.id], null)) as UndoSource;
    const plan = await planUndo(source);
    // Answers as if the names of this tab were those of another one.
    const other = new BroadcastChannel('lowline');
    other.onmessage = ({ data }: MessageEvent<unknown>) => other.postMessage(data);
    const { signal } = new AbortController();
    let second: unknown;
    network.send = async (input, init) => {
      if (isWrite(init)) {
        network.send = null;
        second = await createUndoRun().run(source, plan, {}, { signal });
      }
      return network.deliver(input, init);
    };
    await createUndoRun().run(source, plan, {}, { signal });
    other.close();
    assert.equal([second, lastToast()], [null, 'Another tab is undoing this.']);
    assert.equal(await stored(['sheets']), before);
    assert.is(
      await createUndoRun()
        .run(source, plan, {}, { signal })
        .then((one) => one?.hasContent()),
      false,
    );
    assert.equal(await stored(['sheets']), before);
    await removeCollection(papers.id);
  });

  test(`${version}: a change without a response is undone if the record has what was sent, else when it is chosen`, async () => {
    const { orders } = await prepare();
    const before = await stored(['orders']);
    const edit = createBulkEdit({ collectionId: orders.id, ids: orderIds, onChange: () => {} });
    await edit.open();
    for (const [name, kind, value] of [
      ['title', 'set', 'Other'],
      ['total', 'increase', '3'],
      ['meta', 'set', '{"b": [1]}'],
    ] as const) {
      edit.choose(name, kind);
      edit.setValue(name, value);
    }
    // All writes arrive; then the page dies.
    let writes = 0;
    const isDead = new Promise<void>((resolve) => {
      network.send = async (input, init) => {
        const answer = await network.deliver(input, init);
        if (!isWrite(init)) return answer;
        writes += 1;
        if (writes === 3) resolve();
        return new Promise<never>(() => {});
      };
    });
    void edit.run();
    await isDead;
    openNetwork();
    await patch(orders, orderIds[0], { title: 'Theirs' });
    const act = await newestAct();
    const form = await undoAct(act);
    assert.equal(
      form.state.plan?.unsure.map(({ id, name }) => [id, name]),
      [[orderIds[0], 'Order 0']],
    );
    assert.is(form.run.state.changed, 2);
    assert.is(fieldValue(await firstOrder(orders), 'title'), 'Theirs');
    assert.equal(
      (await history.read(act.id))?.parts.map(({ id }) => id),
      [orderIds[0]],
    );
    await undoAct(act, { ticked: keysOf(orders, [orderIds[0]]) });
    assert.equal(await stored(['orders']), before);
    assert.is(await stateOf(act), 'undone');
  });

  test(`${version}: records of a backup are brought back, and that is undone`, async () => {
    const { orders, lines, notes } = await prepare();
    const before = await stored(all);
    const first = await records.get(orders, orderIds[0]);
    const line = await records.get(lines, idOf('line', 0));
    const deleted = await deleteKept(orders, [orderIds[0]]);
    const without = await stored(all);
    const partOf = (collection: Collection, answer: typeof first) =>
      ({
        collectionId: collection.id,
        id: answer.record.id,
        name: '',
        before: answer,
        after: 'gone',
      }) as const;
    const source: UndoSource = {
      kind: 'restore',
      acts: [],
      title: '2 records',
      collections: [orders, lines],
      first: [],
      parts: [partOf(orders, first), partOf(lines, line)],
      bytes: 0,
      hasFile: () => true,
      readFile: async (_, name) => textFile(uploadName(name), 'from the backup'),
    };
    await undoIn(source);
    const act = await newestAct();
    assert.equal([act.kind, act.recordCount], ['restore', 2]);
    // Somebody uses a record that came back. It stays, until it is ticked.
    await patch(notes, idOf('note', 1), { main: orderIds[0] });
    const form = await undoAct(act);
    assert.match(form.state.plan?.dependents.join() ?? '', '1 record of notes depends on them.');
    assert.equal((await rowsIn(lines)).length, 2);
    assert.equal((await rowsIn(orders)).length, 3);
    await undoAct(act, { ticked: keysOf(orders, [orderIds[0]]) });
    await assertStored(all, without);
    const deletes = await history.read((await newestAct()).id);
    assert.equal(
      deletes?.parts.filter(({ after }) => after === 'gone').map(({ id }) => id),
      [orderIds[0]],
    );
    await undoAct(deleted);
    await assertStored(all, before);
  });

  test(`${version}: two tabs undo the same act, and another admin does not see it`, async () => {
    const { orders } = await prepare();
    const before = await stored(all);
    const act = await deleteKept(orders, orderIds);
    const source = (await undo.readSource([act.id], null)) as UndoSource;
    const plans = [await planUndo(source), await planUndo(source)];
    const { signal } = new AbortController();
    await Promise.all(plans.map((plan) => createUndoRun().run(source, plan, {}, { signal })));
    await undoAct(act).catch(() => {});
    await assertStored(all, before);
    const { token, admin } = session.state;
    session.begin({ token, admin: { id: 'another', email: '' } });
    await history.load();
    assert.equal([history.state.acts, await history.read(act.id)], [[], null]);
    if (admin) session.begin({ token, admin });
  });

  for (const at of [2, 5, 8]) {
    test(`${version}: the server dies ${at} writes into an Undo, then the page: Undo goes on`, async () => {
      const { orders } = await prepare();
      const backend = await server.backend();
      const before = await stored(all);
      const act = await deleteKept(orders, orderIds);
      const source = (await undo.readSource([act.id], null)) as UndoSource;
      const plan = await planUndo(source);
      let writes = 0;
      let isDead = false;
      const never = new Promise<never>(() => {});
      const killed = new Promise<void>((resolve) => {
        network.send = async (input, init) => {
          if (isWrite(init)) writes += 1;
          const answer = network.deliver(input, init).finally(() => (isDead ? never : null));
          if (!isWrite(init) || writes !== at) return answer;
          isDead = true;
          await sleep(Math.random() * 12);
          await backend.kill();
          resolve();
          return never;
        };
      });
      const { signal } = new AbortController();
      const ended = createUndoRun().run(source, plan, {}, { signal });
      await Promise.race([killed, ended]);
      openNetwork();
      await backend.restart();
      await undoAct(act);
      // A crash may leave links to files with their old names.
      await assertStored(all, before, ['body']);
      assert.is(await stateOf(act), 'undone');
    });
  }
}

// Its timer would keep the process alive.
test.after(() => session.end());

test.run();
