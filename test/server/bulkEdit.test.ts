// Edits many records with the store of the page: each is changed exactly once, whatever is lost on the way.
import '../support/bareWindow';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Collection } from '../../ui/model/collection';
import { createBulkEdit } from '../../ui/screens/records/bulk-edit/bulkEdit';
import * as session from '../../ui/state/session';
import * as toasts from '../../ui/state/toasts';
import { createCollection, createRecord, field, pngFile, sharedBackend } from '../support/realBackend';
import { network, openPage, rowsIn } from '../support/recordImport';
import { backends } from '../support/server';

const many = 400;

for (const { name, binary } of backends()) {
  const server = sharedBackend(binary);
  test.after(async () => {
    session.end();
    toasts.closeAll();
    await server.stop();
  });

  const idsOf = async (collection: Collection) => (await rowsIn(collection)).map(({ id }) => id);

  async function valuesIn(collection: Collection): Promise<Map<string, Record<string, unknown>>> {
    const rows = await rowsIn(collection);
    const read = (text: string) => JSON.parse(text) as unknown;
    return new Map(
      rows.map(({ id, values }) => [
        id,
        Object.fromEntries([...values].map(([field, text]) => [field, read(text)])),
      ]),
    );
  }

  test(`${name}: 400 records are increased once each, with a stop and lost answers in between`, async () => {
    await openPage(await server.backend());
    const collection = await createCollection({
      name: 'stocks',
      schema: [
        field('number', 'stock', { noDecimal: true }),
        field('number', 'price'),
        field('text', 'note'),
      ],
    });
    await openPage(await server.backend());
    for (let at = 0; at < many; at += 20) {
      await Promise.all(
        Array.from({ length: 20 }, (_, part) =>
          createRecord(collection, { stock: at + part, price: (at + part) / 10, note: `n${at + part}` }),
        ),
      );
    }
    const before = await valuesIn(collection);
    const edit = createBulkEdit({ collectionId: collection.id, ids: [...before.keys()], onChange: () => {} });
    await edit.open();
    for (const [field, amount] of [
      ['stock', '3'],
      ['price', '0.2'],
    ] as const) {
      edit.choose(field, 'increase');
      edit.setValue(field, amount);
    }
    assert.equal(edit.state.outlook, { changes: many, same: 0, gone: 0 });
    network.writes.length = 0;
    let sent = 0;
    network.send = async (input, init) => {
      if (init?.method !== 'PATCH') return network.deliver(input, init);
      sent += 1;
      const turn = sent;
      if (turn === 150) edit.stop();
      // These do not arrive, and those arrive without an answer.
      if ([40, 41, 300].includes(turn)) throw new TypeError('Failed to fetch');
      const response = await network.deliver(input, init);
      if ([42, 43, 149, 301].includes(turn)) throw new TypeError('Failed to fetch');
      return response;
    };
    assert.is(await edit.run(), false);
    const { changed, failed, left } = edit.state.result ?? { changed: 0, failed: [], left: 0 };
    assert.equal(failed, []);
    assert.is(changed + left, many);
    assert.ok(left > 200, `${left} are left`);
    assert.is(await edit.goOn(), true);
    network.send = null;
    await Promise.allSettled([...network.underWay]);
    const after = await valuesIn(collection);
    assert.is(after.size, many);
    for (const [id, was] of before) {
      const at = Number(was['stock']);
      const now = after.get(id);
      assert.equal(
        [now?.['stock'], now?.['price'], now?.['note']],
        [at + 3, Number((at / 10 + 0.2).toFixed(1)), was['note']],
        `record ${at}`,
      );
    }
  });

  test(`${name}: every operation does to a record what the preview says`, async () => {
    await openPage(await server.backend());
    const targets = await createCollection({ name: 'targets', schema: [field('text', 'name')] });
    const [one = '', other = ''] = await Promise.all(
      ['one', 'other'].map(async (text) => (await createRecord(targets, { name: text })).id),
    );
    const collection = await createCollection({
      name: 'things',
      schema: [
        field('text', 'title'),
        field('number', 'count'),
        field('bool', 'done'),
        field('date', 'day'),
        field('select', 'state', { values: ['new', 'old'] }),
        field('select', 'tags', { values: ['a', 'b', 'c'], maxSelect: 3 }),
        field('json', 'meta'),
        field('editor', 'body'),
        field('relation', 'main', { collectionId: targets.id }),
        field('relation', 'links', { collectionId: targets.id, maxSelect: null }),
        field('file', 'files', { maxSelect: 3 }),
      ],
    });
    await openPage(await server.backend());
    const form = new FormData();
    form.append('@jsonPayload', JSON.stringify({ title: 'full', count: 7, tags: ['b', 'a'], links: [one] }));
    for (const file of ['a.png', 'b.png']) form.append('files', pngFile(file));
    await createRecord(collection, form);
    await createRecord(collection, { title: 'empty' });
    const ids = await idsOf(collection);

    async function apply(choices: readonly (readonly [string, string, unknown?])[]): Promise<void> {
      const edit = createBulkEdit({ collectionId: collection.id, ids, onChange: () => {} });
      await edit.open();
      for (const [field, kind, value] of choices) {
        edit.choose(field, kind as Parameters<typeof edit.choose>[1]);
        if (value !== undefined) edit.setValue(field, value as Parameters<typeof edit.setValue>[1]);
      }
      assert.is(await edit.run(), true, JSON.stringify([edit.state.errors, edit.state.result]));
    }
    const stored = async () => {
      const rows = [...(await valuesIn(collection)).values()];
      return rows
        .map(({ id, created, updated, collectionId, collectionName, files, ...rest }) => ({
          ...rest,
          files: (files as string[]).length,
        }))
        .sort((a, b) => JSON.stringify(a).length - JSON.stringify(b).length);
    };

    await apply([
      ['done', 'set', true],
      ['day', 'set', '2026-11-20 10:00'],
      ['state', 'set', 'old'],
      ['tags', 'add', ['c', 'a']],
      ['meta', 'set', '{"big": 12345678901234567890}'],
      ['body', 'set', '<p>Hello</p>'],
      ['main', 'set', one],
      ['links', 'add', [other, one]],
      ['count', 'decrease', '2'],
      ['files', 'clear'],
    ]);
    const shared = {
      done: true,
      day: '2026-11-20 10:00:00.000Z',
      state: 'old',
      body: '<p>Hello</p>',
      main: one,
      files: 0,
    };
    const [first, second] = await stored();
    const { meta, ...rest } = { meta: null as unknown, ...first };
    assert.equal(Object.keys(meta ?? {}), ['big']);
    assert.equal(
      [rest, { ...second, meta: undefined }].map((record) => JSON.parse(JSON.stringify(record))),
      [
        { ...shared, title: 'full', count: 5, tags: ['b', 'a', 'c'], links: [one, other] },
        { ...shared, title: 'empty', count: -2, tags: ['c', 'a'], links: [other, one] },
      ].sort((a, b) => JSON.stringify(a).length - JSON.stringify(b).length),
    );

    network.writes.length = 0;
    await apply([
      ['done', 'set', false],
      ['day', 'clear'],
      ['state', 'clear'],
      ['tags', 'remove', ['a', 'b']],
      ['meta', 'clear'],
      ['body', 'clear'],
      ['main', 'clear'],
      ['links', 'remove', [one]],
      ['count', 'clear'],
      ['title', 'clear'],
    ]);
    const cleared = { done: false, day: '', state: '', body: '', main: '', files: 0, meta: null };
    const emptied = { ...cleared, title: '', count: 0, tags: ['c'], links: [other] };
    assert.equal(await stored(), [emptied, emptied]);
    assert.is(network.writes.filter((one) => one.startsWith('PATCH')).length, 2);

    network.writes.length = 0;
    const edit = createBulkEdit({ collectionId: collection.id, ids, onChange: () => {} });
    await edit.open();
    edit.choose('title', 'clear');
    assert.equal(edit.state.outlook, { changes: 0, same: 2, gone: 0 });
    assert.is(await edit.run(), true);
    assert.equal(
      network.writes.filter((one) => one.startsWith('PATCH')),
      [],
    );
  });

  test(`${name}: a refused record tells the field, and the others are changed`, async () => {
    await openPage(await server.backend());
    const collection = await createCollection({
      name: 'limits',
      schema: [field('number', 'n', { max: 10 }), field('select', 'kind', { values: ['a', 'b'] })],
    });
    await openPage(await server.backend());
    for (const n of [1, 5, 9, 10]) await createRecord(collection, { n, kind: 'a' });
    const edit = createBulkEdit({
      collectionId: collection.id,
      ids: await idsOf(collection),
      onChange: () => {},
    });
    await edit.open();
    edit.choose('n', 'increase');
    edit.setValue('n', '2');
    assert.is(await edit.run(), false);
    assert.is(edit.state.result?.changed, 2);
    assert.equal(
      edit.state.result?.failed.map(({ fault }) => fault.lines),
      [9, 10].map(() => [{ field: 'n', message: 'Must be less than 10.', isOther: false }]),
    );
    const values = [...(await valuesIn(collection)).values()].map(({ n }) => Number(n)).sort((a, b) => a - b);
    assert.equal(values, [3, 7, 9, 10]);
  });
}

test.run();
