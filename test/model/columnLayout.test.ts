import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { arrange, type ColumnLayout } from '../../ui/model/columnLayout';

const none: ColumnLayout = { order: [], hidden: [], pinned: [], widths: {} };

const cases: [what: string, layout: Partial<ColumnLayout>, shown: string][] = [
  ['no choice keeps the order of the collection', {}, 'id a b c d'],
  ['a whole order', { order: ['d', 'c', 'b', 'a'] }, 'id d c b a'],
  ['a new column stays behind its neighbour', { order: ['c', 'b', 'a'] }, 'id c d b a'],
  ['a new first column comes first', { order: ['d', 'b', 'c'] }, 'id a d b c'],
  ['hidden columns are left out', { hidden: ['b', 'c'] }, 'id a d'],
  ['the first column is never hidden', { hidden: ['id', 'a', 'b', 'c', 'd'] }, 'id'],
  ['the first column never moves', { order: ['d', 'id'] }, 'id a b c d'],
  ['pinned columns come first, in the order of all', { pinned: ['d', 'b'] }, 'id b d a c'],
  ['pinned columns in a chosen order', { pinned: ['b', 'd'], order: ['d', 'c', 'b', 'a'] }, 'id d b c a'],
  ['a hidden column is not pinned', { pinned: ['b'], hidden: ['b'] }, 'id a c d'],
  ['keys that are gone change nothing', { order: ['x', 'b', 'y', 'a'], pinned: ['z'] }, 'id b c d a'],
  ['names of the language are plain keys', { order: ['__proto__', 'constructor'] }, 'id a b c d'],
];

for (const [what, layout, shown] of cases) {
  test(what, () => {
    const columns = ['id', 'a', 'b', 'c', 'd'];
    assert.is(arrange(columns, (key) => key, { ...none, ...layout }).join(' '), shown);
    assert.equal(columns, ['id', 'a', 'b', 'c', 'd'], 'the input stays');
  });
}

test.run();
