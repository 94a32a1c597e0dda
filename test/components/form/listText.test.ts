import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { listFromText, textFromList } from '../../../ui/components/form/listText';

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

test.run();
