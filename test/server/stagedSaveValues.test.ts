// The values that a save of the table sends, and those that it asks about or the server refuses.
import '../support/bareWindow';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { AnyRecord } from '../../ui/model/record';
import { cellFieldOf } from '../../ui/model/records/cellField';
import { verifiedQuestion } from '../../ui/model/records/verifiedQuestion';
import { stagedSaveOf } from '../../ui/screens/records/staged/stagedSave';
import * as collections from '../../ui/state/collections';
import * as confirm from '../../ui/state/confirm';
import * as session from '../../ui/state/session';
import * as staged from '../../ui/state/staged/staged';
import * as toasts from '../../ui/state/toasts';
import { createCollection, createRecord, field, sharedBackend } from '../support/realBackend';
import { network, openPage } from '../support/recordImport';
import { backends } from '../support/server';
import { listed, makeOrders, stage } from '../support/stagedSaveOnServer';
import { askServer, eventually } from '../support/walk';

for (const { name, binary } of backends()) {
  const server = sharedBackend(binary);
  test.after(async () => {
    session.end();
    toasts.closeAll();
    await server.stop();
  });

  test(`${name}: accounts that become verified are asked about once, and only the changed keys are sent`, async () => {
    await openPage(await server.backend());
    const people = await createCollection({ name: `people_${Date.now()}`, type: 'auth', schema: [] });
    await openPage(await server.backend());
    await collections.load();
    const password = 'correct horse';
    for (const username of ['ada', 'bob', 'cleo'])
      await createRecord(people, {
        username,
        password,
        passwordConfirm: password,
        verified: username === 'cleo',
      });
    const rows = [...(await listed(people)).values()];
    const rowOf = (username: string) => {
      const row = rows.find((one) => one['username'] === username);
      assert.ok(row);
      return row;
    };
    const bodies: object[] = [];
    network.send = async (input, init) => {
      if (init?.method === 'PATCH') bodies.push(JSON.parse(String(init.body)));
      return network.deliver(input, init);
    };
    const save = stagedSaveOf(people.id);
    const asked: string[] = [];
    async function saveWith(answer: 'yes' | 'no'): Promise<boolean> {
      const saving = save.save(() => {});
      while (confirm.state.question) {
        asked.push(confirm.state.question.text);
        await (answer === 'yes' ? confirm.yes() : confirm.no());
      }
      return saving;
    }

    stage(people, rowOf('ada'), 'emailVisibility', true);
    assert.is(await saveWith('yes'), true);
    assert.equal(asked, [], 'nothing to ask about');
    assert.equal(bodies.splice(0), [{ emailVisibility: true }]);

    stage(people, rowOf('ada'), 'verified', true);
    stage(people, rowOf('bob'), 'verified', true);
    stage(people, rowOf('bob'), 'username', 'robert');
    stage(people, rowOf('cleo'), 'verified', false);
    assert.is(await saveWith('no'), false);
    assert.equal(bodies, [], 'nothing is sent');
    assert.is(staged.countOf(staged.recordsOf(people.id)).changes, 4, 'the changes wait');
    assert.is(await saveWith('yes'), true);
    assert.equal(asked, [verifiedQuestion(true), verifiedQuestion(true)], 'once a save');
    const sorted = (all: readonly object[]) => all.map((one) => JSON.stringify(one)).sort();
    assert.equal(
      sorted(bodies.splice(0)),
      sorted([{ verified: true }, { username: 'robert', verified: true }, { verified: false }]),
    );

    stage(people, Object.assign(rowOf('ada'), { verified: true }), 'verified', false);
    assert.is(await saveWith('yes'), true);
    assert.is(asked.at(-1), verifiedQuestion(false));
    network.send = null;
    const now = [...(await listed(people)).values()]
      .map(({ username, emailVisibility, verified }) => [username, emailVisibility, verified])
      .sort();
    assert.equal(now, [
      ['ada', true, false],
      ['cleo', false, false],
      ['robert', false, true],
    ]);
  });

  test(`${name}: a save sends what was staged when it was pressed, and later edits stay staged`, async () => {
    const collection = await makeOrders(server, 6);
    const rows = [...(await listed(collection)).values()];
    const [first, second, third, fourth, , last] = rows as [AnyRecord, ...AnyRecord[]];
    assert.ok(second && third && fourth && last);
    for (const row of rows.slice(0, 5)) stage(collection, row, 'title', 'Pressed');
    let isFirst = true;
    network.send = async (input, init) => {
      // The first reading of records: nothing of the save has been sent.
      if (isFirst && String(input).includes(`/${collection.id}/records`)) {
        isFirst = false;
        stage(collection, first, 'title', 'Half ty');
        stage(collection, second, 'total', '-5');
        staged.takeBack(collection, third.id, cellFieldOf(collection, 'title')?.key ?? '');
        staged.discardRecord(collection.id, fourth.id);
        stage(collection, fourth, 'paid', true);
        stage(collection, last, 'title', 'Begun');
      }
      return network.deliver(input, init);
    };
    assert.is(await stagedSaveOf(collection.id).save(() => {}), false);
    network.send = null;
    assert.is(isFirst, false);
    const stored = await listed(collection);
    const kept = new Map(
      [...staged.recordsOf(collection.id)].map(([id, { cells }]) => [
        id,
        [...cells.values()].map((cell) => [cell.name, cell.mine, cell.before]),
      ]),
    );
    const shown = (row: AnyRecord) => {
      const { title, total, paid } = stored.get(row.id) as Record<string, unknown>;
      return { title, total, paid, kept: kept.get(row.id) ?? [] };
    };
    const before = (row: AnyRecord) => {
      const { title, total } = row as { title?: string; total?: number };
      return { title, total, paid: false };
    };
    assert.equal(shown(first), {
      ...before(first),
      title: 'Pressed',
      kept: [['title', 'Half ty', 'Pressed']],
    });
    assert.equal(shown(second), {
      ...before(second),
      title: 'Pressed',
      kept: [['total', '-5', String(before(second).total)]],
    });
    assert.equal(shown(third), { ...before(third), kept: [] });
    assert.equal(shown(fourth), { ...before(fourth), kept: [['paid', true, false]] });
    assert.equal(shown(last), { ...before(last), kept: [['title', 'Begun', before(last).title]] });
    staged.discard(collection.id);
  });

  test(`${name}: an account switched during a save is asked about by the next save`, async () => {
    await openPage(await server.backend());
    const people = await createCollection({ name: `switched_${Date.now()}`, type: 'auth', schema: [] });
    await openPage(await server.backend());
    await collections.load();
    const person = (username: string) =>
      createRecord(people, { username, password: '1234567890', passwordConfirm: '1234567890' });
    const [one, other] = [await person('one'), await person('other')];
    stage(people, one, 'username', 'renamed');
    let isFirst = true;
    network.send = async (input, init) => {
      if (isFirst) {
        stage(people, one, 'verified', true);
        stage(people, other, 'verified', true);
      }
      isFirst = false;
      return network.deliver(input, init);
    };
    assert.is(await stagedSaveOf(people.id).save(() => {}), false);
    network.send = null;
    assert.is(confirm.state.question, null);
    const stored = await listed(people);
    assert.equal(
      [one, other].map(({ id }) => [stored.get(id)?.['username'], stored.get(id)?.['verified']]),
      [
        ['renamed', false],
        ['other', false],
      ],
    );
    assert.is(staged.countOf(staged.recordsOf(people.id)).changes, 2);
    staged.discard(people.id);
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

  test(`${name}: a refusal of a value that was typed again meanwhile is told beside the new one`, async () => {
    const collection = await makeOrders(server, 1);
    const [row] = [...(await listed(collection)).values()];
    assert.ok(row);
    stage(collection, row, 'title', 'Wrong');
    const schema = collection.schema.map((one) =>
      one.name === 'title' ? { ...one, options: { ...one.options, pattern: '^T' } } : one,
    );
    const path = `collections/${collection.id}`;
    await askServer(await server.backend(), path, { method: 'PATCH', body: { schema } });
    network.send = async (input, init) => {
      if (init?.method === 'PATCH') stage(collection, row, 'title', 'Tried');
      return network.deliver(input, init);
    };
    assert.is(await stagedSaveOf(collection.id).save(() => {}), false);
    network.send = null;
    const held = staged.recordsOf(collection.id).get(row.id);
    const reason = held?.fault?.kind === 'refused' ? held.fault.reason : '';
    assert.match(reason, /^title: .*You have changed the value since\.$/);
    assert.equal(
      [...(held?.cells.values() ?? [])].map(({ mine, error }) => [mine, error]),
      [['Tried', null]],
    );
    assert.is(await stagedSaveOf(collection.id).save(() => {}), true);
    assert.is((await listed(collection)).get(row.id)?.['title'], 'Tried');
  });

  test(`${name}: nothing is sent to a field that takes other values now`, async () => {
    const collection = await makeOrders(server, 1);
    const [row] = [...(await listed(collection)).values()];
    assert.ok(row);
    stage(collection, row, 'title', 'Mine');
    stage(collection, row, 'tags', ['a', 'b']);
    stage(collection, row, 'total', '5');
    const schema = collection.schema.map((one) =>
      one.name === 'title'
        ? { ...field('number', 'title'), id: `${one.id}2` }
        : one.name === 'tags'
          ? { ...one, options: { ...one.options, maxSelect: 1 } }
          : one,
    );
    const { status } = await askServer(await server.backend(), `collections/${collection.id}`, {
      method: 'PATCH',
      body: { schema },
    });
    assert.is(status, 200);
    const bodies: string[] = [];
    network.send = (input, init) => {
      if (init?.method === 'PATCH') bodies.push(String(init.body));
      return network.deliver(input, init);
    };
    assert.is(await stagedSaveOf(collection.id).save(() => {}), false);
    network.send = null;
    assert.equal(bodies, ['{"total":5}']);
    const kept = [...(staged.recordsOf(collection.id).get(row.id)?.cells.values() ?? [])];
    assert.equal(
      kept.map(({ mine, error }) => [mine, error !== null]),
      [
        ['Mine', true],
        [['a', 'b'], true],
      ],
      'the values stay, with a reason',
    );
    staged.discard(collection.id);
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
