// A save of the table beside other writers, with lost answers, dead sessions and refused values.
// takes: 35 s
import { setTimeout as latency } from 'node:timers/promises';
import '../support/bareWindow';
import { mock } from 'node:test';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as records from '../../ui/api/records';
import type { Admin } from '../../ui/model/admin';
import type { FormValue } from '../../ui/model/records/recordValues';
import { stagedSaveOf } from '../../ui/screens/records/staged/stagedSave';
import * as collections from '../../ui/state/collections';
import * as session from '../../ui/state/session';
import * as staged from '../../ui/state/staged/staged';
import * as stagedFiles from '../../ui/state/staged/stagedFiles';
import * as stagedMerge from '../../ui/state/staged/stagedMerge';
import * as toasts from '../../ui/state/toasts';
import { openRecord, saved } from '../support/editorOnServer';
import { connectClient, createCollection, createRecord, field, sharedBackend } from '../support/realBackend';
import { network, openPage } from '../support/recordImport';
import { backends } from '../support/server';
import { listed, makeOrders, stage } from '../support/stagedSaveOnServer';
import { askServer, eventually } from '../support/walk';

const names = ['title', 'total', 'paid', 'tags', 'due'] as const;
type Name = (typeof names)[number];

for (const { name, binary } of backends()) {
  const server = sharedBackend(binary);
  test.after(async () => {
    session.end();
    toasts.closeAll();
    await server.stop();
  });

  test(`${name}: random changes beside another writer are neither lost nor misplaced`, async () => {
    let seed = 11;
    const random = (below: number) => {
      seed = (seed * 1103515245 + 12345) % 2147483648;
      return Math.floor((seed / 2147483648) * below);
    };
    const values: Record<Name, () => FormValue> = {
      title: () => `Title ${random(50)}`,
      total: () => String(random(50) / 4),
      paid: () => random(2) === 1,
      tags: () => ['a', 'b', 'c'].filter(() => random(2) === 1),
      due: () => `2026-0${1 + random(9)}-11 10:00:0${random(10)}`,
    };
    const sentAs = (fieldName: Name, value: FormValue): unknown =>
      fieldName === 'total' ? Number(value) : fieldName === 'due' ? `${String(value)}.000Z` : value;
    const collection = await makeOrders(server, 12);
    const save = stagedSaveOf(collection.id);
    let shown = await listed(collection);
    const expected = new Map([...shown].map(([id, row]) => [id, { ...row }]));
    const backend = await server.backend();
    let conflicts = 0;
    for (let round = 0; round < 25; round += 1) {
      for (let step = 0; step < 20; step += 1) {
        const row = [...shown.values()][random(12)];
        const fieldName = names[random(names.length)] ?? 'title';
        if (row) stage(collection, row, fieldName, values[fieldName]());
      }
      // Another person writes meanwhile.
      const theirs = new Map<string, Set<Name>>();
      for (let step = 0; step < 5; step += 1) {
        const id = [...shown.keys()][random(12)] ?? '';
        const fieldName = names[random(names.length)] ?? 'title';
        const value = sentAs(fieldName, values[fieldName]());
        const path = `collections/${collection.id}/records/${id}`;
        await askServer(backend, path, { method: 'PATCH', body: { [fieldName]: value } });
        Object.assign(expected.get(id) ?? {}, { [fieldName]: value });
        theirs.set(id, (theirs.get(id) ?? new Set()).add(fieldName));
      }
      const mine = new Map(
        [...staged.recordsOf(collection.id)].map(([id, { cells }]) => [id, [...cells.values()]] as const),
      );
      await save.save(() => {});
      for (const [id, cells] of mine) {
        const fault = staged.recordsOf(collection.id).get(id)?.fault;
        if (fault) {
          assert.is(fault.kind, 'conflict');
          conflicts += 1;
          if (fault.kind !== 'conflict') continue;
          for (const conflict of fault.conflicts) {
            assert.ok(theirs.get(id)?.has(conflict.name as Name), `${conflict.name} was changed by both`);
            const cell = cells.find((one) => one.name === conflict.name);
            stagedMerge.choose(collection, id, cell?.key ?? '', random(2) === 1 ? 'mine' : 'theirs');
          }
        } else {
          for (const cell of cells) {
            Object.assign(expected.get(id) ?? {}, { [cell.name]: sentAs(cell.name as Name, cell.mine) });
          }
        }
      }
      // Each conflict is decided, so the rest is saved.
      const rest = new Map(
        [...staged.recordsOf(collection.id)].map(([id, { cells }]) => [id, [...cells.values()]] as const),
      );
      if (rest.size > 0) await save.save(() => {});
      for (const [id, cells] of rest) {
        for (const cell of cells) {
          Object.assign(expected.get(id) ?? {}, { [cell.name]: sentAs(cell.name as Name, cell.mine) });
        }
      }
      assert.is(staged.recordsOf(collection.id).size, 0, `round ${round}`);
      shown = await listed(collection);
      for (const [id, row] of shown) {
        const picked = (one: Record<string, unknown> = {}) =>
          names.map((key) => [key, key === 'tags' ? [...((one[key] as string[]) ?? [])].sort() : one[key]]);
        assert.equal(picked(row), picked(expected.get(id)), `round ${round}, ${id}`);
        assert.equal(row['meta'], expected.get(id)?.['meta'], 'nobody has changed it');
      }
    }
    assert.ok(conflicts > 5, `${conflicts} conflicts`);
  });

  test(`${name}: a reading older than two seconds is renewed once before its write, and their value is merged`, async () => {
    const collection = await makeOrders(server, 6);
    const shown = [...(await listed(collection)).values()];
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
    const isWhole = await stagedSaveOf(collection.id)
      .save(() => {})
      .finally(() => mock.timers.reset());
    network.send = null;
    const [fourth = '', fifth = ''] = late;
    assert.is(isWhole, false);
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
    const collection = await makeOrders(server, 1);
    const [row] = [...(await listed(collection)).values()];
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
      editor.set('tags', round % 2 === 1 ? ['a', 'b'] : ['c']);
      stage(collection, (await listed(collection)).get(row.id) ?? row, 'title', `Round ${round}`);
      stage(collection, (await listed(collection)).get(row.id) ?? row, 'paid', round % 2 === 1);
      const [isWhole] = await Promise.all([
        stagedSaveOf(collection.id).save(() => {}),
        saved(editor),
        records.update(collection, row.id, {
          values: { due: `2026-01-0${round} 10:00:00.000Z` },
          files: [],
        }),
      ]);
      assert.is(isWhole, true);
      const now = (await listed(collection)).get(row.id);
      assert.equal(
        names.map((fieldName) => now?.[fieldName]),
        [
          `Round ${round}`,
          round,
          round % 2 === 1,
          round % 2 === 1 ? ['a', 'b'] : ['c'],
          `2026-01-0${round} 10:00:00.000Z`,
        ],
      );
      editor.close();
    }
    network.send = null;
    assert.is(most, 1, 'one at a time');
  });

  test(`${name}: a write whose answer is lost is looked for, and not sent twice`, async () => {
    const collection = await makeOrders(server, 3);
    const shown = [...(await listed(collection)).values()];
    for (const row of shown) stage(collection, row, 'title', 'Once');
    let sent = 0;
    network.send = async (input, init) => {
      if (init?.method !== 'PATCH') return network.deliver(input, init);
      sent += 1;
      // The first does not arrive, the second arrives without an answer.
      if (sent === 1) throw new TypeError('Failed to fetch');
      const response = await network.deliver(input, init);
      if (sent === 2) throw new TypeError('Failed to fetch');
      return response;
    };
    assert.is(await stagedSaveOf(collection.id).save(() => {}), true);
    network.send = null;
    assert.is(sent, 4);
    for (const row of (await listed(collection)).values()) assert.is(row['title'], 'Once');
  });

  for (const [reason, answer] of [
    ['the server is away', null],
    ['the server asks for a pause', 429],
  ] as const) {
    test(`${name}: a save waits if ${reason} when its second part is read`, async () => {
      const collection = await makeOrders(server, 24);
      for (const row of (await listed(collection)).values()) stage(collection, row, 'title', 'Many');
      let [lists, reads] = [0, 0];
      network.send = async (input, init) => {
        const isList = String(input).includes(`/${collection.id}/records?`);
        const isRecord = init?.method === 'GET' && /\/records\/\w+/.test(String(input));
        if (isList) lists += 1;
        if (isRecord) reads += 1;
        const isAway = (isList && lists === 2) || (isRecord && reads === 1);
        if (isAway && answer === null) throw new TypeError('Failed to fetch');
        if (isAway) return new Response('{}', { status: 429, headers: { 'Retry-After': '0' } });
        return network.deliver(input, init);
      };
      const isWhole = await stagedSaveOf(collection.id).save(() => {});
      network.send = null;
      assert.is(isWhole, true);
      const stored = [...(await listed(collection)).values()].filter(({ title }) => title === 'Many').length;
      assert.equal([lists, stored], [2, 24]);
      toasts.closeAll();
    });
  }

  test(`${name}: a session that has ended sends nothing, though guests may update, and Save can be repeated`, async () => {
    const collection = await makeOrders(server, 1);
    const [row] = [...(await listed(collection)).values()];
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
    assert.is(await stagedSaveOf(collection.id).save(() => {}), false);
    assert.is(sent, 0);
    assert.is(staged.countOf(staged.recordsOf(collection.id)).changes, 1, 'the change waits');
    connectClient(backend.url, token);
    session.adopt({ token, admin: admin as Admin });
    assert.is(await stagedSaveOf(collection.id).save(() => {}), true);
    network.send = null;
    assert.is((await listed(collection)).get(row.id)?.['title'], 'Mine');
  });

  test(`${name}: files of a cell are added and removed once, beside those of others`, async () => {
    const collection = await makeOrders(server, 1);
    const [row] = [...(await listed(collection)).values()];
    assert.ok(row);
    const put = (values: object, ...added: string[]) =>
      records.update(collection, row.id, {
        values: { ...values },
        files: added.map((each): [string, File] => ['scans', new File([each], `${each}.txt`)]),
      });
    const scans = async () => ((await listed(collection)).get(row.id)?.['scans'] ?? []) as string[];
    await put({}, 'first', 'second');
    const [first = '', second = ''] = await scans();
    const mine = stagedFiles.itemsOf({
      names: [second],
      removed: [first],
      added: [new File(['x'], 'mine.txt')],
    });
    stage(collection, (await listed(collection)).get(row.id) ?? row, 'scans', mine);
    await put({}, 'theirs');
    let sent = 0;
    network.send = async (input, init) => {
      const response = await network.deliver(input, init);
      if (init?.method !== 'PATCH') return response;
      sent += 1;
      if (sent === 1) throw new TypeError('Failed to fetch');
      return response;
    };
    const isWhole = await stagedSaveOf(collection.id).save(() => {});
    network.send = null;
    assert.is(isWhole, true);
    const now = await scans();
    assert.equal(
      now.map((file) => file.replace(/_\w+\.txt$/, '')),
      ['second', 'theirs', 'mine'],
    );
    assert.is(sent, 1, 'what arrived without an answer is not sent again');
  });

  test(`${name}: a new file in place of another is sent again if the request never arrived`, async () => {
    const collection = await makeOrders(server, 1);
    const [row] = [...(await listed(collection)).values()];
    assert.ok(row);
    const files: [string, File][] = [['scans', new File(['old'], 'old.txt')]];
    await records.update(collection, row.id, { values: {}, files });
    const scans = async () => ((await listed(collection)).get(row.id)?.['scans'] ?? []) as string[];
    const [old = ''] = await scans();
    const mine = stagedFiles.itemsOf({ names: [], removed: [old], added: [new File(['x'], 'mine.txt')] });
    stage(collection, (await listed(collection)).get(row.id) ?? row, 'scans', mine);
    let sent = 0;
    network.send = async (input, init) => {
      if (init?.method === 'PATCH') {
        sent += 1;
        if (sent === 1) throw new TypeError('Failed to fetch');
      }
      return network.deliver(input, init);
    };
    const isWhole = await stagedSaveOf(collection.id).save(() => {});
    network.send = null;
    assert.is(isWhole, true);
    assert.is(sent, 2, 'as many files as before are no proof');
    const [now = '', ...others] = await scans();
    assert.match(now, /^mine_/);
    assert.equal(others, []);
  });

  test(`${name}: a refusal goes to its cell, or names the field that was not changed`, async () => {
    const collection = await makeOrders(server, 2);
    const [first, second] = [...(await listed(collection)).values()];
    assert.ok(first && second);
    const backend = await server.backend();
    await askServer(backend, `collections/${collection.id}/records/${second.id}`, {
      method: 'PATCH',
      body: { tags: ['c'] },
    });
    const schema = collection.schema.map((one) =>
      one.name === 'title'
        ? { ...one, options: { ...one.options, pattern: '^T' } }
        : one.name === 'tags'
          ? { ...one, options: { ...one.options, values: ['a', 'b', 'd'] } }
          : one,
    );
    const { status } = await askServer(backend, `collections/${collection.id}`, {
      method: 'PATCH',
      body: { schema },
    });
    assert.is(status, 200);
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
    assert.is(await stagedSaveOf(collection.id).save(() => {}), false);
    await eventually(() => collections.state.isLoading, false);
    network.send = null;
    const [one, other] = [first, second].map(({ id }) => staged.recordsOf(collection.id).get(id));
    assert.match([...(one?.cells.values() ?? [])][0]?.error ?? '', /format/i);
    assert.match(other?.fault?.kind === 'refused' ? other.fault.reason : '', /^tags: .*Not changed here\.$/);
    // The server takes the value now, so the next save tries it again.
    const open = await askServer(backend, `collections/${collection.id}`, {
      method: 'PATCH',
      body: { schema: collection.schema },
    });
    assert.is(open.status, 200);
    assert.is(await stagedSaveOf(collection.id).save(() => {}), true);
    assert.equal(
      [...(await listed(collection)).values()].map(({ title, total }) => [title, total]).sort(),
      [
        ['Wrong', first['total']],
        [second['title'], 5],
      ].sort(),
    );
    assert.is(staged.recordsOf(collection.id).size, 0);
  });

  test(`${name}: a unique value is not blamed on a field whose name is its beginning`, async () => {
    await openPage(await server.backend());
    const collection = await createCollection({
      name: `stocks_${Date.now()}`,
      schema: [field('text', 'sto'), field('text', 'stock')],
      indexes: ['CREATE UNIQUE INDEX by_stock ON stocks (stock)'],
    });
    await collections.load();
    await createRecord(collection, { stock: 'taken' });
    await createRecord(collection, { stock: 'free' });
    const row = [...(await listed(collection)).values()].find(({ stock }) => stock === 'free');
    assert.ok(row);
    stage(collection, row, 'stock', 'taken');
    assert.is(await stagedSaveOf(collection.id).save(() => {}), false);
    const refused = staged.recordsOf(collection.id).get(row.id);
    assert.match([...(refused?.cells.values() ?? [])][0]?.error ?? '', /unique/);
    assert.is(refused?.fault, null, 'its own cell says it all');
    staged.discard(collection.id);
  });
}

test.run();
