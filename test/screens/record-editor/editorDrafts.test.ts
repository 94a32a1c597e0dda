import { mock } from 'node:test';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createRecordEditor } from '../../../ui/screens/record-editor/recordEditor';
import * as session from '../../../ui/state/session';
import { settle } from '../../api/connect';
import { newFile } from '../../support/anyRecord';
import { admin, adminToken, post, postsCollection, user, usersCollection } from '../../support/samples';
import { closeScene, drafts, openEditor, told } from './editorScene';

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

/** Types something and closes the page without saving. */
async function leave(type: (editor: Awaited<ReturnType<typeof reopened>>) => void) {
  const scene = await openEditor();
  type(scene.editor);
  scene.editor.close();
  return scene;
}

test.after.each(closeScene);

test('an unchanged record has no draft, and neither has one whose edits are undone', async () => {
  const { editor } = await openEditor();
  assert.equal(drafts(), []);
  editor.set('title', 'Typed');
  assert.equal(drafts(), [{ title: 'Typed' }]);
  editor.set('title', post.title);
  assert.equal(drafts(), []);
});

test('a draft is offered, restores nothing by itself, and the first edit replaces it', async () => {
  await leave((editor) => editor.set('title', 'Typed'));
  const editor = await reopened();
  assert.is(editor.state.offers.length, 1);
  assert.equal([editor.state.form.values['title'], editor.state.isChanged], [post.title, false]);
  editor.set('contact', 'me@example.com');
  assert.is(editor.state.offers.length, 0);
  assert.equal(drafts().length, 2, 'what was not restored stays');
  editor.close();
});

test('a restored draft is an unsaved change and is stored once', async () => {
  const { calls } = await leave((editor) => {
    editor.set('title', 'Typed');
    editor.set('tags', ['draft']);
    editor.set('meta', '{"seen": [1, 2.0]}');
  });
  const editor = await reopened();
  calls();
  for (const offer of editor.state.offers) await editor.restoreDraft(offer);
  const {
    isChanged,
    offers,
    form: { values },
  } = editor.state;
  assert.equal([values['title'], [...(values['tags'] as string[])]], ['Typed', ['draft']]);
  assert.equal([values['meta'], isChanged, offers.length], ['{"seen": [1, 2.0]}', true, 0]);
  assert.equal(drafts(), [{ title: 'Typed', tags: ['draft'], meta: '{"seen": [1, 2.0]}' }]);
  await editor.save();
  assert.equal(calls(), ['GET', 'PATCH {"title":"Typed","tags":["draft"],"meta":"{\\"seen\\":[1,2.0]}"}']);
  assert.equal(drafts(), []);
  editor.close();
});

test('a discarded draft is deleted; the next one is offered', async () => {
  await leave((editor) => editor.set('title', 'One'));
  const second = await reopened();
  second.set('title', 'Two');
  second.close();
  const editor = await reopened();
  assert.is(editor.state.offers.length, 2);
  const [newest] = editor.state.offers;
  if (newest) editor.discardDraft(newest);
  assert.is(editor.state.offers.length, 1);
  assert.equal(drafts(), [{ title: 'One' }]);
  editor.close();
});

test('if a field was saved since the draft, the person chooses before the restore', async () => {
  const { server } = await leave((editor) => {
    editor.set('title', 'Mine');
    editor.set('contact', 'mine@example.com');
  });
  server.record['title'] = 'Theirs';
  const editor = await reopened();
  const [offer] = editor.state.offers;
  if (!offer) return assert.unreachable();
  const givingUp = editor.restoreDraft(offer);
  assert.equal(
    editor.state.conflicts?.map(({ name, base, mine, theirs }) => [name, base, mine, theirs]),
    [['title', post.title, 'Mine', 'Theirs']],
  );
  editor.cancelConflicts();
  await givingUp;
  assert.equal([editor.state.isChanged, editor.state.offers.length, drafts().length], [false, 1, 1]);

  const restoring = editor.restoreDraft(offer);
  editor.resolveConflicts({ title: 'theirs' });
  await restoring;
  assert.equal(
    [editor.state.form.values['title'], editor.state.form.values['contact']],
    ['Theirs', 'mine@example.com'],
  );
  assert.equal(drafts(), [{ contact: 'mine@example.com' }]);
  editor.close();
});

test('a draft for removed fields is reported and stays stored', async () => {
  await leave((editor) => editor.set('title', 'Typed'));
  const key = Object.keys({ ...localStorage }).find((name) => name.startsWith('record_draft_')) ?? '';
  const stored = JSON.parse(localStorage.getItem(key) ?? '');
  Object.assign(stored.values.changed, { gone: 'text', tags: 'no list' });
  localStorage.setItem(key, JSON.stringify(stored));
  const editor = await reopened();
  for (const offer of editor.state.offers) await editor.restoreDraft(offer);
  assert.is(editor.state.form.values['title'], 'Typed');
  assert.equal(told(), ['The draft also holds fields that have changed since: gone, tags.']);
  assert.is(localStorage.getItem(key), JSON.stringify(stored));
  editor.close();
});

test('storage never contains a password or a file', async () => {
  const { editor } = await openEditor({ record: user, collection: usersCollection });
  editor.showPassword(true);
  editor.set('password', 'geheim12');
  editor.set('passwordConfirm', 'geheim12');
  editor.addFiles('avatar', [newFile('geheim.png')]);
  assert.equal(drafts(), []);
  editor.set('name', 'Typed');
  editor.close();
  assert.equal(drafts(), [{ name: 'Typed' }]);
  assert.not.match(JSON.stringify({ ...localStorage }), 'geheim');
});

test('a draft survives the end of the session, and later edits belong to the same admin', async () => {
  const { editor } = await openEditor();
  editor.set('title', 'Typed');
  session.end();
  editor.set('title', 'Typed on');
  editor.close();
  session.adopt({ token: adminToken(), admin });
  assert.equal((await reopened()).state.offers.length, 1);
  assert.equal(drafts(), [{ title: 'Typed on' }]);
});

test('drafts of new records are kept apart from those of stored ones', async () => {
  const { editor } = await openEditor({ isNew: true });
  editor.set('title', 'New');
  editor.close();
  assert.is((await reopened()).state.offers.length, 0);
  const fresh = await reopened(null);
  assert.is(fresh.state.offers.length, 1);
  for (const offer of fresh.state.offers) await fresh.restoreDraft(offer);
  assert.is(fresh.state.form.values['title'], 'New');
  await fresh.save();
  assert.equal(drafts(), []);
});

test('a duplicate offers no draft', async () => {
  const { editor } = await openEditor({ isNew: true });
  editor.set('title', 'New');
  editor.close();
  const source = await reopened();
  await answered(source.duplicate);
  assert.is(source.state.offers.length, 0);
  source.set('title', 'Copy');
  assert.equal(
    drafts()
      .map(({ title }) => title)
      .sort(),
    ['Copy', 'New'],
  );
  source.close();
});

test('a save that ends after its panel has closed leaves no draft', async () => {
  const { editor, backend } = await openEditor();
  editor.set('title', 'Typed');
  const release = backend.hold('PATCH /api/collections/:collection/records/:id');
  const saving = editor.save();
  await settle();
  editor.close();
  release();
  assert.is((await saving)?.kind, 'updated');
  assert.equal(drafts(), []);
});

test('a full storage stops neither typing nor saving, and is reported once', async () => {
  const { editor, calls } = await openEditor();
  const real = Object.getOwnPropertyDescriptor(globalThis, 'localStorage') ?? {};
  const setItem = () => {
    throw new DOMException('Full.', 'QuotaExceededError');
  };
  const full = { length: 0, key: () => null, getItem: () => null, removeItem: () => {}, setItem };
  Object.defineProperty(globalThis, 'localStorage', { value: full, configurable: true });
  try {
    for (const text of ['T', 'Ty', 'Typed']) editor.set('title', text);
    assert.is(editor.state.form.values['title'], 'Typed');
    assert.equal(told(), ['This browser cannot keep a draft.']);
    calls();
    assert.is((await editor.save())?.kind, 'updated');
    assert.equal(calls(), ['GET', 'PATCH {"title":"Typed"}']);
  } finally {
    Object.defineProperty(globalThis, 'localStorage', real);
  }
});

test.run();
