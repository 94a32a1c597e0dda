// The column that a path of a rule ends at. The reasons are those of the server's resolver.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Collection } from '../../../ui/model/collection';
import { lookupOf } from '../../../ui/model/rulePaths';
import { followPath } from '../../../ui/rules/reading/followPath';
import { collectionOf, field, relation } from '../../support/fields';

const posts = collectionOf('posts', [
  field('text', 'title'),
  field('json', 'meta'),
  field('bool', 'isOpen'),
  field('select', 'tags', { maxSelect: 3, values: ['a', 'b'] }),
  field('select', 'kind', { maxSelect: 1, values: ['a', 'b'] }),
  relation('author', 'id_users'),
  relation('editors', 'id_users', null),
  relation('lost', 'id_gone'),
]);
const users = collectionOf('users', [field('text', 'name')], { type: 'auth' });
const cards = collectionOf('cards', [relation('owner', 'id_users')], {
  indexes: ['CREATE UNIQUE INDEX one ON cards (`owner`)'],
});
const list = collectionOf('list', [field('text', 'title')], { type: 'view' });
const lookup = lookupOf([posts, users, cards, list]);

const ends: [path: string, from: Collection, end: string][] = [
  ['title', posts, 'text'],
  ['email', users, 'text'],
  ['verified', users, 'number'],
  ['nope', posts, 'fails'],
  ['title:lower', posts, 'fails'],
  ['title:each', posts, 'text'],
  ['tags', posts, 'list'],
  ['tags:each', posts, 'text several'],
  ['kind:each', posts, 'text'],
  ['tags:length', posts, 'number'],
  ['isOpen', posts, 'number'],
  ['meta.a.0.b', posts, 'json a.0.b'],
  ['author.name', posts, 'text'],
  ['editors.name', posts, 'text several'],
  ['lost.name', posts, 'fails'],
  ['posts_via_author.title', users, 'text several'],
  ['cards_via_owner.id', users, 'text'],
  ['cards_via_nope.id', users, 'fails'],
  ['posts_via_title.id', users, 'fails'],
  ['posts_via_author.id', cards, 'fails'],
  ['cards_via_owner.owner.cards_via_owner.owner.cards_via_owner.owner.cards_via_owner.id', users, 'fails'],
  ['title', list, 'unknown'],
];

for (const [path, from, expected] of ends) {
  test(`${from.name}: ${path} ends as ${expected}`, () => {
    const end = followPath(path.split('.'), { collection: from, isNullable: false }, lookup);
    const seen =
      end.kind === 'column'
        ? [
            end.columnClass,
            ...(end.isSeveral ? ['several'] : []),
            ...(end.jsonPath.length ? [end.jsonPath.join('.')] : []),
          ].join(' ')
        : end.kind;
    assert.is(seen, expected);
  });
}

test('a missing field below @request is NULL, a wrong one fails', () => {
  const start = { collection: users, isNullable: true };
  assert.is(followPath(['nope'], start, lookup).kind, 'null');
  assert.is(followPath(['nope', 'x'], start, lookup).kind, 'null');
  assert.is(followPath(['name', 'x'], start, lookup).kind, 'fails');
  assert.is(followPath(['name:lower'], start, lookup).kind, 'fails');
});

test('all records of @collection are several', () => {
  const end = followPath(['title'], { collection: posts, isNullable: false, isSeveral: true }, lookup);
  assert.is(end.kind === 'column' && end.isSeveral, true);
});

test.run();
