import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  freePlaces,
  holdsFiles,
  isReordered,
  unchangedFiles,
  withRemoved,
  withRestored,
} from '../../../ui/records/values/fileChange';
import { newFile } from '../../support/anyRecord';
import * as fields from '../../support/fields';

const stored = ['a', 'b', 'c'];
const field = (maxSelect: number | null) => fields.field('file', 'f', { maxSelect });

test('a restored file is last if the files were reordered', () => {
  const change = withRemoved({ ...unchangedFiles(stored), names: ['c', 'b', 'a'] }, 'b');
  assert.equal(withRestored(change, 'b', stored).names, ['c', 'a', 'b']);
});

test('an unknown file is neither removed nor restored', () => {
  const change = unchangedFiles(stored);
  assert.is(withRemoved(change, 'x'), change);
  assert.is(withRestored(change, 'a', stored), change);
});

for (const [maxSelect, names, added, free] of [
  [1, ['a'], 0, 0],
  [null, ['a'], 0, 0],
  [5, ['a', 'b'], 1, 1],
  [4, ['a', 'b'], 1, 0],
] as const) {
  test(`of ${maxSelect} files, with ${names.length} kept and ${added} new, ${free} places are free`, () => {
    const change = { names, removed: ['z'], added: Array.from({ length: added }, () => newFile('x')) };
    assert.is(freePlaces(field(maxSelect), change), free);
  });
}

for (const [names, expected] of [
  ['acb', true],
  ['ca', true],
] as const) {
  test(`${names || 'nothing'} of abc ${expected ? 'is another order' : 'is the old order'}`, () => {
    assert.is(isReordered({ names: [...names], removed: [], added: [] }, stored), expected);
  });
}

const sent = (names: string[], added: string[] = [], removed: string[] = []) => ({
  names,
  removed,
  added: added.map((name) => newFile(name)),
});
for (const [what, stored, change, expected] of [
  ['another order of kept files', ['b', 'a'], sent(['a', 'b']), false],
  ['a new file beside the kept one', ['a.png', 'photo_0123456789.png'], sent(['a.png'], ['Photo.png']), true],
  ['one of two new files', ['a_0123456789.png'], sent([], ['a.png', 'b.png']), false],
  [
    'a new file of another person beside it',
    ['t_0123456789.png', 'a_0123456789.png'],
    sent([], ['a.png']),
    true,
  ],
  ['the new file of another person', ['theirs_0123456789.png'], sent([], ['mine.png']), false],
  [
    'the file that was to be replaced',
    ['old_0123456789.png'],
    sent([], ['old.png'], ['old_0123456789.png']),
    false,
  ],
  ['a name of several words', ['my_file_v2_1_0123456789.png'], sent([], ['My File-v2 (1).png']), true],
  ['a long name', [`${'x'.repeat(100)}_0123456789.png`], sent([], [`${'x'.repeat(120)}.png`]), true],
  ['a name without Latin letters', ['9f8e7d6c5b4a_0123456789.png'], sent([], ['фото.png']), true],
] as const) {
  test(`a field with ${what} ${expected ? 'holds' : 'does not hold'} what was sent`, () =>
    assert.is(holdsFiles(stored, change), expected));
}

test.run();
