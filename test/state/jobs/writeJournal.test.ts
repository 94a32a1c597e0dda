import 'fake-indexeddb/auto';
import { mock } from 'node:test';
import { IDBFactory } from 'fake-indexeddb';
import { openDB } from 'idb';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { WriteEntry, WriteState } from '../../../ui/state/jobs/writeJob';
import { createMemoryJournal, openJournal, type WriteJournal } from '../../../ui/state/jobs/writeJournal';
import { reserveAll } from '../../support/reserveAll';
import { entryOf, importJobOf, server } from './jobSamples';

const rowOf = (number: number, state: WriteState = 'waiting'): WriteEntry =>
  entryOf({
    ...{ place: number, number, state, kind: 'update', id: `record${number}` },
    body: '{"total":9007199254740993}',
    former: '{"total":1}',
    stamp: '2026-11-22 08:40:12.000Z',
    cells: ['9007199254740993', '', null],
  });

const rows = (count: number, state?: WriteState) =>
  Array.from({ length: count }, (_, at) => rowOf(at + 2, state));
const numbersOf = (entries: readonly WriteEntry[]) => entries.map(({ number }) => number);

async function collect(entries: AsyncIterable<WriteEntry>): Promise<number[]> {
  const numbers: number[] = [];
  for await (const { number } of entries) numbers.push(number);
  return numbers;
}

/** Rejects as for a job that is gone. */
async function assertGone(work: Promise<unknown>): Promise<void> {
  const error: unknown = await work.then(() => null).catch((reason) => reason);
  assert.match(String(error), 'The journal of these writes is gone.');
}

function failWith(method: 'put' | 'get' | 'delete', name = 'QuotaExceededError') {
  return mock.method(IDBObjectStore.prototype, method, () => {
    throw new DOMException('No.', name);
  });
}

test.before.each(() => {
  Object.defineProperty(globalThis, 'indexedDB', { value: new IDBFactory(), configurable: true });
});
test.after.each(() => {
  mock.restoreAll();
  mock.timers.reset();
});

const journals: Array<[where: string, open: () => Promise<WriteJournal>]> = [
  ['IndexedDB', openJournal],
  ['memory', async () => createMemoryJournal()],
];

for (const [where, open] of journals) {
  test(`${where}: a job and its entries are returned as they were added`, async () => {
    const journal = await open();
    assert.is(journal.isKept, where === 'IndexedDB');
    await journal.add(importJobOf(), rows(3));
    assert.equal(await journal.jobs(server), [importJobOf()]);
    assert.equal(await journal.entries('job'), rows(3));
  });

  test(`${where}: the jobs of one server are listed, the newest first`, async () => {
    const journal = await open();
    const days = ['2026-11-20', '2026-11-22', '2026-11-21'];
    for (const id of days) await journal.add(importJobOf({ id, startedAt: `${id}T00:00:00.000Z` }), []);
    await journal.add(importJobOf({ id: 'foreign', server: 'http://elsewhere/' }), []);
    const listed = (await journal.jobs(server)).map(({ id }) => id);
    assert.equal(listed, ['2026-11-22', '2026-11-21', '2026-11-20']);
  });

  test(`${where}: entries are reserved once, by their numbers`, async () => {
    const journal = await open();
    await journal.add(importJobOf(), rows(5).reverse());
    const first = await journal.reserve('job', 3);
    assert.equal(first, rows(3, 'reserved'));
    assert.equal(numbersOf(await journal.reserve('job', 3)), [5, 6]);
    assert.equal(await journal.reserve('job', 3), []);
    assert.equal(await journal.entries('job'), rows(5, 'reserved'));
  });

  test(`${where}: only a waiting entry is reserved`, async () => {
    const journal = await open();
    const states = ['kept', 'done', 'refused', 'undone', 'undoing', 'reserved', 'waiting'] as const;
    await journal.add(
      importJobOf(),
      states.map((state, at) => rowOf(at, state)),
    );
    assert.equal(await journal.reserve('job', 9), [rowOf(6, 'reserved')]);
  });

  test(`${where}: saved entries replace the former ones and are counted by their states`, async () => {
    const journal = await open();
    await journal.add(importJobOf(), rows(5));
    const done = { ...rowOf(3, 'done'), updated: '2026-11-22 08:41:00.000Z' };
    const refused = { ...rowOf(4, 'refused'), fault: '{"":"No."}' };
    await journal.save('job', [refused, done]);
    assert.equal(await journal.entries('job', ['done', 'refused']), [done, refused]);
    const none = { reserved: 0, kept: 0, undoing: 0, undone: 0 };
    assert.equal(await journal.counts('job'), { ...none, waiting: 3, done: 1, refused: 1 });
  });

  test(`${where}: one job does not know the entries of another`, async () => {
    const journal = await open();
    for (const id of ['a', 'aa', 'b']) await journal.add(importJobOf({ id }), rows(2));
    await journal.save('aa', [rowOf(2, 'done')]);
    await journal.remove('aa');
    assert.equal(await journal.entries('a'), rows(2));
    assert.equal(await journal.entries('b'), rows(2));
    assert.equal(await journal.entries('aa'), []);
  });

  test(`${where}: work on a job that is gone is refused`, async () => {
    const journal = await open();
    await assertGone(journal.reserve('job', 1));
    await assertGone(journal.save('job', [rowOf(2)]));
    await assertGone(journal.update(importJobOf()));
    assert.equal(await journal.entries('job'), []);
    assert.is(journal.isKept, where === 'IndexedDB');
  });
}

test('another page finds what was saved', async () => {
  const journal = await openJournal();
  await journal.add(importJobOf(), rows(3));
  await journal.reserve('job', 2);
  await journal.save('job', [rowOf(2, 'done')]);
  const later = await openJournal();
  assert.equal(await later.jobs(server), [importJobOf()]);
  assert.equal(
    (await later.entries('job')).map(({ state }) => state),
    ['done', 'reserved', 'waiting'],
  );
});

test('two tabs never reserve the same entry', async () => {
  const tabs = [await openJournal(), await openJournal()];
  await tabs[0]?.add(importJobOf(), rows(20));
  const found = await Promise.all([0, 1, 0, 1, 0].map((tab) => tabs[tab]?.reserve('job', 4) ?? []));
  const numbers = numbersOf(found.flat());
  assert.equal(
    numbers.sort((one, other) => one - other),
    numbersOf(rows(20)),
  );
});

test('a job that another tab has removed does not return with a save', async () => {
  const journal = await openJournal();
  const otherTab = await openJournal();
  await journal.add(importJobOf(), rows(3));
  await otherTab.remove('job');
  await assertGone(journal.save('job', [rowOf(2, 'done')]));
  assert.equal(await otherTab.entries('job'), []);
  assert.is(journal.isKept, true);
});

test('a job is invisible until all its entries are stored; its parts are removed an hour after a crash', async () => {
  mock.timers.enable({ apis: ['Date'], now: Date.parse('2026-11-22T08:00:00Z') });
  const crashing = await openJournal();
  const { put } = IDBObjectStore.prototype;
  let puts = 0;
  mock.method(IDBObjectStore.prototype, 'put', function (this: IDBObjectStore, value: unknown) {
    puts += 1;
    if (puts > 300) throw new DOMException('No.', 'UnknownError');
    return put.call(this, value);
  });
  failWith('delete', 'UnknownError');
  await crashing.add(importJobOf(), rows(450));
  mock.restoreAll();

  const soon = await openJournal();
  assert.equal(await soon.jobs(server), []);
  assert.is((await soon.entries('job')).length, 200, 'another tab may still add them');
  mock.timers.setTime(Date.parse('2026-11-22T09:00:01Z'));
  const later = await openJournal();
  assert.equal(await later.entries('job'), []);
});

test('entries of the first version, which knew two waves, are read', async () => {
  const journal = await openJournal();
  const { wave, ...stored } = rowOf(2);
  await journal.add(importJobOf(), [{ ...stored, isLate: true } as unknown as WriteEntry, rowOf(3)]);
  assert.equal(await journal.entries('job'), [
    { ...stored, wave: 1 },
    { ...rowOf(3), wave },
  ]);
  assert.equal((await journal.reserve('job', 1))[0]?.wave, 1);
});

test('a database that is full at the start leaves the job in memory', async () => {
  const journal = await openJournal();
  failWith('put');
  await journal.add(importJobOf(), rows(3));
  assert.is(journal.isKept, false);
  assert.equal(await journal.jobs(server), [importJobOf()]);
  assert.equal(numbersOf(await journal.reserve('job', 9)), [2, 3, 4]);
  mock.restoreAll();
  assert.equal(await (await openJournal()).jobs(server), []);
});

test('a database that fails in the middle loses nothing, and keeps no outdated copy', async () => {
  const journal = await openJournal();
  await journal.add(importJobOf(), rows(450));
  await journal.add(importJobOf({ id: 'former' }), rows(1, 'done'));
  await journal.reserve('job', 200);
  await journal.save('job', [rowOf(2, 'done')]);
  const saves = [journal.save('job', [rowOf(3, 'done')])];
  failWith('put');
  saves.push(journal.save('job', [rowOf(4, 'done')]), journal.save('job', [rowOf(5, 'refused')]));
  await Promise.all(saves);
  assert.is(journal.isKept, false);
  const { done, refused, reserved, waiting } = await journal.counts('job');
  assert.equal([done, refused, reserved, waiting], [3, 1, 196, 250]);
  assert.equal((await collect(reserveAll(journal, 'job'))).length, 250);
  await journal.update(importJobOf({ isTakenBack: true }));
  assert.equal(await journal.jobs(server), [
    importJobOf({ id: 'former' }),
    importJobOf({ isTakenBack: true }),
  ]);

  mock.restoreAll();
  const later = await openJournal();
  assert.equal(await later.jobs(server), [importJobOf({ id: 'former' })]);
  assert.equal(await later.entries('job'), []);
  assert.equal(await later.entries('former'), rows(1, 'done'));
});

test('a job that can be neither stored nor read ends its work with an error', async () => {
  const journal = await openJournal();
  await journal.add(importJobOf(), rows(3));
  mock.method(IDBDatabase.prototype, 'transaction', () => {
    throw new DOMException('No.', 'UnknownError');
  });
  await assertGone(journal.reserve('job', 1));
  await assertGone(journal.save('job', [rowOf(2, 'done')]));
  assert.equal(await journal.jobs(server), []);
});

test('a removed job stays hidden even if it cannot be removed', async () => {
  const journal = await openJournal();
  await journal.add(importJobOf(), rows(3));
  failWith('delete', 'UnknownError');
  await journal.remove('job');
  assert.equal(await journal.jobs(server), []);
});

test('without IndexedDB the journal is in memory', async () => {
  Object.defineProperty(globalThis, 'indexedDB', { value: undefined, configurable: true });
  const journal = await openJournal();
  assert.is(journal.isKept, false);
  await journal.add(importJobOf(), rows(3));
  assert.equal(await journal.entries('job'), rows(3));
  assert.equal(await (await openJournal()).jobs(server), []);
});

test('the database has the name and the version of this page', async () => {
  await openJournal();
  const database = await openDB('lowline');
  assert.equal([database.version, ...database.objectStoreNames], [1, 'entries', 'jobs']);
  database.close();
});

test.run();
