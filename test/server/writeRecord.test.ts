// The one writer of records: whatever is lost on the way, and whoever else writes, each value is stored once.

import { setTimeout as latency } from 'node:timers/promises';
import { listOf } from '../../ui/base/lists';
import '../support/bareWindow';
import { mock } from 'node:test';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ApiError } from '../../ui/backend/ApiError';
import * as collections from '../../ui/backend/collections';
import * as records from '../../ui/backend/records';
import type { Collection } from '../../ui/model/collection';
import { fieldValue, type RecordAnswer } from '../../ui/model/record';
import * as session from '../../ui/page/session/session';
import { mergeRecord } from '../../ui/records/values/recordMerge';
import { formOf } from '../../ui/records/values/recordValues';
import {
  type Attempt,
  type Made,
  startReading,
  type Written,
  writeRecord,
} from '../../ui/records/write/writeRecord';
import { connectClient, createCollection, field, sharedBackend } from '../support/realBackend';
import { network, openPage } from '../support/recordImport';
import { backends } from '../support/server';

const schema = [
  field('text', 'title'),
  field('number', 'stock', { noDecimal: true }),
  field('select', 'tags', { maxSelect: 3, values: ['a', 'b', 'c'] }),
  field('json', 'meta', { maxSize: 10_000 }),
  field('file', 'scans', { maxSelect: 9, maxSize: 10_000 }),
];
const first = { title: 'T', stock: 5, tags: ['a'], meta: '{"big":12345678901234567890}' };

/**
 * What happens to the first PATCH: it does not arrive, or its answer is lost, or the server fails after it, or is
 * killed after so many milliseconds.
 */
type Loss = 'request' | 'answer' | 'broken answer' | 'server error' | 'server error before it' | number;

const set = (name: string, value: string | string[]) => (collection: Collection, base: RecordAnswer) => {
  return (now: RecordAnswer): Made => {
    const form = formOf(collection, base);
    form.values[name] = value;
    return mergeRecord(collection, { base, theirs: now, mine: form });
  };
};
/** As many files as before, whose names the server changes. */
const replaceFiles = (collection: Collection, base: RecordAnswer) => {
  const names = ['My File-v2 (1)', 'фото', 'a', 'x'.repeat(120), 'one.two.three'];
  const added = names.map((name) => new File(['mine'], `${name}.txt`));
  return (now: RecordAnswer): Made => {
    const form = formOf(collection, base);
    form.files['scans'] = { names: [], removed: listOf(fieldValue(base.record, 'scans')), added };
    return mergeRecord(collection, { base, theirs: now, mine: form });
  };
};
const increase =
  (collection: Collection) =>
  (now: RecordAnswer): Made => {
    const form = formOf(collection, now);
    form.values['stock'] = String(Number(form.values['stock']) + 2);
    return { form, body: { values: { 'stock+': 2 }, files: [] } };
  };

type Case = readonly [
  what: string,
  write: typeof replaceFiles,
  loss: Loss,
  theirs: object | null,
  kind: Written['kind'] | 'error',
  patches: number | null,
  stored: object,
];
const cases: readonly Case[] = [
  ['a value that did not arrive', set('title', 'Mine'), 'request', null, 'stored', 2, { title: 'Mine' }],
  ['a value that arrived', set('title', 'Mine'), 'answer', null, 'stored', 1, { title: 'Mine' }],
  [
    'a value, with a broken answer',
    set('title', 'Mine'),
    'broken answer',
    null,
    'stored',
    1,
    { title: 'Mine' },
  ],
  ['a value, with a late error', set('title', 'Mine'), 'server error', null, 'stored', 1, { title: 'Mine' }],
  ['a refused value', set('title', 'Mine'), 'server error before it', null, 'error', 1, { title: 'T' }],
  ['JSON with a long number', set('meta', '{"n":12345678901234567891}'), 'answer', null, 'stored', 1, {}],
  [
    'a list, and another field of theirs',
    set('tags', ['b', 'c']),
    'request',
    { stock: 9 },
    'stored',
    2,
    { tags: ['b', 'c'], stock: 9 },
  ],
  [
    'a value they overwrote',
    set('title', 'Mine'),
    'answer',
    { title: 'Theirs' },
    'conflict',
    1,
    { title: 'Theirs' },
  ],
  [
    'a value they changed first',
    set('title', 'Mine'),
    'request',
    { title: 'Theirs' },
    'conflict',
    1,
    { title: 'Theirs' },
  ],
  ['an increase', increase, 'answer', null, 'stored', 1, { stock: 7 }],
  [
    'an increase that did not arrive',
    increase,
    'request',
    { title: 'Theirs' },
    'stored',
    2,
    { stock: 7, title: 'Theirs' },
  ],
  ['an increase beside theirs', increase, 'answer', { 'stock+': 10 }, 'conflict', 1, { stock: 17 }],
  ...[0, 2, 5, 200].flatMap((ms): Case[] => [
    ['an increase', increase, ms, null, 'stored', null, { stock: 7 }],
    ['files', replaceFiles, ms, null, 'stored', null, { scans: 5 }],
  ]),
  ['files', replaceFiles, 'answer', null, 'stored', 1, { scans: 5 }],
  ['files that did not arrive', replaceFiles, 'request', null, 'stored', 2, { scans: 5 }],
  [
    'files beside their value',
    replaceFiles,
    'answer',
    { title: 'Theirs' },
    'stored',
    1,
    { scans: 5, title: 'Theirs' },
  ],
];

for (const { name, binary } of backends('every')) {
  const server = sharedBackend(binary);
  test.after(async () => {
    session.end();
    await server.stop();
  });

  async function makeRecord(): Promise<[Collection, RecordAnswer]> {
    await openPage(await server.backend());
    const collection = await createCollection({ name: `writes_${Date.now()}`, schema });
    const files = [1, 2, 3, 4, 5].map((at): [string, File] => ['scans', new File(['old'], `old${at}.txt`)]);
    const { record } = await records.create(collection, { values: first, files });
    return [collection, await records.get(collection, record.id)];
  }

  /** Another admin writes, past the network of this page. */
  async function theyWrite({ id }: Collection, record: string, body: object): Promise<void> {
    const address = `${(await server.backend()).url}/api/collections/${id}/records/${record}`;
    const headers = { 'Content-Type': 'application/json', Authorization: session.token() };
    const call = { method: 'PATCH', headers, body: JSON.stringify(body) };
    assert.is((await network.deliver(address, call)).status, 200);
  }

  /** The stored values, with the number of new files. */
  async function storedNow(collection: Collection, id: string, names: readonly string[]) {
    const { record } = await records.get(collection, id);
    const value = (key: string) => fieldValue(record, key);
    const added = listOf(value('scans')).filter((file) => !file.startsWith('old'));
    return Object.fromEntries(names.map((key) => [key, key === 'scans' ? added.length : value(key)]));
  }

  for (const [what, write, loss, theirs, kind, patches, stored] of cases) {
    for (const isSettledLater of [false, true]) {
      const isKilled = typeof loss === 'number';
      if (isSettledLater ? kind === 'error' : isKilled) continue;
      test(`${name}: ${isKilled ? `kill ${loss} ms` : `lost ${loss}`} of ${what}${isSettledLater ? ', no reading after it' : ''}: ${kind}`, async () => {
        const [collection, base] = await makeRecord();
        const { id } = base.record;
        const backend = await server.backend();
        let [sent, readings] = [0, 0];
        network.send = async (input, init) => {
          const isPatch = init?.method === 'PATCH';
          if (!isPatch && sent === 1 && isSettledLater && readings++ === 0)
            throw new TypeError('Failed to fetch');
          if (!isPatch) return network.deliver(input, init);
          sent += 1;
          if (sent > 1) return network.deliver(input, init);
          if (isKilled) {
            void network.deliver(input, init).catch(() => {});
            await latency(loss);
            await backend.kill();
          } else if (loss !== 'request' && loss !== 'server error before it')
            await network.deliver(input, init);
          if (theirs) await theyWrite(collection, id, theirs);
          if (loss === 'broken answer') return new Response('{"id":"', { status: 200 });
          if (String(loss).startsWith('server error'))
            return new Response('{"code":500,"message":"No.","data":{}}', { status: 500 });
          throw new TypeError('Failed to fetch');
        };
        const attempt: Attempt = { lost: null };
        const act = () => writeRecord(collection, id, write(collection, base), { attempt });
        let written = await act().catch(() => null);
        if (isSettledLater) {
          assert.is(written, null, 'nothing is known yet');
          if (isKilled) await backend.restart();
          written = await act();
        }
        network.send = null;
        assert.equal([written?.kind ?? 'error', sent], [kind, patches ?? sent]);
        assert.equal(await storedNow(collection, id, Object.keys(stored)), stored);
        if (written?.kind === 'stored') assert.is(attempt.lost, null);
      });
    }
  }

  test(`${name}: a field renamed before the write fails it by its name, and the other values are stored`, async () => {
    const [collection, base] = await makeRecord();
    const { id } = base.record;
    network.send = async (input, init) => {
      network.send = null;
      const renamed = collection.schema.map((one) => (one.name === 'title' ? { ...one, name: 'head' } : one));
      await collections.update(collection.id, { schema: renamed });
      return network.deliver(input, init);
    };
    const make = (theirs: RecordAnswer): Made => {
      const form = formOf(collection, base);
      Object.assign(form.values, { title: 'Mine', stock: '6' });
      return mergeRecord(collection, { base, theirs, mine: form });
    };
    const reading = { answer: base, start: startReading() };
    const error = await writeRecord(collection, id, make, { reading }).catch((one: unknown) => one);
    assert.ok(error instanceof ApiError);
    assert.equal(Object.keys(error.fields), ['title']);
    assert.equal(await storedNow(collection, id, ['head', 'stock']), { head: 'T', stock: 6 });
  });

  test(`${name}: all values of an account come back in the response, but for the password`, async () => {
    await openPage(await server.backend());
    const users = await collections.get('users');
    const password = '1234567890';
    const values = { username: 'ada', email: 'ada@example.com', password, passwordConfirm: password };
    const { record } = await records.create(users, { values, files: [] });
    const make = (theirs: RecordAnswer): Made => {
      const form = formOf(users, theirs);
      const other = { password: '0987654321', passwordConfirm: '0987654321', username: 'ida' };
      Object.assign(form.values, other, { email: 'ida@example.com', emailVisibility: false, verified: true });
      return { form };
    };
    assert.is((await writeRecord(users, record.id, make)).kind, 'stored');
  });

  test(`${name}: a session that has ended sends nothing, though guests may update`, async () => {
    const [{ id }, base] = await makeRecord();
    const open = await collections.update(id, { viewRule: '', updateRule: '' });
    connectClient((await server.backend()).url, `${session.token().slice(0, -6)}abcdef`);
    network.writes.length = 0;
    // The server has last confirmed it more than a minute ago.
    mock.timers.enable({ apis: ['Date'], now: Date.now() + 61_000 });
    const written = writeRecord(open, base.record.id, set('title', 'Mine')(open, base)).catch(() => null);
    assert.is(await written.finally(() => mock.timers.reset()), null);
    assert.not.match(network.writes.join(), 'PATCH');
    await server.connect();
    assert.equal(await storedNow(open, base.record.id, ['title']), { title: 'T' });
  });
}

test.run();
