import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { ListSeparator } from '../../../ui/model/record-import/columnPlan';
import {
  guessListSeparator,
  itemsOfArray,
  splitList,
  textOfSource,
} from '../../../ui/model/record-import/writtenLists';

const sources: [source: string, expected: string | null][] = [
  ['"a\\u00e9\\n"', 'aé\n'],
  ['[]', null],
  ['{"a":1}', null],
];
for (const [source, expected] of sources) {
  test(`the source ${source} means ${expected}`, () => assert.is(textOfSource(source), expected));
}

const arrays: [text: string, expected: string[] | null][] = [
  ['[]', []],
  ['["a", " b ", "c,d"]', ['a', ' b ', 'c,d']],
  [' [9007199254740993, true, ""] ', ['9007199254740993', 'true']],
  ...['[["a"]]', '["a"', 'a', '{}', ''].map((text): [string, null] => [text, null]),
];
for (const [text, expected] of arrays) {
  test(`the array ${text}`, () => assert.equal(itemsOfArray(text), expected));
}

const lists: [text: string, separator: ListSeparator, expected: string[] | null][] = [
  ['a,b;c', ';', ['a,b', 'c']],
  [' , ', ',', []],
  ['["a"]', ',', ['["a"]']],
  ['["a"', 'json', null],
];
for (const [text, separator, expected] of lists) {
  test(`${text} separated by ${separator}`, () => assert.equal(splitList(text, separator), expected));
}

const isChoice = (item: string) => ['red', 'green', 'dark, blue', 'a|b'].includes(item);
const guesses: [texts: string[], expected: ListSeparator][] = [
  [[], 'json'],
  [['["red"]', 'green'], 'json'],
  [['red,green', 'green'], ','],
  [['red|green'], '|'],
  [['dark, blue;red'], ';'],
  [['dark, blue', 'red'], 'json'],
  [['[not json', 'x;y'], ';'],
];
for (const [texts, expected] of guesses) {
  test(`guesses ${expected} from ${JSON.stringify(texts)}`, () =>
    assert.is(guessListSeparator(texts, isChoice), expected));
}

test.run();
