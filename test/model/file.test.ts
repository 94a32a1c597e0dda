import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { endingOf, type FileKind, fileKind, isImageName, isThumbable } from '../../ui/model/file';

const cases: [name: string, ending: string, kind: FileKind, thumb: boolean][] = [
  ['300_1SEi6Q6U72.png', 'png', 'image', true],
  ['A.JPG', 'jpg', 'image', true],
  ['a.jpeg', 'jpeg', 'image', true],
  ['a.gif', 'gif', 'image', true],
  ['a.webp', 'webp', 'image', false],
  ['logo_vcf_jjg5_tah_9MtIHytOmZ.svg', 'svg', 'image', false],
  ['a.avif', 'avif', 'image', false],
  ['a.mp4', 'mp4', 'video', false],
  ['a.WebM', 'webm', 'video', false],
  ['a.mp3', 'mp3', 'audio', false],
  ['a.b.ogg', 'ogg', 'audio', false],
  ['a.pdf', 'pdf', 'document', false],
  ['test_kfd2wYLxkz.txt', 'txt', 'document', false],
  ['a.docx', 'docx', 'document', false],
  ['a.zip', 'zip', 'other', false],
  ['a.html', 'html', 'other', false],
  ['png', '', 'other', false],
  ['.png', '', 'other', false],
  ['a.', '', 'other', false],
  ['a.constructor', 'constructor', 'other', false],
  ['', '', 'other', false],
];
for (const [name, ending, kind, thumb] of cases) {
  test(`"${name}" is of kind ${kind}${thumb ? ', and the server makes thumbs of it' : ''}`, () => {
    assert.is(endingOf(name), ending);
    assert.is(fileKind(name), kind);
    assert.is(isImageName(name), kind === 'image');
    assert.is(isThumbable(name), thumb);
  });
}

test.run();
