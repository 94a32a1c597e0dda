import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { SchemaField } from '../../../ui/model/field';
import {
  freePlaces,
  isReordered,
  moved,
  unchangedFiles,
  withAdded,
  withChange,
  withoutAdded,
  withRemoved,
  withRestored,
} from '../../../ui/model/records/fileChange';
import { newFile } from '../../support/anyRecord';

const stored = ['a', 'b', 'c'];
const field = (maxSelect: number | null): SchemaField => ({
  id: 'f',
  name: 'f',
  type: 'file',
  options: { maxSelect },
});

test('a restored file gets its old place', () => {
  const removed = withRemoved(withRemoved(unchangedFiles(stored), 'b'), 'a');
  assert.equal([removed.names, removed.removed], [['c'], ['b', 'a']]);
  const restored = withRestored(removed, 'b', stored);
  assert.equal([restored.names, restored.removed], [['b', 'c'], ['a']]);
  assert.equal(withRestored(restored, 'a', stored), unchangedFiles(stored));
});

test('a restored file is last if the files were reordered', () => {
  const change = withRemoved({ ...unchangedFiles(stored), names: ['c', 'b', 'a'] }, 'b');
  assert.equal(withRestored(change, 'b', stored).names, ['c', 'a', 'b']);
});

test('an unknown file is neither removed nor restored', () => {
  const change = unchangedFiles(stored);
  assert.is(withRemoved(change, 'x'), change);
  assert.is(withRestored(change, 'a', stored), change);
});

test('new files are appended and can be removed', () => {
  const files = [newFile('x'), newFile('y')];
  const change = withAdded(unchangedFiles([]), files);
  assert.equal(change.added, files);
  assert.equal(withoutAdded(change, 0).added, files.slice(1));
});

for (const [maxSelect, names, added, free] of [
  [1, [], 0, 1],
  [1, ['a'], 0, 0],
  [null, ['a'], 0, 0],
  [4, ['a', 'b'], 1, 1],
  [2, ['a', 'b', 'c'], 0, 0],
] as const) {
  test(`of ${maxSelect} files, with ${names.length} kept and ${added} new, ${free} places are free`, () => {
    const change = { names, removed: ['z'], added: Array.from({ length: added }, () => newFile('x')) };
    assert.is(freePlaces(field(maxSelect), change), free);
  });
}

for (const [from, to, expected] of [
  [0, 2, 'bca'],
  [2, 0, 'cab'],
  [1, 1, 'abc'],
  [0, 9, 'bca'],
] as const) {
  test(`from place ${from} to ${to}, abc becomes ${expected}`, () => {
    assert.is(moved(stored, from, to).join(''), expected);
  });
}

for (const [names, expected] of [
  ['abc', false],
  ['ac', false],
  ['', false],
  ['acb', true],
  ['ca', true],
] as const) {
  test(`${names || 'nothing'} of abc ${expected ? 'is another order' : 'is the old order'}`, () => {
    assert.is(isReordered({ names: [...names], removed: [], added: [] }, stored), expected);
  });
}

test('a new file of a single field takes the place of every other', () => {
  const now = { names: ['theirs'], removed: ['gone'], added: [newFile('typed.png')] };
  const change = { names: [], removed: ['old'], added: [newFile('new.png')] };
  const taken = withChange(field(1), now, change, ['old']);
  assert.equal([taken.names, taken.removed], [[], ['gone', 'theirs']]);
  assert.equal(
    taken.added.map(({ name }) => name),
    ['new.png'],
  );
  const removal = withChange(field(1), now, { names: [], removed: ['old'], added: [] }, ['old']);
  assert.equal(
    [removal.names, removal.removed, removal.added.map(({ name }) => name)],
    [['theirs'], ['gone'], ['typed.png']],
  );
});

test.run();
