import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { idFrom, isRecordId, wrongId } from '../../../ui/records/values/recordIds';

const idField = { id: 'text1', name: 'id', type: 'text', required: true, at: 0 };
const withIds = (options: object) => ({ builtIn: [{ ...idField, options: { hidden: false, ...options } }] });
const usual = withIds({ min: 15, max: 15, pattern: '^[a-z0-9]+$', autogeneratePattern: '[a-z0-9]{15}' });
const random = 'abcdefghijklmno0123456789';

for (const [collection, id, message] of [
  [{}, 'abcdefghij012é4', 'The length must be exactly 15.'],
  [{}, 'ABCDEFGHIJ_12-4', null],
  [{}, 'abcdefghij012.4', 'Must be in a valid format.'],
  [usual, '', null],
  [usual, 'abcdefghij01234', null],
  [usual, 'ABCDEFGHIJ_12-4', 'Invalid value format.'],
  [usual, 'abc', 'Must be at least 15 character(s).'],
  [withIds({ min: 0, max: 0, pattern: '' }), 'A.1', null],
  [withIds({ min: 2, max: 3, pattern: '^[a-z]+$' }), 'abcd', 'Must be less than 3 character(s).'],
  [withIds({ pattern: '^(?i)ab$' }), 'anything', null],
] as const) {
  test(`the id ${id} with ${JSON.stringify(collection)}`, () => {
    assert.is(wrongId(collection, id)?.message ?? null, message);
  });
}

test('a text may be an id if it has the length of 0.22, or follows the law of its collection', () => {
  assert.equal(
    ['abcdefghij012.4', '1'].map((text) => isRecordId({}, text)),
    [true, false],
  );
  assert.equal(
    ['abcdefghij01234', 'ABCDEFGHIJ01234', ''].map((text) => isRecordId(usual, text)),
    [true, false, false],
  );
});

for (const [pattern, id] of [
  ['[a-z0-9]{15}', 'abcdefghijklmno'],
  ['', 'abcdefghijklmno'],
  ['[A-Z]{3}-[0-9]{4}x[ab]', 'ABC-3456xb'],
  ['\\d{5}', null],
  ['(a|b)', null],
] as const) {
  test(`an id of the pattern ${pattern}`, () => {
    assert.is(idFrom(withIds({ autogeneratePattern: pattern }), random), id);
  });
}

test('an id of 0.22 has 15 letters and digits', () => {
  assert.is(idFrom({}, random), random.slice(0, 15));
});

test.run();
