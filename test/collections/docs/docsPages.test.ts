import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Words } from '../../../ui/base/text';
import { authDocs, identityOf } from '../../../ui/collections/docs/authDocs';
import { filterMacros, filterOperators } from '../../../ui/collections/docs/DocsPage';
import type { DocsScene } from '../../../ui/collections/docs/docsContent';
import { pageLabels, pagesOf, type RecordPageKey } from '../../../ui/collections/docs/docsPages';
import { recordDocs, sortableFieldsOf } from '../../../ui/collections/docs/recordDocs';
import type { Collection } from '../../../ui/model/collection';
import { macros } from '../../../ui/model/filter/ruleWords';
import { postsCollection, statsCollection, usersCollection } from '../../support/samples';

const base = 'https://api.example.com/base';
const scene = (collection: Collection): DocsScene => ({ collection, base, nameOf: () => null });
const withOptions = (options: object): Collection => ({
  ...usersCollection,
  options: { ...usersCollection.options, ...options },
});
const textOf = (text: Words) => text.map((part) => (typeof part === 'string' ? part : part.code)).join('');
const labelsOf = (collection: Collection) => {
  const { records, auth } = pagesOf(collection);
  return [...records, ...auth].map((key) => pageLabels[key]);
};

test('a base collection has six pages, a view two, one of users all that its sign-in allows', () => {
  assert.equal(labelsOf(postsCollection), ['List/Search', 'View', 'Create', 'Update', 'Delete', 'Realtime']);
  assert.equal(labelsOf(statsCollection), ['List/Search', 'View']);
  const all = Object.values(pageLabels);
  const lacking = (options: object) => {
    const labels = labelsOf(withOptions(options));
    return all.filter((label) => !labels.includes(label));
  };
  assert.equal(labelsOf(usersCollection), all);
  assert.equal(lacking({ allowEmailAuth: false }), []);
  assert.equal(lacking({ allowOAuth2Auth: false }), ['Auth with OAuth2']);
  assert.equal(lacking({ allowUsernameAuth: false, allowEmailAuth: false }), ['Auth with password']);
});

test('the sign-in page lists the accepted identities', () => {
  assert.is(identityOf(usersCollection), 'username or email');
  assert.is(identityOf(withOptions({ allowEmailAuth: false })), 'username');
  const byEmail = withOptions({ allowUsernameAuth: false });
  assert.is(identityOf(byEmail), 'email');
  const [identity] = authDocs('authWithPassword', scene(byEmail)).bodyParameters;
  assert.is(textOf(identity?.text ?? []), 'The email of the user.');
});

const ruleOfPage = {
  list: 'listRule',
  view: 'viewRule',
  create: 'createRule',
  update: 'updateRule',
  delete: 'deleteRule',
} as const;

for (const [key, rule] of Object.entries(ruleOfPage)) {
  test(`only a locked rule makes ${key} ask for an admin and show a 403`, () => {
    for (const [text, isLocked] of [
      [null, true],
      ['', false],
      ['@request.auth.id != ""', false],
    ] as const) {
      const docs = recordDocs(key as RecordPageKey, scene({ ...postsCollection, [rule]: text }));
      assert.is(docs.needs !== null, isLocked);
      if (docs.needs) assert.is(textOf(docs.needs), 'Requires admin Authorization:TOKEN header');
      assert.is(
        docs.answers.some(({ status }) => status === 403),
        isLocked,
      );
      assert.is(docs.call.token, isLocked ? 'admin' : text?.includes('@request.auth') ? 'either' : null);
    }
  });
}

test('realtime requires an admin only if both rules are locked', () => {
  const needs = (listRule: string | null, viewRule: string | null) =>
    recordDocs('realtime', scene({ ...postsCollection, listRule, viewRule })).needs !== null;
  assert.equal([needs(null, null), needs('', null), needs(null, 'id != ""')], [true, false, false]);
});

test('a list can be sorted by every existing field, and at random', () => {
  assert.equal(sortableFieldsOf(statsCollection), ['@random', 'id', 'title', 'words']);
  assert.ok(sortableFieldsOf(postsCollection).includes('created'));
  assert.ok(sortableFieldsOf(usersCollection).includes('emailVisibility'));
});

test('the path of a page is the path of its call', () => {
  for (const collection of [postsCollection, usersCollection]) {
    const { records, auth } = pagesOf(collection);
    for (const { path, call } of [
      ...records.map((key) => recordDocs(key, scene(collection))),
      ...auth.map((key) => authDocs(key, scene(collection))),
    ]) {
      assert.is(path.replace(':id', 'RECORD_ID').replace(':provider', 'google'), call.path);
    }
  }
});

test('the filter syntax lists all sixteen operators and every macro of the search bar', () => {
  assert.is(new Set(filterOperators.map(([operator]) => operator)).size, 16);
  assert.equal(filterMacros.map(([macro]) => macro).sort(), [...macros].sort());
});

test.run();
