import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Collection } from '../../ui/model/collection';
import { endingOf, type FileKind, fileKind, isImageName, needsToken } from '../../ui/model/file';
import { postsCollection } from '../support/samples';

const cases: [name: string, ending: string, kind: FileKind][] = [
  ['300_1SEi6Q6U72.png', 'png', 'image'],
  ['a.WebM', 'webm', 'video'],
  ['a.b.ogg', 'ogg', 'audio'],
  ['test_kfd2wYLxkz.txt', 'txt', 'document'],
  ['png', '', 'other'],
  ['.png', '', 'other'],
  ['a.constructor', 'constructor', 'other'],
  ['', '', 'other'],
];
for (const [name, ending, kind] of cases) {
  test(`"${name}" is of kind ${kind}`, () => {
    assert.is(endingOf(name), ending);
    assert.is(fileKind(name), kind);
    assert.is(isImageName(name), kind === 'image');
  });
}

test('a file needs a token if a protected field of its record holds it', () => {
  const closed = postsCollection.schema.map((field) =>
    field.type === 'file' ? { ...field, options: { ...field.options, protected: true } } : field,
  );
  const posts = { ...postsCollection, schema: closed } as Collection;
  // A text may be the same as the name of a file.
  const record = { id: 'p1', title: 'a.png', contact: 'b.png', pictures: ['a.png'] };
  assert.is(needsToken(record, 'a.png', posts), true);
  assert.is(needsToken(record, 'b.png', posts), false);
  assert.is(needsToken(record, 'a.png', postsCollection as Collection), false);
  assert.is(needsToken(record, 'a.png', undefined), false);
});

test.run();
