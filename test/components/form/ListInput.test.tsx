import fc from 'fast-check';
import { useState } from 'react';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ListInput, listFromText, textFromList, withOriginals } from '../../../ui/components/form/ListInput';
import { act, mount, type } from '../../support/render';

let given: string[][] = [];
let setFromOutside: (list: string[]) => void = () => {};
test.before.each(() => {
  given = [];
});

function Owner({ start = [] }: { start?: string[] }) {
  const [list, setList] = useState(start);
  setFromOutside = setList;
  return (
    <ListInput
      aria-label="domains"
      value={list}
      onChange={(next) => {
        given.push(next);
        setList(next);
      }}
    />
  );
}

const field = () => document.querySelector('input') as HTMLInputElement;

test('shows a list with commas between its entries, and a comma inside an entry with a backslash', () => {
  mount(<Owner start={['a', 'b, c']} />);
  assert.is(field().value, 'a, b\\, c');
});

test('keeps every typed character, whatever list it gives', () => {
  mount(<Owner />);
  const typed = ' b ,,a\\, \\c , ,b';
  for (let end = 1; end <= typed.length; end += 1) {
    type(field(), typed.slice(0, end));
    assert.is(field().value, typed.slice(0, end));
  }
  assert.equal(given.at(-1), ['b', 'a, \\c', 'b']);
});

test('keeps the order of the rest after a comma in the middle', () => {
  mount(<Owner start={['ab', 'c']} />);
  type(field(), 'a,b, c');
  assert.is(field().value, 'a,b, c');
  assert.equal(given, [['a', 'b', 'c']]);
});

test('replaces the text when the list changes, but not when its own list comes back', () => {
  mount(<Owner />);
  type(field(), 'a ,b,');
  act(() => setFromOutside(['a', 'b']));
  assert.is(field().value, 'a ,b,');
  act(() => setFromOutside(['a', 'x']));
  assert.is(field().value, 'a, x');
});

const read: [text: string, list: string[]][] = [
  ['', []],
  [' , ,, ', []],
  ['a', ['a']],
  ['a, b ,c', ['a', 'b', 'c']],
  ['two words,\tb', ['two words', 'b']],
  ['b, a, b', ['b', 'a', 'b']],
  ['a\\, b', ['a, b']],
  ['a\\,b, c', ['a,b', 'c']],
  ['C:\\temp, d', ['C:\\temp', 'd']],
  ['a\\\\, b', ['a\\, b']],
  ['a\\ , b', ['a\\', 'b']],
  ['a\\', ['a\\']],
  ['\\,', [',']],
];

for (const [text, list] of read) {
  test(`"${text}" is read as ${JSON.stringify(list)}`, () => {
    assert.equal(listFromText(text), list);
  });
}

const written: [list: string[], text: string][] = [
  [[], ''],
  [['a', 'b c'], 'a, b c'],
  [['a,b', 'c'], 'a\\,b, c'],
  [['a\\', 'b\\'], 'a\\ , b\\'],
];

for (const [list, text] of written) {
  test(`${JSON.stringify(list)} is written as "${text}"`, () => {
    assert.is(textFromList(list), text);
  });
}

const entry = fc
  .oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: fc.constantFrom('\\', ',', ' ', 'a') }))
  .map((text) => text.trim())
  .filter((text) => text !== '');

test('every list of trimmed texts survives printing and reading', () => {
  fc.assert(
    fc.property(fc.array(entry), (list) => {
      assert.equal(listFromText(textFromList(list)), list);
    }),
    { numRuns: 500 },
  );
});

const kept: [typed: string[], originals: string[], list: string[]][] = [
  [
    ['xy', 'pad', 'ok', 'new'],
    ['x\ny', ' pad ', 'ok'],
    ['x\ny', ' pad ', 'ok', 'new'],
  ],
  [['pad', 'pad'], [' pad'], [' pad', 'pad']],
  [['other'], [' pad '], ['other']],
  [['ok'], ['ok'], ['ok']],
];

for (const [typed, originals, list] of kept) {
  test(`${JSON.stringify(originals)} typed as ${JSON.stringify(typed)} keeps what a line cannot show`, () => {
    assert.equal(withOriginals(typed, originals), list);
  });
}

test.run();
