import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { matchText, rankTexts } from '../../ui/platform/ranking';

const names = [
  'orders',
  'order_totals',
  'order_items',
  'customers',
  'old_orders',
  'x_order',
  'Öffnungszeiten',
];
const found = (query: string, all: readonly string[] = names) =>
  rankTexts(all, query, (name) => [name]).map(({ item }) => item);

const cases: [query: string, expected: string[]][] = [
  ['  ', []],
  ['orders', ['orders', 'old_orders', 'order_items', 'order_totals']],
  ['order', ['orders', 'order_items', 'order_totals', 'x_order', 'old_orders']],
  ['ot', ['order_totals', 'order_items', 'Öffnungszeiten']],
  ['ord to', ['order_totals']],
];

for (const [query, expected] of cases) {
  test(`"${query}" finds ${expected.join(', ') || 'nothing'}`, () => assert.equal(found(query), expected));
}

/** The marks are the parts of the text in brackets. */
for (const [text, query, kind] of [
  ['[orders]', 'orders', 0],
  ['[ord]ers', 'ord', 1],
  ['[o]rder_[t]otals', 'ot', 2],
  ['old_[ord]ers', 'ord', 3],
  ['order[Tot]als', 'tot', 3],
  ['[or]der_[to]tals', 'orto', 4],
  ['cus[tom]ers', 'tom', 5],
  ['[c]usto[m]e[r]s', 'cmr', 6],
  // Two letters of the folded text may be one of the text.
  ['[e]\u0301[co]le', 'eco', 1],
  ['[Éco]le', 'eco', 1],
] as const) {
  test(`${text} matches "${query}" by kind ${kind}`, () => {
    const plain = text.replace(/[[\]]/g, '');
    const found = matchText(plain, query);
    const marks = found?.marks ?? [];
    const marked = marks.reduceRight(
      (rest, [from, to]) => `${rest.slice(0, from)}[${rest.slice(from, to)}]${rest.slice(to)}`,
      plain,
    );
    assert.equal([found?.kind, marked], [kind, text]);
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
