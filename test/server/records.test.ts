import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { listAll } from '../../ui/backend/collections';
import * as listedRecords from '../../ui/backend/listedRecords';
import { plainText } from '../../ui/base/text';
import { expandedRecords, fieldValue } from '../../ui/model/record';
import { displayText } from '../../ui/model/recordName';
import * as collections from '../../ui/page/collections';
import { columnsOf } from '../../ui/records/display/recordColumns';
import { fixtures } from '../support/fixtures';
import {
  assertEverySortLists,
  createCollection,
  createRecord,
  field,
  firstRows,
  formOf,
  idOf,
  importCollections,
  openList,
  pngFile,
  sharedBackend,
} from '../support/realBackend';
import { backends } from '../support/server';

const shared = fixtures();
const long = `<p>${'A <b>bold</b> word &amp; more. '.repeat(60)}</p>`;

for (const { name, binary } of backends('every')) {
  const server = sharedBackend(binary);

  /** Items with a value of every type, and their topics and owners. */
  async function makeItems() {
    const topics = await createCollection({
      name: 'topics',
      schema: [field('text', 'title', {}, true), field('number', 'rank', {}, true), field('editor', 'story')],
    });
    const users = '_pb_users_auth_';
    const items = await createCollection({
      name: 'items',
      schema: [
        ...['text', 'editor', 'number', 'bool', 'email', 'url', 'date', 'select', 'json', 'file'].map(
          (type) => field(type, `a_${type}`),
        ),
        field('select', 'selects', { maxSelect: 3 }),
        field('file', 'files', { maxSelect: 9 }),
        field('relation', 'topic', { collectionId: topics.id }),
        field('relation', 'topics', { collectionId: topics.id, maxSelect: null }),
        field('relation', 'owner'),
      ],
    });
    for (const [at, title, rank] of [
      [1, 'first', 1],
      [2, 'first', 2],
      [3, 'second', 0],
    ] as const) {
      await createRecord(topics, { id: idOf('topic', at), title, rank, story: long });
      const switches = { emailVisibility: at > 1, verified: at > 1 };
      const credentials = { password: '1234567890', passwordConfirm: '1234567890', ...switches };
      const [user, letter] = [idOf('user', at), 'abc'.charAt(at - 1)];
      const email = `${letter}@example.com`;
      await createRecord({ id: users }, { id: user, username: `${letter}ser`, email, ...credentials });
      const values = {
        id: idOf('item', at),
        a_text: letter.repeat(3000),
        a_editor: at + long,
        a_number: at - 1.5,
        a_bool: at > 1,
        a_email: email,
        a_url: `https://example.com/${letter}`,
        a_date: `2026-0${at}-01 10:00:00.123Z`,
        a_select: letter,
        a_json: at,
        selects: [letter, 'c'].slice(0, at === 3 ? 1 : 2),
        topic: idOf('topic', at),
        topics: [idOf('topic', at), idOf('topic', 1)].slice(0, at === 1 ? 1 : 2),
        owner: user,
      };
      const file = pngFile(`${letter.repeat(4)}.png`);
      await createRecord(
        items,
        formOf({ '@jsonPayload': JSON.stringify(values), a_file: file, files: file }),
      );
    }
    return { topics, items };
  }

  test(`${name}: rows contain their related records and excerpts of long texts`, async () => {
    await server.connect();
    const { topics, items } = await makeItems();
    const all = await listAll();
    const rows = await firstRows(items, all);
    assert.equal(
      rows.map((row) => row.id),
      [3, 2, 1].map((at) => idOf('item', at)),
    );
    const [row] = rows;
    if (!row) return assert.unreachable();
    assert.is(fieldValue(row, 'a_text'), 'c'.repeat(3000));
    assert.is(fieldValue(row, 'a_date'), '2026-03-01 10:00:00.123Z');
    const excerpt = String(fieldValue(row, 'a_editor'));
    assert.match(excerpt, /^3 A bold word & more\. A bold .*\.\.\.$/);
    assert.ok(excerpt.length > 190 && excerpt.length <= 203);
    const related = ['topic', 'topics', 'owner'].map((relation) => expandedRecords(row, relation));
    assert.equal(
      related.map((found) => found?.map((one) => one.id)),
      [[idOf('topic', 3)], [idOf('topic', 3), idOf('topic', 1)], [idOf('user', 3)]],
    );
    const topic = related[0]?.[0];
    assert.is(topic && displayText(topic, topics), 'second, 0');
    const story = String(topic && fieldValue(topic, 'story'));
    assert.match(story, /^A bold word & more\. A bold /);
    assert.ok(story.length > 190 && story.length <= 200);
    assert.is(
      topic && /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}Z$/.test(String(fieldValue(topic, 'created'))),
      true,
    );
    const owner = related[2]?.[0];
    assert.is(owner && fieldValue(owner, 'email'), 'c@example.com');
    assert.is(owner && fieldValue(owner, 'tokenKey'), undefined);
  });

  test(`${name}: sorts by every column both ways, relations by the label of their records`, async () => {
    await server.connect();
    const all = await listAll();
    for (const [collection, kind] of [
      ['items', 'item'],
      ['users', 'user'],
    ] as const) {
      const found = all.find((one) => one.name === collection);
      if (!found) return assert.unreachable();
      const rising = [1, 2, 3].map((at) => idOf(kind, at));
      const [first] = await firstRows(found, all);
      const columns = columnsOf(found, first).map((column) => column.name);
      const switches = ['a_bool', 'emailVisibility', 'verified'];
      // A column with equal values for all users proves nothing.
      for (const column of columns.filter((one) => !['name', 'avatar'].includes(one))) {
        const ids = async (sign: string) => (await firstRows(found, all, sign + column)).map(({ id }) => id);
        const [up, down] = [await ids('+'), await ids('-')];
        if (switches.includes(column)) {
          // Only the first record is off.
          const off = rising[0] ?? '';
          assert.equal([up.indexOf(off), down.indexOf(off)], [0, 2], column);
          continue;
        }
        assert.equal(up, rising, `+${column}`);
        assert.equal(down, [...rising].reverse(), `-${column}`);
      }
    }
  });

  test(`${name}: 95 rows come in pages of 40, each once, in any order`, async () => {
    const client = await server.connect();
    const pages = await createCollection({
      name: 'pages',
      schema: [field('number', 'n'), field('bool', 'same')],
    });
    // Many of them in the same millisecond.
    await Promise.all(Array.from({ length: 95 }, (_, n) => createRecord(pages, { n })));
    for (const sort of [undefined, '+n', '-same']) {
      client.asked.length = 0;
      const list = await openList(pages, sort);
      assert.is(list.list.state.items.length, 40);
      assert.is(list.count.state.total, 95);
      assert.equal(
        client.asked.map(({ searchParams }) => searchParams.get('sort')),
        [sort ?? '-created', null],
      );
      await list.loadMore();
      assert.is(list.list.state.items.length, 80);
      assert.is(list.list.state.hasMore, true);
      await list.loadMore();
      assert.is(list.list.state.hasMore, false);
      assert.is(list.count.state.total, 95);
      const numbers = list.list.state.items.map((row) => Number(fieldValue(row, 'n')));
      assert.is(new Set(numbers).size, 95);
      if (sort === '+n') assert.is(numbers.join(), [...numbers].sort((a, b) => a - b).join());
    }
    assert.is(await listedRecords.count(pages.id, ''), 95);
    assert.is(await listedRecords.count(pages.id, 'n>=90'), 5);
  });

  test(`${name}: returns hostile names and texts unchanged`, async () => {
    await server.connect();
    const names = ['__proto__', 'constructor', 'then', 'toString', 'hasOwnProperty', '1a', 'select', '_'];
    const related = await createCollection({
      name: 'constructor',
      schema: [field('text', 'title', {}, true)],
    });
    const hostile = await createCollection({
      name: 'null',
      schema: [
        ...names.map((one) => field('text', one)),
        field('json', 'data'),
        field('editor', 'story'),
        field('relation', 'valueOf', { collectionId: related.id }),
      ],
    });
    const texts = [
      '<script>alert(1)</script><img src=x onerror=alert(1)>',
      `"; DROP TABLE users; -- ' OR 1=1`,
      '\u202Egnp.exe \u200B e\u0301 👩‍👩‍👧 ﷽',
      ' blanks\tand\nlines ',
      '%41 %25 + & ? # {{7*7}} $(x) {"a":1}',
      '\\ \\" \\u0000 \\n \0 \u0007',
      'javascript:alert(1)',
      'null',
    ];
    const data = '{"__proto__":{"x":1},"a":"<b>","toString":null}';
    const { id: target } = await createRecord(related, { title: `a < b <i>c</i> ${texts[0]}` });
    const values = new Map(names.map((one, at) => [one, texts[at] ?? '']));
    const story = '<p>&lt;img src=x onerror=alert(1)&gt;</p><script>alert(1)</script>';
    const body = { data, story, valueOf: target, ...Object.fromEntries(values) };
    await createRecord(hostile, body);

    const all = await listAll();
    const [row] = await firstRows(hostile, all);
    if (!row) return assert.unreachable();
    for (const [one, text] of values) assert.is(fieldValue(row, one), text);
    // Newer servers send the keys of a listed value in any order.
    const entriesOf = (value: unknown) => Object.entries(value as object).sort();
    assert.equal(entriesOf(fieldValue(row, 'data')), entriesOf(JSON.parse(data)));
    // An excerpt is decoded text, never HTML.
    assert.is(fieldValue(row, 'story'), '<img src=x onerror=alert(1)>');
    const [one] = expandedRecords(row, 'valueOf') ?? [];
    assert.is(one?.id, target);
    assert.is(one && plainText(String(fieldValue(one, 'title'))), 'a < b c');
    await assertEverySortLists(hostile, all);
    await collections.load();
    assert.is(collections.find('constructor')?.id, related.id);
    assert.is(collections.find('__proto__'), undefined);
    collections.forget();
  });

  for (const id of ['a b/c?d#e', 'escaped%41%2F', '100%', 'é😀+;=&', `q"u'o\\te`, 'ddd']) {
    test(`${name}: lists and counts a collection with the id ${id}`, async () => {
      await server.connect();
      const odd = { id, name: `odd_${Buffer.from(id).toString('hex')}`, type: 'base' };
      await importCollections([{ ...odd, schema: [{ id: 'its_n', ...field('number', 'n') }] }]);
      await createRecord({ id }, { n: 7 });
      assert.is((await listedRecords.list(id, {})).items[0]?.collectionId, id);
      assert.is(await listedRecords.count(id, 'n=7'), 1);
    });
  }
  test.after(server.stop);

  if (shared) {
    const old = sharedBackend(binary, { data: path.join(shared, 'backend-testdata') });
    test(`${name}: lists the collections of the server's own tests by every column (fixtures)`, async () => {
      await old.connect();
      const all = await listAll();
      assert.is(all.length, 11);
      for (const collection of all) await assertEverySortLists(collection, all);
      const numeric = all.find((one) => one.name === 'numeric_id_view');
      const ids = numeric ? (await firstRows(numeric, all)).map((row) => row.id) : [];
      assert.equal(ids.sort(), ['1', '2']);
    });
    test.after(old.stop);
  }
}

test.run();
