import 'fake-indexeddb/auto';
import { mock } from 'node:test';
import { IDBFactory } from 'fake-indexeddb';
import { openDB } from 'idb';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Database, type DatabaseSchema, keysUnder, openDatabase } from '../../ui/base/database';

interface Shop extends DatabaseSchema {
  goods: { key: [string, number]; value: { shelf: string; place: number; name: string } };
}

const real = Object.getOwnPropertyDescriptor(globalThis, 'indexedDB');

const openShop = (version = 1) =>
  openDatabase<Shop>('shop', version, (database, oldVersion) => {
    if (oldVersion < 1) database.createObjectStore('goods', { keyPath: ['shelf', 'place'] });
  });

async function mustOpen(): Promise<Database<Shop>> {
  const shop = await openShop();
  assert.ok(shop);
  return shop as Database<Shop>;
}

function put(shop: Database<Shop>, ...names: string[]): Promise<boolean | null> {
  return shop.transact(['goods'], 'readwrite', async (transaction) => {
    const store = transaction.objectStore('goods');
    await Promise.all(names.map((name, place) => store.put({ shelf: 'a', place, name })));
    return true;
  });
}

async function namesIn(shop: Database<Shop>): Promise<string[] | null> {
  const goods = await shop.transact(['goods'], 'readonly', (transaction) =>
    transaction.objectStore('goods').getAll(),
  );
  return goods?.map(({ name }) => name) ?? null;
}

test.before.each(() => {
  Object.defineProperty(globalThis, 'indexedDB', { value: new IDBFactory(), configurable: true });
});
test.after.each(() => mock.restoreAll());
test.after(() => {
  if (real) Object.defineProperty(globalThis, 'indexedDB', real);
});

test('a value is there after the database is opened again', async () => {
  assert.is(await put(await mustOpen(), 'tea', 'rice'), true);
  assert.equal(await namesIn(await mustOpen()), ['tea', 'rice']);
});

test('nothing of a transaction is stored if a part of it fails', async () => {
  const shop = await mustOpen();
  await put(shop, 'tea');
  const failed = await shop.transact(['goods'], 'readwrite', async (transaction) => {
    await transaction.objectStore('goods').put({ shelf: 'a', place: 0, name: 'rice' });
    throw new Error('The work ends here.');
  });
  assert.is(failed, null);
  assert.equal(await namesIn(shop), ['tea']);
});

test('a full storage is no error, and the database still reads', async () => {
  const shop = await mustOpen();
  await put(shop, 'tea');
  mock.method(IDBObjectStore.prototype, 'put', () => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
  });
  assert.is(await put(shop, 'rice'), null);
  mock.restoreAll();
  assert.equal(await namesIn(shop), ['tea']);
});

test('a connection that the browser drops is opened again', async () => {
  const shop = await mustOpen();
  await put(shop, 'tea');
  mock.method(IDBDatabase.prototype, 'transaction', () => {
    mock.restoreAll();
    throw new DOMException('The database connection is closing.', 'InvalidStateError');
  });
  assert.equal(await namesIn(shop), ['tea']);
});

const refuse = () => {
  throw new DOMException('The operation is insecure.', 'SecurityError');
};

for (const [what, get] of [
  ['IndexedDB is absent', () => undefined],
  ['naming it throws', refuse],
  ['opening throws', () => ({ open: refuse })],
] as const) {
  test(`the database is null where ${what}`, async () => {
    Object.defineProperty(globalThis, 'indexedDB', { get, configurable: true });
    assert.is(await openShop(), null);
  });
}

test('the database is null while another tab has an older version open, and can be opened later', async () => {
  const otherTab = await openDB('shop', 1);
  assert.is(await openShop(2), null);
  otherTab.close();
  const later = await openDB('shop', 2);
  later.close();
  assert.ok(await openShop(3), 'the connection that came too late is closed');
  assert.is(await openShop(1), null, 'an older version than the stored one');
});

test('a range holds the lists that begin with its parts', () => {
  const range = keysUnder('a', 2);
  const isIn = (...key: (string | number)[]) => range.includes(key);
  assert.equal([isIn('a', 2), isIn('a', 2, 9), isIn('a', 2, 'zz')], [true, true, true]);
  assert.equal([isIn('a'), isIn('a', 1, 9), isIn('a', 3), isIn('b', 2)], [false, false, false, false]);
});

test.run();
