import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Collection } from '../../../ui/model/collection';
import { macros } from '../../../ui/model/filters/filterKeywords';
import { authDocs, identityOf } from '../../../ui/screens/api-docs/authDocs';
import type { DocsScene } from '../../../ui/screens/api-docs/docsContent';
import { pageLabels, pagesOf, type RecordPageKey } from '../../../ui/screens/api-docs/docsPages';
import { filterMacros, filterOperators } from '../../../ui/screens/api-docs/FilterSyntax';
import { recordDocs, sortableFieldsOf } from '../../../ui/screens/api-docs/recordDocs';
import { type Words, words } from '../../../ui/screens/api-docs/words';
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

test('a base collection has six pages, a view two, one of users eighteen', () => {
  assert.equal(labelsOf(postsCollection), ['List/Search', 'View', 'Create', 'Update', 'Delete', 'Realtime']);
  assert.equal(labelsOf(statsCollection), ['List/Search', 'View']);
  assert.is(labelsOf(usersCollection).length, 18);
  assert.equal(labelsOf(usersCollection), Object.values(pageLabels));
});

const ways: Array<[username: boolean, email: boolean, oauth2: boolean, missing: string[]]> = [
  [true, false, true, []],
  [false, true, true, []],
  [false, false, true, ['Auth with password']],
  [true, true, false, ['Auth with OAuth2']],
  [false, false, false, ['Auth with password', 'Auth with OAuth2']],
];

for (const [allowUsernameAuth, allowEmailAuth, allowOAuth2Auth, missing] of ways) {
  test(`sign-in by name ${allowUsernameAuth}, email ${allowEmailAuth}, OAuth2 ${allowOAuth2Auth}: without ${missing.join(', ') || 'nothing'}`, () => {
    const labels = labelsOf(withOptions({ allowUsernameAuth, allowEmailAuth, allowOAuth2Auth }));
    assert.equal(
      Object.values(pageLabels).filter((label) => !labels.includes(label)),
      missing,
    );
  });
}

test('the sign-in page lists the accepted identities', () => {
  assert.is(identityOf(usersCollection), 'username or email');
  assert.is(identityOf(withOptions({ allowEmailAuth: false })), 'username');
  const byEmail = withOptions({ allowUsernameAuth: false });
  assert.is(identityOf(byEmail), 'email');
  const [identity] = authDocs('authWithPassword', scene(byEmail)).bodyParameters;
  assert.is(textOf(identity?.text ?? []), 'The email of the user.');
});

test('the OAuth2 page contains the redirect URL of this backend', () => {
  const about = authDocs('authWithOAuth2', scene(usersCollection)).about.map(textOf).join(' ');
  assert.match(about, `${base}/api/oauth2-redirect`);
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
      ['id = "x"', false],
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
  assert.equal(sortableFieldsOf(postsCollection).slice(0, 5), [
    '@random',
    'id',
    'created',
    'updated',
    'title',
  ]);
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

test('text between backticks is code', () => {
  assert.equal(words('`a` and `b`.'), [{ code: 'a' }, ' and ', { code: 'b' }, '.']);
});

test.run();
