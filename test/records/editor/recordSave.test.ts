import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as records from '../../../ui/backend/records';
import { fieldValue } from '../../../ui/model/record';
import * as unsaved from '../../../ui/page/forms/unsaved';
import type { RecordEditor } from '../../../ui/records/editor/recordEditor';
import { settle } from '../../backend/connect';
import { newFile } from '../../support/anyRecord';
import { networkError } from '../../support/backend';
import { eventually } from '../../support/eventually';
import { post, postsCollection } from '../../support/samples';
import { account, callsOf, closeScene, drafts, openEditor, refused, routes, told } from './editorScene';

test.after.each(closeScene);

test('a save reads again and sends only the changed key, with the relations of the list', async () => {
  const { editor, backend } = await openEditor();
  backend.calls.length = 0;
  editor.set('title', 'Typed');
  assert.equal(drafts(), [{ title: 'Typed' }]);
  // These mean the same as what is stored.
  editor.set('meta', '{"seen": [1, 2]}');
  editor.set('views', '42.50');
  const outcome = await editor.save();
  assert.is(outcome?.kind, 'updated');
  assert.equal(backend.callsTo(routes.update)[0]?.query, { expand: 'author' });
  assert.equal([backend.callsTo(routes.collection).length, backend.calls.length], [1, 3]);
  assert.equal(callsOf(backend), ['GET', 'PATCH {"title":"Typed"}']);
  assert.equal(told(), ['Successfully updated record.']);
  assert.equal([editor.state.isChanged, drafts(), unsaved.hasAny()], [false, [], false]);
  assert.is(fieldValue(editor.state.stored?.record ?? ({} as never), 'title'), 'Typed');
});

const newNames = ({ state }: RecordEditor) =>
  (state.form.files['pictures']?.added ?? []).map(({ name }) => name);

for (const isDisturbed of [false, true]) {
  test(`after a lost response ${isDisturbed ? 'and a change of another person ' : ''}only the rest is sent`, async () => {
    const { editor, backend, server, calls } = await openEditor();
    const [first = ''] = post.pictures;
    backend.answerOnce(routes.update, () => {
      const pictures = [...post.pictures, 'a_0123456789.png'];
      Object.assign(server.record, { pictures, title: isDisturbed ? 'Theirs' : 'Typed', updated: 'later' });
      return networkError;
    });
    editor.set('title', 'Typed');
    editor.addFiles('pictures', [newFile('a.png')]);
    backend.answerOnce(routes.get, () => ({ ...server.record }));
    backend.answerOnce(routes.get, networkError);
    assert.is(await editor.save(), null);
    assert.equal(newNames(editor), ['a.png'], 'nothing is known yet');
    editor.set('contact', 'me@example.com');
    editor.addFiles('pictures', [newFile('b.png')]);
    editor.removeFile('pictures', first);
    calls();
    const saving = editor.save();
    await settle();
    assert.equal(
      editor.state.conflicts?.map(({ name, mine, theirs }) => [name, mine, theirs]),
      isDisturbed ? [['title', 'Typed', 'Theirs']] : undefined,
    );
    editor.resolveConflicts({ title: 'theirs' });
    assert.is((await saving)?.kind, 'updated');
    const patch = `PATCH {"contact":"me@example.com","pictures-":["${first}"]} pictures=b.png`;
    assert.equal(calls(), [...(isDisturbed ? ['GET'] : []), 'GET', patch]);
    assert.equal([editor.state.isChanged, newNames(editor), drafts()], [false, [], []]);
  });
}

test('a new record becomes an existing one, which can be changed like any other', async () => {
  const { editor, server, calls } = await openEditor({ isNew: true });
  editor.set('title', 'New');
  editor.set('meta', '{"b":1.0}');
  assert.is((await editor.save())?.kind, 'created');
  assert.equal(calls(), ['POST {"id":"<made>","title":"New","meta":"{\\"b\\":1.0}"}']);
  assert.equal(told(), ['Successfully created record.']);
  assert.equal([editor.state.recordId, editor.state.showsPassword], [server.record['id'], false]);
  assert.equal([editor.state.isChanged, drafts()], [false, []]);
  editor.set('title', 'Changed');
  assert.is((await editor.save())?.kind, 'created', 'the list has not seen it yet');
  assert.equal(calls(), ['GET', 'PATCH {"title":"Changed"}']);
});

test('edits during a save stay and are unsaved', async () => {
  const { editor, backend, calls } = await openEditor();
  editor.set('title', 'Typed');
  const release = backend.hold(routes.update);
  const saving = editor.save();
  await settle();
  editor.set('title', 'Typed on');
  editor.set('contact', 'me@example.com');
  editor.addFiles('pictures', [newFile('late.png')]);
  release();
  assert.is((await saving)?.kind, 'updated');
  await eventually(drafts, [{ title: 'Typed on', contact: 'me@example.com' }]);
  calls();
  await editor.save();
  assert.equal(calls(), ['GET', 'PATCH {"title":"Typed on","contact":"me@example.com"} pictures=late.png']);
});

test('files are sent with progress, and are stored ones afterwards', async () => {
  const { editor, backend, calls } = await openEditor();
  const [a = '', b = ''] = post.pictures;
  editor.removeFile('pictures', a);
  editor.addFiles('pictures', [newFile('x.png'), newFile('y.png')]);
  editor.set('title', 'Typed');
  calls();
  const release = backend.hold(routes.update);
  const saving = editor.save();
  await settle();
  assert.is(editor.state.progress, 1);
  release();
  await saving;
  assert.is(editor.state.progress, null);
  assert.equal(calls(), [
    'GET',
    `PATCH {"title":"Typed","pictures-":["${a}"]} pictures=x.png pictures=y.png`,
  ]);
  const { names = [] } = editor.state.form.files['pictures'] ?? {};
  assert.equal([[...names], editor.state.isChanged], [[b, 'x.png', 'y.png'], false]);
});

for (const { what, act, expected } of [
  {
    what: 'taken back',
    act: (editor: RecordEditor) => editor.removeAddedFile('pictures', 0),
    expected: { names: [...post.pictures, 'y.png'], removed: ['x.png'] },
  },
  {
    what: 'moved',
    act: (editor: RecordEditor) => editor.moveFile('pictures', 1, 0),
    expected: { names: [...post.pictures.toReversed(), 'x.png', 'y.png'], removed: [] },
  },
]) {
  test(`a file that is ${what} during the upload stays so, and is not saved yet`, async () => {
    const { editor, backend } = await openEditor();
    editor.addFiles('pictures', [newFile('x.png'), newFile('y.png')]);
    const release = backend.hold(routes.update);
    const saving = editor.save();
    await settle();
    act(editor);
    release();
    await saving;
    const { names = [], removed = [], added = [] } = editor.state.form.files['pictures'] ?? {};
    assert.equal({ names: [...names], removed: [...removed] }, expected);
    assert.is(added.length, 0);
    assert.ok(editor.state.isChanged);
  });
}

test('a new password is sent with its confirmation, and is removed from the form afterwards', async () => {
  const { editor, calls } = await openEditor(account);
  editor.showPassword(true);
  editor.set('password', 'geheim12');
  calls();
  assert.is(await editor.save(), null);
  assert.equal(Object.keys(editor.state.errors), ['passwordConfirm']);
  editor.set('passwordConfirm', 'geheim12');
  assert.equal(drafts(), []);
  await editor.save();
  assert.equal(calls(), ['GET', 'PATCH {"password":"geheim12","passwordConfirm":"geheim12"}']);
  assert.equal([editor.state.form.values['password'], editor.state.showsPassword], ['', false]);
});

test('what another part of the page stores between the reading and the save is noticed', async () => {
  const { editor, backend, calls } = await openEditor();
  editor.set('title', 'Mine');
  calls();
  const release = backend.hold(routes.update);
  const table = records.update(postsCollection, post.id, { values: { title: 'Table' }, files: [] });
  const saving = editor.save();
  await settle();
  release();
  await table;
  await settle();
  assert.equal(calls(), ['PATCH {"title":"Table"}', 'GET', 'GET']);
  assert.equal(
    editor.state.conflicts?.map(({ name, mine, theirs }) => [name, mine, theirs]),
    [['title', 'Mine', 'Table']],
  );
  editor.resolveConflicts({ title: 'mine' });
  assert.is((await saving)?.kind, 'updated');
  assert.equal(calls(), ['GET', 'PATCH {"title":"Mine"}']);
});

test('a refused save keeps what was typed, with errors at their fields; others and a deletion are told', async () => {
  const { editor, backend } = await openEditor(account);
  editor.set('name', 'Typed');
  const data = { secret: { code: 'x', message: 'Not today.' }, name: {}, password: { code: 'weak' } };
  backend.answerOnce(routes.update, refused(400, data));
  assert.is(await editor.save(), null);
  assert.equal(editor.state.errors, { name: { code: '', message: 'Invalid value' } });
  assert.is(told().at(-1), 'secret: Not today.\npassword: weak');
  backend.answerOnce(routes.get, refused(404));
  assert.is(await editor.save(), null);
  assert.match(told().at(-1) ?? '', /^This record no longer exists\. What you have typed stays/);
  assert.equal([editor.state.form.values['name'], drafts()], ['Typed', [{ name: 'Typed' }]]);
});

test('files added by others count toward the maximum, which is checked again before the request', async () => {
  const { editor, server, calls } = await openEditor();
  editor.addFiles(
    'pictures',
    ['1', '2', '3'].map((name) => newFile(name)),
  );
  server.record['pictures'] = [...post.pictures, 'theirs.png'];
  calls();
  assert.is(await editor.save(), null);
  assert.equal(calls(), ['GET']);
  assert.is(editor.state.errors['pictures']?.message, 'Select no more than 5.');
});

test.run();
