// reads: ui test package.json ../shared/fixtures/schemas
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { matchText, rankTexts } from '../../ui/platform/ranking';
import { publicSchemas } from '../support/fixtures';

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
  ['ÖFF', ['Öffnungszeiten']],
  ['stom', ['customers']],
  ['cmr', ['customers']],
  ['nothing', []],
];

for (const [query, expected] of cases) {
  test(`"${query}" finds ${expected.join(', ') || 'nothing'}`, () => assert.equal(found(query), expected));
}

/** The marks are the parts of the text in brackets. */
for (const [text, query, kind] of [
  ['[orders]', 'orders', 0],
  ['[a]', 'a', 0],
  ['[ord]ers', 'ord', 1],
  ['[2024] orders', '2024', 1],
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

/** All queries of at most three letters of the name, in their order; the likely ones first. */
function* shortQueries(name: string): Generator<string> {
  const letters = [...name.toLowerCase()];
  yield letters.slice(0, 3).join('');
  for (const first of letters) yield first;
  for (let one = 0; one < letters.length; one += 1) {
    for (let two = one + 1; two < letters.length; two += 1) {
      yield `${letters[one]}${letters[two]}`;
      for (let three = two + 1; three < letters.length; three += 1)
        yield `${letters[one]}${letters[two]}${letters[three]}`;
    }
  }
}

for (const { name: schema, content } of publicSchemas()) {
  test(`each collection of ${schema} comes first by at most three letters`, () => {
    const all = (content as { name: string }[]).map(({ name }) => name);
    assert.ok(all.length > 0);
    const hidden = all.filter(
      (name) => ![...shortQueries(name)].some((query) => found(query, all)[0] === name),
    );
    assert.equal(hidden, []);
  });
}

test.run();
