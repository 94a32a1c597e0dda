// What `guests.ts` says about rules and the requests of guests.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { lookupOf } from '../../../ui/model/rulePaths';
import { emptyPathOfRule, guestsChoose, namesPerson } from '../../../ui/rules/reading/guests';
import { collectionOf, field, relation } from '../../support/fields';

const users = collectionOf('users', [field('text', 'role')], { type: 'auth' });
const posts = collectionOf('posts', [
  field('text', 'title'),
  field('email', 'email'),
  relation('author', 'id_users'),
]);

const choices: [rule: string | null, part: string | null][] = [
  [null, null],
  ['', null],
  ['author = @request.auth.id', null],
  ['title = "@request.query.a"', null],
  ['title =', null],
  ['@request.query.key = "x"', '@request.query'],
  ['title = "x" && (title = "y" || @request.headers.x_key = "1")', '@request.headers'],
  ['@request.method = "GET"', '@request.method'],
];

for (const [rule, part] of choices) {
  test(`guests choose a part of the request of ${JSON.stringify(rule)}`, () => {
    assert.is(guestsChoose(rule), part && `The rule reads ${part}, which guests choose.`);
  });
}

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
