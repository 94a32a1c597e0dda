import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { idsFilter, joinFilters, type SearchColumn, toFilter } from '../../../ui/model/filter/filter';
import { escapePattern, escapeText, withoutExponent } from '../../../ui/model/filter/filterTexts';
import { valueFilter } from '../../../ui/model/filter/valueCondition';
import { postsCollection } from '../../support/samples';

const columns: SearchColumn[] = [{ name: 'id' }, { name: 'title', type: 'text' }];

const searches: [text: string, expected: string][] = [
  ['', ''],
  ['abc', 'id~"abc"||title~"abc"'],
  ['  abc def ', 'id~"abc def"||title~"abc def"'],
  ["'abc'", 'id~"abc"||title~"abc"'],
  ['" abc "', 'id~" abc "||title~" abc "'],
  ['"abc', 'id~"\\"abc"||title~"\\"abc"'],
  ['say "hi"', 'id~"say \\"hi\\""||title~"say \\"hi\\""'],
  ['50%', 'id~"50\\%"||title~"50\\%"'],
  ['5', 'id~5||title~5'],
  ['-1.5', 'id~-1.5||title~-1.5'],
  ['"5"', 'id~"5"||title~"5"'],
  ['1e5', 'id~"1e5"||title~"1e5"'],
  ['007', 'id~"007"||title~"007"'],
  ['-0', 'id~"-0"||title~"-0"'],
  ['12345678901234567890', 'id~"12345678901234567890"||title~"12345678901234567890"'],
  ['2026-11-21', 'id~"2026-11-21"||title~"2026-11-21"'],
  ['a && b', 'id~"a && b"||title~"a && b"'],
  ['title = "x"', 'title = "x"'],
  ['"a" = "a"', '"a" = "a"'],
  ['"a = b"', 'id~"a = b"||title~"a = b"'],
];
for (const [text, expected] of searches) {
  test(`the search ${JSON.stringify(text)} becomes ${expected || 'no filter'}`, () => {
    assert.is(toFilter(text, columns), expected);
  });
}

const byType: [text: string, column: SearchColumn, expected: string][] = [
  ['true', { name: 'done', type: 'bool' }, 'done=true'],
  ['False', { name: 'done', type: 'bool' }, 'done=false'],
  ['true', { name: 'title', type: 'text' }, 'title~"true"'],
  ['1.50', { name: 'price', type: 'number' }, 'price~1.50'],
  ['007', { name: 'price', type: 'number' }, 'price~007'],
  ['abc', { name: 'tags', type: 'select' }, 'tags~"abc"'],
  ['abc', { name: 'author.name' }, 'author.name?~"abc"'],
];
for (const [text, column, expected] of byType) {
  test(`${text} is searched in ${column.name} by ${expected}`, () => {
    assert.is(toFilter(text, [column]), expected);
  });
}

test('without columns there is no search', () => {
  assert.is(toFilter('abc', []), '');
  assert.is(toFilter('a = 1', []), 'a = 1');
});

const backslashes: [text: string, equal: string, contains: string][] = [
  ['C:\\new', 'C:\\\\new', 'C:\\\\\\\\new'],
  ['a\\"b', 'a\\\\\\"b', 'a\\\\\\\\\\"b'],
  ['dir\\', 'dir\\\\', 'dir\\\\\\\\'],
];
for (const [text, equal, contains] of backslashes) {
  test(`${text} is written ${equal} for = and ${contains} for ~`, () => {
    assert.is(escapeText(text), equal);
    assert.is(escapePattern(text), contains);
  });
}

/** Returns the server's reading of a quoted text; null when the last character does not close the quote. */
function readByServer(quoted: string): string | null {
  const characters = [...quoted.slice(1)];
  const known: Record<string, string> = { n: '\n', t: '\t', r: '\r', '\\': '\\', '"': '"', "'": "'" };
  let text = '';
  for (let at = 0; at < characters.length; at++) {
    const one = characters[at];
    if (one === '"') return at === characters.length - 1 ? text : null;
    if (one === '\\') {
      const next = characters[++at] ?? '';
      text += known[next] ?? `\\${next}`;
    } else text += one;
  }
  return null;
}

/** Matches like `LIKE ... ESCAPE '\'`, with the `%` that the server adds around a pattern without one. */
function likes(value: string, pattern: string): boolean {
  const hasOwn = /^(?:[^\\%]|\\.)*%/s.test(pattern);
  let source = '';
  const characters = [...(hasOwn ? pattern : `%${pattern}%`)];
  for (let at = 0; at < characters.length; at++) {
    const one = characters[at] ?? '';
    if (one === '%') source += '.*';
    else if (one === '_' && hasOwn) source += '.';
    else source += `\\u{${(one === '\\' ? (characters[++at] ?? '') : one).codePointAt(0)?.toString(16)}}`;
  }
  return new RegExp(`^${source}$`, 'su').test(value);
}

const nasty = fc.string({
  unit: fc.constantFrom('\\', '%', '_', '"', "'", 'n', 'a', '(', '/', '\n'),
  maxLength: 8,
});

test('a search finds exactly the texts that contain the term', () => {
  fc.assert(
    fc.property(nasty, nasty, nasty, (term, before, after) => {
      const pattern = readByServer(`"${escapePattern(term)}"`);
      assert.ok(pattern !== null, 'the text is closed');
      assert.ok(likes(before + term + after, pattern));
      assert.is(likes(before + after, pattern), (before + after).includes(term));
    }),
    { numRuns: 2000 },
  );
});

test('a compared text reaches the server unchanged', () => {
  fc.assert(
    fc.property(nasty, (text) => {
      assert.is(readByServer(`"${escapeText(text)}"`), text);
    }),
    { numRuns: 2000 },
  );
});

const joins: [filters: (string | undefined)[], expected: string][] = [
  [[], ''],
  [['a=1||b=2', ''], 'a=1||b=2'],
  [['a=1||b=2', 'c=3'], '(a=1||b=2)&&(c=3)'],
  [['a=1', undefined, ' b=2 ', 'c=3'], '(a=1)&&(b=2)&&(c=3)'],
  [["a=1 // it's (mine", 'b=2'], '(a=1 )&&(b=2)'],
  [['url="http://a.b" // x', "b='//'"], '(url="http://a.b" )&&(b=\'//\')'],
  [['a=1 // x\n&& b=2', 'c=3'], '(a=1 \n&& b=2)&&(c=3)'],
];
for (const [filters, expected] of joins) {
  test(`${JSON.stringify(filters)} are joined to ${expected || 'no filter'}`, () => {
    assert.is(joinFilters(...filters), expected);
  });
}

test('records are requested by their ids, with any characters', () => {
  assert.is(idsFilter([]), '');
  assert.is(idsFilter(['abc', 'd"e']), 'id="abc"||id="d\\"e"');
});

for (const [source, expected] of [
  ['12.50', '12.50'],
  ['1e+21', '1000000000000000000000'],
  ['1.25e1', '12.5'],
  ['-1.5e-07', '-0.00000015'],
  ['1e-7', '0.0000001'],
  ['NaN', 'NaN'],
  ['123e-2', '1.23'],
] as const) {
  test(`${source} is ${expected} without an exponent`, () => assert.is(withoutExponent(source), expected));
}

test('a number without an exponent is the same number', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      const plain = withoutExponent(String(value));
      assert.match(plain, /^-?\d+(\.\d+)?$/);
      assert.is(Number(plain), value);
    }),
  );
});

function fieldOf(name: string) {
  const field = postsCollection.schema.find((one) => one.name === name);
  if (!field) throw new Error(`The sample has no field ${name}.`);
  return field;
}

const filters: [name: string, filter: string][] = [
  ['title', 'title != ""'],
  ['views', 'views != 0'],
  ['published', 'published = true'],
  ['tags', 'tags:length > 0'],
  ['meta', 'meta != null && meta != "" && meta != "[]" && meta != "{}"'],
  ['pictures', 'pictures:length > 0'],
  ['author', 'author != ""'],
];
for (const [name, filter] of filters) {
  test(`records with a value in ${name}: ${filter}`, () => {
    assert.is(valueFilter(fieldOf(name), false), filter);
  });
}

test('a field with several values matches the records that would lose some', () => {
  assert.is(valueFilter(fieldOf('tags'), true), 'tags:length > 1');
});

test('a name that starts with a digit would be a number in a filter', () => {
  assert.is(valueFilter({ ...fieldOf('title'), name: '1st' }, false), null);
});

test.run();
