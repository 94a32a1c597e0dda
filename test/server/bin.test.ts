// Deletes and changes records with the stores of the page, and puts them back: every record and file of the server is
// as before, but for what the server sets.
import '../support/bareWindow';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { apiAddress } from '../../ui/api/client';
import { remove as removeCollection } from '../../ui/api/collections';
import { fileAddress } from '../../ui/api/files';
import * as records from '../../ui/api/records';
import type { Collection } from '../../ui/model/collection';
import { uploadName } from '../../ui/model/file';
import { fieldValue, listOf } from '../../ui/model/record';
import * as bin from '../../ui/state/bin/bin';
import { keepChange, keepCollection, keepRecords, readRemovedFiles } from '../../ui/state/bin/keeping';
import * as putBack from '../../ui/state/bin/putBack';
import * as undo from '../../ui/state/bin/undo';
import * as collections from '../../ui/state/collections';
import * as confirm from '../../ui/state/confirm';
import * as panels from '../../ui/state/panels';
import * as session from '../../ui/state/session';
import * as toasts from '../../ui/state/toasts';
import {
  createCollection,
  createRecord,
  field,
  formOf,
  idOf,
  pngFile,
  sharedBackend,
} from '../support/realBackend';
import { isWrite, network, openPage, patch, remove, rowsIn } from '../support/recordImport';
import { backends } from '../support/server';
import { eventually } from '../support/walk';

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

const textFile = (name: string, text: string) => new File([text], name, { type: 'text/plain' });

/** Answers the next questions with Yes, until the work ends. Returns the questions. */
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

/** Deletes records like the page. */
async function deleteKept(collection: Collection, ids: readonly string[]): Promise<string> {
  const keeping = keepRecords(collection, ids);
  assert.is(await keeping.prepare(), '');
  for (const id of ids) await records.remove(collection.id, id);
  const entry = await keeping.confirm(ids);
  assert.ok(entry);
  return entry ?? '';
}

const keptJobs = async () => (await putBack.run.journal()).jobs(apiAddress(''));

/** What the bin has kept in these entries. */
async function sourceOf(...ids: string[]) {
  const entries = (await Promise.all(ids.map((id) => bin.find(id)))).flatMap((one) => one ?? []);
  const contents = (await Promise.all(ids.map((id) => bin.content(id)))).flatMap((one) => one ?? []);
  return { contents, source: undo.putBackSourceOf(entries, contents) };
}

const lastToast = () => toasts.state.items.at(-1)?.message;

for (const { name: version, binary } of backends('contract')) {
  const server = sharedBackend(binary);
  let made: Promise<Record<'customers' | 'orders' | 'lines' | 'notes', Collection>> | null = null;

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
    const ids = [0, 1, 2].map((at) => idOf('order', at));
    await createRecord(
      { id: notes.id },
      { id: idOf('note', 0), title: 'n', orders: [ids[2], ids[0], ids[1]], main: ids[0], all: [ids[0]] },
    );
    await createRecord({ id: notes.id }, { id: idOf('note', 1), title: 'm', orders: [ids[0]], all: ids });
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

  const all = ['customers', 'orders', 'lines', 'notes'];

  test(`${version}: an undone delete brings back the record, its files, what cascaded and what referred to it`, async () => {
    const { orders } = await prepare();
    const before = await stored(all);
    const entry = await deleteKept(orders, [idOf('order', 0)]);
    const without = await stored(all);
    // The order, its line, and the note whose cascading list became empty.
    assert.equal(
      Object.keys(before).filter((key) => !(key in without)),
      [`orders/${idOf('order', 0)}`, `lines/${idOf('line', 0)}`, `notes/${idOf('note', 0)}`],
    );
    assert.not.equal(without[`notes/${idOf('note', 1)}`], before[`notes/${idOf('note', 1)}`]);
    await undo.undo(entry);
    assert.equal(await stored(all), before);
    assert.is(lastToast(), '3 records are back. Their 3 files have new names.');
    assert.is((await bin.find(entry))?.state, 'back');
    const writes = network.writes.length;
    await undo.undo(entry);
    assert.is(network.writes.length, writes, 'an entry is undone once');
  });

  test(`${version}: many deleted records are back, also after somebody used the relation`, async () => {
    const { orders, notes } = await prepare();
    const before = await stored(all);
    const ids = [0, 1, 2].map((at) => idOf('order', at));
    const entry = await deleteKept(orders, ids);
    assert.is(Object.keys(await stored(all)).length, 1, 'only the customer is left');
    await undo.undo(entry);
    assert.equal(await stored(all), before);
    // Somebody changed the list meanwhile: it keeps what they added.
    const other = await createRecord({ id: orders.id }, { title: 'new', customer: idOf('cust', 0) });
    const second = await deleteKept(orders, [idOf('order', 1)]);
    await patch(notes, idOf('note', 0), { orders: [other.id, idOf('order', 2)] });
    await undo.undo(second);
    const note = await records.get(notes, idOf('note', 0));
    assert.equal(fieldValue(note.record, 'orders'), [other.id, idOf('order', 2), idOf('order', 1)]);
    await remove(orders, other.id);
    await patch(notes, idOf('note', 0), { orders: [idOf('order', 2), idOf('order', 0), idOf('order', 1)] });
    assert.equal(await stored(all), before);
  });

  test(`${version}: a required target that is gone stands in the way, and comes back too`, async () => {
    const { orders, customers } = await prepare();
    const before = await stored(all);
    const ids = [0, 1, 2].map((at) => idOf('order', at));
    const orderEntry = await deleteKept(orders, ids);
    const customerEntry = await deleteKept(customers, [idOf('cust', 0)]);
    // The undo opens the popup, because nothing can be put back now.
    const opened = undo.undo(orderEntry);
    await eventually(() => panels.state.open[0]?.takes, { entryIds: [orderEntry] });
    panels.closeAll();
    await opened;
    const alone = await putBack.plan((await sourceOf(orderEntry)).source);
    const missing = alone.obstacles.filter(({ collectionId }) => collectionId === customers.id);
    assert.equal(
      missing.flatMap(({ targets }) => targets),
      Array(3).fill(idOf('cust', 0)),
    );
    const { source } = await sourceOf(orderEntry, customerEntry);
    const plan = await putBack.plan(source);
    assert.equal(plan.obstacles, []);
    await putBack.send(source, plan);
    assert.is(putBack.run.state.counts.refused, 0);
    assert.equal(await stored(all), before);
  });

  test(`${version}: an undone change gives values and files back, and keeps what others changed`, async () => {
    const { orders } = await prepare();
    const before = await stored(all);
    const id = idOf('order', 1);
    async function save(values: Record<string, unknown>, removed: readonly string[] = []) {
      const old = await records.get(orders, id);
      const files = await readRemovedFiles(orders, old, removed);
      const now = await records.update(orders, id, { values, files: [] });
      const changed = Object.keys(values).map((name) => name.replace(/-$/, ''));
      return (await keepChange(orders, old, now, { changed, ...files })) ?? '';
    }
    const papers = listOf(fieldValue((await records.get(orders, id)).record, 'papers'));
    const entry = await save(
      { title: 'Other', at: '', meta: '{"z":1}', 'papers-': [papers[0]] },
      papers.slice(0, 1),
    );
    await undo.undo(entry);
    const after = await stored(all);
    const key = `orders/${id}`;
    const order = (all: Record<string, unknown>) => all[key] as Record<string, unknown>;
    // The file comes back as the last one, and the link in the text still has its old name.
    const sorted = (one: Record<string, unknown>) => ({
      ...one,
      body: '',
      papers: [...(one['papers'] as string[])].sort(),
    });
    assert.equal(sorted(order(after)), sorted(order(before)));
    // A value that somebody else changed since is a conflict: nothing is written before the answer.
    const second = await save({ title: 'Mine', total: 7 });
    await patch(orders, id, { title: 'Theirs' });
    const opened = undo.undo(second);
    await eventually(() => panels.state.open.length, 1);
    panels.closeAll();
    await opened;
    const { record } = await records.get(orders, id);
    assert.equal([fieldValue(record, 'title'), fieldValue(record, 'total')], ['Theirs', 7]);
    await patch(orders, id, { title: 'Order 1', total: 1.5 });
  });

  test(`${version}: a user comes back with a new password, and all other values`, async () => {
    await prepare();
    const users = collections.find(usersId) as Collection;
    await createRecord(
      { id: usersId },
      {
        id: idOf('ada', 0),
        username: 'ada',
        email: 'ada@example.com',
        emailVisibility: true,
        verified: true,
        password: '1234567890',
        passwordConfirm: '1234567890',
      },
    );
    const before = await stored(['users']);
    const entry = await deleteKept(users, [idOf('ada', 0)]);
    await undo.undo(entry);
    assert.equal(await stored(['users']), before);
    assert.is(lastToast(), 'The record is back. It needs a new password.');
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
    } as Parameters<typeof createCollection>[0]);
    for (let at = 0; at < 30; at += 1) {
      const form = formOf({ title: `Part ${at}`, customer: idOf('cust', 0) });
      form.append('scan', textFile('scan.txt', `scan ${at}`));
      await createRecord({ id: parts.id }, form);
    }
    const names = [...all, 'parts'];
    const before = await stored(names);
    const definition = collections.find(parts.id);
    const keeping = keepCollection(definition as Collection);
    assert.is(await keeping.prepare(), '');
    await removeCollection(parts.id);
    const entry = (await keeping.confirm([])) ?? '';
    await collections.load();
    assert.is(collections.find(parts.id), undefined);
    const { contents, source } = await sourceOf(entry);
    assert.is(contents[0]?.files.length, 30);
    const kept = contents[0]?.collections.find(({ id }) => id === parts.id);
    assert.equal(await putBack.putBackCollection(kept as Collection), []);
    // A put-back that was stopped can be taken back.
    let writes = 0;
    network.send = (input, init) => {
      if (isWrite(init)) writes += 1;
      if (writes === 10) putBack.run.stop();
      return network.deliver(input, init);
    };
    await putBack.send(source, await putBack.plan(source));
    network.send = null;
    const { created, open } = putBack.run.state.counts;
    assert.ok(created >= 10 && open > 0 && created + open === 30, `${created} of 30, ${open} left`);
    assert.is((await rowsIn(parts)).length, created);
    await saying(putBack.run.askTakeBack(putBack.run.state.job?.id ?? ''));
    assert.is((await rowsIn(parts)).length, 0, 'a put-back can be taken back');
    assert.equal(await keptJobs(), [], 'it is forgotten');
    await putBack.send(source, await putBack.plan(source));
    assert.equal(await stored(names), before);
    assert.equal(await keptJobs(), [], 'an ended put-back is forgotten');
    const { updated: _, ...again } = collections.find(parts.id) as Collection;
    const { updated: __, ...was } = definition as Collection;
    assert.equal(again, was);
    await removeCollection(parts.id);
  });

  test(`${version}: after a crash the bin offers what is gone, and only that`, async () => {
    const { orders } = await prepare();
    const before = await stored(all);
    const done = await deleteKept(orders, [idOf('order', 1)]);
    const [entry, content] = [await bin.find(done), await bin.content(done)];
    assert.ok(entry && content);
    // The page died before it knew what the server deleted with the record.
    const candidates = content.records.filter(({ collectionId }) => collectionId !== orders.id);
    const roots = content.records.filter(({ collectionId }) => collectionId === orders.id);
    await bin.remove([done]);
    await bin.add({ ...entry, id: 'crashed', state: 'pending' }, { ...content, records: roots, candidates });
    await bin.add(
      { ...entry, id: 'too_early', state: 'pending', ids: [idOf('order', 2)] },
      { ...content, records: roots.slice(0, 0), candidates: [] },
    );
    await bin.load();
    assert.is(await bin.find('too_early'), null, 'its record was not deleted');
    assert.is((await bin.find('crashed'))?.state, 'kept');
    await undo.undo('crashed');
    assert.equal(await stored(all), before);
  });

  test(`${version}: a put-back that is stopped or loses the server continues without doubles`, async () => {
    const { orders } = await prepare();
    const before = await stored(all);
    const ids = [0, 1, 2].map((at) => idOf('order', at));
    const entry = await deleteKept(orders, ids);
    const { source } = await sourceOf(entry);
    const plan = await putBack.plan(source);
    // The second write arrives, and its answer is lost; then Stop.
    let writes = 0;
    network.send = async (input, init) => {
      if (isWrite(init)) writes += 1;
      const isSecond = isWrite(init) && writes === 2;
      const response = await network.deliver(input, init);
      if (isSecond) {
        putBack.run.stop();
        throw new TypeError('Failed to fetch');
      }
      return response;
    };
    await putBack.send(source, plan);
    network.send = null;
    assert.ok(putBack.run.state.counts.open > 0);
    await putBack.run.open();
    assert.is(putBack.run.state.unfinished.filter(({ isEnded }) => !isEnded).length, 1);
    await putBack.run.resume(putBack.run.state.job?.id ?? '');
    assert.is(putBack.run.state.counts.refused, 0);
    assert.equal(await stored(all), before);
  });

  test(`${version}: an undone change deletes no new file if the former one is not kept`, async () => {
    const { orders } = await prepare();
    const id = idOf('order', 2);
    const old = await records.get(orders, id);
    const [first = ''] = listOf(fieldValue(old.record, 'papers'));
    const now = await records.update(orders, id, {
      values: { 'papers-': [first], title: 'Other' },
      files: [['papers', textFile('fresh.txt', 'fresh')]],
    });
    const entry = await keepChange(orders, old, now, { changed: ['papers', 'title'], files: [], gaps: [] });
    await undo.undo(entry ?? '');
    const { record } = await records.get(orders, id);
    assert.is(fieldValue(record, 'title'), 'Order 2');
    assert.equal(fieldValue(record, 'papers'), fieldValue(now.record, 'papers'));
    assert.is(lastToast(), 'The change is undone, but 1 file was not kept.');
  });
}

// Its timer would keep the process alive.
test.after(() => session.end());

test.run();
