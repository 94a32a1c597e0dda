import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { indexKeywords, queryKeywords } from '../../../ui/kit/code-editor/sqlTokens';
import { offerAt, quoteName, type SqlWords } from '../../../ui/kit/code-editor/sqlWords';

const query: SqlWords = {
  tables: { posts: ['id', 'title', 'order'], Users: ['id', 'email'], constructor: ['id', 'odd'] },
};
const index: SqlWords = { columns: ['id', 'title'] };

/** Returns the offer at the `|` in the text. */
function offered(settings: SqlWords, marked: string, isAsked = false) {
  const at = marked.indexOf('|');
  return offerAt(settings, marked.replace('|', ''), at, isAsked);
}

const every = ['id', 'title', 'order', 'email', 'odd', 'posts', 'Users', 'constructor'];
const tables = ['posts', 'Users', 'constructor'];
const ofPosts = ['id', 'title', 'order', ...tables];
const names: [marked: string, expected: string[]][] = [
  ['s|', []],
  ['SELECT t|', every],
  ['SELECT id, t|', every],
  ['SELECT t| FROM posts', ofPosts],
  ['SELECT t| from POSTS', ofPosts],
  ['SELECT t| FROM `posts`', ofPosts],
  ['SELECT t| FROM posts p', ['p', ...ofPosts]],
  ['SELECT t| FROM posts AS p', ['p', ...ofPosts]],
  ['SELECT t| FROM posts WHERE id = 1', ofPosts],
  ['SELECT e| FROM posts p JOIN users u ON 1', ['p', 'u', 'id', 'title', 'order', 'email', ...tables]],
  ['SELECT e| FROM posts, users', ['id', 'title', 'order', 'email', ...tables]],
  ['SELECT e| FROM nothing', every],
  ['SELECT id FROM p|', tables],
  ['SELECT id FROM posts LEFT JOIN u|', tables],
  ['SELECT id FROM posts wh|', []],
  ['SELECT id fr|', []],
  ['SELECT count(id) to|', []],
  ['SELECT id FROM posts WHERE t|', ofPosts],
  ['SELECT id FROM posts WHERE (t|', ofPosts],
  ['SELECT /* from users */ t| FROM posts -- from users', ofPosts],
  ['SELECT `t|` FROM posts', ofPosts],
];
for (const [marked, expected] of names) {
  test(`names in ${marked}: ${expected.join(' ') || 'none'}`, () => {
    assert.equal(offered(query, marked)?.names, expected);
  });
}

const behindDots: [marked: string, expected: string[] | undefined][] = [
  ['SELECT posts.|', ['id', 'title', 'order']],
  ['SELECT posts.ti| FROM posts', ['id', 'title', 'order']],
  ['SELECT `posts`.`ti|`', ['id', 'title', 'order']],
  ['SELECT users.|', ['id', 'email']],
  ['SELECT p.| FROM posts p', ['id', 'title', 'order']],
  ['SELECT p.| FROM posts AS p LEFT JOIN users u ON u.id = p.id', ['id', 'title', 'order']],
  ['SELECT p.id FROM posts AS p LEFT JOIN users U ON u.|', ['id', 'email']],
  ['SELECT posts.| FROM users posts', ['id', 'email']],
  ['SELECT constructor.|', ['id', 'odd']],
  ['SELECT toString.|', undefined],
  ['SELECT x.|', undefined],
  ['SELECT 1.|', undefined],
  ['SELECT .|', undefined],
];
for (const [marked, expected] of behindDots) {
  test(`the columns in ${marked}: ${expected?.join(' ') ?? 'nothing is offered'}`, () => {
    const offer = offered(query, marked);
    assert.equal(offer?.names, expected);
    if (offer) assert.equal(offer.keywords, []);
  });
}

const nothing: [why: string, marked: string][] = [
  ['nothing is typed', '|'],
  ['nothing is typed', 'SELECT |'],
  ['it is a text', "SELECT 'se|'"],
  ['it is a text that is not closed', "SELECT 'se|"],
  ['it is a text with a quote in it', "SELECT 'it''s|'"],
  ['it is a text in double quotes', 'SELECT "se|"'],
  ['it is a text in double quotes that are not closed', 'SELECT "se|'],
  ['it is a comment', 'SELECT -- se|'],
  ['it is a comment', 'SELECT /* se| */'],
  ['it is a comment that is not closed', 'SELECT /* se|'],
  ['it is a number', 'SELECT 12|'],
  ['it is a number', 'SELECT 1e|'],
  ['it is an alias', 'SELECT id AS t|'],
  ['it may be an alias', 'SELECT id FROM posts w|'],
  ['it may be an alias', 'SELECT count(id) t|'],
  ['the name is closed', 'SELECT `title`|'],
];
for (const [why, marked] of nothing) {
  test(`offers nothing where ${why}: ${marked}`, () => assert.is(offered(query, marked), null));
}

const asked: [marked: string, names: string[]][] = [
  ['|', []],
  ['SELECT |', every],
  ["SELECT 'a'|", []],
  ['SELECT /* a */|', every],
  ['SELECT id AS t|', []],
  ['SELECT id FROM posts |', []],
];
for (const [marked, expected] of asked) {
  test(`offers the keywords too on request: ${marked}`, () => {
    const offer = offered(query, marked, true);
    assert.equal(offer?.names, expected);
    assert.ok(offer?.keywords.includes('SELECT'));
  });
}

test('offers nothing inside texts and comments, even on request', () => {
  for (const marked of ["'a|'", '"a|"', '-- a|', '/* a|', "SELECT 'a|b'"])
    assert.is(offered(query, marked, true), null, marked);
});

const ofCase = ['ELSE', 'END', 'THEN', 'WHEN'];
const inCases: [marked: string, expected: string[]][] = [
  ['SELECT id wh|', []],
  ['SELECT CASE wh|', ofCase],
  ['SELECT CASE WHEN id THEN 1 en|', ofCase],
  ['SELECT case WHEN id THEN 1 END, id wh|', []],
  ['SELECT `case` wh|', []],
  ["SELECT 'case' wh|", []],
];
for (const [marked, expected] of inCases) {
  test(`offers WHEN and similar words only inside CASE: ${marked}`, () => {
    const keywords = offered(query, marked)?.keywords ?? [];
    assert.equal(
      keywords.filter((word) => ofCase.includes(word)),
      expected,
    );
    assert.equal(
      queryKeywords.filter((word) => !keywords.includes(word) && !ofCase.includes(word)),
      [],
    );
  });
}

const from: [marked: string, expected: number][] = [
  ['SELECT ti|', 7],
  ['SELECT ti|tle', 7],
  ['SELECT p.| FROM posts p', 9],
  ['SELECT posts.ti|', 13],
  ['SELECT `ti|`', 8],
  ['SELECT [ti|]', 8],
];
for (const [marked, expected] of from) {
  test(`the word in ${marked} begins at ${expected}`, () => {
    assert.is(offered(query, marked)?.from, expected);
  });
}

const inIndexes: [marked: string, names: string[]][] = [
  ['CR|', []],
  ['CREATE INDEX idx ON po|', []],
  ['CREATE INDEX idx ON posts (t|', ['id', 'title']],
  ['CREATE INDEX `idx` ON `posts` (\n  `t|`\n)', ['id', 'title']],
  ['CREATE INDEX idx ON posts (id, t|', ['id', 'title']],
  ['CREATE INDEX idx ON posts (lower(t|', ['id', 'title']],
  ['CREATE INDEX idx ON posts (id de|', []],
  ['CREATE INDEX idx ON posts (id) WHERE t|', ['id', 'title']],
];
for (const [marked, expected] of inIndexes) {
  test(`offers an index columns where they may occur: ${marked}`, () => {
    const offer = offered(index, marked, true);
    assert.equal(offer?.names, expected);
    assert.equal(offer?.keywords, offer?.isQuoted ? [] : indexKeywords);
  });
}

test('an index knows no tables', () => assert.is(offered(index, 'CREATE INDEX i ON main.|', true), null));

test('the keywords are in upper case, each once', () => {
  for (const keywords of [queryKeywords, indexKeywords]) {
    assert.equal(keywords, [...new Set(keywords.map((word) => word.toUpperCase()))]);
  }
});

test('puts a name that is a keyword into backticks', () => {
  assert.equal(['title', 'name', 'order', 'Group', 'from', '_id'].map(quoteName), [
    'title',
    'name',
    '`order`',
    '`Group`',
    '`from`',
    '_id',
  ]);
});

test.run();
