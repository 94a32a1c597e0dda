import { mock } from 'node:test';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { CollectionEditor } from '../../../ui/screens/collection-editor/collectionEditor';
import * as session from '../../../ui/state/session';
import { settle } from '../../api/connect';
import { admin, adminToken, usersCollection } from '../../support/samples';
import {
  closeScene,
  drafts,
  namesIn,
  openEditor,
  opened,
  removeField,
  rename,
  routes,
  setRule,
} from './editorScene';
import { posts } from './forms';

/** Opens something, and waits until the other tabs have answered. */
async function answered<T>(open: () => Promise<T>): Promise<T> {
  mock.timers.enable({ apis: ['setTimeout'] });
  const result = await open();
  mock.timers.tick(80);
  mock.timers.reset();
  await settle();
  return result;
}

/** Opens the panel again, as after a reload. */
const reopened = (collectionId: string | null = posts.id) => answered(() => opened(collectionId));

/** Types something and closes the page without saving. */
async function leave(type: (editor: CollectionEditor) => void, isNew = false) {
  const scene = await openEditor({ isNew });
  type(scene.editor);
  scene.editor.close();
  return scene;
}

const listRules = () => drafts().map(({ rules }) => rules.listRule);

test.after.each(closeScene);

test('an unchanged collection has no draft, and neither has one whose edits are undone', async () => {
  const { editor } = await openEditor();
  assert.equal(drafts(), []);
  setRule(editor, 'typed');
  assert.equal(listRules(), ['typed']);
  setRule(editor, '');
  assert.equal(drafts(), []);
});

test('a draft is offered, restores nothing by itself, and the first edit replaces it', async () => {
  await leave((editor) => setRule(editor, 'typed'));
  const editor = await reopened();
  assert.is(editor.state.offers.length, 1);
  assert.equal([editor.state.form.rules.listRule, editor.state.isChanged], ['', false]);
  setRule(editor, 'other');
  assert.is(editor.state.offers.length, 0);
  assert.equal(listRules().sort(), ['other', 'typed'], 'what was not restored stays');
});

test('a restored draft is an unsaved change, is stored once, and can be saved', async () => {
  const { calls, now } = await leave((editor) => {
    rename(editor, 'title', 'headline');
    removeField(editor, 'views');
    const key = editor.editFields('schema', (edits) => edits.add('text'));
    editor.editFields('schema', (edits) => edits.setOption(key, 'min', '3x'));
    editor.edit('indexes', (edits) => edits.setIndex(null, 'CREATE IND'));
  });
  const editor = await reopened();
  calls();
  for (const offer of editor.state.offers) await editor.restoreDraft(offer);
  assert.equal(namesIn(editor).slice(0, 3), ['headline', 'body', '-views']);
  const { form, isChanged, offers } = editor.state;
  const added = form.fields.at(-1);
  assert.equal([added?.name, added?.options['min'], form.indexes[1]], ['field', '3x', 'CREATE IND']);
  assert.equal([isChanged, offers.length, drafts().length], [true, 0, 1]);
  editor.editFields('schema', (edits) => edits.setOption(added?.key ?? '', 'min', 3));
  editor.edit('indexes', (edits) => edits.removeIndex(1));
  const saving = editor.save();
  await settle();
  editor.confirmChanges({ renamesMentions: false });
  assert.is((await saving)?.kind, 'updated');
  assert.equal(
    now()
      .schema.slice(0, 2)
      .map(({ id, name }) => [id, name]),
    [
      [posts.schema[0]?.id, 'headline'],
      [posts.schema[1]?.id, 'body'],
    ],
  );
  assert.equal(drafts(), []);
});

test('a discarded draft is deleted; the next one is offered', async () => {
  await leave((editor) => setRule(editor, 'one'));
  const second = await reopened();
  setRule(second, 'two');
  second.close();
  const editor = await reopened();
  assert.is(editor.state.offers.length, 2);
  const [newest] = editor.state.offers;
  if (newest) editor.discardDraft(newest);
  assert.is(editor.state.offers.length, 1);
  assert.equal(listRules(), ['one']);
});

test('a draft of a collection that was saved since is merged into the stored one', async () => {
  const { server } = await leave((editor) => {
    setRule(editor, 'mine');
    rename(editor, 'title', 'mine');
  });
  const later = { id: 'theirs00', name: 'subtitle', type: 'text', options: {} };
  server.touch(posts.id, {
    listRule: null,
    createRule: 'theirs',
    schema: [...posts.schema, later],
  });
  const editor = await reopened();
  const [offer] = editor.state.offers;
  if (!offer) return assert.unreachable();
  const givingUp = editor.restoreDraft(offer);
  assert.equal(
    editor.state.conflicts?.map(({ name, mine, theirs }) => [name, mine, theirs]),
    [['listRule', 'mine', 'Admins only']],
  );
  editor.cancelConflicts();
  await givingUp;
  assert.equal([editor.state.isChanged, editor.state.offers.length, drafts().length], [false, 1, 1]);

  const restoring = editor.restoreDraft(offer);
  editor.resolveConflicts({ listRule: 'theirs' });
  await restoring;
  const { rules } = editor.state.form;
  assert.equal([rules.listRule, rules.createRule], [null, 'theirs']);
  assert.equal([namesIn(editor)[0], namesIn(editor).at(-1)], ['mine', 'subtitle']);
  assert.equal(listRules(), [null]);
});

test('a draft without remaining changes is deleted', async () => {
  const { server } = await leave((editor) => setRule(editor, 'mine'));
  server.touch(posts.id, { listRule: 'mine' });
  const editor = await reopened();
  for (const offer of editor.state.offers) await editor.restoreDraft(offer);
  assert.equal([editor.state.isChanged, drafts()], [false, []]);
});

test('a draft in the format of another version is not offered', async () => {
  await leave((editor) => setRule(editor, 'typed'));
  const key = Object.keys({ ...localStorage }).find((name) => name.startsWith('collection_draft_')) ?? '';
  const good = JSON.parse(localStorage.getItem(key) ?? '');
  const { form, base } = good.values;
  const bad = [
    {},
    { form, base: 1 },
    { form: null, base },
    { form: [], base },
    { form: { ...form, fields: null }, base },
    { form: { ...form, fields: [{ name: 'x' }] }, base },
    { form: { ...form, rules: null }, base },
    { form: { ...form, indexes: [1] }, base },
    { form: { ...form, options: null }, base },
  ];
  for (const values of bad) {
    localStorage.setItem(key, JSON.stringify({ ...good, values }));
    const editor = await reopened();
    assert.equal(editor.state.offers.length, 0, JSON.stringify(values).slice(0, 60));
    editor.close();
  }
});

test('a draft survives the end of the session', async () => {
  const { editor } = await openEditor();
  setRule(editor, 'typed');
  session.end();
  setRule(editor, 'typed on');
  editor.close();
  session.adopt({ token: adminToken(), admin });
  assert.is((await reopened()).state.offers.length, 1);
  assert.equal(listRules(), ['typed on']);
});

test('drafts of a new collection are kept apart from those of stored ones', async () => {
  await leave((editor) => editor.edit('name', (edits) => edits.rename('fresh')), true);
  const users = await reopened(usersCollection.id);
  setRule(users, 'typed');
  users.close();
  assert.equal((await reopened()).state.offers.length, 0);
  const fresh = await reopened(null);
  assert.is(fresh.state.offers.length, 1);
  for (const offer of fresh.state.offers) await fresh.restoreDraft(offer);
  assert.is(fresh.state.form.name, 'fresh');
  assert.equal((await reopened(usersCollection.id)).state.offers.length, 1);
});

test('a duplicate offers no draft, and overwrites no draft of a new collection', async () => {
  await leave((editor) => editor.edit('name', (edits) => edits.rename('fresh')), true);
  const source = await reopened();
  await answered(source.duplicate);
  assert.is(source.state.offers.length, 0);
  assert.equal(
    drafts()
      .map(({ name }) => name)
      .sort(),
    ['fresh', 'posts_duplicate'],
  );
});

test('a save that ends after its panel has closed leaves no draft', async () => {
  const { editor, backend } = await openEditor();
  setRule(editor, 'typed');
  const release = backend.hold(routes.update);
  const saving = editor.save();
  await settle();
  editor.close();
  release();
  assert.is((await saving)?.kind, 'updated');
  assert.equal(drafts(), []);
});

test.run();
