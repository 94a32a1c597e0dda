import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  type ImportFault,
  type ReadImport,
  readImport,
} from '../../../../ui/screens/settings/import-collections/importText';
import { jsonFault, startOfValue } from '../../../../ui/screens/settings/import-collections/jsonScan';

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

/** The sign ‸ stands before the place that is to be told. */
const faults: [text: string, said: string][] = [
  ['[‸', 'The text ends too early: the [ of line 1, column 1 has no ].'],
  ['[\n  {"id": "a",\n   "name": "b"‸', 'The text ends too early: the { of line 2, column 3 has no }.'],
  ['[{"id":"a" ‸"name":"b"}]', 'A comma or } is missing before this.'],
  ['[{}\n‸{}]', 'A comma or ] is missing before this.'],
  ['[{"id":"a"‸,}]', 'After this comma nothing follows.'],
  ['[{"id":"a","name":"b"}‸,\n]', 'After this comma nothing follows.'],
  ['[‸,{}]', 'A value is missing before ,.'],
  ['[{"id" ‸"a"}]', 'A colon is missing before this.'],
  ['[{‸id: "a"}]', 'The name of a key must stand here, in double quotes.'],
  ["[{‸'id': 'a'}]", 'The name of a key must stand here, in double quotes.'],
  ['[{"id": ‸\'a\'}]', 'A text must stand in double quotes.'],
  ['[{"id": ‸abc}]', 'abc must stand in double quotes.'],
  ['[{"id": ‸None}]', 'None must stand in double quotes.'],
  ['[{"id": ‸01}]', '01 is no number.'],
  ['[{"id": ‸+1}]', '+1 is no number.'],
  ['[{"id": ‸1.}]', '1. is no number.'],
  ['[{"id": ‸}]', 'A value is missing before }.'],
  ['[{"id": ‸"a}]', 'The quotes that open here are not closed.'],
  ['[{"id": ‸"a\n}]', 'The quotes that open here are not closed in their line.'],
  ['[{"id": "a‸\tb"}]', 'A tab or another control character must be written as an escape such as \\t.'],
  ['[{"pattern": "^‸\\d$"}]', '\\d is no escape; a backslash itself is \\\\.'],
  ['[{"pattern": "‸\\u12"}]', '\\u is no escape; a backslash itself is \\\\.'],
  ['[‸// all\n]', 'A comment cannot stand in JSON.'],
  ['[{}]‸]', 'Nothing can stand here: the text is complete before ].'],
  ['[‸\u00a0{}]', 'A special blank stands here that JSON does not know.'],
  ['\r\n\r\n  ‸x', 'x must stand in double quotes.'],
  ['[\r‸x]', 'x must stand in double quotes.'],
  ['‸{"id":"a","name":"b"}', 'A single collection must stand in a list too: [ ... ].'],
  ['‸{"collections":[]}', 'The collections must be a list: keep only what stands in "collections".'],
  ['‸{"a":1}', 'It must be a list of collections.'],
  ['‸"[]"', 'It must be a list of collections.'],
  ['‸null', 'It must be a list of collections.'],
  ['[{"id":"a","name":"b"},\n ‸7]', 'The collection number 2 is no object.'],
  ['[‸[]]', 'The collection number 1 is no object.'],
  ['[‸{}]', 'The collection number 1 has no name, or one that is no text.'],
  ['[‸{"id":"x"}]', 'The collection number 1 (id x) has no name, or one that is no text.'],
  ['[{"id":"x","name":‸"  "}]', 'The collection number 1 (id x) has no name, or one that is no text.'],
  ['[‸{"name":"posts"}]', 'The collection "posts" has no id, or one that is no text.'],
  ['[{"name":"posts", "id":\n‸5}]', 'The collection "posts" has no id, or one that is no text.'],
  ['[{"name":"posts", "id":‸""}]', 'The collection "posts" has no id, or one that is no text.'],
  ['[{"id":"a","name":"b","listRule":‸1}]', 'The collection "b": its listRule must be a text.'],
  ['[{"id":"a","name":"b","system":‸"no"}]', 'The collection "b": its system must be true or false.'],
  ['[{"id":"a","name":"b","options":‸[]}]', 'The collection "b": its options must be an object.'],
  ['[{"id":"a","name":"b","indexes":‸["x",1]}]', 'The collection "b": its indexes must be a list of texts.'],
  ['[{"id":"a","name":"b","schema":‸{}}]', 'The collection "b": its schema must be a list.'],
  ['[{"id":"a","name":"b","fields":[‸null]}]', 'The field number 1 of the collection "b" is no object.'],
  [
    '[{"id":"a","name":"b","schema":[‸{"name":"c"}]}]',
    'The field number 1 of the collection "b" has no type, or one that is no text.',
  ],
  [
    '[{"id":"a","name":"b","schema":[{"name":"c","type":"bool"},{"type":"bool","name":‸""}]}]',
    'The field number 2 of the collection "b" has no name, or one that is no text.',
  ],
  [
    '[{"id":"a","name":"b","schema":[{"name":"c","type":"bool","id":‸7}]}]',
    'The field number 1 of the collection "b", "c", has an id that is no text.',
  ],
  [
    '[{"id":"a","name":"b","schema":[{"name":"c","type":"bool","required":‸"yes"}]}]',
    'The field number 1 of the collection "b", "c", has a required that is neither true nor false.',
  ],
  [
    '[{"id":"a","name":"b","schema":[{"name":"c","type":"bool","options":‸[1]}]}]',
    'The field number 1 of the collection "b", "c", has options that are no object.',
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

test('a text without anything in it has no place to tell', () => {
  for (const text of ['', ' \n ', '\uFEFF'])
    assert.equal(faultOf(text), { fault: `${begin} The text is empty.`, line: null, column: null });
});

test('a list is read as it is, with all keys and in its order', () => {
  const text =
    '\uFEFF[{"name":"b","id":"2","more":{"x":[1]},"schema":null},{"id":"1","name":"a","fields":[{"name":"f","type":"t"}]}]';
  const { collections, duplicates } = readOf(text);
  assert.equal(collections, JSON.parse(text.slice(1)));
  assert.equal(duplicates, []);
  assert.equal(readOf('[]'), { collections: [], duplicates: [] });
});

test('of collections with the same id the first is kept, and the others are named', () => {
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

test('every text is either JSON to both, or to neither', () => {
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
    { numRuns: 3_000 },
  );
});

test('a value is found where it begins, of a key given twice the last', () => {
  const text = ' { "a" : [ 1, {"b\\u0063": "x"} ], "a" : [ 2, {"bc": null} ] } ';
  assert.is(startOfValue(text, []), 1);
  assert.is(startOfValue(text, ['a', 1, 'bc']), text.lastIndexOf('null'));
  assert.is(startOfValue(text, ['a', 0]), text.lastIndexOf('2'));
  assert.is(startOfValue(text, ['a', 7]), null);
  assert.is(startOfValue(text, ['a', '1']), null);
});

test('nesting without end and a long broken text take no time', () => {
  const deep = '['.repeat(200_000);
  assert.match(faultOf(deep).fault, /column 200001: The text ends too early/);
  assert.match(faultOf(deep + ']'.repeat(200_000)).fault, /The collection number 1 is no object/);
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
  const started = performance.now();
  assert.match(faultOf(`${long.slice(0, -1)},`).fault, /The text ends too early|nothing follows/);
  const took = performance.now() - started;
  assert.ok(long.length > 5_000_000 && took < 1_500, `${Math.round(took)} ms for ${long.length} characters`);
});

test.run();
