import * as fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { inViewOrder } from '../../../ui/model/sql/viewOrder';

const base = (name: string) => ({ name, type: 'base' });
const view = (name: string, query: unknown) => ({ name, type: 'view', options: { query } });
const namesOf = (collections: readonly { name: string }[]) => collections.map(({ name }) => name).join(' ');

type Given = { name: string; type?: string; options?: unknown };
const cases: [what: string, collections: Given[], names: string][] = [
  ['a view of a table that comes later stays', [view('a', 'SELECT id FROM t'), base('t')], 'a t'],
  [
    'a view of a later view',
    [view('a', 'SELECT id FROM b'), base('t'), view('b', 'SELECT id FROM t')],
    'b a t',
  ],
  ['a join', [view('a', 'SELECT t.id FROM t JOIN b ON b.id = t.id'), view('b', 'SELECT 1 id')], 'b a'],
  [
    'a subquery',
    [view('a', 'SELECT (SELECT count(*) FROM b) n, id FROM t'), view('b', 'SELECT 1 id')],
    'b a',
  ],
  ['quotes and another case', [view('a', 'SELECT id FROM "Big B"'), view('big b', 'SELECT 1 id')], 'big b a'],
  [
    'a circle keeps its order',
    [view('a', 'SELECT id FROM b'), view('b', 'SELECT id FROM a'), view('c', 'SELECT 1 id')],
    'b a c',
  ],
  [
    'no query at all',
    [view('a', undefined), { name: 'b', type: 'view' }, { name: 'c', type: 'view', options: null }],
    'a b c',
  ],
  ['the name in a string', [view('a', "SELECT id, 'b' x FROM t"), view('b', 'SELECT 1 id')], 'a b'],
];

for (const [what, collections, names] of cases) {
  test(what, () => {
    const before = namesOf(collections);
    assert.is(namesOf(inViewOrder(collections)), names);
    assert.is(namesOf(collections), before, 'the given list stays');
  });
}

test('each view comes after the views that it reads, in any order, and none is lost or added', () => {
  const chain = Array.from({ length: 8 }, (_, at) =>
    view(`v${at}`, `SELECT id FROM ${at === 0 ? 't' : `v${at - 1}`}`),
  );
  fc.assert(
    fc.property(fc.shuffledSubarray(chain, { minLength: chain.length }), (shuffled) => {
      assert.is(namesOf(inViewOrder(shuffled)), namesOf(chain));
    }),
  );
});

test.run();
