// The acts of a file input, on a store that holds the change of one field.
import '../../support/dom';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as toasts from '../../../ui/page/toasts';
import { createFileChanges } from '../../../ui/records/files/fileChanges';
import type { FileChange } from '../../../ui/records/values/fileChange';

const field = { id: 'f_scans', name: 'scans', type: 'file', options: { maxSelect: 4 } };
const stored = ['a', 'b', 'c'];
const fileNamed = (name: string) => new File(['x'], name);

type Acts = ReturnType<typeof createFileChanges>;

function open(given: Partial<FileChange> = {}) {
  let now: FileChange = { names: stored, removed: [], added: [], ...given };
  const puts: string[] = [];
  const acts = createFileChanges({
    fieldOf: (name) => (name === 'scans' ? field : undefined),
    changeOf: (name) => (name === 'scans' ? now : undefined),
    storedOf: () => stored,
    put(name, change) {
      puts.push(name);
      now = change;
    },
  });
  const texts = () => [now.names.join(), now.removed.join(), now.added.map(({ name }) => name).join()];
  return { acts, puts, texts };
}

test.after.each(() => toasts.closeAll());

const two = [fileNamed('x'), fileNamed('y')];
const cases: [what: string, given: Partial<FileChange>, act: (acts: Acts) => void, now: string[]][] = [
  ['adds a file', {}, (acts) => acts.addFiles('scans', two.slice(0, 1)), ['a,b,c', '', 'x']],
  ['adds as many as fit', {}, (acts) => acts.addFiles('scans', two), ['a,b,c', '', 'x']],
  ['removes a stored file', {}, (acts) => acts.removeFile('scans', 'b'), ['a,c', 'b', '']],
  [
    'restores a file at its place',
    { names: ['a', 'c'], removed: ['b'] },
    (acts) => acts.restoreFile('scans', 'b'),
    ['a,b,c', '', ''],
  ],
  ['removes a new file', { added: two }, (acts) => acts.removeAddedFile('scans', 0), ['a,b,c', '', 'y']],
  ['moves a stored file', {}, (acts) => acts.moveFile('scans', 0, 2), ['b,c,a', '', '']],
  ['moves a new file', { added: two }, (acts) => acts.moveAddedFile('scans', 1, 0), ['a,b,c', '', 'y,x']],
];
for (const [what, given, act, now] of cases) {
  test(`a file input ${what}`, () => {
    const { acts, puts, texts } = open(given);
    act(acts);
    assert.equal(texts(), now);
    assert.equal(puts, ['scans']);
  });
}

test('files that do not fit are named and change nothing', () => {
  const { acts, puts } = open({ added: [fileNamed('z')] });
  for (const count of [1, 2]) acts.addFiles('scans', two.slice(0, count));
  assert.equal(puts, []);
  assert.equal(
    toasts.state.items.map(({ message }) => message),
    ['1 file was left out: the field is full.', '2 files were left out: the field is full.'],
  );
});

test('a field that is missing now stays untouched', () => {
  const { acts, puts } = open();
  acts.addFiles('gone', two);
  acts.removeFile('gone', 'a');
  assert.equal(puts, []);
});

test.run();
