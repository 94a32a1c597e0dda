// The presets of a rule.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { RuleKey } from '../../../../ui/collections/editor/collectionForm';
import { presetsOf } from '../../../../ui/collections/editor/rules/rulePresets';
import type { Collection } from '../../../../ui/model/collection';
import { lookupOf } from '../../../../ui/model/rulePaths';
import { classifyRule } from '../../../../ui/rules/reading/classifyRule';

const relation = (name: string, collectionId: string, maxSelect: number | null, required = false) => ({
  id: name,
  name,
  type: 'relation',
  required,
  options: { collectionId, maxSelect },
});
const collection = (name: string, type: string, schema: object[] = []) =>
  ({ id: `id_${name}`, name, type, schema, options: {} }) as Collection;

const users = collection('users', 'auth');
const posts = collection('posts', 'base', [
  relation('author', 'id_users', 1, true),
  relation('helper', 'id_users', 1),
  relation('editors', 'id_users', null),
  relation('parent', 'id_posts', 1),
]);
const lookup = lookupOf([users, posts]);

const printed = (key: RuleKey, one: Collection) =>
  presetsOf(key, one, lookup.accounts).map(({ label, rule }) => `${label} -> ${rule}`);

test('offers the relations that lead to accounts, and public rules only for reads', () => {
  const owners = [
    'Owner only: author -> author = @request.auth.id',
    'Owner only: helper -> @request.auth.id != "" && helper = @request.auth.id',
    'Owner only: editors -> @request.auth.id != "" && editors.id ?= @request.auth.id',
  ];
  const signedIn = 'Signed in -> @request.auth.id != ""';
  assert.equal(printed('listRule', posts), [signedIn, ...owners, 'Public read -> ']);
  assert.equal(printed('deleteRule', posts), [signedIn, ...owners]);
});

test('offers the account itself, but not before it exists', () => {
  assert.ok(printed('updateRule', users).includes('Owner only: id -> id = @request.auth.id'));
  assert.not.ok(printed('createRule', users).some((line) => line.startsWith('Owner')));
});

test('each preset has the state of its label', () => {
  const kinds: Record<string, string> = {
    'Signed in': 'signedIn',
    Owner: 'owner',
    'Public read': 'everyone',
  };
  for (const one of [users, posts]) {
    for (const { label, rule } of presetsOf('viewRule', one, lookup.accounts)) {
      assert.is(classifyRule(rule, one, lookup).kind, kinds[label.split(' only')[0] ?? ''], label);
    }
  }
});

test.run();
