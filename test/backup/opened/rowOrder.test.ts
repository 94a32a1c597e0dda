import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { BackupRecord } from '../../../ui/backup/content/recordSource';
import { filterRecords, sortRecords, termsOf } from '../../../ui/backup/opened/rowOrder';

function done<T>(work: Iterator<unknown, T>): T {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

const recordOf = (id: string, values: object): BackupRecord => ({
  id,
  updated: '',
  source: JSON.stringify({ collectionId: 'c1', collectionName: 'orders', id, ...values }),
});

const idsOf = (records: readonly BackupRecord[]) => records.map(({ id }) => id).join(' ');

const some = [
  recordOf('a', { total: 10, paid: true, name: 'Zoë "Z"', meta: { gift: 1 }, tags: ['new'] }),
  recordOf('b', { total: 9, paid: false, name: 'anna', meta: null, tags: [] }),
  recordOf('c', { total: -1.5, paid: true, name: '', meta: 'x', tags: ['old', 'new'] }),
];

for (const [field, isDescending, expected] of [
  ['total', false, 'c b a'],
  ['paid', false, 'b a c'],
  ['name', false, 'c a b'],
  ['id', true, 'c b a'],
  ['unknown', false, 'a b c'],
  ['constructor', true, 'a b c'],
] as const) {
  test(`sorts by ${field}${isDescending ? ', descending' : ''}`, () => {
    assert.is(idsOf(done(sortRecords(some, { field, isDescending }))), expected);
  });
}

test('a sort of many records is complete, stable and made of short steps', () => {
  const count = 20_000;
  const many = Array.from({ length: count }, (_, at) => recordOf(`r${at}`, { total: (at * 7919) % 100 }));
  const work = sortRecords(many, { field: 'total', isDescending: false });
  for (let steps = 1; ; steps += 1) {
    const step = work.next();
    if (!step.done) continue;
    // One for each record, and one for each 500 of them in each round of merging.
    assert.ok(steps > count + 5 * (count / 500), `only ${steps} steps`);
    const places = step.value.map(({ id }) => Number(id.slice(1)));
    assert.is(new Set(places).size, count);
    const keys = places.map((place) => (place * 7919) % 100);
    assert.ok(keys.every((key, at) => at === 0 || (keys[at - 1] ?? 0) <= key));
    assert.ok(
      places.every((place, at) => at === 0 || keys[at - 1] !== keys[at] || (places[at - 1] ?? 0) < place),
    );
    break;
  }
});

const found = (search: string) => idsOf(done(filterRecords(some, termsOf(search), () => true)));

for (const [search, expected] of [
  ['', 'a b c'],
  ['ANNA', 'b'],
  ['zoë', 'a'],
  ['"z"', 'a'],
  ['new 10', 'a'],
  ['gift', 'a'],
  ['name', ''],
  ['orders', ''],
] as const) {
  test(`finds ${search || 'everything'}`, () => assert.is(found(search), expected));
}

test('keeps only the records that are shown', () => {
  assert.is(idsOf(done(filterRecords(some, [], ({ id }) => id !== 'b'))), 'a c');
});

test.run();
