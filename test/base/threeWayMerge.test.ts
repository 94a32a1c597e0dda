import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Choices, createThreeWayMerge, mergeLists } from '../../ui/base/threeWayMerge';

const sides = ['mine', 'theirs'] as const;

function merge<T>(
  [base, mine, theirs]: readonly [T, T, T],
  choices?: Choices,
  isSame?: (a: T, b: T) => boolean,
) {
  const merging = createThreeWayMerge(choices);
  const piece = { name: 'one', label: 'One', base, mine, theirs, print: (value: T) => `<${String(value)}>` };
  const value = merging.value(isSame ? { ...piece, isSame } : piece);
  return { value, conflicts: merging.conflicts };
}

const values: [what: string, versions: [unknown, unknown, unknown], value: unknown, isConflict: boolean][] = [
  ['only I changed it', ['a', 'b', 'a'], 'b', false],
  ['only they changed it', ['a', 'a', 'b'], 'b', false],
  ['each made something else of it', ['a', 'b', 'c'], 'b', true],
  ['they removed it', ['a', 'a', null], null, false],
  ['I removed what they changed', ['a', null, 'c'], null, true],
  ['they removed what I changed', ['a', 'b', null], 'b', true],
  ['groups with other keys first', [{ a: 1, b: 2 }, { b: 2, a: 1 }, { a: 3 }], { a: 3 }, false],
  ['an empty text is a value', ['a', '', 'a'], '', false],
];
for (const [what, versions, value, isConflict] of values) {
  test(`${what}: ${JSON.stringify(value)}${isConflict ? ' until the person chooses' : ''}`, () => {
    const merged = merge(versions);
    assert.equal(merged.value, value);
    const [base, mine, theirs] = versions.map((version) => `<${String(version)}>`);
    assert.equal(merged.conflicts, isConflict ? [{ name: 'one', label: 'One', base, mine, theirs }] : []);
    for (const side of sides) {
      const chosen = merge(versions, { one: side });
      assert.equal(chosen.conflicts, []);
      assert.equal(chosen.value, isConflict ? versions[side === 'mine' ? 1 : 2] : value);
    }
  });
}

test('equal values in two notations are no conflict, and the server’s notation wins', () => {
  const isSame = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();
  assert.equal(merge(['a', 'A', 'a'], {}, isSame), { value: 'a', conflicts: [] });
  assert.equal(merge(['a', 'A', 'b'], {}, isSame), { value: 'b', conflicts: [] });
  assert.equal(merge(['a', 'B', 'b'], {}, isSame), { value: 'B', conflicts: [] });
  assert.is(merge(['a', 'b', 'c'], {}, isSame).conflicts.length, 1);
});

test('a choice applies only to the conflict that it names', () => {
  assert.is(merge(['a', 'b', 'c'], { other: 'theirs' }).conflicts.length, 1);
  const merging = createThreeWayMerge({ one: 'theirs' });
  const versions = { base: 1, mine: 2, theirs: 3, print: String };
  const merged = ['one', 'two', 'toString'].map((name) => merging.value({ name, label: name, ...versions }));
  assert.equal(merged, [3, 2, 2]);
  assert.equal(
    merging.conflicts.map(({ name }) => name),
    ['two', 'toString'],
  );
});

/** Items are letters with a version: `a`, `a1`, `a2`. */
type Lists = [base: string, mine: string, theirs: string];
const itemsOf = (text: string) => text.split(' ').filter(Boolean);

function lists([base, mine, theirs]: Lists, choices?: Choices) {
  const merging = createThreeWayMerge(choices);
  const versions = { base: itemsOf(base), mine: itemsOf(mine), theirs: itemsOf(theirs) };
  const print = (item: string | null) => item ?? '-';
  const merged = mergeLists(
    versions,
    ([letter = '']) => letter,
    (name, items) => merging.value<string | null>({ name, label: name, ...items, print }),
  );
  return { merged: merged.join(' '), conflicts: merging.conflicts.map(({ name }) => name).join(' ') };
}

const tables: [what: string, versions: Lists, merged: string, conflicts?: string][] = [
  ['nobody did anything', ['a b c', 'a b c', 'a b c'], 'a b c'],
  ['only I changed an item', ['a b c', 'a b1 c', 'a b c'], 'a b1 c'],
  ['each changed another item', ['a b c', 'a1 b c', 'a b c2'], 'a1 b c2'],
  ['both changed one item', ['a b c', 'a b1 c', 'a b2 c'], 'a b1 c', 'b'],
  ['I removed what they changed', ['a b c', 'a c', 'a b2 c'], 'a c', 'b'],
  ['they removed what I changed', ['a b c', 'a b1 c', 'a c'], 'a b1 c', 'b'],
  ['both removed one item', ['a b c', 'a c', 'a c'], 'a c'],
  ['I added at the end', ['a b', 'a b x', 'a b'], 'a b x'],
  ['both added behind one item', ['a b', 'a x b', 'a y b'], 'a x y b'],
  ['both added under one key', ['a', 'a x1', 'a x2'], 'a x1', 'x'],
  ['I added behind what they removed', ['a b c', 'a b x c', 'a c'], 'a x c'],
  ['I reordered', ['a b c', 'c b a', 'a b c'], 'c b a'],
  ['both reordered', ['a b c', 'b a c', 'c b a'], 'b a c'],
  ['I added, they reordered', ['a b c', 'a x b c', 'c b a'], 'c b a x'],
  ['a key that comes twice keeps both', ['a', 'a a1', 'a'], 'a a1'],
  ['a key that comes twice on both sides', ['a a1', 'a a1', 'a a2'], 'a a2'],
];
for (const [what, versions, merged, conflicts = ''] of tables) {
  test(`lists, ${what}: ${merged || 'none'}${conflicts ? `, with a question about ${conflicts}` : ''}`, () => {
    assert.equal(lists(versions), { merged, conflicts });
  });
}

test('a choice keeps or removes an item', () => {
  assert.is(lists(['a b', 'a', 'a b2'], { b: 'theirs' }).merged, 'a b2');
  assert.is(lists(['a b', 'a', 'a b2'], { b: 'mine' }).merged, 'a');
  assert.is(lists(['a b', 'a b1', 'a'], { b: 'theirs' }).merged, 'a');
});

const anyList = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), { maxLength: 6 });

test('an unchanged side changes nothing, and every item of both sides is kept or was removed', () => {
  const merged = (base: string[], mine: string[], theirs: string[]) =>
    itemsOf(lists([base.join(' '), mine.join(' '), theirs.join(' ')]).merged);
  fc.assert(
    fc.property(anyList, anyList, anyList, (base, mine, theirs) => {
      assert.equal(merged(base, base, theirs), theirs);
      assert.equal(merged(base, mine, base).toSorted(), mine.toSorted());
      assert.equal(merged(base, mine, mine).toSorted(), mine.toSorted());
      const all = merged(base, mine, theirs);
      assert.is(new Set(all).size, all.length);
      for (const key of [...base, ...mine, ...theirs]) {
        const isWanted = base.includes(key) ? mine.includes(key) && theirs.includes(key) : true;
        assert.is(all.includes(key), isWanted, key);
      }
    }),
  );
});

test('a tree merges value by value, also groups that one version lacks; names are paths', () => {
  const merge = createThreeWayMerge();
  const versions = {
    base: { a: { x: '1', y: '1' }, b: '1' },
    mine: { a: { x: '2', y: '1' }, b: '2', c: { z: '1' } },
    theirs: { a: { x: '3', y: '3' }, d: { w: '1' } },
  };
  const form = merge.tree<object>(versions, (path) => ({ label: path, print: String }), 'at.');
  assert.equal(form, { a: { x: '2', y: '3' }, b: '2', c: { z: '1' }, d: { w: '1' } });
  assert.equal(
    merge.conflicts.map(({ name, theirs }) => [name, theirs]),
    [
      ['at.a.x', '3'],
      ['at.b', 'undefined'],
    ],
  );
});

test.run();
