import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Collection } from '../../../ui/model/collection';
import type { FullRecord } from '../../../ui/model/record';
import { byName, type FormValue, formOf } from '../../../ui/model/records/recordValues';
import { draftOf, restoredFrom } from '../../../ui/screens/record-editor/recordDraft';
import { anyEdited, withValue } from '../../support/anyRecord';
import { post, postsCollection, user, usersCollection } from '../../support/samples';

const posts = postsCollection as unknown as Collection;
const before = formOf(posts, {
  record: post as unknown as FullRecord,
  sources: { meta: '{"seen":[1,2]}' },
});
const typed = (name: string, value: FormValue) => withValue(before, name, value).values;
/** Returns the draft as storage returns it. */
const kept = (draft: unknown) => JSON.parse(JSON.stringify(draft));

test('an unchanged form has no draft', () => {
  assert.is(draftOf(posts, before.values, before.values), null);
});

test('a draft contains every edit, and nothing else, after a reload', () => {
  fc.assert(
    fc.property(anyEdited, ({ collection, form, before, name, value }) => {
      if (collection.type === 'auth' && /^password/.test(name)) return;
      const draft = draftOf(collection, form.values, before.values);
      assert.equal(Object.keys(draft?.changed ?? {}), [name]);
      const restored = restoredFrom(collection, kept(draft), before.values);
      assert.equal(Object.entries(restored.values), Object.entries(form.values));
      assert.equal([restored.conflicts, restored.lost], [[], []]);
      assert.equal(restored.values[name], value);
    }),
  );
});

test('a draft keeps the typed white space of JSON', () => {
  const draft = draftOf(posts, typed('meta', '{"seen": [1,\n2]}'), before.values);
  assert.is(draft?.changed['meta'], '{"seen": [1,\n2]}');
});

test("a draft never contains an account's passwords; a schema field of that name is kept", () => {
  const users = usersCollection as unknown as Collection;
  const account = formOf(users, { record: user as unknown as FullRecord, sources: {} });
  const secret = withValue(withValue(account, 'password', 'geheim'), 'passwordConfirm', 'geheim');
  assert.is(draftOf(users, secret.values, account.values), null);
  const draft = draftOf(users, withValue(secret, 'name', 'Ada').values, account.values);
  assert.is(JSON.stringify(draft).includes('geheim'), false);
  assert.equal(Object.keys(draft?.changed ?? {}), ['name']);

  const wifi: Collection = { ...posts, schema: [{ id: 'p', name: 'password', type: 'text', options: {} }] };
  const form = formOf(wifi, null);
  const changed = draftOf(wifi, withValue(form, 'password', 'guest1').values, form.values)?.changed;
  assert.is(changed?.['password'], 'guest1');
});

test('a draft does not change with the lists of the form', () => {
  const tags = ['news'];
  const draft = draftOf(posts, typed('tags', tags), before.values);
  tags.push('long');
  assert.equal(draft?.changed['tags'], ['news']);
});

test('values that are not in the draft stay the present ones', () => {
  const draft = kept(draftOf(posts, typed('title', 'Mine'), before.values));
  const { values, conflicts } = restoredFrom(posts, draft, typed('views', '7'));
  assert.equal([values['title'], values['views'], conflicts], ['Mine', '7', []]);
});

test('a field that was saved since the draft is a conflict until the person chooses', () => {
  const draft = kept(draftOf(posts, typed('title', 'Mine'), before.values));
  const today = typed('title', 'Theirs');
  const { values, conflicts } = restoredFrom(posts, draft, today);
  assert.is(values['title'], 'Mine');
  assert.equal(conflicts, [
    { name: 'title', label: 'title', base: 'The first program', mine: 'Mine', theirs: 'Theirs' },
  ]);
  assert.is(restoredFrom(posts, draft, today, { title: 'mine' }).values['title'], 'Mine');
  assert.is(restoredFrom(posts, draft, today, { title: 'theirs' }).values['title'], 'Theirs');
  assert.equal(restoredFrom(posts, draft, typed('title', 'Mine')).conflicts, []);
});

test('drafted fields that were removed or retyped are listed', () => {
  const changed = { gone: 'x', tags: 'news', published: 'yes', views: '7', meta: { a: 1 }, title: ['a'] };
  const { values, lost } = restoredFrom(posts, { changed, before: {} }, before.values);
  assert.equal(lost, ['gone', 'tags', 'published', 'meta', 'title']);
  assert.equal(values, typed('views', '7'));
});

for (const stored of [
  {},
  { changed: null },
  { changed: 'x' },
  { changed: 7, before: [] },
  { values: { title: 'x' } },
]) {
  test(`an invalid draft, ${JSON.stringify(stored)}, restores nothing`, () => {
    const restored = restoredFrom(posts, stored, before.values);
    assert.equal(restored, { values: byName(Object.entries(before.values)), conflicts: [], lost: [] });
  });
}

test.run();
