// The query of our list, and its permitted length.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { listAll } from '../../ui/backend/collections';
import * as listedRecords from '../../ui/backend/listedRecords';
import { maxQueryLength, serverQueryLength } from '../../ui/model/queryLength';
import { expandedRecords, fieldValue } from '../../ui/model/record';
import * as toasts from '../../ui/page/toasts';
import { columnsOf } from '../../ui/records/display/recordColumns';
import {
  assertEverySortLists,
  createCollection,
  createRecord,
  failureOf,
  field,
  firstRows,
  idOf,
  openList,
  sharedBackend,
} from '../support/realBackend';
import { backends } from '../support/server';

const long = `<p>${'A <b>bold</b> word &amp; more. '.repeat(60)}</p>`;

for (const { name, binary } of backends('contract')) {
  const server = sharedBackend(binary);
  let topics = '';

  test.before(async () => {
    await server.connect();
    topics = (await createCollection({ name: 'topics', schema: [field('text', 'title', {}, true)] })).id;
    const schema = [field('text', 'title'), field('relation', 'topic', { collectionId: topics })];
    const items = await createCollection({ name: 'items', schema });
    await createRecord({ id: topics }, { id: idOf('topic'), title: 'a topic' });
    for (const at of [1, 2, 3]) {
      await createRecord(items, { id: idOf('item', at), title: `item ${at}`, topic: idOf('topic') });
    }
  });

  const select = 'SELECT id, title, topic';
  for (const [kind, query, sort, tried, hasCreated] of [
    ['with created', `${select}, created FROM items`, '', ['-created'], true],
    ['without created', `${select} FROM items`, '', [null], false],
    ['that mentions created', `${select}, created AS made FROM items`, '', ['-created', null], false],
    ['that cannot have the sort of the address', `${select} FROM items`, '-updated', [null], false],
    [
      'that mentions the sort of the address',
      `${select}, created, updated AS changed FROM items`,
      '-updated',
      ['-updated', '-created'],
      true,
    ],
  ] as const) {
    test(`${name}: lists a view ${kind}`, async () => {
      const client = await server.connect();
      const view = await createCollection({
        name: kind.replaceAll(' ', '_'),
        type: 'view',
        options: { query },
      });
      toasts.closeAll();
      client.asked.length = 0;
      const list = await openList(view, sort);
      assert.is(list.list.state.loadError, null);
      assert.is(list.list.state.items.length, 3);
      assert.equal(
        client.asked.map(({ searchParams }) => searchParams.get('sort')),
        tried,
      );
      assert.is(list.state.sort === null, tried.at(-1) === null);
      const columns = columnsOf(view, list.list.state.items[0]).map((column) => column.name);
      assert.is(columns.includes('created'), hasCreated);
      const found = await openList(view, sort, 'item 2');
      assert.equal(
        found.list.state.items.map(({ id }) => id),
        [idOf('item', 2)],
      );
      assert.is(found.state.searchError, null);
      assert.equal(toasts.state.items, []);
      await assertEverySortLists(view, await listAll(), list.list.state.items);
    });
  }

  for (const [kind, relations, editors, length, hasExpand, hasExcerpts, hasFields] of [
    ['few relations', 10, 1, 10, true, true, true],
    ['many relations', 25, 1, 30, true, false, true],
    ['60 relations with long names', 60, 1, 40, false, false, true],
    ['60 relations and 40 long texts', 60, 40, 40, false, false, false],
  ] as const) {
    test(`${name}: lists a collection with ${kind} within the length of a query`, async () => {
      const client = await server.connect();
      const names = (kind: string, count: number) =>
        Array.from({ length: count }, (_, at) => `${kind}_${at}_`.padEnd(length, 'x'));
      const schema = [
        ...names('rel', relations).map((one) => field('relation', one, { collectionId: topics })),
        ...names('ed', editors).map((one) => field('editor', one)),
      ];
      const collection = await createCollection({ name: `wide_${relations}_${editors}`, schema });
      await createRecord(
        collection,
        Object.fromEntries([
          ...names('rel', relations).map((one) => [one, idOf('topic')]),
          ...names('ed', editors).map((one) => [one, long]),
        ]),
      );
      client.asked.length = 0;
      const [row] = await firstRows(collection, []);
      const query = Object.fromEntries(client.asked[0]?.searchParams ?? []);
      assert.ok(serverQueryLength(query) <= maxQueryLength);
      if (!row) return assert.unreachable();
      const relation = names('rel', relations).at(-1) ?? '';
      assert.is(fieldValue(row, relation), idOf('topic'));
      assert.is(expandedRecords(row, relation) !== null, hasExpand);
      assert.is(query['fields']?.includes('expand.') === true, hasExcerpts);
      assert.is(fieldValue(row, names('ed', editors)[0] ?? '') !== long, hasFields);
    });
  }

  for (const [count, length] of [
    [90, 3],
    [80, 60],
  ] as const) {
    test(`${name}: sorts a relation to records with ${count} presentable fields of ${length} characters`, async () => {
      const client = await server.connect();
      const names = Array.from({ length: count }, (_, at) => `f${at}`.padEnd(length, 'x'));
      const target = await createCollection({
        name: `presentables_${count}`,
        schema: names.map((one) => field('text', one, {}, true)),
      });
      const collection = await createCollection({
        name: `to_presentables_${count}`,
        schema: [field('relation', 'target', { collectionId: target.id })],
      });
      for (const [at, text] of ['b', 'c', 'a'].entries()) {
        const { id } = await createRecord(target, { [names[0] ?? '']: text });
        await createRecord(collection, { id: idOf('row', at), target: id });
      }
      client.asked.length = 0;
      for (const [sign, order] of [
        ['+', [2, 0, 1]],
        ['-', [1, 0, 2]],
      ] as const) {
        const rows = await firstRows(collection, [target], `${sign}target`);
        assert.equal(
          rows.map(({ id }) => id),
          order.map((at) => idOf('row', at)),
        );
      }
    });
  }

  test(`${name}: measures a query as the server does`, async () => {
    await server.connect();
    const odd = `~*!'()é😀 %&=+/?#"<>[]{}|\\^\`-_.,;:@$`;
    const queryOf = (size: number) => {
      const empty = serverQueryLength({ x: odd, skipTotal: '1' });
      return { x: odd + 'a'.repeat(size - empty) };
    };
    await listedRecords.list('users', queryOf(maxQueryLength));
    const over = listedRecords.list('users', queryOf(maxQueryLength + 1));
    if (name === '0.22.20') await over;
    else assert.is((await failureOf(over)).message, 'Query string is too large.');
  });

  test.after(server.stop);
}

test.run();
