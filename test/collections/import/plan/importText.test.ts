import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  type ImportFault,
  jsonFault,
  type ReadImport,
  readImport,
} from '../../../../ui/collections/import/plan/importText';
import { runsOf } from '../../../support/runsOf';

const begin = 'Invalid collections configuration.';

function faultOf(text: string): ImportFault {
  const read = readImport(text);
  assert.ok('fault' in read, `${text} is read`);
  return read as ImportFault;
}

function readOf(text: string): ReadImport {
  const read = readImport(text);
  assert.ok('collections' in read, JSON.stringify(read));
  return read as ReadImport;
}

/** The character ‸ marks the expected position of the error. */
const faults: [text: string, said: string][] = [
  ['[‸', 'The text ends before the [ of line 1, column 1 is closed by ].'],
  ['[{"id":"a" ‸"name":"b"}]', 'Expected a comma or } here.'],
  ['[{"id":"a"‸,}]', 'Unexpected comma: nothing follows it.'],
  ['[{"id":"a","name":"b"}‸,\n]', 'Unexpected comma: nothing follows it.'],
  ['[{"id" ‸"a"}]', 'Expected a colon here.'],
  ['[{‸id: "a"}]', 'Expected a key in double quotes.'],
  ['[{"id": ‸\'a\'}]', 'A string needs double quotes.'],
  ['[{"id": ‸abc}]', 'abc needs double quotes.'],
  ['[{"id": ‸01}]', '01 is not a valid number.'],
  ['[{"id": ‸"a}]', 'Missing closing quote.'],
  ['[{"id": "a‸\tb"}]', 'A tab or another control character must be written as an escape such as \\t.'],
  ['[{"pattern": "^‸\\d$"}]', '\\d is not a valid escape; write a backslash as \\\\.'],
  ['[{"pattern": "‸\\u12"}]', '\\u is not a valid escape; write a backslash as \\\\.'],
  ['[‸// all\n]', 'JSON does not allow comments.'],
  ['[‸\u00a0{}]', 'Unsupported whitespace character.'],
  ['\r\n\r\n[  ‸x', 'x needs double quotes.'],
  ['‸// all\n[]', 'JSON does not allow comments.'],
  ['‸{"id":"a","name":"b"}', 'Put a single collection into a list too: [ ... ].'],
  ['‸{"collections":[]}', 'Expected a list of collections: keep only the value of "collections".'],
  ['‸{"a":1}', 'Expected a list of collections.'],
  ['[{"id":"a","name":"b"},\n ‸7]', 'Collection number 2 is not an object.'],
  ['[‸{"id":"x"}]', 'Collection number 1 (id x) has no name, or one that is not a string.'],
  ['[{"id":"x","name":‸"  "}]', 'Collection number 1 (id x) has no name, or one that is not a string.'],
  ['[‸{"name":"posts"}]', 'The collection "posts" has no id, or one that is not a string.'],
  ['[{"id":"a","name":"b","listRule":‸1}]', 'The collection "b": its listRule must be a string.'],
  ['[{"id":"a","name":"b","options":‸[]}]', 'The collection "b": its options must be an object.'],
  [
    '[{"id":"a","name":"b","indexes":‸["x",1]}]',
    'The collection "b": its indexes must be a list of strings.',
  ],
  ['[{"id":"a","name":"b","schema":‸{}}]', 'The collection "b": its schema must be a list.'],
  ['[{"id":"a","name":"b","fields":[‸null]}]', 'Field number 1 of the collection "b" is not an object.'],
  [
    '[{"id":"a","name":"b","schema":[‸{"name":"c"}]}]',
    'Field number 1 of the collection "b" has no type, or one that is not a string.',
  ],
  [
    '[{"id":"a","name":"b","schema":[{"name":"c","type":"bool","id":‸7}]}]',
    'Field number 1 of the collection "b", "c", has an id that is not a string.',
  ],
  [
    '[{"id":"a","name":"b","schema":[{"name":"c","type":"bool","options":‸[1]}]}]',
    'Field number 1 of the collection "b", "c", has options that are not an object.',
  ],
];

for (const [marked, said] of faults) {
  test(`${JSON.stringify(marked)}: ${said}`, () => {
    const before = marked.slice(0, marked.indexOf('‸')).split(/\r\n|\r|\n/);
    const line = before.length;
    const column = (before.at(-1) ?? '').length + 1;
    const fault = `${begin} Line ${line}, column ${column}: ${said}`;
    assert.equal(faultOf(marked.replace('‸', '')), { fault, line, column });
  });
}

test('an empty text has no error position', () => {
  for (const text of ['', ' \n ', '\uFEFF'])
    assert.equal(faultOf(text), { fault: `${begin} The text is empty.`, line: null, column: null });
});

test('a text of another kind is no JSON, whatever stands in it', () => {
  for (const text of ['<html lang="en">', ' id,name\n1,a', 'CREATE TABLE a (b)'])
    assert.equal(faultOf(text), { fault: `${begin} The text is not JSON.`, line: null, column: null });
});

test('a list keeps all keys and their order, behind a mark too', () => {
  const text = '[{"name":"b","id":"2","more":{"x":[1]},"schema":null},{"id":"1","name":"a"}]';
  assert.equal(readOf(`\uFEFF${text}`), { collections: JSON.parse(text), duplicates: [] });
});

test('the first of several collections with the same id is kept, and the others are named', () => {
  const items = ['1 a', '2 b', '1 c', '1 d', '2 b', '3 a'].map((text) => {
    const [id, name] = text.split(' ');
    return { id, name };
  });
  const { collections, duplicates } = readOf(JSON.stringify(items));
  assert.equal(
    collections.map(({ id, name }) => `${id} ${name}`),
    ['1 a', '2 b', '3 a'],
  );
  assert.equal(duplicates, ['c', 'd', 'b']);
});

test('a text is JSON for our check exactly when it is for JSON.parse', () => {
  const edited = fc
    .tuple(
      fc.json({ maxDepth: 3 }),
      fc.nat(),
      fc.nat(3),
      fc.constantFrom('', '"', ',', ']', '}', '\\', '\n', '-', '0', ' '),
    )
    .map(([text, at, gone, put]) => {
      const place = at % (text.length + 1);
      return text.slice(0, place) + put + text.slice(place + gone);
    });
  fc.assert(
    fc.property(fc.oneof(fc.json(), edited, fc.string()), (text) => {
      let isJson = true;
      try {
        JSON.parse(text);
      } catch {
        isJson = false;
      }
      const fault = jsonFault(text);
      assert.is(fault === null, isJson, text);
      if (fault) assert.ok(fault.at >= 0 && fault.at <= text.length);
    }),
    { numRuns: runsOf(3_000) },
  );
});

test('a text that is too large is refused with its size', () => {
  const begin = 'Invalid collections configuration.';
  const many = Array.from({ length: 2_001 }, (_, at) => ({ id: `c${at}`, name: `n${at}` }));
  assert.is(
    faultOf(JSON.stringify(many)).fault,
    `${begin} The text holds 2,001 collections. At most 2,000 can be imported at once.`,
  );
  assert.not('fault' in readImport(JSON.stringify(many.slice(1))));
  assert.is(
    faultOf(' '.repeat(25_400_000)).fault,
    `${begin} The text is too large: 25.4 MB. At most 20 MB can be imported at once.`,
  );
});

const binaries: [text: string, said: string][] = [
  ['PK\u0003\u0004\u0014\u0000data.db', 'This is a ZIP file, such as a backup.'],
  ['SQLite format 3\u0000\u0010', 'This is a SQLite database.'],
  ['\ufffd\ufffd[', 'This is a binary file.'],
  ['[\u0000{\u0000', 'This is a binary file.'],
];

for (const [text, said] of binaries) {
  test(`${JSON.stringify(text)}: ${said}`, () => {
    assert.is(
      faultOf(text).fault,
      `Invalid collections configuration. ${said} An import needs the JSON text of an export.`,
    );
  });
}

test('endless nesting and a long broken text are checked quickly', () => {
  const deep = '['.repeat(200_000);
  assert.match(faultOf(deep).fault, /column 200001: The text ends before/);
  assert.match(faultOf(deep + ']'.repeat(200_000)).fault, /Collection number 1 is not an object/);
  const item = {
    id: 'x',
    name: 'posts',
    schema: Array.from({ length: 50 }, () => ({ name: 'f', type: 'text' })),
  };
  const long = JSON.stringify(
    Array.from({ length: 2_500 }, () => item),
    null,
    1,
  );
  assert.ok(long.length > 5_000_000);
  assert.match(faultOf(`${long.slice(0, -1)},`).fault, /The text ends before|nothing follows/);
});

test.run();
