import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { countMarks, markOf } from '../../../ui/screens/backup/todayMarks';

const recordOf = (id: string, updated: string) => ({ id, updated, source: '{}' });
const today = new Map([
  ['a', '2026-11-21 10:00:00.000Z'],
  ['b', '2026-11-22 10:00:00.000Z'],
]);
const records = [
  recordOf('a', '2026-11-21 10:00:00.000Z'),
  recordOf('b', '2026-11-21 10:00:00.000Z'),
  recordOf('c', ''),
];

test('same means the same id and the same date', () => {
  assert.equal(
    records.map((record) => markOf(record, today)),
    ['same', 'changed', 'gone'],
  );
  assert.equal(countMarks(records, today), { same: 1, changed: 1, gone: 1 });
});

test('without the records of today nothing is known', () => {
  assert.equal(
    records.map((record) => markOf(record, null)),
    [null, null, null],
  );
  assert.is(countMarks(records, null), null);
});

test('all records of a deleted collection are gone', () => {
  assert.equal(countMarks(records, new Map()), { same: 0, changed: 0, gone: 3 });
});

test.run();
