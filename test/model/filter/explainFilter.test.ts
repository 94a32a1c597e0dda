import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { correctedFilter, explainFilter, explainRefusal } from '../../../ui/model/filter/explainFilter';
import { runsOf } from '../../support/runsOf';

const known = ['id', 'title', 'n', 'author', 'tags', 'data'];

const valid: string[] = [
  '',
  'title = "x"',
  "title='it\\'s'",
  'n>=-1.5&&n<10',
  '(title ~ "a" || title !~ "b") && ((n > 1))',
  'author.name ?= "Ann"',
  'author.team.name ?!~ "x"',
  'tags:length > 0 && tags:each ?= "a"',
  'data.0.x:y = null',
  'title != NULL && n = True',
  'id > @now || id < @todayStart || n = @weekday',
  '@request.query.x:isset = true',
  '@request.auth.anything = ""',
  '@collection.posts:p.title ?= title',
  '"a" = "a" && 1 = 1',
  'title = "x" // why',
  'n = 1 // it\'s (odd\n&& title = "x"',
  'title = "(" && title = ")"',
  'title = "//"',
  'title = "dir\\\\"',
];
for (const filter of valid) {
  test(`finds no fault in ${filter || 'no filter'}`, () => {
    assert.is(explainFilter(filter, known), null);
  });
}

const wrong: [filter: string, sentence: string][] = [
  ['title = "x', 'A quote is not closed: "x'],
  ['(title = "x"', 'A bracket is not closed.'],
  ['((n = 1', '2 brackets are not closed.'],
  ['title = "x")', 'A closing bracket has no opening one.'],
  ['n = 1 && ()', 'There is nothing between the brackets.'],
  ['title == "x"', 'There is no operator ==. Use = instead.'],
  ['title <> "x"', 'There is no operator <>. Use != instead.'],
  ['n => 5', 'There is no operator =>. Use >= instead.'],
  ['n = 1 & n = 2', 'There is no operator &. Use && instead.'],
  ['n = 1 AND n = 2', 'Use && instead of AND.'],
  ['n = 1 or n = 2', 'Use || instead of or.'],
  ['n = 1 title = "x"', '&& or || is missing before title.'],
  ['title', 'An operator such as = or ~ is missing after title.'],
  ['title like "x"', 'An operator such as = or ~ is missing after title.'],
  ['title =', 'A value is missing after =.'],
  ['= 5', 'A field is missing before =.'],
  ['&& n = 1', 'A condition is missing before &&.'],
  ['n = 1 &&', 'A condition is missing after &&.'],
  ['nope = 1', 'There is no field nope.'],
  ['Title = "x"', 'There is no field Title.'],
  ['title = active', 'There is no field active. As a text it needs quotes.'],
  ['constructor = 1', 'There is no field constructor.'],
  ['n > @yesterday', 'There is no @yesterday.'],
  ['title:lower = "x"', 'There is no modifier :lower.'],
  ['title. = "x"', 'The name title. is not complete.'],
  ['strftime("%Y", n) = 5', 'Functions such as strftime() cannot be used.'],
  ['n = 1e5', '1e5 is not a number; as a text it needs quotes.'],
  ['n > 2026-11-21', '2026-11-21 is not a number; as a text it needs quotes.'],
  ['title = Übung', 'Übung can only stand in quotes.'],
  ['n = 1; n = 2', '; can only stand in quotes.'],
  ['title\u00a0= 1', 'A special blank can only stand in quotes.'],
  ['n = 1 / 2', 'A comment begins with //.'],
  ['// only this', 'The filter holds nothing but a comment.'],
  ['(// only this)', 'There is nothing between the brackets.'],
];
for (const [filter, sentence] of wrong) {
  test(`the message for ${filter} is: ${sentence}`, () => assert.is(explainFilter(filter, known), sentence));
}

const corrections: [filter: string, corrected: string | null][] = [
  ['title = "x" and n = 1', 'title = "x" && n = 1'],
  ['title = "x" OR n == 1 Or n <> 2', 'title = "x" || n = 1 || n != 2'],
  ['(n = 1 and n = 2) & title = "or"', '(n = 1 && n = 2) && title = "or"'],
  ['n => 1', 'n >= 1'],
  ['title = "x" and nope = 1', null],
  ['title = "x" and', null],
  ['title ~ and', null],
];
for (const [filter, corrected] of corrections) {
  test(`${filter} is corrected to ${corrected}`, () => assert.is(correctedFilter(filter, known), corrected));
}

test('without the names of the fields no field is unknown', () => {
  assert.is(explainFilter('nope = 1 && x.y ~ z', null), null);
  assert.is(explainFilter('nope = ', null), 'A value is missing after =.');
});

test('the message for a refused filter is our finding, or else that the server refused it', () => {
  assert.is(explainRefusal('nope = 1', known), 'There is no field nope.');
  for (const filter of ['title ~ @now', '']) {
    assert.is(explainRefusal(filter, known), 'The server did not understand this filter.');
  }
});

const refusals: [message: string, isOwn: boolean][] = [
  ['', true],
  ['Something went wrong while processing your request.', true],
  ['Something went wrong while processing your request. Invalid filter.', true],
  ['Search for an order number.', false],
  ['Invalid filter. Search for an order number.', false],
];
for (const [message, isOwn] of refusals) {
  test(`a refusal with the words "${message}" ${isOwn ? 'is explained by our check' : 'is that of a hook'}`, () => {
    assert.is(explainRefusal('nope = 1', known, message), isOwn ? 'There is no field nope.' : message);
  });
}

test('a filter with thousands of brackets is not checked', () => {
  assert.is(explainFilter('('.repeat(200_000), known), null);
  const deep = `${'('.repeat(4_000)}n = 1${')'.repeat(4_000)}`;
  assert.is(explainFilter(deep, known), null);
});

const blank = fc.constantFrom('', ' ', '  ', '\n', '\t', ' // "a (note)"\n');
const name = fc.constantFrom(
  ...known,
  'author.name',
  'tags:each',
  'a_via_b.c',
  '@now',
  '@request.data.x:isset',
  'null',
  'TRUE',
);
const number = fc.oneof(
  fc.integer().map(String),
  fc.tuple(fc.nat(), fc.nat()).map(([a, b]) => `-${a}.${b}`),
);
const letter = fc.oneof(
  fc.constantFrom('(', ')', '/', '&', '=', ' ', 'ü', '😀'),
  fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 1 }),
);
const quoted = fc
  .tuple(fc.constantFrom('"', "'"), fc.string({ unit: letter, maxLength: 6 }))
  .map(([quote, text]) => `${quote}${text.replaceAll('\\', '/').replaceAll(quote, `\\${quote}`)}${quote}`);
const operator = fc
  .constantFrom('=', '!=', '~', '!~', '<', '<=', '>', '>=')
  .chain((sign) => fc.constantFrom(sign, `?${sign}`));
const condition = fc
  .tuple(fc.oneof(name, number, quoted), blank, operator, blank, fc.oneof(name, number, quoted))
  .map((parts) => parts.join(''));
const { filter: validFilter } = fc.letrec<{ filter: string; part: string }>((tie) => ({
  part: fc.oneof(
    { depthSize: 'small' },
    condition,
    fc.tuple(blank, tie('filter'), blank).map(([before, inner, after]) => `(${before}${inner}${after})`),
  ),
  filter: fc
    .tuple(
      tie('part'),
      fc.array(fc.tuple(blank, fc.constantFrom('&&', '||'), blank, tie('part')), { maxLength: 3 }),
    )
    .map(([first, others]) => first + others.map((parts) => parts.join('')).join('')),
}));

test('finds no fault in any valid filter', () => {
  fc.assert(
    fc.property(validFilter, (filter) => {
      assert.is(explainFilter(filter, known), null);
    }),
    { numRuns: runsOf(2000) },
  );
});

test('finds a fault in a valid filter whose end is missing', () => {
  fc.assert(
    fc.property(validFilter, fc.constantFrom(' &&', ' || (', ')', ' "x', ' = 1', ' title'), (filter, end) => {
      assert.type(explainFilter(filter + end, known), 'string');
    }),
  );
});

test('checking any text returns a sentence or null', () => {
  const anything = fc.string({
    unit: fc.oneof(letter, fc.string({ unit: 'binary', minLength: 1, maxLength: 1 })),
  });
  fc.assert(
    fc.property(anything, (text) => {
      const sentence = explainFilter(text, known);
      assert.ok(sentence === null || /^\P{L}*\p{L}.*\S$/su.test(sentence), String(sentence));
    }),
    { numRuns: runsOf(1000) },
  );
});

test.run();
