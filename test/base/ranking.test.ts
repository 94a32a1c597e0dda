import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { rankTexts } from '../../ui/base/ranking';

const names = 'orders order_totals order_items customers old_orders x_order Öffnungszeiten'.split(' ');
const found = (query: string, all: readonly string[] = names) =>
  rankTexts(all, query, (name) => [name]).map(({ item }) => item);

const cases: [query: string, expected: string[]][] = [
  ['  ', []],
  ['orders', ['orders', 'old_orders']],
  ['order', ['orders', 'x_order', 'order_items', 'order_totals', 'old_orders']],
  ['ot', ['order_totals']],
  ['rder', ['order_items', 'order_totals', 'orders', 'x_order', 'old_orders']],
  ['odr', []],
  ['ord to', ['order_totals']],
];

for (const [query, expected] of cases) {
  test(`"${query}" finds ${expected.join(', ') || 'nothing'}`, () => assert.equal(found(query), expected));
}

/** The marks are the parts of the text in brackets. */
for (const [text, query] of [
  ['[ord]ers', 'ord'],
  ['[o]rder_[t]otals', 'ot'],
  ['order[Tot]als', 'tot'],
  ['[or]der_[to]tals', 'orto'],
  ['custo[m]ers', 'm'],
  ['[o]rder[T]otals', 'ot'],
  ['[e]\u0301[co]le', 'eco'],
  ['[Éco]le', 'eco'],
] as const) {
  test(`${text} matches "${query}"`, () => {
    const plain = text.replace(/[[\]]/g, '');
    const marks = rankTexts([plain], query, (name) => [name])[0]?.marks ?? [];
    const marked = marks.reduceRight(
      (rest, [from, to]) => `${rest.slice(0, from)}[${rest.slice(from, to)}]${rest.slice(to)}`,
      plain,
    );
    assert.is(marked, text);
  });
}

test('of equal matches the shorter is first, then by name', () => {
  assert.equal(found('a', ['ab', 'aaa', 'aa']), ['aa', 'ab', 'aaa']);
});

test('many names and a long query end', () => {
  const many = Array.from({ length: 1000 }, (_, at) => `a_${'a'.repeat(at % 30)}_a_a_a_a_a_a_a_a_${at}`);
  assert.equal(found(`${'a'.repeat(40)}b`, many), []);
});

test.run();
