import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Collection } from '../../../ui/model/collection';
import type { AnyRecord } from '../../../ui/model/record';
import { cellFieldOf } from '../../../ui/model/records/cellField';
import { createRecordEditor } from '../../../ui/screens/record-editor/recordEditor';
import * as bin from '../../../ui/state/bin/bin';
import * as unsaved from '../../../ui/state/forms/unsaved';
import type { Panels } from '../../../ui/state/panels';
import * as panels from '../../../ui/state/panels';
import * as session from '../../../ui/state/session';
import * as staged from '../../../ui/state/staged/staged';
import { itemsOf } from '../../../ui/state/staged/stagedFiles';
import { settle } from '../../api/connect';
import { newFile } from '../../support/anyRecord';
import { failure, networkError } from '../../support/backend';
import { post, postsCollection, user, usersCollection } from '../../support/samples';
import {
  answer,
  assertNothingTold,
  closeScene,
  drafts,
  openEditor,
  refused,
  routes,
  told,
} from './editorScene';

// The bin is off: test/state/bin/keeping.test.ts tells what a delete reads for it.
bin.state.keptDays = 0;

const account = { record: user, collection: usersCollection };
const protectedPosts = {
  ...postsCollection,
  schema: postsCollection.schema.map((field) =>
    field.type === 'file' ? { ...field, options: { ...field.options, protected: true } } : field,
  ),
};

test.after.each(closeScene);

test('one call reads the complete record by its id', async () => {
  const { editor, backend } = await openEditor();
  assert.is(editor.state.status, 'ready');
  assert.is(editor.state.form.values['body'], post.body);
  assert.is(editor.state.isChanged, false);
  assert.is(editor.state.showsPassword, false);
  assert.is(backend.calls.length, 1);
  // It reads the record itself, because a list has excerpts. Without `fields`, no property is missing.
  assert.is(backend.calls[0]?.path, `/api/collections/${postsCollection.id}/records/${post.id}`);
  assert.equal(backend.calls[0]?.query, {});
  assert.is(backend.calls[0]?.method, 'GET');
});

test('changed values are listed until they are typed back', async () => {
  const { editor } = await openEditor();
  const changed = () => Object.keys(editor.state.changed);
  assert.equal(changed(), []);
  editor.set('title', 'Other');
  editor.addFiles('pictures', [newFile('a.txt')]);
  assert.equal(changed(), ['title', 'pictures']);
  editor.set('title', post.title);
  assert.equal(changed(), ['pictures']);
});

test('a new record needs no call', async () => {
  const { editor, calls } = await openEditor({ isNew: true });
  assert.is(editor.state.status, 'ready');
  assert.is(editor.state.stored, null);
  assert.is(editor.state.showsPassword, true);
  assert.equal(calls(), []);
});

test('a missing record shows its id in the message', async () => {
  const { editor, backend } = await openEditor();
  backend.answer(routes.get, refused(404));
  await editor.open();
  assert.is(editor.state.status, 'failed');
  assert.is(editor.state.loadError?.status, 404);
  assert.equal(told(), [`Unable to load record with id "${post.id}"`]);
});

test('a 404 for an expired token does not mean a missing record', async () => {
  const { editor, backend } = await openEditor();
  backend.answer(routes.get, refused(404));
  backend.answer(routes.refresh, refused(401));
  await editor.open();
  assert.is(session.isSignedIn(), false);
  assert.not.ok(told().some((message) => message.startsWith('Unable')));
});

test('a failed read is kept for the screen, and can be retried', async () => {
  const { editor, backend } = await openEditor();
  backend.answerOnce(routes.get, networkError);
  await editor.open();
  assert.is(editor.state.status, 'failed');
  assert.is(editor.state.loadError?.kind, 'unreachable');
  assertNothingTold();
  await editor.open();
  assert.is(editor.state.status, 'ready');
  assert.is(editor.state.loadError, null);
});

test('the editor of a missing collection fails without a call', async () => {
  const { calls } = await openEditor();
  calls();
  const editor = createRecordEditor({ collectionId: 'nowhere', recordId: post.id });
  await editor.open();
  assert.is(editor.state.status, 'failed');
  assert.is(await editor.save(), null);
  assert.equal(calls(), []);
  editor.close();
});

test('a panel that closes during a read shows no message, and can open again', async () => {
  const { editor, backend } = await openEditor();
  const release = backend.hold(routes.get);
  const reading = editor.open();
  await settle();
  editor.close();
  const again = editor.open();
  release();
  await Promise.all([reading, again]);
  assert.is(editor.state.status, 'ready');
  assertNothingTold();
});

test('a typed value counts as a change until it equals the old one', async () => {
  const { editor } = await openEditor();
  editor.set('title', 'Typed');
  assert.is(editor.state.isChanged, true);
  assert.is(unsaved.hasAny(), true);
  editor.set('title', post.title);
  assert.is(editor.state.isChanged, false);
  assert.is(unsaved.hasAny(), false);
  editor.set('tags', ['long', 'news']);
  assert.is(editor.state.isChanged, true);
  editor.set('tags', ['news', 'long']);
  assert.is(editor.state.isChanged, false);
});

test('the editor copies a list that it gets', async () => {
  const { editor } = await openEditor();
  const tags = ['news', 'draft'];
  editor.set('tags', tags);
  tags.push('long');
  assert.equal([...(editor.state.form.values['tags'] as string[])], ['news', 'draft']);
  assert.equal(editor.state.baseline.values['tags'], ['news', 'long']);
});

test('typed texts stay unchanged, even half a date and a leading zero', async () => {
  const { editor, calls } = await openEditor();
  calls();
  for (const [name, texts] of Object.entries({
    day: ['2', '2026-1', '2026-11-2', '2026-11-21 1'],
    views: ['-', '0', '007', '1.', '1e'],
    meta: ['{', '{"a":', ' {"a": 1}'],
    contact: ['a', 'a@'],
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

test('passwords and files are unsaved changes too', async () => {
  const users = await openEditor(account);
  users.editor.showPassword(true);
  users.editor.set('password', 'geheim12');
  assert.is(unsaved.hasAny(), true);
  users.editor.showPassword(false);
  assert.equal([users.editor.state.form.values['password'], unsaved.hasAny()], ['', false]);
  users.editor.addFiles('avatar', [newFile('a.png')]);
  assert.is(unsaved.hasAny(), true);
  users.editor.removeAddedFile('avatar', 0);
  assert.is(unsaved.hasAny(), false);
});

test('a closed editor has no unsaved changes', async () => {
  const { editor } = await openEditor();
  editor.set('title', 'Typed');
  editor.close();
  assert.is(unsaved.hasAny(), false);
});

test('files can be removed, restored and reordered, up to the maximum of the field', async () => {
  const { editor } = await openEditor();
  const [a = '', b = ''] = post.pictures;
  editor.removeFile('pictures', a);
  assert.equal([...(editor.state.form.files['pictures']?.names ?? [])], [b]);
  editor.restoreFile('pictures', a);
  assert.is(editor.state.isChanged, false);
  editor.moveFile('pictures', 0, 1);
  assert.equal([...(editor.state.form.files['pictures']?.names ?? [])], [b, a]);
  assert.is(editor.state.isChanged, true);
  editor.addFiles(
    'pictures',
    ['1', '2', '3', '4'].map((name) => newFile(name)),
  );
  assert.equal(told(), ['1 of 4 files were left out: the field is full.']);
  editor.moveAddedFile('pictures', 2, 0);
  const added = editor.state.form.files['pictures']?.added ?? [];
  assert.equal(
    added.map(({ name }) => name),
    ['3', '1', '2'],
  );
  assert.instance(added[0], File);
  assert.is(added[0]?.size, 3, 'a File in a proxy throws here');
  editor.addFiles('title', [newFile('x')]);
  editor.removeFile('nothing', 'x');
});

test('an edit removes the error of its field and keeps the others', async () => {
  const { editor } = await openEditor();
  editor.set('title', '');
  editor.set('views', 'many');
  await editor.save();
  assert.equal(Object.keys(editor.state.errors), ['title', 'views']);
  editor.set('views', '7');
  assert.equal(Object.keys(editor.state.errors), ['title']);
});

test('closing asks about unsaved changes; Yes drops the draft, No keeps it', async () => {
  const { editor } = await openEditor();
  assert.is(await editor.mayClose(), true);
  editor.set('title', 'Typed');
  const refusal = editor.mayClose();
  assert.is(await answer(false), 'You have unsaved changes. Do you really want to close the panel?');
  assert.is(await refusal, false);
  assert.equal(drafts(), [{ title: 'Typed' }]);
  const consent = editor.mayClose();
  await answer(true);
  assert.is(await consent, true);
  assert.equal(drafts(), []);
});

test('a duplicate has the stored values, can be created at once, and asks before it discards changes', async () => {
  const { editor, calls } = await openEditor();
  editor.set('title', 'Typed');
  const refusal = editor.duplicate();
  assert.is(await answer(false), 'You have unsaved changes. Do you really want to discard them?');
  assert.is(await refusal, false);
  assert.is(editor.state.recordId, post.id);
  const consent = editor.duplicate();
  await answer(true);
  assert.is(await consent, true);
  const {
    recordId,
    isChanged,
    stored,
    form: { values, files },
  } = editor.state;
  assert.equal([recordId, stored, isChanged], [null, null, true]);
  assert.equal([values['id'], values['title']], ['', post.title]);
  assert.equal([...(files['pictures']?.names ?? [])], []);
  assert.equal(drafts(), []);
  calls();
  assert.is((await editor.save())?.kind, 'created');
  const [sent = ''] = calls();
  assert.match(sent, /^POST \{"id":"<made>","title":"The first program"/);
  assert.not.match(sent, /al1h9ijdeojtsjy|created|updated|pictures/);
});

test('a delete lists the cascading deletes, and No keeps the record', async () => {
  const relation = { collectionId: postsCollection.id, cascadeDelete: true, maxSelect: 1 };
  const comments = {
    id: 'comments0000000',
    name: 'comments',
    type: 'base',
    schema: [{ id: 'r', name: 'post', type: 'relation', options: relation }],
  };
  const likes = {
    ...comments,
    id: 'likes0000000000',
    name: 'likes',
    schema: [{ id: 'r', name: 'r', type: 'relation', options: { ...relation, collectionId: comments.id } }],
  };
  const { editor, calls } = await openEditor({ more: [comments, likes] });
  calls();
  const refusal = editor.remove();
  assert.is(
    await answer(false),
    'Do you really want to delete the selected record? Records of comments and likes that depend on it are deleted too.',
  );
  assert.is(await refusal, null);
  assert.is(calls().includes('DELETE'), false);
  editor.set('title', 'Typed');
  const consent = editor.remove();
  await answer(true);
  assert.equal(await consent, { kind: 'deleted', recordId: post.id });
  // Beside it the question counts the comments.
  assert.equal(
    calls().filter((call) => call !== 'GET'),
    ['DELETE'],
  );
  assert.equal(told(), ['Successfully deleted record.']);
  assert.equal(editor.state.outcome, { kind: 'deleted', recordId: post.id });
  assert.equal([editor.state.isChanged, drafts()], [false, []]);
});

test('a refused delete is explained by a popup, and keeps the form', async () => {
  const { editor, backend } = await openEditor();
  const message =
    'Failed to delete record. Make sure that the record is not part of a required relation reference.';
  backend.answer(routes.remove, failure(400, message));
  editor.set('title', 'Typed');
  const removing = editor.remove();
  assert.is(await answer(true), 'Do you really want to delete the selected record?');
  assert.is(await removing, null);
  assert.equal(told(), []);
  const [{ name, takes } = { name: '', takes: {} }] = panels.state.open;
  const { refusedAt, ...explained } = takes as Panels['deleteRefused']['takes'];
  assert.is(name, 'deleteRefused');
  assert.equal(explained, { collectionId: postsCollection.id, recordId: post.id, sentence: message });
  panels.closeAll();
  assert.equal([editor.state.form.values['title'], drafts()], ['Typed', [{ title: 'Typed' }]]);
  assert.is(editor.state.outcome, null);
});

test('a delete that fails for another reason is told by a message', async () => {
  const { editor, backend } = await openEditor();
  backend.answer(routes.remove, failure(500, 'The disk is full.'));
  const removing = editor.remove();
  await answer(true);
  assert.is(await removing, null);
  assert.equal([told(), panels.state.open], [['The disk is full.'], []]);
});

test('a change of `verified` asks for a stored account, not for a new one', async () => {
  const { editor } = await openEditor(account);
  const refusal = editor.toggleVerified();
  assert.is(await answer(false), 'Do you really want to manually change the verified account state?');
  await refusal;
  assert.is(editor.state.form.values['verified'], true);
  const off = editor.toggleVerified();
  await answer(true);
  await off;
  assert.is(editor.state.form.values['verified'], false);
  const on = editor.toggleVerified();
  assert.match(
    await answer(true),
    /linked providers, newer servers remove these links and sign the user out\.$/,
  );
  await on;
  closeScene();
  const fresh = await openEditor({ ...account, isNew: true });
  await fresh.editor.toggleVerified();
  assert.is(fresh.editor.state.form.values['verified'], true);
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
  assert.equal(calls(), []);
  assertNothingTold();
});

test('protected files need one token, public ones none', async () => {
  const open = await openEditor();
  await settle();
  assert.equal(open.calls(), ['GET']);
  const file = post.pictures[0] ?? '';
  assert.not.match(open.editor.fileAddress('pictures', file), 'token');
  closeScene();

  const closed = await openEditor({ collection: protectedPosts });
  await settle();
  assert.equal(closed.calls(), ['GET', 'POST files/token']);
  const address = new URL(closed.editor.fileAddress('pictures', file, { thumb: '100x100' }));
  assert.is(address.pathname, `/api/files/${postsCollection.id}/${post.id}/${file}`);
  assert.is(address.searchParams.get('thumb'), '100x100');
  assert.is(address.searchParams.get('token'), closed.editor.state.fileToken);
  assert.match(await closed.editor.freshFileAddress('pictures', file), 'token=');
  closeScene();

  const none = await openEditor({ collection: protectedPosts, record: { ...post, pictures: [] } });
  await settle();
  assert.equal(none.calls(), ['GET']);
});

test('changes of the table move into the form, also new and removed files', async () => {
  const { editor } = await openEditor();
  const [stored = ''] = editor.state.form.files['pictures']?.names ?? [];
  const names = editor.state.form.files['pictures']?.names ?? [];
  const row = editor.state.stored?.record as AnyRecord;
  const value = itemsOf({ names: names.slice(1), removed: [stored], added: [new File(['x'], 'new.png')] });
  for (const [name, mine] of [
    ['title', 'Typed'],
    ['pictures', value],
  ] as const) {
    const cell = cellFieldOf(postsCollection as Collection, name);
    assert.ok(cell);
    staged.stage(postsCollection as Collection, [{ row, cell, mine }]);
  }
  await editor.takeStaged();
  const { values, files } = editor.state.form;
  assert.is(values['title'], 'Typed');
  assert.equal(files['pictures']?.removed, [stored]);
  assert.equal(
    files['pictures']?.added.map((file) => [file.name, file instanceof File]),
    [['new.png', true]],
  );
  assert.is(staged.recordsOf(postsCollection.id).size, 0);
});

test('files of the table join those of the form and those that others added', async () => {
  const { editor } = await openEditor({ record: { ...post, pictures: ['mine.png', 'theirs.png'] } });
  const row = { ...(editor.state.stored?.record as AnyRecord), pictures: ['mine.png'] };
  const cell = cellFieldOf(postsCollection as Collection, 'pictures');
  assert.ok(cell);
  const mine = itemsOf({ names: [], removed: ['mine.png'], added: [new File(['x'], 'new.png')] });
  staged.stage(postsCollection as Collection, [{ row, cell, mine }]);
  editor.addFiles('pictures', [new File(['y'], 'typed.png')]);
  await editor.takeStaged();
  const change = editor.state.form.files['pictures'];
  assert.equal(change?.names, ['theirs.png']);
  assert.equal(change?.removed, ['mine.png']);
  assert.equal(
    change?.added.map((file) => file.name),
    ['typed.png', 'new.png'],
  );
});

test('a change of `verified` that waits in the table asks before it moves into the form', async () => {
  const { editor } = await openEditor(account);
  const users = usersCollection as Collection;
  const row = editor.state.stored?.record as AnyRecord;
  const cell = cellFieldOf(users, 'verified');
  assert.ok(cell);
  staged.stage(users, [{ row, cell, mine: false }]);
  const refusal = editor.takeStaged();
  assert.is(await answer(false), 'Do you really want to manually change the verified account state?');
  await refusal;
  assert.is(editor.state.form.values['verified'], true);
  assert.is(staged.recordsOf(users.id).size, 1, 'it waits in the table');
  const taking = editor.takeStaged();
  await answer(true);
  await taking;
  assert.is(editor.state.form.values['verified'], false);
  assert.is(staged.recordsOf(users.id).size, 0);
});

test.run();
