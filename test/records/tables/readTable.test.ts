import fc from 'fast-check';
import Papa from 'papaparse';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { csvRow } from '../../../ui/records/tables/csv';
import { guessOptions, readTable, type TableOptions } from '../../../ui/records/tables/readTable';
import { TableError } from '../../../ui/records/tables/table';

const csv: TableOptions = {
  encoding: 'utf-8',
  format: 'csv',
  separator: ',',
  hasNames: true,
  titleRows: 0,
  skipsTitle: false,
  listKey: '"items"',
};

const readAsGuessed = async (file: Blob) => readTable(file, await guessOptions(file));
const readCsv = (text: string, options: Partial<TableOptions> = {}) =>
  readTable(new Blob([text]), { ...csv, ...options });

async function sentenceOf(reading: Promise<unknown>): Promise<string> {
  try {
    await reading;
  } catch (error) {
    if (error instanceof TableError) return error.message;
    throw error;
  }
  return 'no error';
}

type Guess = [text: string, expected: Partial<TableOptions>];
const noNames = (text: string): Guess => [text, { hasNames: false }];
const json = (text: string): Guess => [text, { format: 'json' }];
const lines = (text: string): Guess => [text, { format: 'jsonLines' }];
const guesses: Guess[] = [
  ['a;b\n1;2', { separator: ';' }],
  ['\uFEFFa\tb\n1\t2', { separator: '\t' }],
  ['a;b\n1,5;2,5\n3,5;4,5\n', { separator: ';' }],
  ['"a\nb;c";d\n1;2\n', { separator: ';' }],
  // Both give two rows of one length.
  ['a,b;c;d\n1,2;3;4\n5', { separator: ';' }],
  // A row that is cut does not count.
  [`a;b|c\n1;2|3${';'.repeat(200_000)}`, { separator: ';' }],
  [`a,b;c\n1,2;3;4\n1,2;3;4;5\n${'|'.repeat(200_000)}`, { separator: ',' }],
  ['id,title,,\n1,2,3,4', {}],
  ...['id,,title', 'id,"",title', 'id, ,title', 'id,title,id', 'id,title,id ', '1,2\n3,4', 'a,-1.50'].map(
    noNames,
  ),
  ...['a,15%', 'a,2024-01-31', 'a,31.1.24'].map(noNames),
  ...['[id],[title]\n1,a', '{"a":1},{"a":2}', '{a},b'].map((text): Guess => [text, { format: 'csv' }]),
  ...['[]', ' \n[\n{"a":1},', '[', '[1,2]', '[null]', '\uFEFF[{"a":1}]', '{"items":[]}'].map(json),
  ...['{"page":1,"items":[{"a":1}]}\n', '{"page":1,"items":[{"a":1},{"b"'].map(json),
  ...['{"a":1}', '{"a":1}\r\n{"a":2}', '{"a":1}{"a":2}', '{"a":1}\nbroken', '{"text":"a long'].map(lines),
  ...['{"items":[{"a":1}]}\n{"items":[]}', '{"id":"a","items":["b"]}', '{"id":"a","items":"b"}'].map(lines),
  ['{\n  "a": {"items": [{}]}\n}', { format: 'jsonLines' }],
  ['{"data": [{"a":[{}]}], "meta": {"b":[{}]}, "is": "x,y"}', { format: 'json', listKey: '"data"' }],
  ['{"id": 1, "data": [{}]}', { format: 'jsonLines' }],
  ['{"a": [{}], "b": [{}]}', { format: 'jsonLines' }],
  ['sep=;\na,b;c\n1;2', { separator: ';', titleRows: 1, skipsTitle: true }],
  ['Sales of May\n\na,b\n1,2', { titleRows: 1 }],
  ['Sales of May,,\na,b,c\n1,2,3', { titleRows: 1 }],
];
for (const [text, expected] of guesses) {
  test(`guesses how to read ${JSON.stringify(text.slice(0, 40))}`, async () => {
    const guessed = await guessOptions(new Blob([text]));
    for (const [key, value] of Object.entries({ format: 'csv', hasNames: true, ...expected }))
      if (key !== 'hasNames' || guessed.format === 'csv') assert.is(Reflect.get(guessed, key), value, key);
  });
}

for (const sign of ['"', '{', '[', '{"a":', ',', '\n', 'a"', '{"items":[']) {
  test(`guesses from a long text of ${JSON.stringify(sign)}`, async () => {
    await guessOptions(new Blob([sign.repeat(Math.round(1_000_000 / sign.length))]));
  });
}

test('the separator of any table is found', async () => {
  const cell = fc.string({ unit: fc.constantFrom('a', 'é', '"', '\n', ' '), minLength: 1 });
  const tables = fc
    .integer({ min: 2, max: 6 })
    .chain((count) =>
      fc.array(fc.array(cell, { minLength: count, maxLength: count }), { minLength: 1, maxLength: 9 }),
    );
  await fc.assert(
    fc.asyncProperty(tables, fc.constantFrom(',', ';', '\t', '|'), async (table, delimiter) => {
      const { separator } = await guessOptions(new Blob([Papa.unparse(table, { delimiter })]));
      assert.is(separator, delimiter);
    }),
  );
});

test('a text with a zero character is a text, random bytes are none', async () => {
  const { rows } = await readCsv('id,title\nabc,a nul\0 in a text\n');
  assert.equal(rows, [{ number: 2, cells: ['abc', 'a nul\0 in a text'] }]);
  let seed = 7;
  const bytes = Uint8Array.from({ length: 5000 }, () => {
    seed = (seed * 1103515245 + 12345) % 2 ** 31;
    return seed >> 16;
  });
  const sentence = 'Only CSV, TSV, JSON and JSON Lines files can be imported.';
  // A page of SQLite is empty for the most part.
  for (const part of [bytes, `SQLite format 3\0${'\0'.repeat(40)}`, '%PDF\0'])
    assert.is(await sentenceOf(guessOptions(new Blob([part, Uint8Array.of(0xe9)]))), sentence);
});

test('guesses the encoding', async () => {
  const latin = new Blob(['name;town\nJos', Uint8Array.of(0xe9), ';K', Uint8Array.of(0xf6), 'ln\n']);
  assert.equal(await guessOptions(latin), { ...csv, encoding: 'windows-1252', separator: ';' });
  assert.equal((await readAsGuessed(latin)).rows, [{ number: 2, cells: ['José', 'Köln'] }]);
  const utf16 = new Blob([
    Uint8Array.of(0xff, 0xfe),
    Uint16Array.from('a,b\n1,2', (sign) => sign.charCodeAt(0)),
  ]);
  assert.is((await guessOptions(utf16)).encoding, 'utf-16le');
  assert.equal((await readAsGuessed(utf16)).rows, [{ number: 2, cells: ['1', '2'] }]);
});

/** Texts, and their columns and numbered rows as JSON. */
const tables: [text: string, hasNames: boolean, columns: string, rows: string][] = [
  ['id,title\r\n1,a\r\n\r\n2,""\r\n', true, 'id,title', '[[2,"1","a"],[4,"2",""]]'],
  ['\n\nid\n1', true, 'id', '[[4,"1"]]'],
  ['a,b,c\n1\n1,2,3,4', true, 'a,b,c', '[[2,"1",null,null],[3,"1","2","3","4"]]'],
  // Names may repeat, and one may be missing.
  ['a,,a, \n1,2,3,4', true, 'a,Column 2,a,Column 4', '[[2,"1","2","3","4"]]'],
  // Columns at the end without any text are dropped.
  ['a,b,,\n1,2,,\n3,4,"",,,', true, 'a,b', '[[2,"1","2"],[3,"3","4"]]'],
];
for (const [text, hasNames, columns, rows] of tables) {
  test(`reads ${JSON.stringify(text)}`, async () => {
    const table = await readCsv(text, { hasNames });
    assert.equal([table.format, table.columns.join()], ['csv', columns]);
    assert.is(JSON.stringify(table.rows.map(({ number, cells }) => [number, ...cells])), rows);
  });
}

test('reads JSON and JSON Lines', async () => {
  const rows = [
    { number: 1, cells: ['1.0', null] },
    { number: 2, cells: [null, '"x"'] },
  ];
  const columns = ['a', 'b'];
  const list = new Blob(['{"items":[{"a":1.0},{"b":"x"}]}']);
  const lines = new Blob(['{"a":1.0}\n{"b":"x"}\n']);
  assert.equal(await readAsGuessed(list), { format: 'json', columns, rows });
  assert.equal(await readAsGuessed(lines), { format: 'jsonLines', columns, rows });
});

const sentences: [text: string, options: Partial<TableOptions>, sentence: string][] = [
  ['', {}, 'The file holds no rows.'],
  ['[]', { format: 'json' }, 'The file holds no rows.'],
  ['id,title\n1,a\n2,"b\n3,c\n', {}, 'The quote opened in row 3 is never closed.'],
  [`id\n${'1\n'.repeat(1_202)}"`, {}, 'The quote opened in row 1,204 is never closed.'],
  ['[{"a":1}', { format: 'json' }, 'The JSON is not complete: the file ends after row 1.'],
  ['PK\u0003\u0004 and more', {}, 'Only CSV, TSV, JSON and JSON Lines files can be imported.'],
  [`${','.repeat(2_000)}a\n1`, {}, 'The file has more than 1,000 columns.'],
  [
    `${'a,'.repeat(900)}\n${'1\n'.repeat(30_000)}`,
    {},
    'The file has more than 20,000,000 cells. Split it and import the parts.',
  ],
];
for (const [text, options, sentence] of sentences) {
  test(`says "${sentence}" of ${JSON.stringify(text.slice(0, 40))}`, async () =>
    assert.is(await sentenceOf(readCsv(text, options)), sentence));
}

test('a file that is too large is not read', async () => {
  const large = { size: 200 * 1024 ** 2 } as Blob;
  const sentence = 'The file is larger than 100 MB. Split it and import the parts.';
  assert.is(await sentenceOf(guessOptions(large)), sentence);
  assert.is(await sentenceOf(readTable(large, csv)), sentence);
});

test('reports the rows while it reads, and stops on a signal', async () => {
  const text = `id,title\n${'1,"some text"\n'.repeat(200_000)}`;
  const counts: number[] = [];
  const table = await readTable(new Blob([text]), csv, { onProgress: (rows) => counts.push(rows) });
  assert.is(table.rows.length, 200_000);
  assert.is(table.rows.at(-1)?.number, 200_001);
  assert.is(counts.at(-1), 200_000);
  assert.equal(counts, [...new Set(counts)]);
  assert.is(counts.length, Math.ceil(text.length / 1_000_000));

  const stop = new AbortController();
  const reading = readTable(new Blob([text]), csv, { signal: stop.signal, onProgress: () => stop.abort() });
  await reading.then(
    () => assert.unreachable(),
    (error: Error) => assert.is(error.name, 'AbortError'),
  );
});

test('reads any table that we export', async () => {
  const cell = fc.string({
    unit: fc.constantFrom('a', 'é', '😀', '"', ',', ';', '\t', '\n', '\r', "'"),
    minLength: 1,
  });
  const names = ['id', 'title', 'price'];
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(cell, fc.option(fc.oneof(cell, fc.constant(''))), fc.option(cell)), { minLength: 1 }),
      fc.constantFrom<(',' | ';' | '\t')[]>(',', ';', '\t'),
      fc.constantFrom('', '\uFEFF'),
      async (rows, separator, mark) => {
        const text = mark + [names, ...rows].map((row) => csvRow(row, separator)).join('');
        const table = await readTable(new Blob([text]), { ...csv, separator });
        assert.equal(table.columns, names);
        assert.equal(
          table.rows.map(({ cells }) => cells),
          rows,
        );
      },
    ),
  );
});

test.run();
