import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Collection } from '../../../../ui/model/collection';
import type { FormValue } from '../../../../ui/model/field';
import type { CellResult, Reading } from '../../../../ui/model/types/textReading';
import { hasGuard, readCell } from '../../../../ui/records/import/plan/cellReading';
import type { ColumnPlan, EmptyCell } from '../../../../ui/records/import/plan/columnPlan';
import { type ImportField, importFields } from '../../../../ui/records/import/plan/importFields';
import type { Cell } from '../../../../ui/records/tables/table';

const collection: Collection = {
  id: 'people',
  name: 'people',
  type: 'auth',
  schema: [
    { id: 'a', name: 'text', type: 'text' },
    { id: 'b', name: 'number', type: 'number' },
    { id: 'c', name: 'bool', type: 'bool' },
    { id: 'd', name: 'date', type: 'date' },
    { id: 'e', name: 'json', type: 'json' },
    { id: 'f', name: 'choice', type: 'select', options: { maxSelect: 1, values: ['Open', 'Done', 'done'] } },
    { id: 'g', name: 'choices', type: 'select', options: { maxSelect: 9, values: ['Red'] } },
    { id: 'h', name: 'author', type: 'relation', options: { maxSelect: 1 } },
    { id: 'i', name: 'authors', type: 'relation', options: { maxSelect: null } },
  ],
};
const names = [
  'text',
  'email',
  'password',
  'id',
  'number',
  'bool',
  'date',
  'json',
  'choice',
  'choices',
  'author',
  'authors',
] as const;
type FieldName = (typeof names)[number];
const fields = Object.fromEntries(importFields(collection).map((field) => [field.name, field])) as Record<
  FieldName,
  ImportField
>;

const text: Reading = { kind: 'text' };
const number: Reading = { kind: 'number', decimal: '.' };
const date: Reading = { kind: 'date', order: 'iso', zone: 'utc' };
const list = (separator: ',' | ';' | 'json'): Reading => ({ kind: 'list', separator });
const openNumber: Given = { reading: { kind: 'number', decimal: null } };
const openDate: Given = { reading: { kind: 'date', order: null, zone: 'utc' } };
const howNumbers = () => fault('May be two numbers.');
const guarded: Given = { takesGuardAway: true };
const relation = (by: string, separator: ',' | 'json' = ','): Reading => ({
  kind: 'relation',
  by,
  separator,
});
const readings: Record<FieldName, Reading> = {
  text,
  email: text,
  password: text,
  id: text,
  number,
  bool: { kind: 'bool' },
  date,
  json: { kind: 'json' },
  choice: text,
  choices: list(','),
  author: relation('id'),
  authors: relation('id'),
};

interface Given {
  reading?: Reading;
  empty?: EmptyCell;
  isSource?: boolean;
  takesGuardAway?: boolean;
}

function read(cell: Cell, name: FieldName, given: Given = {}): CellResult {
  const { reading = readings[name], empty = 'leave', isSource = false, takesGuardAway = false } = given;
  const plan: ColumnPlan = { field: name, reading, empty };
  return readCell(cell, fields[name], plan, { isSource, takesGuardAway });
}

const value = (value: FormValue): CellResult => ({ kind: 'value', value });
const fault = (message: string): CellResult => ({ kind: 'fault', message });
const none: CellResult = { kind: 'none' };

const notANumber = fault('Must be a number.');
const notADate = fault('Must be a valid date.');
const notABool = fault('Must be true or false.');
const notAText = fault('Must be a text.');
const notAList = fault('Must be a list of texts.');

const wrong = (name: FieldName, found: CellResult, cells: Cell[]) =>
  cells.map((cell): [FieldName, Cell, CellResult] => [name, cell, found]);

const inCsv: [name: FieldName, cell: Cell, expected: CellResult, given?: Given][] = [
  ['text', '0005', value('0005')],
  ['text', 'null', value('null')],
  ['text', "'=1+1", value("'=1+1")],
  ['text', "'=1+1", value('=1+1'), guarded],
  ['text', "'\tx", value('\tx'), guarded],
  ['text', "'quoted'", value("'quoted'"), guarded],
  ['password', "'=secret", value("'=secret"), guarded],
  ['id', "'-Xk2_abcdefghi", value("'-Xk2_abcdefghi"), guarded],
  ['number', "'-1", notANumber, guarded],
  ['id', 'al1h9ijdeojtsjy', value('al1h9ijdeojtsjy')],
  ['number', '1,234', howNumbers(), openNumber],
  ['number', '12,5', value('12.5'), openNumber],
  ['date', '6/5/2024', fault('May be two dates.'), openDate],
  ['bool', '1', value(true)],
  ['bool', 'No', value(false)],
  ['bool', '0', value(false)],
  ['json', '""', value('""')],
  ['json', '{"b":1.0,"a":9007199254740993}', value('{"b":1.0,"a":9007199254740993}')],
  ['json', '[1,2', fault('')],
  ['choice', 'OPEN', value('Open')],
  ['choice', 'done', value('done')],
  ['choice', 'DONE', value('DONE')],
  ['choice', ' ', value(' ')],
  ['choices', 'red; blue', value(['Red', 'blue']), { reading: list(';') }],
  ['choices', 'a; b,c', value(['a', 'b,c']), { reading: list(';') }],
  ['choices', '["a","b,c"," "]', value(['a', 'b,c', ' ']), { reading: list('json') }],
  ['choices', '[]', value([]), { reading: list('json') }],
  ['author', '["a","b"]', fault('Select no more than 1.')],
  ['author', '[]', value('')],
  ['author', '[draft]', { kind: 'lookup', texts: ['[draft]'] }, { reading: relation('name') }],
  ['authors', '["a","b"]', value(['a', 'b']), { reading: relation('id', 'json') }],
  ['authors', 'x, y', { kind: 'lookup', texts: ['x', 'y'] }, { reading: relation('email') }],
  ...wrong('number', notANumber, ['12 €', 'constructor']),
  ...wrong('bool', notABool, ['maybe', 'constructor']),
];

const inJson: [name: FieldName, cell: Cell, expected: CellResult, given?: Given][] = [
  ['text', '"a\\u00e9 \\"b\\""', value('aé "b"')],
  ['text', '"\'=1"', value("'=1"), guarded],
  ['text', '9007199254740993', value('9007199254740993')],
  ['bool', 'true', value(true)],
  ['text', '["a"]', notAText],
  ['number', '1.234', value('1.234'), openNumber],
  ['number', '"1,5"', value('1.5'), { reading: { kind: 'number', decimal: ',' } }],
  ['number', '""', value('')],
  ['date', '"2026-11-20T18:42:00Z"', value('2026-11-20 18:42:00')],
  ['bool', '[]', notABool],
  ['json', '""', value('""')],
  ['json', '{"n": 1.10,\n "n": 2}', value('{"n": 1.10,\n "n": 2}')],
  ['choice', '["a"]', notAText],
  ['choices', '["a","b,c"]', value(['a', 'b,c'])],
  ['choices', '[]', value([])],
  ['author', '"4q1xlclmfloku33"', value('4q1xlclmfloku33')],
  ['author', '{"id":"x"}', notAList],
  ['authors', '["a","b"]', { kind: 'lookup', texts: ['a', 'b'] }, { reading: relation('name') }],
  ...wrong('date', notADate, ['1763664120', '["2026-11-20"]']),
  ...wrong('choices', notAList, ['[["a"]]', '{"a":1}']),
];

for (const [name, cell, expected, given] of inCsv) check('CSV', name, cell, expected, given);
for (const [name, cell, expected, given] of inJson)
  check('JSON', name, cell, expected, { ...given, isSource: true });

/** An empty message stands for the one of the JSON parser. */
function check(what: string, name: FieldName, cell: Cell, expected: CellResult, given: Given = {}) {
  test(`${what}: ${name} reads ${JSON.stringify(cell)} by ${JSON.stringify(given)}`, () => {
    const found = read(cell, name, given);
    if (expected.kind === 'fault' && expected.message === '') {
      assert.ok(found.kind === 'fault' && /JSON|token/.test(found.message), JSON.stringify(found));
    } else {
      assert.equal(found, expected);
    }
  });
}

const empties: Record<FieldName, FormValue> = {
  text: '',
  email: '',
  password: '',
  id: '',
  number: '',
  date: '',
  json: '',
  choice: '',
  author: '',
  bool: false,
  choices: [],
  authors: [],
};
for (const name of names) {
  test(`an empty cell of ${name}`, () => {
    const empty = value(empties[name]);
    for (const [cell, isSource] of [
      [null, false],
      [null, true],
      ['null', true],
    ] as const) {
      assert.equal(read(cell, name, { isSource }), none);
      assert.equal(read(cell, name, { isSource, empty: 'empty' }), empty);
      assert.equal(read(cell, name, { isSource, empty: 'fault' }), fault('Missing required value.'));
      const asNull = read(cell, name, { isSource, empty: 'null' });
      assert.equal(asNull, name === 'json' ? { kind: 'null' } : empty);
    }
  });

  test(`an empty text of ${name} is the empty value, whatever the plan says`, () => {
    for (const empty of ['leave', 'empty', 'fault', 'null'] as const) {
      assert.equal(read('', name, { empty }), value(empties[name]));
      if (name !== 'json') assert.equal(read('""', name, { empty, isSource: true }), value(empties[name]));
    }
  });
}

for (const name of ['number', 'date', 'bool', 'json', 'choices', 'author', 'authors'] as const) {
  test(`a cell with blanks is an empty cell of ${name}`, () => {
    assert.equal(read(' \u00a0', name), none);
    assert.equal(read(' ', name, { empty: 'fault' }), fault('Missing required value.'));
  });
}

test('a guard is seen before texts only', () => {
  assert.ok(hasGuard("'=1", fields.text));
  assert.not(hasGuard('=1', fields.text));
  assert.not(hasGuard("x'=1", fields.text));
  for (const name of ['id', 'number', 'date', 'bool', 'json', 'password', 'author'] as const) {
    assert.not(hasGuard("'-1", fields[name]), name);
  }
});

test('no cell makes the reader throw', () => {
  const anyReading = fc.constantFrom<Reading>(
    ...Object.values(readings),
    ...[relation('name'), list('json'), { kind: 'number', decimal: null } as const],
    { kind: 'date', order: null, zone: 'browser' },
  );
  const pieces = fc.string({ unit: fc.constantFrom(...'[]"{}\'=1.,- a\\\n:/') });
  const anySource = fc.json();
  fc.assert(
    fc.property(
      fc.oneof(pieces, anySource),
      fc.constantFrom(...names.map((name) => fields[name])),
      anyReading,
      fc.boolean(),
      (cell, field, reading, takesGuardAway) => {
        const plan = { field: field.name, reading, empty: 'leave' } as const;
        readCell(cell, field, plan, { isSource: false, takesGuardAway });
      },
    ),
    { numRuns: 1000 },
  );
  fc.assert(
    fc.property(
      anySource,
      fc.constantFrom(...names.map((name) => fields[name])),
      anyReading,
      (cell, field, reading) => {
        readCell(
          cell,
          field,
          { field: field.name, reading, empty: 'leave' },
          { isSource: true, takesGuardAway: true },
        );
      },
    ),
  );
});

test.run();
