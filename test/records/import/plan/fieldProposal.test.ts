import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { optionOf } from '../../../../ui/model/field';
import { fieldTypeNames } from '../../../../ui/model/types/fieldTypes';
import {
  draftCollection,
  type NewField,
  newFieldFault,
  proposeField,
  related,
  retyped,
  sampleOf,
  typesFor,
  withNewFields,
} from '../../../../ui/records/import/plan/fieldProposal';
import { guessOptions, readTable } from '../../../../ui/records/tables/readTable';
import type { FileTable } from '../../../../ui/records/tables/table';
import { collections } from '../../../support/samples';
import { spreadsheetFile, spreadsheets } from '../../../support/spreadsheets';

async function tableOf(text: string | Blob): Promise<FileTable> {
  const file = new Blob([text]);
  return readTable(file, await guessOptions(file));
}

function proposed(table: FileTable): NewField[] {
  const fields: NewField[] = [];
  for (const at of table.columns.keys()) {
    fields.push(
      proposeField(
        table,
        at,
        fields.map(({ field }) => field.name),
      ),
    );
  }
  return fields;
}

const column = async (head: string, ...values: string[]) => {
  const table = await tableOf(`${head}\tother\n${values.map((value) => `${value}\tx`).join('\n')}\n`);
  return proposeField(table, 0, []);
};

test('types of spreadsheets of three countries are those that a person would choose', async () => {
  const others: string[] = [];
  let count = 0;
  for (const [country, sheet] of Object.entries(spreadsheets)) {
    const fields = proposed(await tableOf(spreadsheetFile(sheet)));
    for (const [at, [head, type]] of sheet.columns.entries()) {
      count += 1;
      const found = fields[at]?.field.type;
      if (found !== type) others.push(`${country}: ${head} is ${found}, not ${type}`);
    }
  }
  assert.ok(count >= 100, String(count));
  assert.ok(others.length * 20 <= count, others.join('\n'));
});

const reasons: [head: string, values: string[], type: string, reason: string][] = [
  ['n', ['1', '20', '-3'], 'number', '3 of 3 are whole numbers.'],
  ['n', ['1.5', '2'], 'number', '2 of 2 are numbers.'],
  ['n', ['1,234', '2,345'], 'number', '2 of 2 are numbers.'],
  ['code', ['0005', '1200', '0310'], 'text', '2 of 3 begin with 0.'],
  ['n', ['12345678901234567', '1'], 'text', '1 of 2 have more than 15 digits.'],
  ['n', ['9007199254740993', '1'], 'text', '1 of 2 have more than 15 digits.'],
  ['call', ['+49 30 1234567', '+33 612 345 678'], 'text', '2 of 2 are codes or phone numbers.'],
  ['Phone', ['555 123', '555 124'], 'text', '2 of 2 are codes or phone numbers.'],
  ['d', ['01.02.2026', '03.04.2026'], 'date', '2 of 2 are dates.'],
  ['d', ['01/02/2026', '03/04/2026'], 'date', '2 of 2 are dates.'],
  ['number', ['1764400000', '1764400001'], 'number', '2 of 2 are whole numbers.'],
  ['created_at', ['1764400000', '1764400001'], 'date', '2 of 2 are dates.'],
  ['ok', ['0', '1', '1'], 'bool', '3 of 3 are true or false.'],
  ['ok', ['1', '1'], 'number', '2 of 2 are whole numbers.'],
  ['mail', ['a@b.example', 'c.d+e@f.example'], 'email', '2 of 2 are email addresses.'],
  ['mail', ['a@b.example', 'none'], 'text', '2 of 2 are texts.'],
  ['page', ['https://a.example/x?y=1', 'http://b.example'], 'url', '2 of 2 are URLs.'],
  ['state', ['new', 'paid', 'new', 'paid'], 'select', '4 of 4 are one of 2 values.'],
  ['stars', ['1', '5', '1', '5'], 'number', '4 of 4 are whole numbers.'],
  ['meta', ['{"a":1}', '[]'], 'json', '2 of 2 are lists or objects.'],
  ['body', ['<p>a</p>', '<p>b</p>'], 'editor', '2 of 2 are HTML.'],
  ['note', ['', ''], 'text', 'No row has a value.'],
];
for (const [head, values, type, reason] of reasons) {
  test(`${head} of ${values.join(' ')}`, async () => {
    const { field, reason: found } = await column(head, ...values);
    assert.equal([field.type, found], [type, reason]);
  });
}

const names: [heads: string[], names: string[]][] = [
  [
    ['id', 'Created', 'collectionId', 'expand', '', 'a', 'A'],
    ['original_id', 'original_created', 'original_collectionId', 'original_expand', 'column_5', 'a', 'a2'],
  ],
  [
    ['Größe (cm)', 'N° de téléphone', 'customerId', 'Order Date', '2024', '€', 'a_via_b'],
    ['grosse_cm', 'n_de_telephone', 'customerId', 'order_date', 'field_2024', 'column_6', 'column_7'],
  ],
];
for (const [heads, expected] of names) {
  test(`names of ${heads.join(', ')}`, async () => {
    const rows = [heads, heads.map(() => 'x'), heads.map(() => 'y')].map((cells) => cells.join('\t'));
    const file = new Blob([rows.join('\n')]);
    const table = await readTable(file, { ...(await guessOptions(file)), hasNames: true });
    const fields = proposed(table);
    assert.equal(
      fields.map(({ field }) => field.name),
      expected,
    );
    assert.is(newFieldFault(withNewFields(draftCollection('x.csv', []), fields), fields), null);
  });
}

test('a file without heads has columns with numbers', async () => {
  const table = await tableOf('1,2026-01-01\n2,2026-01-02\n');
  assert.equal(
    proposed(table).map(({ field }) => [field.name, field.type]),
    [
      ['column_1', 'number'],
      ['column_2', 'date'],
    ],
  );
});

test('nested values of a JSON file are JSON, its quoted digits are texts', async () => {
  const items = [
    { n: 1, code: '17', on: true, meta: { a: [1] }, tags: ['x'], mixed: 'x', big: 1.5, at: null },
    { n: 2, code: '18', on: false, meta: 'none', tags: [], mixed: 3, big: 2, at: '2026-01-01' },
  ];
  const table = await tableOf(JSON.stringify(items));
  assert.equal(
    proposed(table).map(({ field }) => [field.name, field.type]),
    [
      ['n', 'number'],
      ['code', 'text'],
      ['on', 'bool'],
      ['meta', 'json'],
      ['tags', 'json'],
      ['mixed', 'text'],
      ['big', 'number'],
      ['at', 'date'],
    ],
  );
});

test('required and unique are offered where all rows allow them', async () => {
  const offers = async (...values: string[]) => {
    const { canBeRequired, canBeUnique } = await column('n', ...values);
    return [canBeRequired, canBeUnique];
  };
  assert.equal(await offers('1', '2', '3'), [true, true]);
  assert.equal(await offers('0', '2', '3'), [false, true]);
  assert.equal(await offers('1', '', '3'), [false, false]);
  assert.equal(await offers('a', 'a', 'b'), [true, false]);
  assert.equal(await offers('true', 'true', 'true'), [false, false]);
});

test('choices are those of all rows, and too many of them are texts', async () => {
  const rows = (last: (at: number) => string) =>
    tableOf(`s,n\n${Array.from({ length: 5_000 }, (_, at) => `${last(at)},${at}`).join('\n')}\n`);
  const few = proposeField(
    await rows((at) => (at === 2_501 ? 'rare' : `state ${String.fromCharCode(97 + (at % 3))}`)),
    0,
    [],
  );
  assert.equal(optionOf(few.field, 'values'), ['state a', 'state b', 'state c', 'rare']);
  const many = await rows((at) => (at % 7 === 3 && at < 300 ? `once ${at}` : 'often'));
  assert.is(proposeField(many, 0, []).field.type, 'text');
});

test('the sample has the first and the last row', () => {
  const rows = Array.from({ length: 300_000 }, (_, at) => at);
  const sample = sampleOf(rows);
  assert.equal([sample.length, sample[0], sample.at(-1)], [1_000, 0, 299_999]);
  assert.is(new Set(sample).size, 1_000);
});

test('another type says how many values do not fit', async () => {
  const table = await tableOf('s,n\n1,x\nb,y\n3,z\n');
  const number = retyped(table, 0, proposeField(table, 0, []), 'number');
  assert.equal([number.field.type, number.reason], ['number', '1 value does not fit.']);
  const select = retyped(table, 0, number, 'select');
  assert.equal([select.field.id, optionOf(select.field, 'values')], [number.field.id, ['1', 'b', '3']]);
  const target = { collectionId: 'c1', collectionName: 'people', by: 'name' };
  const relation = related(table, 0, select.field, target);
  assert.is(relation.reason, '3 of 3 are the name of a record of people.');
  assert.is(optionOf(relation.field, 'collectionId'), 'c1');
});

test('a collection is named after its file', () => {
  const name = (file: string) => draftCollection(file, collections).name;
  assert.equal(['Kunden 2026.csv', 'posts.csv', '.csv', '_x.json', 'sqlite_a.csv', '日本.csv'].map(name), [
    'kunden_2026',
    'posts2',
    'imported',
    'x',
    'imported',
    'imported',
  ]);
});

test('unique fields have an index, and known fields are not added', async () => {
  const first = await column('Ref', 'a', 'b');
  const base = draftCollection('orders.csv', []);
  const made = withNewFields(base, [{ ...first, isUnique: true }]);
  assert.equal(made.indexes, [`CREATE UNIQUE INDEX \`idx_${first.field.id}\` ON \`orders\` (\`ref\`)`]);
  assert.is(withNewFields(made, [{ ...first, isUnique: true }]), made);
});

test('points are proposed and can be chosen where the server has them', async () => {
  const table = await tableOf(
    JSON.stringify([
      { at: { lon: 11.5, lat: 48 }, place: '11.5, 48', more: { lon: 1, lat: 2, alt: 3 } },
      { at: { lat: -1, lon: 2 }, place: '1, 2', more: null },
    ]),
  );
  const types = [...fieldTypeNames, 'geoPoint'] as const;
  const made = table.columns.map((_, at) => proposeField(table, at, [], { types }));
  assert.equal(
    made.map(({ field, reason }) => [field.type, reason]),
    [
      ['geoPoint', '2 of 2 are points.'],
      ['text', '2 of 2 are texts.'],
      ['json', '1 of 1 are lists or objects.'],
    ],
  );
  assert.is(proposeField(table, 0, []).field.type, 'json');
  assert.is(retyped(table, 1, made[1] as NewField, 'geoPoint').reason, '');
  assert.not(typesFor(made[0] as NewField).includes('geoPoint'));
  assert.ok(typesFor(made[0] as NewField, types).includes('geoPoint'));
});

test.run();
