// A save of the table beside other writers, with lost answers, dead sessions and refused values.
import { setTimeout as latency } from 'node:timers/promises';
import '../support/bareWindow';
import { mock } from 'node:test';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as records from '../../ui/api/records';
import type { Admin } from '../../ui/model/admin';
import type { Collection } from '../../ui/model/collection';
import type { AnyRecord } from '../../ui/model/record';
import { cellFieldOf } from '../../ui/model/records/cellField';
import type { FormValue } from '../../ui/model/records/recordValues';
import { stagedSaveOf } from '../../ui/screens/records/staged/stagedSave';
import * as collections from '../../ui/state/collections';
import * as session from '../../ui/state/session';
import * as staged from '../../ui/state/staged/staged';
import * as stagedFiles from '../../ui/state/staged/stagedFiles';
import * as toasts from '../../ui/state/toasts';
import { openRecord, saved } from '../support/editorOnServer';
import { connectClient, createCollection, createRecord, field, sharedBackend } from '../support/realBackend';
import { network, openPage, rowsIn } from '../support/recordImport';
import { backends } from '../support/server';
import { askServer, eventually } from '../support/walk';

const names = ['title', 'total', 'paid', 'tags', 'due'] as const;
const schema = [
  field('text', 'title'),
  field('number', 'total'),
  field('bool', 'paid'),
  field('select', 'tags', { maxSelect: 3, values: ['a', 'b', 'c'] }),
  field('date', 'due'),
  field('json', 'meta', { maxSize: 10_000 }),
  field('file', 'scans', { maxSelect: 4, maxSize: 10_000 }),
];
type Row = Record<string, unknown> & AnyRecord;

/** Returns the records as a list shows them, by their ids. */
async function listed(collection: Collection): Promise<Map<string, Row>> {
  const valuesOf = (values: ReadonlyMap<string, string>) =>
    Object.fromEntries([...values].map(([key, text]) => [key, JSON.parse(text)]));
  return new Map((await rowsIn(collection)).map(({ id, values }) => [id, { id, ...valuesOf(values) }]));
}

/** Changes a cell as the table does. */
function stage(collection: Collection, row: AnyRecord, fieldName: string, mine: FormValue): void {
  const cell = cellFieldOf(collection, fieldName);
  assert.ok(cell);
  staged.stage(collection, [{ row, cell, mine }]);
}

const save = ({ id }: Collection) => stagedSaveOf(id).save(() => {});

for (const { name, binary } of backends()) {
  const server = sharedBackend(binary);
  test.after(async () => {
    session.end();
    toasts.closeAll();
    await server.stop();
  });

  /** Signs in, and makes a collection with so many records. */
  async function makeOrders(count: number): Promise<[Collection, ...Row[]]> {
    await openPage(await server.backend());
    const collection = await createCollection({ name: `orders_${Date.now()}`, schema });
    await collections.load();
    for (let at = 0; at < count; at += 1) {
      await createRecord(collection, { title: `T${at}`, total: at, meta: { big: 1, at } });
    }
    return [collection, ...(await listed(collection)).values()];
  }

  test(`${name}: a reading older than two seconds is renewed once before its write, and their value is merged`, async () => {
    const [collection, ...shown] = await makeOrders(6);
    for (const row of shown) stage(collection, row, 'title', 'Mine');
    const backend = await server.backend();
    const late = [shown[4]?.id ?? '', shown[5]?.id ?? ''];
    const calls: string[] = [];
    const headers = { 'Content-Type': 'application/json', Authorization: session.token() };
    /** Others write what waits for its turn: another field, and the same one. */
    async function writeMeanwhile(): Promise<void> {
      for (const [at, values] of [{ total: 99, paid: true }, { title: 'Theirs' }].entries()) {
        const address = `${backend.url}/api/collections/${collection.id}/records/${late[at]}`;
        await network.deliver(address, { method: 'PATCH', headers, body: JSON.stringify(values) });
      }
      mock.timers.tick(3000);
    }
    let meanwhile: Promise<void> | null = null;
    network.send = async (input, init) => {
      const id = /records\/(\w+)$/.exec(new URL(String(input)).pathname)?.[1];
      if (id) calls.push(`${init?.method ?? 'GET'} ${id}`);
      if (init?.method === 'PATCH') {
        meanwhile ??= writeMeanwhile();
        await meanwhile;
      }
      return network.deliver(input, init);
    };
    mock.timers.enable({ apis: ['Date'], now: Date.now() });
    assert.is(await save(collection).finally(() => mock.timers.reset()), false);
    network.send = null;
    const [fourth = '', fifth = ''] = late;
    const callsTo = (id: string) => calls.filter((call) => call.endsWith(id));
    // The two records take turns in any order.
    assert.equal(callsTo(fourth), [`GET ${fourth}`, `PATCH ${fourth}`]);
    assert.equal(callsTo(fifth), [`GET ${fifth}`]);
    assert.is(calls.filter((call) => call.startsWith('GET')).length, 2, 'a fresh reading is not renewed');
    const now = await listed(collection);
    assert.equal(
      ['title', 'total', 'paid'].map((one) => now.get(fourth)?.[one]),
      ['Mine', 99, true],
    );
    assert.is(now.get(fifth)?.['title'], 'Theirs');
    assert.is(staged.recordsOf(collection.id).get(fifth)?.fault?.kind, 'conflict');
    staged.discard(collection.id);
  });

  test(`${name}: two saves of one record by two paths lose nothing`, async () => {
    const [collection, row] = await makeOrders(1);
    assert.ok(row);
    let open = 0;
    let most = 0;
    network.send = async (input, init) => {
      if (init?.method !== 'PATCH') return network.deliver(input, init);
      open += 1;
      most = Math.max(most, open);
      const response = await network.deliver(input, init);
      await latency(30);
      open -= 1;
      return response;
    };
    for (let round = 1; round <= 8; round += 1) {
      const editor = await openRecord(collection, row.id);
      editor.set('total', String(round));
      const isOdd = round % 2 === 1;
      const tags = isOdd ? ['a', 'b'] : ['c'];
      editor.set('tags', tags);
      const shown = (await listed(collection)).get(row.id) ?? row;
      stage(collection, shown, 'title', `Round ${round}`);
      stage(collection, shown, 'paid', isOdd);
      const due = `2026-01-0${round} 10:00:00.000Z`;
      const others = [saved(editor), records.update(collection, row.id, { values: { due }, files: [] })];
      const [isWhole] = await Promise.all([save(collection), ...others]);
      assert.is(isWhole, true);
      const now = (await listed(collection)).get(row.id);
      assert.equal(
        names.map((fieldName) => now?.[fieldName]),
        [`Round ${round}`, round, isOdd, tags, due],
      );
      editor.close();
    }
    network.send = null;
    assert.is(most, 1, 'one at a time');
  });

  test(`${name}: a save waits if the server is away or asks for a pause when its second part is read`, async () => {
    const [collection, ...rows] = await makeOrders(24);
    for (const row of rows) stage(collection, row, 'title', 'Many');
    let [lists, reads] = [0, 0];
    network.send = async (input, init) => {
      if (String(input).includes(`/${collection.id}/records?`)) {
        lists += 1;
        if (lists === 2) throw new TypeError('Failed to fetch');
      }
      if (init?.method === 'GET' && /\/records\/\w+/.test(String(input))) reads += 1;
      if (reads === 1) return new Response('{}', { status: 429, headers: { 'Retry-After': '0' } });
      return network.deliver(input, init);
    };
    assert.is(await save(collection), true);
    network.send = null;
    const stored = [...(await listed(collection)).values()].filter(({ title }) => title === 'Many').length;
    assert.equal([lists, stored], [2, 24]);
    toasts.closeAll();
  });

  test(`${name}: a session that has ended sends nothing, though guests may update, and Save can be repeated`, async () => {
    const [collection, row] = await makeOrders(1);
    assert.ok(row);
    const backend = await server.backend();
    const path = `collections/${collection.id}`;
    await askServer(backend, path, { method: 'PATCH', body: { updateRule: '' } });
    stage(collection, row, 'title', 'Mine');
    const { token, admin } = session.state;
    assert.ok(admin);
    connectClient(backend.url, `${token.slice(0, -6)}abcdef`);
    let sent = 0;
    network.send = async (input, init) => {
      if (init?.method === 'PATCH') sent += 1;
      return network.deliver(input, init);
    };
    assert.is(await save(collection), false);
    assert.is(sent, 0);
    assert.is(staged.countOf(staged.recordsOf(collection.id)).changes, 1, 'the change waits');
    connectClient(backend.url, token);
    session.adopt({ token, admin: admin as Admin });
    assert.is(await save(collection), true);
    network.send = null;
    assert.is((await listed(collection)).get(row.id)?.['title'], 'Mine');
  });

  test(`${name}: files of a cell are stored once, whether the request or its answer was lost`, async () => {
    const [collection, row] = await makeOrders(1);
    assert.ok(row);
    const put = (...added: string[]) =>
      records.update(collection, row.id, {
        values: {},
        files: added.map((each): [string, File] => ['scans', new File([each], `${each}.txt`)]),
      });
    const now = async () => (await listed(collection)).get(row.id) ?? row;
    const scans = async () => ((await now())['scans'] ?? []) as string[];
    /** Loses the first request, or its answer; returns the number of requests. */
    async function saveWithLoss(arrives: boolean): Promise<number> {
      let sent = 0;
      network.send = async (input, init) => {
        if (init?.method !== 'PATCH') return network.deliver(input, init);
        sent += 1;
        if (sent === 1 && arrives) await network.deliver(input, init);
        if (sent === 1) throw new TypeError('Failed to fetch');
        return network.deliver(input, init);
      };
      assert.is(await save(collection), true);
      network.send = null;
      return sent;
    }
    await put('first', 'second');
    const [first = '', second = ''] = await scans();
    const added = [new File(['x'], 'mine.txt')];
    stage(
      collection,
      await now(),
      'scans',
      stagedFiles.itemsOf({ names: [second], removed: [first], added }),
    );
    await put('theirs');
    assert.is(await saveWithLoss(true), 1, 'what arrived without an answer is not sent again');
    const stems = async () => (await scans()).map((file) => file.replace(/_\w+\.txt$/, ''));
    assert.equal(await stems(), ['second', 'theirs', 'mine']);

    const old = await scans();
    const other = [1, 2, 3].map((at) => new File(['x'], `other${at}.txt`));
    stage(collection, await now(), 'scans', stagedFiles.itemsOf({ names: [], removed: old, added: other }));
    assert.is(await saveWithLoss(false), 2, 'as many files as before are no proof');
    assert.equal(await stems(), ['other1', 'other2', 'other3']);
  });

  test(`${name}: a refusal goes to its cell, or names the field that was not changed`, async () => {
    const [collection, first, second] = await makeOrders(2);
    assert.ok(first && second);
    const backend = await server.backend();
    await askServer(backend, `collections/${collection.id}/records/${second.id}`, {
      method: 'PATCH',
      body: { tags: ['c'] },
    });
    const change = async (schema: readonly object[]) => {
      const call = { method: 'PATCH', body: { schema } };
      assert.is((await askServer(backend, `collections/${collection.id}`, call)).status, 200);
    };
    const limits: Record<string, object> = { title: { pattern: '^T' }, tags: { values: ['a', 'b', 'd'] } };
    await change(
      collection.schema.map((one) => ({ ...one, options: { ...one.options, ...limits[one.name] } })),
    );
    stage(collection, first, 'title', 'Wrong');
    stage(collection, second, 'total', '5');
    // The list of the collections comes last.
    let refused = 0;
    network.send = async (input, init) => {
      if (String(input).includes('/api/collections?')) await eventually(() => refused, 2);
      const answer = await network.deliver(input, init);
      if (init?.method === 'PATCH') refused += 1;
      return answer;
    };
    assert.is(await save(collection), false);
    await eventually(() => collections.state.isLoading, false);
    network.send = null;
    const [one, other] = [first, second].map(({ id }) => staged.recordsOf(collection.id).get(id));
    assert.match([...(one?.cells.values() ?? [])][0]?.error ?? '', /format/i);
    assert.match(other?.fault?.kind === 'refused' ? other.fault.reason : '', /^tags: .*Not changed here\.$/);
    // The server takes the value now, so the next save tries it again.
    await change(collection.schema);
    assert.is(await save(collection), true);
    assert.equal(
      [...(await listed(collection)).values()].map(({ title, total }) => [title, total]).sort(),
      [
        ['Wrong', first['total']],
        [second['title'], 5],
      ].sort(),
    );
    assert.is(staged.recordsOf(collection.id).size, 0);
  });
}

test.run();
