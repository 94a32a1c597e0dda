// The filter for the records that guests list.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Collection } from '../../../ui/model/collection';
import { lookupOf } from '../../../ui/model/rulePaths';
import { emptyPathOfRule, guestFilter, namesPerson } from '../../../ui/rules/reading/guestFilter';
import { collectionOf, field, relation } from '../../support/fields';

const users = collectionOf('users', [field('text', 'role')], { type: 'auth' });
const posts = collectionOf('posts', [
  field('text', 'title'),
  field('email', 'email'),
  relation('author', 'id_users'),
]);
const lookup = lookupOf([posts, users]);

const cases: [rule: string | null, answer: string, owner?: Collection][] = [
  [null, 'none'],
  ['', 'all'],
  ['title = "x" // public', 'title = "x" // public'],
  ['author = @request.auth.id', 'author = @request.auth.id'],
  ['@request.auth.role:isset = true', '@request.auth.role:isset = true'],
  ['title = "@request.query.a"', 'title = "@request.query.a"'],
  ['@collection.users.email ~ "a"', '@collection.users.email ~ "a"'],
  ['email ~ "a"', '(email~"a"&&emailVisibility?=true)', users],
  [
    'title = "x" || author.email ~ "a" && title != ""',
    'title="x"||(author.email~"a"&&author.emailVisibility?=true)&&title!=""',
  ],
  ['"a" = author.email', '("a"=author.email&&author.emailVisibility?=true)'],
  ['@request.query.key = "x"', 'The rule reads @request.query, which guests choose.'],
  [
    'title = "x" && (title = "y" || @request.headers.x_key = "1")',
    'The rule reads @request.headers, which guests choose.',
  ],
  ['@request.method = "GET"', 'The rule reads @request.method, which guests choose.'],
  ['title =', 'The rule cannot be read.'],
  ['nope = 1', 'The server refuses the rule. There is no field nope in posts.'],
  [`title = "${'x'.repeat(2048)}"`, 'The rule is too long for a request.'],
];

for (const [rule, expected, owner = posts] of cases) {
  test(`${JSON.stringify(rule)?.slice(0, 80)} of ${owner.name}`, () => {
    const answer = guestFilter(rule, owner, lookup, true);
    const printed =
      answer.kind === 'filter' ? answer.filter : answer.kind === 'notSimulated' ? answer.reason : answer.kind;
    assert.is(printed, expected);
  });
}

test('only a list hides e-mail addresses', () => {
  const answer = guestFilter('email ~ "a"', users, lookup, false);
  assert.equal(answer, { kind: 'filter', filter: 'email ~ "a"' });
});

const emptyPaths: [rule: string, path: string | null][] = [
  ['author = @request.auth.id', 'author'],
  ['@request.auth.id ?= author', 'author'],
  ['title = "x" && author.role = @request.auth.role', 'author.role'],
  ['author != "" && author = @request.auth.id', null],
  ['null != author && @request.auth.id = author', null],
  ['title != "" && author = @request.auth.id', 'author'],
  ['author != "x" && author = @request.auth.id', 'author'],
  ['total = @request.auth.role', null],
  ['isOpen = @request.auth.role', null],
  ['author != @request.auth.id', null],
  ['owner = @request.auth.id', null],
  ['title =', null],
];

for (const [rule, path] of emptyPaths) {
  test(`an empty path lets guests pass ${rule}`, () => {
    const more = [
      field('number', 'total'),
      field('bool', 'isOpen'),
      relation('owner', 'id_users'),
      relation('friends', 'id_users', null),
    ];
    const owned = collectionOf('posts', [
      ...posts.schema,
      ...more.map((one) => ({ ...one, required: one.name === 'owner' })),
    ]);
    assert.is(emptyPathOfRule(rule, owned, lookupOf([owned, users])), path);
  });
}

test('a rule names the person', () => {
  assert.is(namesPerson('title = "@request.auth.id"'), false);
  assert.is(namesPerson('title = "x" && (id = @request.auth.id)'), true);
  assert.is(namesPerson('title ='), false);
});

test.run();
