// A copied cell becomes a text and an exact value; pasting makes a value of the other field.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { FieldType } from '../../../../ui/model/field';
import type { ListedRecord } from '../../../../ui/model/record';
import type { CellField } from '../../../../ui/model/records/cellField';
import type { FormValue } from '../../../../ui/model/records/recordValues';
import { copiedCell, type ExactCell } from '../../../../ui/screens/records/clipboard/copiedCell';
import { pastedValue } from '../../../../ui/screens/records/clipboard/pastedValue';

const cellOf = (type: FieldType, options: Record<string, unknown> = {}): CellField => ({
  key: 'f',
  name: 'f',
  type,
  field: { id: 'f', name: 'f', type, options },
});
const several = { maxSelect: 3 };

type Options = Record<string, unknown>;
const copies: [type: FieldType, options: Options, value: unknown, text: string, exact: ExactCell][] = [
  ['text', {}, 'a\tb', 'a\tb', 'a\tb'],
  ['number', {}, 1.5, '1.5', '1.5'],
  ['bool', {}, true, 'true', 'true'],
  ['date', {}, '2026-05-01 10:00:00.120Z', '2026-05-01 10:00:00.120', '2026-05-01 10:00:00.120'],
  ['select', several, ['red', 'dark, matt'], 'red, dark\\, matt', ['red', 'dark, matt']],
  ['select', { maxSelect: 1 }, 'dark, matt', 'dark, matt', ['dark, matt']],
  ['json', {}, { a: [1, 'b'] }, '{"a":[1,"b"]}', '{"a":[1,"b"]}'],
  ['json', {}, null, '', ''],
  ['json', {}, 9007199254740992, '9007199254740992', { not: 'excerpt' }],
  ['editor', {}, 'Ring twice', 'Ring twice', { not: 'excerpt' }],
  ['file', several, ['a.png'], 'a.png', { not: 'file' }],
];

for (const [type, options, value, text, exact] of copies) {
  test(`copies ${type} ${JSON.stringify(value)}`, () => {
    const row = { id: 'r', f: value } as unknown as ListedRecord;
    const { field } = cellOf(type, options);
    assert.equal(copiedCell({ name: 'f', kind: type, field }, row, null), { text, exact });
  });
}

test('changed rich text and json are copied whole', () => {
  const row = { id: 'r', f: 'Ring' } as unknown as ListedRecord;
  const copy = (kind: FieldType, mine: string) => copiedCell({ name: 'f', kind }, row, mine);
  assert.equal(copy('editor', '<p>Ring</p>'), { text: 'Ring', exact: { html: '<p>Ring</p>' } });
  assert.equal(copy('json', '{ "a": 9007199254740993 }'), {
    text: '{"a":9007199254740993}',
    exact: '{"a":9007199254740993}',
  });
});

const pastes: [cell: CellField, text: string, value: FormValue | { reason: string }, exact?: ExactCell][] = [
  [cellOf('text'), ' a ', ' a '],
  [cellOf('number'), '1,284.50', '1284.50'],
  [cellOf('number'), '12,5', '12.5'],
  [cellOf('number'), '1,234', { reason: '1,234 may be two numbers.' }],
  [cellOf('number'), 'abc', { reason: 'abc is not a number.' }],
  [cellOf('bool'), 'TRUE', true],
  [cellOf('bool'), 'perhaps', { reason: 'perhaps is neither true nor false.' }],
  [cellOf('date'), '31.12.2026', '2026-12-31 00:00:00'],
  [cellOf('date'), '1/2/2026', { reason: '1/2/2026 may be two dates.' }],
  [cellOf('select', several), 'red, dark\\, matt', ['red', 'dark, matt']],
  [cellOf('select', several), 'x', ['dark, matt'], ['dark, matt']],
  [cellOf('select', { maxSelect: 1 }), ' dark, matt ', 'dark, matt'],
  [cellOf('select', { maxSelect: 1 }), 'a, b', { reason: 'Takes one choice only.' }, ['a', 'b']],
  [cellOf('select', { maxSelect: 1 }), '', '', []],
  [cellOf('json'), '{"a": 1}', '{"a": 1}'],
  [cellOf('json'), '{', { reason: '{ is not valid JSON.' }],
  [cellOf('editor'), 'a < b\nc', '<p>a &lt; b<br>c</p>'],
  [cellOf('editor'), 'Ring', '<p><b>Ring</b></p>', { html: '<p><b>Ring</b></p>' }],
  [
    cellOf('editor'),
    'Ring',
    { reason: 'The table has loaded only a part of the copied value.' },
    { not: 'excerpt' },
  ],
  [cellOf('text'), 'a.png', { reason: 'Files cannot be pasted.' }, { not: 'file' }],
];

for (const [cell, text, expected, exact = text] of pastes) {
  test(`pastes "${text}" as ${cell.type} ${JSON.stringify(exact)}`, () => {
    const result = pastedValue(cell, { text, exact });
    assert.equal('value' in result ? result.value : result, expected);
  });
}

test.run();
