import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { fittingChips } from '../../../ui/components/record-table/fittingChips';

const long = 'a text of forty letters, more or less ..';

const cases: Array<[sentence: string, texts: string[], width: number, expected: number]> = [
  ['no chip takes no room', [], 100, 0],
  ['one chip is always shown, cut to the line', [long], 10, 1],
  ['the first of several is always shown', [long, long], 10, 1],
  ['fitting chips are shown', ['a', 'b', 'c'], 200, 3],
  ['the last needs no room for a number behind it', ['a', 'b'], 2 * 34.6 + 4, 2],
  ['one that would fit alone goes when the number of the rest would not', ['a', 'b', 'c'], 2 * 34.6 + 4, 1],
  ['a narrow line shows fewer', ['news', 'long', 'draft'], 92, 1],
];

for (const [sentence, texts, width, expected] of cases) {
  test(sentence, () => {
    assert.is(fittingChips(texts, width), expected);
  });
}

test('the estimated width of a chip is never above its maximum', () => {
  assert.is(fittingChips([long, long, long], 340, 108), 3);
  assert.is(fittingChips([long, long, long], 300, 108), 2);
});

test('a wider line never shows fewer chips, and the shown chips fit', () => {
  const texts = fc.array(fc.string({ maxLength: 30 }), { minLength: 1, maxLength: 8 });
  const width = fc.integer({ min: 0, max: 600 });
  fc.assert(
    fc.property(texts, width, width, (chips, one, other) => {
      const [narrow, wide] = [Math.min(one, other), Math.max(one, other)];
      const shown = fittingChips(chips, wide);
      assert.ok(fittingChips(chips, narrow) <= shown);
      assert.ok(shown >= 1 && shown <= chips.length);
      const used = chips.slice(0, shown).reduce((sum, text) => sum + text.length * 6.6 + 28 + 4, -4);
      if (shown > 1) assert.ok(used <= wide, `${used} px in ${wide}`);
    }),
  );
});

test.run();
