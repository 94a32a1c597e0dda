// Edits and deletes many records with the stores of the page: each is written once, whatever is lost on the way.
import '../support/bareWindow';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Collection } from '../../ui/model/collection';
import * as confirm from '../../ui/page/confirm';
import * as session from '../../ui/page/session/session';
import * as toasts from '../../ui/page/toasts';
import { createBulkDelete } from '../../ui/records/bulk/bulkDelete';
import { createBulkEdit } from '../../ui/records/bulk/bulkEdit';
import * as history from '../../ui/records/history/history';
import { createCollection, createRecord, field, formOf, sharedBackend } from '../support/realBackend';
import { network, openPage, rowsIn } from '../support/recordImport';
import { backends } from '../support/server';

const many = 400;

/** Answers all questions with Yes until the work ends, and returns how many there were. */
async function saying<T>(work: Promise<T>): Promise<[T, number]> {
  let asked = 0;
  const timer = setInterval(() => {
    // The page asks every three seconds for a server that is away, and at once when the browser is online again.
    window.dispatchEvent(new Event('online'));
    const { question } = confirm.state;
    if (!question || question.isBusy) return;
    asked += 1;
    void confirm.yes();
  }, 20);
  try {
    return [await work, asked];
  } finally {
    clearInterval(timer);
  }
}

for (const { name, binary } of backends('lines')) {
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

  test(`${name}: while the server is killed, the reading of removed files waits as the writes do`, async () => {
    const backend = await server.backend();
    await openPage(backend);
    const collection = await createCollection({
      name: 'scans',
      schema: [field('number', 'stock', { noDecimal: true }), field('file', 'files', { maxSelect: 2 })],
    });
    for (let at = 0; at < 24; at += 1) {
      const form = formOf({ stock: String(at) });
      for (const part of [1, 2]) form.append('files', new File([`${at} ${part}`], `scan${part}.txt`));
      await createRecord(collection, form);
    }
    await openPage(backend);
    const ids = [...(await valuesIn(collection)).keys()];
    const edit = createBulkEdit({ collectionId: collection.id, ids, onChange: () => {} });
    await edit.open();
    edit.choose('stock', 'increase');
    edit.setValue('stock', '100');
    edit.choose('files', 'clear');
    let reads = 0;
    let restarted: Promise<unknown> = Promise.resolve();
    network.send = async (input, init) => {
      if (!String(input).includes('/api/files/') || init?.method !== 'GET')
        return network.deliver(input, init);
      reads += 1;
      if (reads % 21 === 0) {
        await restarted;
        await backend.kill();
        restarted = backend.restart();
      }
      return network.deliver(input, init);
    };
    assert.equal(await saying(edit.run()), [true, 1]);
    network.send = null;
    await restarted;
    assert.ok(reads > 48, `${reads} reads`);
    const stocks = [...(await valuesIn(collection)).values()];
    assert.equal(
      stocks.map(({ stock, files }) => [stock, files]).sort(([one], [other]) => Number(one) - Number(other)),
      ids.map((_, at) => [at + 100, []]),
    );
    await history.load();
    const [act] = history.state.acts;
    const kept = await history.read(act?.id ?? '');
    assert.equal([kept?.parts.length, kept?.files.length, kept?.act.gaps], [24, 48, []]);
  });

  test(`${name}: 40 records are deleted, although responses are lost and the server is killed`, async () => {
    const backend = await server.backend();
    await openPage(backend);
    const collection = await createCollection({ name: 'drafts', schema: [field('text', 'title')] });
    for (let at = 0; at < 40; at += 1) await createRecord(collection, { title: `T${at}` });
    await openPage(backend);
    const ids = (await rowsIn(collection)).map(({ id }) => id);
    let sent = 0;
    let restarted: Promise<unknown> = Promise.resolve();
    network.send = async (input, init) => {
      if (init?.method !== 'DELETE') return network.deliver(input, init);
      sent += 1;
      const turn = sent;
      if (turn === 3) throw new TypeError('Failed to fetch');
      const response = await network.deliver(input, init);
      const isKill = turn === 9 || turn === 25;
      if (isKill) {
        await restarted;
        await backend.kill();
        restarted = backend.restart();
      }
      if (turn === 5 || isKill) throw new TypeError('Failed to fetch');
      return response;
    };
    const bulk = createBulkDelete();
    assert.equal(await saying(bulk.run(collection, ids)), [true, 1]);
    network.send = null;
    await restarted;
    assert.equal([bulk.state.failed, await rowsIn(collection)], [null, []]);
    assert.is(toasts.state.items.at(-1)?.message, 'Successfully deleted the selected record(s).');
    await history.load();
    assert.is(history.state.acts[0]?.recordCount, 40);
  });
}

test.run();
