import { mock } from 'node:test';
import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Collection } from '../../../ui/model/collection';
import { draftOf, restoredFrom } from '../../../ui/records/editor/recordDraft';
import { createRecordEditor } from '../../../ui/records/editor/recordEditor';
import { byName, formOf } from '../../../ui/records/values/recordValues';
import { settle } from '../../backend/connect';
import { anyEdited, newFile, withValue } from '../../support/anyRecord';
import { post, postsCollection } from '../../support/samples';
import { account, closeScene, drafts, openEditor, told } from './editorScene';

/** Opens a form, and passes the time that the other tabs have for their answers. */
async function answered(open: () => Promise<unknown>): Promise<void> {
  mock.timers.enable({ apis: ['setTimeout'] });
  await open();
  mock.timers.tick(1_000);
  mock.timers.reset();
  await settle();
}

/** Opens the panel again, as after a reload. The other tabs have answered. */
async function reopened(recordId: string | null = post.id) {
  const editor = createRecordEditor({ collectionId: postsCollection.id, recordId });
  await answered(editor.open);
  return editor;
}

/** Types these values and closes the page without saving. */
async function leave(values: Readonly<Record<string, string | string[]>>, isNew = false) {
  const scene = await openEditor({ isNew });
  for (const [name, value] of Object.entries(values)) scene.editor.set(name, value);
  scene.editor.close();
  return scene;
}

test.after.each(closeScene);

test('a draft contains every edit, and nothing else, after a reload', () => {
  fc.assert(
    fc.property(anyEdited, ({ collection, form, before, name, value }) => {
      if (collection.type === 'auth' && /^password/.test(name)) return;
      const draft = draftOf(collection, form.values, before.values);
      assert.equal(Object.keys(draft?.changed ?? {}), [name]);
      const restored = restoredFrom(collection, JSON.parse(JSON.stringify(draft)), before.values);
      assert.equal(Object.entries(restored.values), Object.entries(form.values));
      assert.equal([restored.conflicts, restored.lost, restored.values[name]], [[], [], value]);
    }),
  );
});

test('a draft for fields that were removed or retyped is reported and stays; an invalid one restores nothing', async () => {
  await leave({ views: '7' });
  const key = Object.keys({ ...localStorage }).find((name) => name.startsWith('record_draft_')) ?? '';
  const stored = JSON.parse(localStorage.getItem(key) ?? '');
  const wrong = { gone: 'text', tags: 'no list', published: 'yes', meta: { a: 1 }, title: ['a'] };
  Object.assign(stored.values.changed, wrong);
  localStorage.setItem(key, JSON.stringify(stored));
  const editor = await reopened();
  for (const offer of editor.state.offers) await editor.restoreDraft(offer);
  const { views, title } = editor.state.form.values;
  assert.equal([views, title], ['7', post.title]);
  const names = Object.keys(wrong).join(', ');
  assert.equal(told(), [`The draft also holds fields that have changed since: ${names}.`]);
  assert.is(localStorage.getItem(key), JSON.stringify(stored));
  editor.close();
  for (const invalid of [{}, { changed: null }, { changed: 7, before: [] }]) {
    const { values } = formOf(postsCollection as Collection, null);
    const restored = restoredFrom(postsCollection as Collection, invalid, values);
    assert.equal(restored, { values: byName(Object.entries(values)), conflicts: [], lost: [] });
  }
});

test('storage never contains the password of an account or a file, but a field of that name', async () => {
  const { editor } = await openEditor(account);
  editor.showPassword(true);
  editor.set('password', 'geheim12');
  editor.set('passwordConfirm', 'geheim12');
  editor.addFiles('avatar', [newFile('geheim.png')]);
  assert.equal(drafts(), []);
  editor.set('name', 'Typed');
  editor.close();
  assert.equal(drafts(), [{ name: 'Typed' }]);
  assert.not.match(JSON.stringify({ ...localStorage }), 'geheim');
  const schema = [{ id: 'p', name: 'password', type: 'text', options: {} }];
  const wifi: Collection = { ...(postsCollection as Collection), schema };
  const form = formOf(wifi, null);
  const draft = draftOf(wifi, withValue(form, 'password', 'guest1').values, form.values);
  assert.is(draft?.changed['password'], 'guest1');
});

test.run();
