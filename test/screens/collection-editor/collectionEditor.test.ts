import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createCollectionEditor } from '../../../ui/screens/collection-editor/collectionEditor';
import * as bin from '../../../ui/state/bin/bin';
import * as collections from '../../../ui/state/collections';
import * as unsaved from '../../../ui/state/forms/unsaved';
import * as session from '../../../ui/state/session';
import { settle } from '../../api/connect';
import { type FakeBackend, failure, networkError } from '../../support/backend';
import { collections as samples } from '../../support/samples';
import {
  answer,
  closeScene,
  drafts,
  keyOf,
  namesIn,
  openEditor,
  opened,
  refused,
  rename,
  routes,
  setRule,
  told,
} from './editorScene';
import { dayIndex, posts } from './forms';

// The bin is off: test/state/bin/keeping.test.ts tells what a delete reads for it.
bin.state.keptDays = 0;

test.after.each(closeScene);

test('opening reads the collection from the server, not from the list, and changes nothing', async () => {
  const { editor, calls, server } = await openEditor();
  assert.equal(calls(), ['GET']);
  assert.equal([editor.state.status, editor.state.isChanged, unsaved.hasAny()], ['ready', false, false]);
  server.touch(posts.id, { name: 'news' });
  assert.is((await opened()).state.form.name, 'news');
});

/** Opens an editor whose read waits until the test releases it. */
function openSlowly(backend: FakeBackend) {
  const release = backend.hold(routes.get);
  const editor = createCollectionEditor(posts.id);
  const opening = editor.open();
  return {
    editor,
    async arrive() {
      release();
      await opening;
    },
  };
}

test('the collection of the list is shown at once, and replaced by the stored one', async () => {
  const { backend, server } = await openEditor();
  server.touch(posts.id, { name: 'news' });
  const { editor, arrive } = openSlowly(backend);
  assert.equal([editor.state.status, editor.state.form.name], ['ready', 'posts']);
  await arrive();
  assert.equal([editor.state.form.name, editor.state.isChanged], ['news', false]);
  editor.close();
});

for (const [what, given] of [
  ['after the first key', undefined],
  ['although the stored collection cannot be read', networkError],
] as const) {
  test(`what is typed stays ${what}`, async () => {
    const { backend, server } = await openEditor();
    server.touch(posts.id, { name: 'theirs' });
    if (given) backend.answer(routes.get, given);
    const { editor, arrive } = openSlowly(backend);
    editor.edit('name', (edits) => edits.rename('mine'));
    await arrive();
    assert.equal(
      [editor.state.status, editor.state.form.name, editor.state.isChanged],
      ['ready', 'mine', true],
    );
    editor.close();
  });
}

test('a collection of the list that no longer exists is told as before', async () => {
  const { backend, server } = await openEditor();
  server.all.delete(posts.id);
  const { editor, arrive } = openSlowly(backend);
  await arrive();
  assert.is(editor.state.status, 'failed');
  editor.close();
});

for (const collection of samples) {
  test(`opening the ${collection.type} collection ${collection.name} changes nothing`, async () => {
    const { editor, calls } = await openEditor({ collection });
    assert.is(editor.state.status, 'ready');
    calls();
    assert.is(editor.state.isChanged, false);
    assert.is(await editor.save(), null);
    assert.equal([calls(), drafts()], [[], []]);
  });
}

test('a new collection needs no call, and can be saved while it is empty', async () => {
  const { editor, calls } = await openEditor({ isNew: true });
  assert.equal([calls(), editor.state.status, editor.state.isChanged], [[], 'ready', false]);
  assert.is(await editor.save(), null);
  assert.equal(Object.keys(editor.state.errors), ['name', 'schema']);
  assert.equal(calls(), []);
});

test('a failed read shows its error in the panel, and can be retried', async () => {
  const { editor, backend } = await openEditor();
  for (const given of [networkError, refused(404)]) {
    backend.answerOnce(routes.get, given);
    await editor.open();
    assert.is(editor.state.status, 'failed');
    assert.ok(editor.state.loadError);
    assert.is(await editor.save(), null);
  }
  assert.equal(told(), []);
  await editor.open();
  assert.equal([editor.state.status, editor.state.loadError], ['ready', null]);
});

test('a panel that closes during a read can open again', async () => {
  const { editor, backend } = await openEditor();
  const release = backend.hold(routes.get);
  const reading = editor.open();
  await settle();
  editor.close();
  const again = editor.open();
  release();
  await Promise.all([reading, again]);
  assert.equal([editor.state.status, told()], ['ready', []]);
});

test('a typed value counts as a change until it equals the old one', async () => {
  const { editor } = await openEditor();
  rename(editor, 'day', 'date');
  editor.edit('name', (edits) => edits.rename('news'));
  assert.is(unsaved.hasAny(), true);
  assert.equal(editor.state.form.indexes, ['CREATE INDEX `idx_posts_day` ON `news` (`date`)']);
  rename(editor, 'date', 'day');
  editor.edit('name', (edits) => edits.rename('posts'));
  assert.equal([unsaved.hasAny(), drafts(), [...editor.state.form.indexes]], [false, [], [dayIndex]]);
  editor.edit('name', (edits) => edits.rename('x'));
  editor.close();
  assert.is(unsaved.hasAny(), false, 'a closed editor holds nothing unsaved');
});

test('an edit removes the error of its value and keeps the others', async () => {
  const { editor } = await openEditor();
  const [title, views] = [keyOf(editor, 'title'), keyOf(editor, 'views')];
  for (const key of [title, views]) {
    editor.editFields('schema', (edits) => edits.setOption(key, 'max', 'x'));
  }
  await editor.save();
  assert.equal(Object.keys(editor.state.errors), [
    `schema.${title}.options.max`,
    `schema.${views}.options.max`,
  ]);
  editor.editFields(`schema.${title}.options.max`, (edits) => edits.setOption(title, 'max', 7));
  assert.equal(Object.keys(editor.state.errors), [`schema.${views}.options.max`]);
});

test('closing asks about unsaved changes; Yes drops the draft, No keeps it', async () => {
  const { editor } = await openEditor();
  assert.is(await editor.mayClose(), true);
  setRule(editor, 'x');
  const refusal = editor.mayClose();
  assert.is(await answer(false), 'You have unsaved changes. Do you really want to close the panel?');
  assert.equal([await refusal, drafts().length], [false, 1]);
  const consent = editor.mayClose();
  await answer(true);
  assert.equal([await consent, drafts()], [true, []]);
});

test('a duplicate has the stored values, can be created at once, and asks before it discards changes', async () => {
  const { editor, calls } = await openEditor();
  setRule(editor, 'typed');
  const refusal = editor.duplicate();
  assert.is(await answer(false), 'You have unsaved changes. Do you really want to discard them?');
  assert.equal([await refusal, editor.state.stored?.id], [false, posts.id]);
  const consent = editor.duplicate();
  await answer(true);
  assert.is(await consent, true);
  const { isNew, stored, form, isChanged } = editor.state;
  assert.equal([isNew, stored, isChanged, form.rules.listRule], [true, null, true, '']);
  assert.equal(
    drafts().map(({ name }) => name),
    ['posts_duplicate'],
  );
  calls();
  assert.is((await editor.save())?.kind, 'created');
  const [sent = ''] = calls();
  assert.match(sent, /^POST \{"name":"posts_duplicate","type":"base"/);
  assert.not.match(sent, '"id"');
  assert.equal([namesIn(editor), drafts()], [posts.schema.map(({ name }) => name), []]);
});

test('a delete removes the collection from the list, and leaves no draft and no unsaved change', async () => {
  const { editor, calls } = await openEditor();
  setRule(editor, 'typed');
  calls();
  assert.is(await editor.remove(), true);
  assert.equal(calls(), ['DELETE']);
  assert.equal(told(), ['Successfully deleted collection "posts".']);
  assert.equal(editor.state.outcome, { kind: 'deleted', collectionId: posts.id });
  assert.is(collections.find('posts'), undefined);
  assert.equal([unsaved.hasAny(), drafts()], [false, []]);
});

test('a refused delete shows the reason and keeps the form', async () => {
  const { editor, backend } = await openEditor();
  const message = 'Failed to delete collection due to existing dependency.';
  backend.answer(routes.remove, failure(400, message));
  setRule(editor, 'typed');
  assert.is(await editor.remove(), false);
  assert.equal([told(), editor.state.outcome], [[message], null]);
  assert.equal([editor.state.form.rules.listRule, drafts().length], ['typed', 1]);
  assert.ok(collections.find('posts'));
});

test('the form and its draft survive the end of the session', async () => {
  const { editor } = await openEditor();
  setRule(editor, 'typed');
  session.end();
  setRule(editor, 'typed on');
  assert.equal([editor.state.form.rules.listRule, unsaved.hasAny()], ['typed on', true]);
  assert.equal(
    drafts().map(({ rules }) => rules.listRule),
    ['typed on'],
  );
});

test.run();
