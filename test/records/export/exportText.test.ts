import Papa from 'papaparse';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { sliceRows } from '../../../ui/base/jsonText';
import {
  createExportFile,
  type ExportColumn,
  firstLines,
  lineOf,
  type TextOptions,
} from '../../../ui/records/export/exportText';

const columns: Record<string, Omit<ExportColumn, 'name'>> = {
  id: { isId: true },
  meta: { isSource: true },
  files: { hasFiles: true },
  photo: { hasFiles: true },
};

function record(source: string) {
  const [values = new Map<string, string>()] = sliceRows(`{"items":[${source}]}`, 'items');
  return { id: JSON.parse(values.get('id') ?? '""') as string, values };
}

function options(names: readonly string[], given: Partial<TextOptions> = {}): TextOptions {
  return {
    columns: names.map((name) => ({ name, ...columns[name] })),
    format: 'csv',
    separator: ',',
    hasByteOrderMark: false,
    isGuarded: true,
    linkTo: null,
    ...given,
  };
}

const cells: [what: string, source: string, cell: string][] = [
  ['a text', '"Yirgacheffe"', 'Yirgacheffe'],
  ['a text with what the server escapes', '"\\u003cb\\u003e \\u0026 \\u2028."', '<b> & \u2028.'],
  ['an empty text', '""', '""'],
  ['a formula', '"=1+1"', "'=1+1"],
  ['true', 'true', 'true'],
  ['null', 'null', ''],
  ['no values', '[]', ''],
];
for (const [what, source, cell] of cells) {
  test(`CSV: ${what}`, () => assert.is(lineOf(record(`{"x":${source}}`), options(['x'])), `${cell}\r\n`));
}

test('CSV: an id is not guarded, so that it stays the id of its record', () =>
  assert.is(lineOf(record('{"id":"-Xk2_abcdefghij"}'), options(['id'])), '-Xk2_abcdefghij\r\n'));

const jsons: [source: string, cell: string][] = [
  ['null', ''],
  ['""', '""""""'],
  ['-5', '-5'],
  ['"=1"', '"""=1"""'],
  ['[]', '[]'],
  ['[1,\n  2]', '"[1,2]"'],
];
for (const [source, cell] of jsons) {
  test(`CSV: the json value ${JSON.stringify(source)}`, () =>
    assert.is(lineOf(record(`{"meta":${source}}`), options(['meta'])), `${cell}\r\n`));
}

test('a value that the record lacks is nothing in CSV and no key in JSON', () => {
  const row = record('{"id":"a","title":"x"}');
  assert.is(lineOf(row, options(['id', 'created', 'title'])), 'a,,x\r\n');
  assert.is(lineOf(row, options(['id', 'created', 'title'], { format: 'json' })), '{"id":"a","title":"x"}');
});

test('JSON has the keys in the order of the columns, and json values as the server wrote them', () => {
  const row = record(
    '{"meta":{"z":9007199254740993,"a":1.0,"10":"\\u003c"},"n":1e+21,"title":"\\u003cb\\u003e","id":"a"}',
  );
  assert.is(
    lineOf(row, options(['id', 'title', 'n', 'meta'], { format: 'jsonl' })),
    '{"id":"a","title":"<b>","n":1e+21,"meta":{"z":9007199254740993,"a":1.0,"10":"\\u003c"}}',
  );
});

test('files are links on request', () => {
  const row = record('{"id":"a","files":["1.png","2.png"],"photo":"3.png","title":"1.png"}');
  const given = options(['files', 'photo', 'title'], { linkTo: (id, name) => `https://x/${id}/${name}` });
  assert.is(
    lineOf(row, given),
    '"[""https://x/a/1.png"",""https://x/a/2.png""]",https://x/a/3.png,1.png\r\n',
  );
  assert.is(
    lineOf(row, { ...given, format: 'json' }),
    '{"files":["https://x/a/1.png","https://x/a/2.png"],"photo":"https://x/a/3.png","title":"1.png"}',
  );
  const empty = record('{"id":"a","files":[],"photo":""}');
  assert.is(lineOf(empty, given), ',"",\r\n');
});

const rows = ['a', 'b', 'c'].map((id) => record(`{"id":"${id}","title":"${id}, é"}`));

async function textOf(given: TextOptions, count: number): Promise<string> {
  const file = createExportFile(given);
  file.add(rows.slice(0, 1));
  file.clear();
  file.add(rows.slice(0, count));
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(await file.content().arrayBuffer());
}

test('a CSV file begins with the names, and with a byte order mark on request', async () => {
  const given = options(['id', 'title']);
  assert.is(await textOf(given, 2), 'id,title\r\na,"a, é"\r\nb,"b, é"\r\n');
  assert.is(await textOf({ ...given, hasByteOrderMark: true }, 0), '\uFEFFid,title\r\n');
});

test('a JSON file is one array with a record a line; JSON Lines have no brackets and no mark', async () => {
  const given = options(['id'], { hasByteOrderMark: true });
  assert.is(await textOf({ ...given, format: 'json' }, 2), '[\n{"id":"a"},\n{"id":"b"}\n]\n');
  assert.equal(JSON.parse(await textOf({ ...given, format: 'json' }, 0)), []);
  assert.is(await textOf({ ...given, format: 'jsonl' }, 2), '{"id":"a"}\n{"id":"b"}\n');
  assert.is(await textOf({ ...given, format: 'jsonl' }, 0), '');
});

test('the file can be saved and go on', async () => {
  const file = createExportFile(options(['id'], { format: 'json' }));
  file.add(rows.slice(0, 1));
  assert.equal(JSON.parse(await file.content().text()), [{ id: 'a' }]);
  file.add(rows.slice(1));
  assert.equal(JSON.parse(await file.content().text()), [{ id: 'a' }, { id: 'b' }, { id: 'c' }]);
});

test('a large file leaves the memory in parts and is whole', async () => {
  const long = 'é'.repeat(300_000);
  const file = createExportFile(options(['id', 'title']));
  const count = 12;
  for (let at = 0; at < count; at += 1) file.add([record(`{"id":"${at}","title":"${long}"}`)]);
  const text = await file.content().text();
  const { data } = Papa.parse<string[]>(text, { header: false, skipEmptyLines: true });
  assert.is(data.length, count + 1);
  for (const [at, row] of data.slice(1).entries()) assert.ok(row[0] === String(at) && row[1] === long);
});

test('the first lines are those of the file, cut to what a screen can show', () => {
  const given = options(['id', 'title']);
  assert.is(firstLines(rows, given), 'id,title\na,"a, é"\nb,"b, é"\nc,"c, é"');
  assert.is(
    firstLines(rows.slice(0, 2), { ...given, format: 'json' }),
    '[\n{"id":"a","title":"a, é"},\n{"id":"b","title":"b, é"}',
  );
  const long = record(`{"title":"${'x'.repeat(5000)}"}`);
  assert.ok(firstLines([long], options(['title'])).length < 1100);
});

test.run();
