import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { toggledKeys } from '../../ui/platform/toggledKeys';

const keys = [...'abcde'];

for (const [what, selected, key, from, expected] of [
  ['one box', '', 'b', null, 'b'],
  ['a selected box', 'ab', 'b', null, 'a'],
  ['a range downwards', 'b', 'd', 'b', 'bcd'],
  ['a range upwards', 'd', 'b', 'd', 'dbc'],
  ['a range of selected boxes', 'abcde', 'd', 'b', 'ae'],
  ['the same box again', 'b', 'b', 'b', ''],
  ['a box after the last one has gone', 'x', 'b', 'x', 'xb'],
  ['a box that is not in the list', 'a', 'x', 'a', 'ax'],
] as const) {
  test(`${what}: ${key} after ${from ?? 'nothing'}`, () =>
    assert.is([...toggledKeys(new Set(selected), key, { keys, from })].join(''), expected));
}

test.run();
