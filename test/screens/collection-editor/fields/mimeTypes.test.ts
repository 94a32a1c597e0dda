import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { mimePresets, mimeTypesWith } from '../../../../ui/screens/collection-editor/fields/mimeTypes';

test('the list has 173 known types, each once and in the same form', () => {
  const names = mimeTypesWith([]).map(({ name }) => name);
  assert.is(names.length, 173);
  assert.is(new Set(names).size, 173);
  for (const name of names) assert.match(name, /^[a-z]+\/[a-z0-9.+-]+$/);
});

test('a type lists its file extensions, if it has any', () => {
  const byName = new Map(mimeTypesWith([]).map(({ name, endings }) => [name, endings]));
  assert.is(byName.get('image/jpeg'), '.jpg .jpeg');
  assert.is(byName.get('application/pdf'), '.pdf');
  assert.is(byName.get('application/octet-stream'), '');
});

test('an unknown stored type comes last and only once', () => {
  const types = mimeTypesWith(['image/png', 'x/own', 'x/own', 'constructor']);
  assert.equal(types.slice(173), [
    { name: 'x/own', endings: '' },
    { name: 'constructor', endings: '' },
  ]);
});

test('there are four presets', () => {
  assert.equal(Object.fromEntries(mimePresets.map(({ label, types }) => [label, types])), {
    'Images (jpg, png, svg, gif, webp)': [
      'image/jpeg',
      'image/png',
      'image/svg+xml',
      'image/gif',
      'image/webp',
    ],
    'Documents (pdf, doc/docx, xls/xlsx)': [
      'application/pdf',
      'application/msword',
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      'application/vnd.ms-excel',
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    ],
    'Videos (mp4, wmv, mov, 3gp)': ['video/mp4', 'video/x-ms-wmv', 'video/quicktime', 'video/3gpp'],
    'Archives (zip, 7z, rar)': [
      'application/zip',
      'application/x-7z-compressed',
      'application/x-rar-compressed',
    ],
  });
});

test.run();
