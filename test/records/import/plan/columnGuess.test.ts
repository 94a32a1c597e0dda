import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { sliceRows } from '../../../../ui/base/jsonText';
import type { Collection } from '../../../../ui/model/collection';
import type { RecordAnswer } from '../../../../ui/model/record';
import { dateOf } from '../../../../ui/model/types/date';
import type { Reading } from '../../../../ui/model/types/textReading';
import { type ExportColumn, lineOf } from '../../../../ui/records/export/exportText';
import { readCell } from '../../../../ui/records/import/plan/cellReading';
import { guessPlan as guess, guessColumn } from '../../../../ui/records/import/plan/columnGuess';
import type { ColumnPlan } from '../../../../ui/records/import/plan/columnPlan';
import { importFields } from '../../../../ui/records/import/plan/importFields';
import type { Cell, TableFormat } from '../../../../ui/records/tables/table';
import { formOf, isSame } from '../../../../ui/records/values/recordValues';
import { anyCase } from '../../../support/anyRecord';
import { field } from '../../../support/fields';
import { resultOf } from '../../../support/resultOf';
import { runsOf } from '../../../support/runsOf';
import { collections, postsCollection as posts, usersCollection as users } from '../../../support/samples';

const guessPlan = (...given: Parameters<typeof guess>) => resultOf(guess(...given));

function table(format: TableFormat, columns: string[], ...rows: Cell[][]) {
  return { format, columns, rows: rows.map((cells, at) => ({ number: at + 2, cells })) };
}

function fieldsFor(names: string[], collection: Collection = posts): (string | null)[] {
  return guessPlan(table('csv', names), collection, collections).columns.map(({ field }) => field);
}

const renamed = (names: string[]): Collection => ({
  ...posts,
  schema: names.map((name) => field('text', name)),
});

const matches: [what: string, names: string[], expected: (string | null)[], collection?: Collection][] = [
  ['similar names', ['Title', ' VIEWS ', 'pub-lished'], ['title', 'views', 'published']],
  ['unknown and missing names', ['x', '', '_'], [null, null, null]],
  ['a name twice', ['title', 'title', 'Title'], ['title', null, null]],
  ['units', ['title (en)', 'Views [n]'], ['title', 'views']],
  ['the exact name behind a similar one', ['Title', 'title'], [null, 'title']],
  ['what is left out', ['pictures', 'created', 'lowline_row', 'expand'], [null, null, null, null]],
  [
    'hostile names of fields',
    ['constructor', '__proto__', 'proto'],
    ['constructor', '__proto__', null],
    renamed(['__proto__', 'constructor']),
  ],
  ['two similar fields', ['ab', 'A B'], ['a_b', 'AB'], renamed(['a_b', 'AB'])],
  ['two similar fields by exact names', ['AB', 'a_b'], ['AB', 'a_b'], renamed(['a_b', 'AB'])],
  [
    'an account',
    ['user name', 'E-Mail', 'email visibility', 'verified', 'Password', 'token key'],
    ['username', 'email', 'emailVisibility', 'verified', 'password', null],
    users,
  ],
];
for (const [what, names, expected, collection] of matches) {
  test(`names: ${what}`, () => assert.equal(fieldsFor(names, collection), expected));
}

test('a record is found by its id if the file has ids', () => {
  const withId = guessPlan(table('csv', ['ID', 'title'], ['abcdefghijklmno']), posts, collections);
  assert.is(withId.columns[0]?.field, 'id');
  assert.is(withId.mode, 'addAndChange');
  assert.is(withId.key, 'id');
  const withoutId = guessPlan(table('csv', ['title']), posts, collections);
  assert.is(withoutId.mode, 'add');
  assert.is(withoutId.key, null);
});

test('numbers of another product are no ids', () => {
  const plan = guessPlan(table('csv', ['id', 'title'], ['1'], ['2']), posts, collections);
  assert.is(plan.columns[0]?.field, null);
  assert.is(plan.mode, 'add');
});

const guards: [what: string, format: TableFormat, column: string, cell: string, expected: boolean][] = [
  ['a text that looks guarded', 'csv', 'title', "''-x", true],
  ['a source', 'json', 'title', '"\'=1"', false],
  ['a number', 'csv', 'views', "'-1", false],
  ['json', 'csv', 'meta', "'-1", false],
  ['a column that is left out', 'csv', 'other', "'=1", false],
];
for (const [what, format, column, cell, expected] of guards) {
  test(`guard: ${what}`, () => {
    const given = table(format, [column], [null], [cell]);
    assert.is(guessPlan(given, posts, collections).takesGuardAway, expected);
  });
}

test('a single guarded text counts in any row', () => {
  const rows = [...Array.from({ length: 1500 }, (): Cell[] => ['x']), ["'=1"]];
  assert.is(guessPlan(table('csv', ['title'], ...rows), posts, collections).takesGuardAway, true);
});

test('the empty cells of a required field are faults', () => {
  const { columns } = guessPlan(table('csv', ['title', 'body', 'x']), posts, collections);
  assert.equal(
    columns.map(({ empty }) => empty),
    ['fault', 'leave', 'leave'],
  );
  const account = guessPlan(table('csv', ['password', 'email']), users, collections);
  assert.equal(
    account.columns.map(({ empty }) => empty),
    ['fault', 'leave'],
  );
});

const products: Collection = {
  ...posts,
  id: 'products',
  name: 'products',
  schema: [
    { id: 'a', name: 'sku', type: 'text' },
    { id: 'b', name: 'email', type: 'email' },
  ],
  indexes: ['CREATE UNIQUE INDEX `i` ON `products` (`sku`)'],
};
const bare: Collection = { ...products, id: 'bare', name: 'bare', indexes: [] };
const relationTo = (collectionId: string, maxSelect: number | null) => ({
  ...{ id: 'r', name: 'r', type: 'relation' },
  options: { collectionId, maxSelect },
});
const withRelation = (to: string, maxSelect: number | null = 1): Collection => ({
  ...posts,
  schema: [relationTo(to, maxSelect)],
});
const one = '4q1xlclmfloku33';
const two = 'al1h9ijdeojtsjy';
const relation = (by: string, separator: ',' | ';' | '|' | 'json'): Reading => ({
  kind: 'relation',
  by,
  separator,
});
const date = (order: 'iso' | 'dayFirst' | 'monthFirst' | 'unix' | null): Reading => ({
  kind: 'date',
  order,
  zone: 'utc',
});

const number = (decimal: '.' | ',' | null): Reading => ({ kind: 'number', decimal });
const list = (separator: ';' | 'json'): Reading => ({ kind: 'list', separator });
const relate = (
  to: string,
  maxSelect: number | null,
  cells: Cell[],
  by: string,
  separator: ',' | ';' | '|' | 'json',
) => [withRelation(to, maxSelect), 'r', cells, relation(by, separator)] as const;

const guesses: (readonly [Collection, name: string, Cell[], Reading, isSource?: boolean])[] = [
  [posts, 'title', ['1', '2026-11-20'], { kind: 'text' }],
  [posts, 'views', ['1', null, '', ' ', '2.5'], number('.')],
  // One decimal in the last row decides.
  [posts, 'views', [...Array.from({ length: 1000 }, () => '5'), '1,5'], number(',')],
  [posts, 'views', ['1.234', 'null'], number('.'), true],
  [posts, 'views', ['"1,5"', '1.234'], number(','), true],
  [posts, 'day', ['2026-11-20 18:42:00.000Z', ''], date('iso')],
  [posts, 'day', ['1/2/2026', '1/13/2026'], date('monthFirst')],
  [posts, 'day', ['1763664120', 'null'], date('unix'), true],
  [posts, 'tags', ['news; draft', 'long'], list(';')],
  [posts, 'tags', ['["news","draft"]', '[]'], list('json'), true],
  [posts, 'tags', [null, ''], list('json')],
  relate('products', 1, [one, two], 'id', ','),
  // A few wrong ids.
  relate('products', 1, [one, two, 'x'], 'id', ','),
  // By a unique field, and not by an email that is not unique.
  relate('products', 1, ['A-17', 'B-2'], 'sku', ','),
  relate('products', null, ['A-17; B-2'], 'sku', ';'),
  relate(users.id, 1, ['ada@b.de'], 'email', ','),
  [...relate(users.id, null, ['["a@b.de"]'], 'email', 'json'), true],
  relate('gone', 1, ['A-17'], 'id', ','),
];
for (const [collection, name, cells, expected, isSource = false] of guesses) {
  test(`reading: ${name} of ${JSON.stringify(cells.slice(-3))} is ${JSON.stringify(expected)}`, () => {
    const field = importFields(collection).find((found) => found.name === name);
    assert.ok(field);
    const { reading } = guessColumn(cells, isSource, field, [...collections, products, bare]);
    assert.equal(reading, expected);
  });
}

function exported(collection: Collection, { record, sources }: RecordAnswer) {
  const fields = importFields(collection).filter(({ name }) => name !== 'password' && name in record);
  const values = new Map(
    fields.map(({ name, type }) => {
      const source = type.hasSource
        ? sources[name]
        : JSON.stringify((record as Record<string, unknown>)[name]);
      return [name, (source ?? 'null').replaceAll('<', '\\u003c')] as const;
    }),
  );
  const columns = fields.map(
    ({ name, type }): ExportColumn => ({
      name,
      isSource: type.hasSource,
      isId: name === 'id' || type.holds === 'records',
    }),
  );
  return { columns, source: { id: record.id, values } };
}

/** Reads one line of CSV, and tells an empty text from nothing. */
function cellsOfCsv(line: string): Cell[] {
  return Array.from(line.matchAll(/("(?:[^"]|"")*"|[^",\r\n]*)(?:,|\r\n$)/g), ([, cell = '']) => {
    if (cell.startsWith('"')) return cell.slice(1, -1).replaceAll('""', '"');
    return cell === '' ? null : cell;
  });
}

/** A person chooses what is open, and lets empty cells empty the value. */
function chosen(column: ColumnPlan): ColumnPlan {
  const { reading } = column;
  const isOpen = reading.kind === 'number' && reading.decimal === null;
  return { ...column, empty: 'empty', reading: isOpen ? { kind: 'number', decimal: '.' } : reading };
}

for (const [format, isGuarded] of [
  ['csv', true],
  ['csv', false],
  ['jsonl', false],
] as const) {
  test(`an exported record is read back as itself: ${format}${isGuarded ? ' with guard' : ''}`, () => {
    fc.assert(
      fc.property(anyCase, ({ collection, answer }) => {
        const { columns, source } = exported(collection, answer);
        const line = lineOf(source, {
          columns,
          format,
          separator: ',',
          hasByteOrderMark: false,
          isGuarded,
          linkTo: null,
        });
        const members = format === 'csv' ? null : sliceRows(`{"items":[${line}]}`, 'items')[0];
        const names = columns.map(({ name }) => name);
        const cells = members ? names.map((name) => members.get(name) ?? null) : cellsOfCsv(line);
        assert.is(cells.length, names.length);

        const given = table(format === 'csv' ? 'csv' : 'jsonLines', names, cells);
        const plan = guessPlan(given, collection, [collection]);
        const takesGuardAway = plan.takesGuardAway && isGuarded;
        const form = formOf(collection, answer);
        for (const [at, name] of names.entries()) {
          const column = plan.columns[at];
          assert.is(column?.field, name);
          const field = importFields(collection).find((one) => one.name === name);
          assert.ok(column && field);
          const result = readCell(cells[at] ?? null, field, chosen(column), {
            isSource: format !== 'csv',
            takesGuardAway,
          });
          const stored = (answer.record as Record<string, unknown>)[name];
          // The form of a date has no milliseconds.
          const expected = field.field?.type === 'date' ? dateOf(String(stored)) : form.values[name];
          assert.is(result.kind, 'value', `${name}: ${JSON.stringify(result)}`);
          if (result.kind !== 'value') continue;
          const message = `${name}: ${JSON.stringify([cells[at], result.value, expected])}`;
          assert.ok(isSame(collection, name, result.value, expected ?? ''), message);
        }
      }),
      { numRuns: runsOf(500) },
    );
  });
}

test.run();
