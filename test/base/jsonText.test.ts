import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  checkJson,
  goJson,
  indentJson,
  type JsonPath,
  numbersIn,
  sliceItems,
  sliceJson,
  sliceMembers,
  sliceRows,
  startOfValue,
} from '../../ui/base/jsonText';
import { runsOf } from '../support/runsOf';

/** Tokens that JSON.stringify would write differently. */
const hostile = String.raw`
  { "n" : 12345678901234567890, "price":1.10 , "big": 1e3,
    "10": -0, "2": 0.30000000000000004, "1":1E+400,
    "path\/to": "\u00e9\/\ud83d 😀 \"}],: \\", "" : { },
    "twice": [1,2], "twice": {"deep": [ [ ] , {"x":null} ]},
    "__proto__": true }
`;

const slices: Array<[text: string, path: JsonPath, expected: string | null]> = [
  [hostile, ['path/to'], String.raw`"\u00e9\/\ud83d 😀 \"}],: \\"`],
  [hostile, ['path\\/to'], null],
  [hostile, ['twice', 0], null],
  [hostile, ['__proto__'], 'true'],
  [hostile, ['constructor'], null],
  [hostile, ['n', 0], null],
  ['[1]', ['0'], null],
  ['[1]', [-1], null],
  ['"length"', ['length'], null],
  ['{"a":{"b":1},"a":[2]}', ['a', 'b'], null],
  [String.raw`{"a":1,"\u0061":2}`, ['a'], '2'],
];

for (const [text, path, expected] of slices) {
  test(`the source at ${JSON.stringify(path)} in ${text.trim().slice(0, 24)} is ${expected}`, () => {
    assert.is(sliceJson(text, path), expected);
  });
}

test('white space is set anew, and an escape stays', () => {
  const text = String.raw`{ "a\/" :[ 1.10,{ } ]}`;
  assert.is(indentJson(text), '{\n  "a\\/": [\n    1.10,\n    {}\n  ]\n}');
});

test('compact JSON is formatted like JSON.stringify with indentation', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), fc.integer({ min: 1, max: 10 }), (value, spaces) => {
      assert.is(indentJson(JSON.stringify(value), spaces), JSON.stringify(value, null, spaces));
    }),
    { numRuns: runsOf(500) },
  );
});

const blanks = fc.string({ unit: fc.constantFrom(' ', '\n', '\t', '\r'), maxLength: 3 });
const pieces = ['a', '1', '{', '}', '[', ']', ',', ':', ' ', '😀', '\\"', '\\\\', '\\/', '\\n', '\\u0061'];
const strings = fc.array(fc.constantFrom(...pieces), { maxLength: 4 }).map((parts) => `"${parts.join('')}"`);
const scalars = fc.oneof(
  strings,
  fc.constantFrom('null', 'true', 'false', '0', '-0', '1.10', '1e3', '1E-07', '12345678901234567890'),
);

/** JSON in unusual notation: `value` with random tokens and white space. */
const { value: hostileTexts } = fc.letrec<{ value: string; inner: string; array: string; object: string }>(
  (tie) => ({
    value: fc.tuple(blanks, tie('inner'), blanks).map((parts) => parts.join('')),
    inner: fc.oneof({ depthSize: 'small', withCrossShrink: true }, scalars, tie('array'), tie('object')),
    array: fc
      .tuple(blanks, fc.array(tie('value'), { maxLength: 4 }))
      .map(([blank, parts]) => `[${parts.join(',') || blank}]`),
    object: fc
      .tuple(blanks, fc.array(fc.tuple(blanks, strings, blanks, tie('value')), { maxLength: 4 }))
      .map(
        ([blank, members]) =>
          `{${members.map(([before, key, after, value]) => `${before}${key}${after}:${value}`).join(',') || blank}}`,
      ),
  }),
);

const tokensOf = (text: string) => text.match(/"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g);

/** Returns every path in the value, with the path of the root. */
function pathsIn(value: unknown): JsonPath[] {
  if (typeof value !== 'object' || value === null) return [[]];
  const entries: [string | number, unknown][] = Array.isArray(value)
    ? value.map((item, place) => [place, item])
    : Object.entries(value);
  return [[], ...entries.flatMap(([key, inner]) => pathsIn(inner).map((path) => [key, ...path]))];
}

const at = (value: unknown, path: JsonPath): unknown =>
  path.reduce((inner: unknown, step) => (inner as Record<string | number, unknown>)[step], value);

test('formatting keeps all tokens, and formatting again changes nothing', () => {
  fc.assert(
    fc.property(hostileTexts, (text) => {
      assert.is(checkJson(text), null);
      const laidOut = indentJson(text);
      assert.equal(tokensOf(laidOut), tokensOf(text));
      assert.is(indentJson(laidOut), laidOut);
    }),
    { numRuns: runsOf(500) },
  );
});

test('the slice at any path is a part of the text, and parses to the value there', () => {
  fc.assert(
    fc.property(hostileTexts, (text) => {
      const value: unknown = JSON.parse(text);
      for (const path of pathsIn(value)) {
        const slice = sliceJson(text, path) ?? '';
        assert.ok(text.includes(slice));
        assert.is(slice, slice.trim());
        const there = at(value, path);
        assert.equal(JSON.parse(slice), there);
        const elements = sliceItems(text, path).map((element) => JSON.parse(element));
        assert.equal(elements, Array.isArray(there) ? there : []);
        assert.is(sliceJson(text, [...path, 'no such key']), null);
        assert.is(sliceJson(text, [...path, 99]), null);
        assert.equal(sliceItems(text, [...path, 'no such key']), []);
      }
    }),
    { numRuns: runsOf(200) },
  );
});

const broken = ['', '[1,]', '{"a" 1}', "{'a':1}", '01', '1 2', '"a\nb"', '"\\x"', 'nul', '\uFEFF1'];

for (const text of broken) {
  test(`${JSON.stringify(text)} is invalid JSON, and is neither sliced nor formatted`, () => {
    const wrong = checkJson(text);
    assert.type(wrong, 'string');
    assert.ok(wrong);
    for (const call of [() => sliceJson(text, []), () => sliceItems(text, []), () => indentJson(text)]) {
      assert.throws(call, (error: Error) => error.message === `Invalid JSON: ${wrong}`);
    }
  });
}

test('a text with one character more or less is refused whenever a parser refuses it', () => {
  const signs = fc.constantFrom('', '"', '{', '}', '[', ']', ',', ':', '\\', '0', 'x');
  fc.assert(
    fc.property(hostileTexts, fc.nat(), signs, (text, place, sign) => {
      const cut = place % (text.length + 1);
      const changed = text.slice(0, cut) + sign + text.slice(cut + 1);
      const isRefused = checkJson(changed) !== null;
      if (isRefused) assert.throws(() => indentJson(changed), /^Invalid JSON/);
      else assert.equal(tokensOf(indentJson(changed)), tokensOf(changed));
    }),
    { numRuns: runsOf(500) },
  );
});

/** `depth` nested arrays. */
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

test('values have a line each up to a depth of 100; deeper ones share one', () => {
  assert.is(indentJson(nested(101)), JSON.stringify(JSON.parse(nested(101)), null, 2));
  const lines = indentJson(`{"a":${nested(100)},"b":[${nested(100)},1]}`).split('\n');
  assert.is(lines.filter((line) => line.trim() === '[[]]').length, 1);
  assert.is(lines.at(-1), '}');
  assert.is(lines.at(-3), '    1');
});

test('neither 10,000 nor a million nested arrays overflow the stack', () => {
  for (const depth of [10_000, 1_000_000]) {
    const text = nested(depth);
    assert.is(indentJson(text).replace(/\s/g, ''), text);
    assert.is(sliceJson(text, Array(depth - 1).fill(0)), '[]');
    assert.equal(sliceItems(text, Array(depth - 2).fill(0)), ['[]']);
    assert.equal(numbersIn(`${'['.repeat(depth)}7${']'.repeat(depth)}`), ['7']);
  }
});

// If each path step read its whole content, the first case would take more than an hour.
test('the time is linear in the length, whatever the nesting and escapes', () => {
  const depth = 200_000;
  const objects = `${'{"a":'.repeat(depth)}1.0${'}'.repeat(depth)}`;
  assert.is(sliceJson(objects, Array(depth).fill('a')), '1.0');
  const quotes = JSON.stringify({ text: '\\"'.repeat(500_000) });
  assert.is(indentJson(quotes), `{\n  "text": ${sliceJson(quotes, ['text'])}\n}`);
  assert.is(sliceItems(`[${'1.0,'.repeat(500_000)}1.0]`, []).length, 500_001);
});

test('the numbers of a value are found as they are written', () => {
  const text = '{"1": "2", "a": [3, {"b": -4.50e+3}], "c": null, "\\"5": true}';
  assert.equal([text, '1', '"1"'].map(numbersIn), [['3', '-4.50e+3'], ['1'], []]);
});

test('returns the start of a value; of a duplicate key the last counts', () => {
  const text = ' { "a" : [ 1, {"b\\u0063": "x"} ], "a" : [ 2, {"bc": null} ] } ';
  assert.is(startOfValue(text, []), 1);
  assert.is(startOfValue(text, ['a', 1, 'bc']), text.lastIndexOf('null'));
  assert.is(startOfValue(text, ['a', 7]), null);
  // The first of the two objects has such a key, but a parser drops it.
  assert.is(startOfValue('{"a": {"b": 1}, "a": {}}', ['a', 'b']), null);
});

test('the rows of a list are the values of each object as written', () => {
  const text =
    ' {"page": 1, "items": [ {"a": 1.0, "b": {"z": 9007199254740993, "a": [1e3, "]}"]}, "c\\u0041": "x\\u003c\\"" } , {"a":true,"a": null}, {}], "more": [{}] } ';
  assert.equal(
    sliceRows(text, 'items').map((row) => [...row]),
    [
      [
        ['a', '1.0'],
        ['b', '{"z": 9007199254740993, "a": [1e3, "]}"]}'],
        ['cA', '"x\\u003c\\""'],
      ],
      [['a', 'null']],
      [],
    ],
  );
  assert.equal(
    [...sliceMembers(String.raw` { "b" : 1.0, "2":{ "z":1, "a":"}" }, "c\u0041":[1e3 ], "b":null } `)],
    [
      ['b', 'null'],
      ['2', '{ "z":1, "a":"}" }'],
      ['cA', '[1e3 ]'],
    ],
  );
  for (const other of ['[1]', '"x"', 'null', '{}', '{"items":{"a":[{}]}}']) {
    assert.equal(sliceRows(other, 'items'), []);
    if (!other.startsWith('{')) assert.is(sliceMembers(other).size, 0);
  }
  for (const slice of [sliceMembers, sliceRows]) assert.throws(() => slice('{"items":}', 'items'));
});

test('rows of any values are found', () => {
  fc.assert(
    fc.property(
      fc.array(fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue())),
      fc.nat(2),
      (rows, spaces) => {
        const found = sliceRows(JSON.stringify({ first: '[', items: rows }, null, spaces), 'items');
        const parsed = found.map((row) =>
          Object.fromEntries([...row].map(([key, value]) => [key, JSON.parse(value)])),
        );
        assert.equal(JSON.stringify(parsed), JSON.stringify(rows.map((row) => ({ ...row }))));
      },
    ),
  );
});

const cases: [value: unknown, json: string][] = [
  [
    { b: 1, a: ['<&>', null, true, 1e21], 10: 'x', 9: {} },
    '{"10":"x","9":{},"a":["\\u003c\\u0026\\u003e",null,true,1e+21],"b":1}',
  ],
  ['\u2028"\\\n\u2029', '"\\u2028\\"\\\\\\n\\u2029"'],
  [{ '<': { b: [], a: undefined } }, '{"\\u003c":{"a":null,"b":[]}}'],
  [[undefined, -0.5], '[null,-0.5]'],
  [undefined, 'null'],
];
for (const [value, json] of cases) {
  test(`Go prints ${json}`, () => assert.is(goJson(value), json));
}

test.run();
