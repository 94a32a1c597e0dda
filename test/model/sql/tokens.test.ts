import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  isSameName,
  isSignificant,
  nameOf,
  renamedToken,
  sqlTokensOf,
  wordOf,
} from '../../../ui/model/sql/tokens';

const letters = { identifier: 'i', string: 's', comment: 'c', number: 'n', operator: 'o', whitespace: 'w' };

const cases: [sql: string, kinds: string, names?: string[]][] = [
  ['', ''],
  ['p.title,q."Ti tle"', 'ioioioi', ['p', 'title', 'q', 'Ti tle']],
  ['`a``b` "c""d" [e"f]', 'iwiwi', ['a`b', 'c"d', 'e"f']],
  ["x'0f' X'0F' xx'0f'", 'swswis', ['xx']],
  ['-- title\ntitle', 'cwi', ['title']],
  ['/* a /* b */ c', 'cwi', ['c']],
  ['a--b', 'ic', ['a']],
  ['"-- /* no comment" b', 'iwi', ['-- /* no comment', 'b']],
  ["-- it's\nb", 'cwi', ['b']],
  ['1 1.5 .5 1e5 1E-5 0x1F 1_000', 'nwnwnwnwnwnwn'],
  ['1title 2.title', 'nwn', []],
  ['a1 _a a$b', 'iwiwi', ['a1', '_a', 'a$b']],
  ['titel_ä ünï 名前 𝒳', 'iwiwiwi', ['titel_ä', 'ünï', '名前', '𝒳']],
  ["j->'x'->>'title'", 'iosos', ['j']],
  ['?1 :title @title $title', 'owowowo', []],
  ["'title", 's', []],
  ['a `title FROM b', 'iws', ['a']],
  ['a [title FROM b', 'iws', ['a']],
  ['a\u00a0b\t\r\n\fc', 'iwi', ['a\u00a0b', 'c']],
];
for (const [sql, kinds, names] of cases) {
  test(`${JSON.stringify(sql)} has the tokens ${kinds || 'of nothing'}`, () => {
    const tokens = sqlTokensOf(sql);
    assert.is(tokens.map(({ kind }) => letters[kind]).join(''), kinds);
    if (names) assert.equal(tokens.map(nameOf).filter(Boolean), names);
  });
}

test('all tokens joined are the original text, each at its position', () => {
  const pieces = fc.constantFrom(...['a', "'", '"', '`', '[', ']', '--', '/*', '*/'], ...'\n 1.(ä\\');
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(pieces).map((some) => some.join('')),
  );
  fc.assert(
    fc.property(text, (sql) => {
      const tokens = sqlTokensOf(sql);
      assert.is(tokens.map((token) => token.text).join(''), sql);
      for (const { start, text: own } of tokens) assert.is(sql.slice(start, start + own.length), own);
    }),
  );
});

const renames: [from: string, to: string, expected: string][] = [
  ['title', 'headline', 'headline'],
  ['"title"', 'headline', '"headline"'],
  ['title', 'order', '"order"'],
  ['title', '1st', '"1st"'],
  ['title', 'a b', '"a b"'],
  ['[title]', 'a]b', '"a]b"'],
  ['`title`', 'a`b', '`a``b`'],
];
for (const [from, to, expected] of renames) {
  test(`${from} renamed to ${to} is written ${expected}`, () => {
    const [token] = sqlTokensOf(from);
    assert.is(token && renamedToken(token, to), expected);
    assert.equal(sqlTokensOf(expected).map(nameOf), [to]);
  });
}

test('a quoted word is no keyword; spaces and comments are not significant', () => {
  const tokens = sqlTokensOf('Select "select" -- select');
  assert.equal(
    tokens.map((token) => wordOf(token)),
    ['select', '', '', '', ''],
  );
  assert.equal(tokens.map(isSignificant), [true, false, true, false, false]);
});

test('names are compared case-insensitively in ASCII', () => {
  assert.ok(isSameName('Title', 'tITLE'));
  assert.not.ok(isSameName('Ä', 'ä'));
});

test.run();
