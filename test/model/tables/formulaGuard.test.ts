import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { guardFormula, isGuarded, withoutGuard } from '../../../ui/model/tables/formulaGuard';

const texts: [text: string, without: string][] = [
  ["'=1+1", '=1+1'],
  ["'+49", '+49'],
  ["'-1", '-1'],
  ["'@me", '@me'],
  ["'\tx", '\tx'],
  ["'\rx", '\rx'],
  ["''=1", "'=1"],
];
for (const [text, without] of texts) {
  test(`${JSON.stringify(text)} is guarded`, () => {
    assert.ok(isGuarded(text));
    assert.is(withoutGuard(text), without);
  });
}

for (const text of ['', "'", '=1', "'quoted'", "''", "a'=1", "' =1"]) {
  test(`${JSON.stringify(text)} is not guarded`, () => {
    assert.not(isGuarded(text));
    assert.is(withoutGuard(text), text);
  });
}

test('the guard of any text can be taken away', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom("'", '=', '-', '\t', '\n', 'a') }), (text) => {
      assert.is(withoutGuard(guardFormula(text)), text);
      assert.is(isGuarded(guardFormula(text)), guardFormula(text) !== text);
    }),
  );
});

test.run();
