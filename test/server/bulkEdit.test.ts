// Edits many records with the store of the page: each is changed exactly once, whatever is lost on the way.
import '../support/bareWindow';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Collection } from '../../ui/model/collection';
import * as session from '../../ui/page/session/session';
import * as toasts from '../../ui/page/toasts';
import { createBulkEdit } from '../../ui/records/bulk/bulkEdit';
import { createCollection, createRecord, field, sharedBackend } from '../support/realBackend';
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

  async function makeStocks(): Promise<Collection> {
    const collection = await createCollection({
      name: 'stocks',
      schema: [
        field('number', 'stock', { noDecimal: true }),
        field('number', 'price'),
        field('select', 'tags', { values: ['a', 'b', 'c'], maxSelect: 3 }),
        field('select', 'marks', { values: ['a', 'b', 'c'], maxSelect: 3 }),
        field('text', 'note'),
      ],
    });
    await openPage(await server.backend());
    for (let at = 0; at < many; at += 20) {
      await Promise.all(
        Array.from({ length: 20 }, (_, part) =>
          createRecord(collection, {
            stock: at + part,
            price: (at + part) / 10,
            tags: ['b'],
            marks: ['a', 'b'],
            note: `n${at + part}`,
          }),
        ),
      );
    }
    return collection;
  }

  test(`${name}: 400 records are increased once each, with a stop and lost answers in between`, async () => {
    await openPage(await server.backend());
    const collection = await makeStocks();
    const before = await valuesIn(collection);
    const edit = createBulkEdit({ collectionId: collection.id, ids: [...before.keys()], onChange: () => {} });
    await edit.open();
    for (const [field, kind, value] of [
      ['stock', 'increase', '3'],
      ['price', 'increase', '0.2'],
      ['tags', 'add', ['c', 'b']],
      ['marks', 'remove', ['b', 'c']],
    ] as const) {
      edit.choose(field, kind);
      edit.setValue(field, value);
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
        [now?.['stock'], now?.['price'], now?.['note'], now?.['tags'], now?.['marks']],
        [at + 3, Number((at / 10 + 0.2).toFixed(1)), was['note'], ['b', 'c'], ['a']],
        `record ${at}`,
      );
    }
  });
}

test.run();
