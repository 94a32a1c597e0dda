import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { bytesOf } from '../../ui/platform/byteText';

for (const [text, bytes] of [
  ['5 MB', 5_242_880],
  ['1.5mb', 1_572_864],
  ['20k', 20_480],
  ['20 KB', 20_480],
  ['2G', 2_147_483_648],
  ['100 b', 100],
  ['100', null],
  ['5 MiB', null],
  ['-5 MB', null],
  ['MB', null],
  ['', null],
] as const) {
  test(`the size ${text}: ${bytes}`, () => assert.is(bytesOf(text), bytes));
}

test.run();
