// A save of the table beside other writers, and while the server is away.

import { setTimeout as latency } from 'node:timers/promises';
import type { FormValue } from '../../ui/model/field';
import '../support/bareWindow';
import { mock } from 'node:test';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as records from '../../ui/backend/records';
import type { Collection } from '../../ui/model/collection';
import type { AnyRecord } from '../../ui/model/record';
import * as collections from '../../ui/page/collections';
import * as connection from '../../ui/page/session/connection';
import * as session from '../../ui/page/session/session';
import * as toasts from '../../ui/page/toasts';
import * as edits from '../../ui/records/edits';
import { stagedSaveOf } from '../../ui/records/staged/stagedSave';
import { cellFieldOf } from '../../ui/records/values/cellField';
import { openRecord, saved } from '../support/editorOnServer';
import { eventually } from '../support/eventually';
import { createCollection, createRecord, field, sharedBackend } from '../support/realBackend';
import { network, openPage, rowsIn } from '../support/recordImport';
import { isLong } from '../support/runsOf';
import { backends } from '../support/server';

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
  edits.set(collection, [{ row, cell, mine }]);
}

const save = ({ id }: Collection) => stagedSaveOf(id).save(() => {});

for (const { name, binary } of backends(isLong ? 'lines' : 'newest')) {
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
    const changes = [...(edits.of(collection.id).get(fifth)?.changes.values() ?? [])];
    assert.equal(
      changes.map((one) => one.now?.before),
      ['Theirs'],
    );
    edits.discard(collection.id);
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

  test(`${name}: a file whose answer was lost in a save that was stopped is stored once by the next one`, async () => {
    const [collection, row] = await makeOrders(1);
    assert.ok(row);
    const added = [new File(['x'], 'mine.txt')];
    stage(collection, row, 'scans', edits.fileItems({ names: [], removed: [], added }));
    let isLost = false;
    network.send = async (input, init) => {
      if (!/records\/\w+/.test(String(input))) return network.deliver(input, init);
      if (init?.method === 'PATCH') await network.deliver(input, init);
      isLost ||= init?.method === 'PATCH';
      if (isLost) throw new TypeError('Failed to fetch');
      return network.deliver(input, init);
    };
    const saving = save(collection);
    await eventually(() => isLost, true);
    stagedSaveOf(collection.id).stop();
    assert.is(await saving, false);
    network.send = null;
    assert.is(await save(collection), true);
    const files = (await listed(collection)).get(row.id)?.['scans'];
    assert.equal(
      (files as string[]).map((file) => file.replace(/_\w+\.txt$/, '')),
      ['mine'],
    );
    // It would ask a server that has stopped for ever.
    await eventually(() => connection.state.isAway, false);
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
}

test.run();
