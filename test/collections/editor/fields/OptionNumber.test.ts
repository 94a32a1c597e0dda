import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  type NumberLimits,
  type NumberOption,
  numberFromText,
} from '../../../../ui/collections/editor/fields/options/OptionNumber';

const cases: [text: string, value: NumberOption, limits?: NumberLimits][] = [
  ['', null],
  [' 5 ', 5],
  ['-2.5', -2.5],
  ['000', 0],
  ['1.50', 1.5],
  ['1e+21', 1e21],
  ['-', '-'],
  ['1,5', '1,5'],
  ['1e3', '1e3'],
  ['9007199254740993', '9007199254740993'],
  ['2.5', '2.5', { isWhole: true }],
  ['2.0', 2, { isWhole: true }],
  ['1', '1', { least: 2 }],
];

for (const [text, value, limits = {}] of cases) {
  const bounds = Object.keys(limits).length > 0 ? `, with ${JSON.stringify(limits)},` : '';
  test(`the text "${text}"${bounds} gives ${JSON.stringify(value)}`, () => {
    assert.is(numberFromText(text, limits), value);
  });
}

test.run();
