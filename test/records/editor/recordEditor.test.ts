import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Collection } from '../../../ui/model/collection';
import type { AnyRecord } from '../../../ui/model/record';
import * as confirm from '../../../ui/page/confirm';
import * as unsaved from '../../../ui/page/forms/unsaved';
import * as panels from '../../../ui/page/panels';
import * as session from '../../../ui/page/session/session';
import * as toasts from '../../../ui/page/toasts';
import { createRecordEditor } from '../../../ui/records/editor/recordEditor';
import * as edits from '../../../ui/records/edits';
import * as history from '../../../ui/records/history/history';
import { cellFieldOf } from '../../../ui/records/values/cellField';
import { settle } from '../../backend/connect';
import { newFile } from '../../support/anyRecord';
import { failure } from '../../support/backend';
import { eventually } from '../../support/eventually';
import { post, postsCollection, user, usersCollection } from '../../support/samples';
import { account, answer, closeScene, drafts, openEditor, refused, routes, told } from './editorScene';

// Nothing is kept: test/records/history tells what a delete reads before it.
history.state.keptDays = 0;

test.after.each(() => {
  for (const { id } of [postsCollection, usersCollection]) edits.discard(id);
  closeScene();
});

test('one call reads the complete record by its id; a new record needs none', async () => {
  const { editor, backend } = await openEditor();
  assert.equal([editor.state.status, editor.state.isChanged], ['ready', false]);
  assert.is(editor.state.form.values['body'], post.body);
  // It reads the record itself, because a list has excerpts. Without `fields`, no property is missing.
  assert.equal(
    backend.calls.map(({ method, path, query }) => [method, path, query]),
    [['GET', `/api/collections/${postsCollection.id}/records/${post.id}`, {}]],
  );
  closeScene();
  const fresh = await openEditor({ isNew: true });
  assert.equal([fresh.editor.state.status, fresh.calls()], ['ready', []]);
});

test('a missing record is reported, but a 404 for an expired token does not mean one', async () => {
  const { editor, backend } = await openEditor();
  backend.answer(routes.get, refused(404));
  await editor.open();
  assert.equal([editor.state.status, editor.state.loadError?.status], ['failed', 404]);
  assert.equal(told(), [`Unable to load record with id "${post.id}"`]);
  toasts.closeAll();
  backend.answer(routes.refresh, refused(401));
  await editor.open();
  assert.is(session.isSignedIn(), false);
  assert.not.ok(told().some((message) => message.startsWith('Unable')));
});

test('the editor of a missing collection fails without a call', async () => {
  const { calls } = await openEditor();
  calls();
  const editor = createRecordEditor({ collectionId: 'nowhere', recordId: post.id });
  await editor.open();
  assert.equal([editor.state.status, await editor.save(), calls()], ['failed', null, []]);
  editor.close();
});

test('values, lists, files and passwords are changes until they are as before', async () => {
  const { editor } = await openEditor();
  const changed = () => Object.keys(editor.state.changed);
  const tags = ['long', 'draft'];
  editor.set('title', 'Other');
  editor.set('tags', tags);
  editor.addFiles('pictures', [newFile('a.txt')]);
  assert.equal(changed(), ['title', 'tags', 'pictures']);
  tags.push('news');
  assert.equal([...(editor.state.form.values['tags'] as string[])], ['long', 'draft'], 'it has a copy');
  editor.set('title', post.title);
  editor.set('tags', ['news', 'long']);
  editor.removeAddedFile('pictures', 0);
  assert.equal([changed(), unsaved.hasAny()], [[], false]);
  closeScene();
  const users = await openEditor(account);
  users.editor.showPassword(true);
  users.editor.set('password', 'geheim12');
  assert.is(unsaved.hasAny(), true);
  users.editor.showPassword(false);
  assert.equal([users.editor.state.form.values['password'], unsaved.hasAny()], ['', false]);
});

test('typed texts stay unchanged, even half a date and a leading zero', async () => {
  const { editor, calls } = await openEditor();
  calls();
  for (const [name, texts] of Object.entries({
    day: ['2026-1', '2026-11-21 1'],
    views: ['-', '007', '1.', '1e'],
    meta: ['{"a":', ' {"a": 1}'],
    contact: ['a@'],
  })) {
    for (const text of texts) {
      editor.set(name, text);
      assert.is(editor.state.form.values[name], text);
      await editor.save();
      assert.is(editor.state.form.values[name], text, 'a refused save changes nothing');
    }
  }
  assert.equal(Object.keys(editor.state.errors).sort(), ['contact', 'day', 'views']);
  assert.equal(calls(), []);
});

const relation = { collectionId: postsCollection.id, cascadeDelete: true, maxSelect: 1 };
const comments = {
  id: 'comments0000000',
  name: 'comments',
  type: 'base',
  schema: [{ id: 'r', name: 'post', type: 'relation', options: relation }],
};

test('a delete asks first, and No keeps the record', async () => {
  const { editor, calls } = await openEditor({ more: [comments] });
  calls();
  editor.set('title', 'Typed');
  const refusal = editor.remove();
  assert.is(await answer(false), 'Do you really want to delete the selected record?');
  assert.equal([await refusal, calls().includes('DELETE')], [null, false]);
  const consent = editor.remove();
  await answer(true);
  const outcome = { kind: 'deleted', recordId: post.id };
  assert.equal([await consent, editor.state.outcome], [outcome, outcome]);
  // Beside it the question counts the comments.
  assert.equal(
    calls().filter((call) => call.startsWith('DELETE')),
    ['DELETE'],
  );
  assert.equal([told(), editor.state.isChanged, drafts()], [['Successfully deleted record.'], false, []]);
});

const partOf =
  'Failed to delete record. Make sure that the record is not part of a required relation reference.';
for (const [what, given, words, popups] of [
  ['a relation that needs the record', failure(400, partOf), [], ['deleteRefused']],
  ['another failure', failure(500, 'The disk is full.'), ['The disk is full.'], []],
] as const) {
  test(`after ${what} the form stays`, async () => {
    const { editor, backend } = await openEditor();
    backend.answer(routes.remove, given);
    editor.set('title', 'Typed');
    const removing = editor.remove();
    await answer(true);
    assert.is(await removing, null);
    const open = panels.state.open.map(({ name, takes }) => [name, takes] as const);
    assert.equal([told(), open.map(([name]) => name)], [words, popups]);
    for (const [, takes] of open) {
      assert.equal(takes, { collectionId: postsCollection.id, recordId: post.id, sentence: partOf });
    }
    panels.closeAll();
    assert.equal([editor.state.form.values['title'], drafts()], ['Typed', [{ title: 'Typed' }]]);
    assert.is(editor.state.outcome, null);
  });
}

test('a record that cannot be kept for undo is deleted only after a second question', async () => {
  history.state.keptDays = 30;
  const { editor, backend } = await openEditor();
  backend.answer('GET /api/collections', failure(500, 'Busy.'));
  for (const isSure of [false, true]) {
    const removing = editor.remove();
    await answer(true);
    await eventually(() => confirm.state.question !== null, true);
    assert.match(await answer(isSure), /^This cannot be undone: .* Delete anyway\?$/);
    assert.is((await removing)?.kind, isSure ? 'deleted' : undefined);
    assert.is(backend.callsTo(routes.remove).length, isSure ? 1 : 0);
  }
  history.state.keptDays = 0;
});

for (const [act, words, path] of [
  ['sendVerification', 'verification', 'request-verification'],
  ['sendPasswordReset', 'password reset', 'request-password-reset'],
] as const) {
  test(`the ${words} mail goes to the stored address, after a question`, async () => {
    const { editor, backend, calls } = await openEditor(account);
    backend.answer(`POST /api/collections/:collection/${path}`, null);
    calls();
    editor.set('email', 'typed@example.com');
    const sending = editor[act]();
    assert.is(await answer(true), `Do you really want to send ${words} email to ada@example.com?`);
    await sending;
    assert.equal(calls(), [`POST collections/_pb_users_auth_/${path} {"email":"ada@example.com"}`]);
    assert.equal(told(), [`Successfully sent ${words} email to ada@example.com.`]);
  });
}

test('no mail is sent without an address', async () => {
  const { editor, calls } = await openEditor({ ...account, record: { ...user, email: '' } });
  calls();
  await editor.sendVerification();
  assert.equal([calls(), told(), confirm.state.question], [[], [], null]);
});

/** Stages a change in the table, beside a row that it shows. */
function stage(collection: object, row: AnyRecord, name: string, mine: unknown): void {
  const cell = cellFieldOf(collection as Collection, name);
  assert.ok(cell);
  edits.set(collection as Collection, [{ row, cell, mine } as never]);
}

/** Opens the editor again, as another panel does. */
async function openAgain(collection: object, recordId: string) {
  const editor = createRecordEditor({ collectionId: (collection as Collection).id, recordId });
  await editor.open();
  return editor;
}
const titles = (collection = postsCollection) =>
  [...edits.of(collection.id).values()].map(({ changes }) => [...changes.values()].map(({ mine }) => mine));

test('a form has the changes of the table with their files, and the table those of the form', async () => {
  const scene = await openEditor({ record: { ...post, pictures: ['mine.png', 'theirs.png'] } });
  const row = { ...(scene.editor.state.stored?.record as AnyRecord), pictures: ['mine.png'] };
  scene.editor.close();
  stage(postsCollection, row, 'title', 'Typed');
  const added = [new File(['x'], 'new.png')];
  stage(postsCollection, row, 'pictures', edits.fileItems({ names: [], removed: ['mine.png'], added }));
  const editor = await openAgain(postsCollection, post.id);
  const change = editor.state.form.files['pictures'];
  assert.equal(
    [editor.state.form.values['title'], change?.names, change?.removed],
    ['Typed', [], ['mine.png']],
  );
  assert.equal(
    change?.added.map((file) => file instanceof File),
    [true],
  );
  assert.is(await editor.mayClose(), true, 'nothing was typed here');
  editor.set('views', '7');
  assert.equal(titles()[0]?.at(-1), '7');
  const closing = editor.mayClose();
  assert.match(await answer(true), /You have unsaved changes/);
  assert.is(await closing, true);
  assert.is(titles()[0]?.length, 2, 'what was in the table stays');
  editor.set('views', '8');
  assert.ok(await editor.save());
  assert.is(edits.of(postsCollection.id).size, 0);
  assert.equal([scene.server.record['title'], scene.server.record['views']], ['Typed', 8]);
  editor.close();
});

test('a value that somebody else has changed since is asked about when the form is saved', async () => {
  const scene = await openEditor();
  stage(postsCollection, scene.editor.state.stored?.record as AnyRecord, 'title', 'Mine');
  scene.editor.close();
  Object.assign(scene.server.record, { title: 'Theirs', views: 9, updated: '2030-01-01 00:00:00.000Z' });
  const editor = await openAgain(postsCollection, post.id);
  assert.equal([editor.state.form.values['title'], editor.state.form.values['views']], ['Mine', '9']);
  const saving = editor.save();
  await settle();
  assert.equal(
    editor.state.conflicts?.map(({ theirs }) => theirs),
    ['Theirs'],
  );
  editor.resolveConflicts({ title: 'mine' });
  assert.ok(await saving);
  assert.equal([scene.server.record['title'], edits.of(postsCollection.id).size], ['Mine', 0]);
  editor.close();
});

test('a change of `verified` that waits in the table is asked about before the form is saved', async () => {
  const scene = await openEditor(account);
  stage(usersCollection, scene.editor.state.stored?.record as AnyRecord, 'verified', false);
  scene.editor.close();
  const editor = await openAgain(usersCollection, String(scene.server.record['id']));
  for (const isAgreed of [false, true]) {
    const saving = editor.save();
    assert.is(await answer(isAgreed), 'Do you really want to manually change the verified account state?');
    assert.is((await saving) !== null, isAgreed);
    assert.is(edits.of(usersCollection.id).size, isAgreed ? 0 : 1);
  }
  editor.close();
});

test.run();
