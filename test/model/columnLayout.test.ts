import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { arrange, type ColumnLayout, isHidden, noLayout } from '../../ui/model/columnLayout';

const cases: [what: string, layout: Partial<ColumnLayout>, shown: string][] = [
  ['no choice keeps the order of the collection', {}, 'id a b c d'],
  ['a new column stays behind its neighbour', { order: ['c', 'b', 'a'] }, 'id c d b a'],
  ['hidden columns are left out', { hidden: ['b', 'c'] }, 'id a d'],
  ['the first column is never hidden', { hidden: ['id', 'a', 'b', 'c', 'd'] }, 'id'],
  ['a hidden column is not pinned', { pinned: ['b'], hidden: ['b'] }, 'id a c d'],
  ['the first column never moves', { order: ['d', 'id'] }, 'id a b c d'],
  ['pinned columns come first, in the order of all', { pinned: ['d', 'b'] }, 'id b d a c'],
  ['keys that are gone change nothing', { order: ['x', 'b', 'y', 'a'], pinned: ['z'] }, 'id b c d a'],
  ['names of the language are plain keys', { order: ['__proto__', 'constructor'] }, 'id a b c d'],
];

for (const [what, layout, shown] of cases) {
  test(what, () => {
    const columns = ['id', 'a', 'b', 'c', 'd'];
    assert.is(arrange(columns, (key) => key, { ...noLayout, ...layout }).join(' '), shown);
    assert.equal(columns, ['id', 'a', 'b', 'c', 'd'], 'the input stays');
  });
}

const optional: [what: string, layout: Partial<ColumnLayout>, shown: string][] = [
  [
    'they stand in the order of the collection',
    { shown: ['@verified', '@emailVisibility'] },
    'id a @emailVisibility @verified b',
  ],
  [
    'hidden columns of an older choice say nothing about them',
    { hidden: ['a', '@verified'], shown: ['@verified'] },
    'id @verified b',
  ],
  ['they are pinned like others', { shown: ['@verified'], pinned: ['@verified'] }, 'id @verified a b'],
];

for (const [what, layout, shown] of optional) {
  test(`optional columns: ${what}`, () => {
    const columns = ['id', 'a', '@emailVisibility', '@verified', 'b'];
    const whole = { ...noLayout, ...layout };
    assert.is(arrange(columns, (key) => key, whole).join(' '), shown);
    assert.equal(
      columns
        .slice(1)
        .filter((key) => !isHidden(whole, key))
        .sort(),
      shown.split(' ').slice(1).sort(),
    );
  });
}

test.run();
