import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { listFromText, textFromList, withOriginals } from '../../../ui/components/form/listText';

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

test('every list of texts without blanks around them comes back as it was', () => {
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
