import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { newFile } from '../../support/anyRecord';
import { type Call, networkError } from '../../support/backend';
import { eventually } from '../../support/eventually';
import { emptyPost, user } from '../../support/samples';
import { account, closeScene, drafts, openEditor, refused, routes, told } from './editorScene';

test.after.each(closeScene);

type Scene = Awaited<ReturnType<typeof openEditor>>;

/** The server stores the record, but its response is lost, or tells of a failed hook. */
function loseAnswer(
  { backend, server }: Pick<Scene, 'backend' | 'server'>,
  more: object = {},
  answer: unknown = networkError,
): void {
  backend.answerOnce(routes.create, ({ body }: Call) => {
    const values = body instanceof FormData ? JSON.parse(String(body.get('@jsonPayload'))) : body;
    server.record = { ...emptyPost, pictures: [], ...values, ...more };
    return answer;
  });
}

const missing = refused(404);

for (const [what, answer] of [
  ['whose response was lost', networkError],
  ['that was stored before a hook failed', refused(400)],
] as const) {
  test(`a record ${what} is created once`, async () => {
    const { editor, backend, server, calls } = await openEditor({ isNew: true });
    editor.set('title', 'New');
    editor.addFiles('pictures', [newFile('a.png')]);
    loseAnswer({ backend, server }, { pictures: ['a_1.png'] }, answer);
    assert.is(await editor.save(), null);
    const { id } = server.record;
    assert.match(String(id), /^[a-z0-9]{15}$/);
    assert.equal([editor.state.form.values['id'], editor.state.recordId], [id, null]);
    await eventually(drafts, [{ id, title: 'New' }]);
    calls();
    assert.is((await editor.save())?.kind, 'created');
    assert.equal(calls(), ['GET'], 'it is found, not created again');
    assert.equal([editor.state.recordId, editor.state.isChanged, drafts()], [id, false, []]);
    assert.equal([...(editor.state.form.files['pictures']?.names ?? [])], ['a_1.png']);
    assert.is(told().at(-1), 'Successfully created record.');
  });
}

for (const isRefused of [false, true]) {
  test(`changes typed after the lost response are stored in the created record${isRefused ? ', which is kept if they are refused' : ''}`, async () => {
    const { editor, backend, server, calls } = await openEditor({ isNew: true });
    editor.set('title', 'New');
    loseAnswer({ backend, server });
    await editor.save();
    editor.set('title', 'Typed on');
    calls();
    if (isRefused) {
      const taken = { code: 'validation_not_unique', message: 'Value must be unique.' };
      backend.answerOnce(routes.update, refused(400, { title: taken }));
      assert.is(await editor.save(), null);
      assert.equal([editor.state.recordId, editor.state.outcome?.kind], [server.record['id'], 'created']);
      assert.equal([editor.state.errors, drafts()[0]?.['title']], [{ title: taken }, 'Typed on']);
      calls();
    }
    assert.is((await editor.save())?.kind, 'created');
    assert.equal(calls().slice(-2), ['GET', 'PATCH {"title":"Typed on"}']);
    assert.equal([server.record['title'], editor.state.isChanged, drafts()], ['Typed on', false, []]);
  });
}

test('a record that the browser sends twice by itself is created once', async () => {
  const { editor, backend, server, calls } = await openEditor({ isNew: true });
  editor.set('title', 'New');
  const taken = { code: 'validation_not_unique', message: 'Value must be unique.' };
  loseAnswer({ backend, server }, {}, refused(400, { id: taken }));
  calls();
  assert.is((await editor.save())?.kind, 'created');
  assert.equal(calls().slice(-2), ['POST {"id":"<made>","title":"New"}', 'GET']);
  assert.equal([editor.state.recordId, editor.state.errors], [server.record['id'], {}]);
});

/** A 404 may come from an expired token, so the session is confirmed. */
const refresh = 'POST admins/auth-refresh';

test('an attempt that did not arrive is repeated with the same id', async () => {
  const { editor, backend, server, calls } = await openEditor({ isNew: true });
  editor.set('title', 'New');
  backend.answerOnce(routes.create, networkError);
  await editor.save();
  const id = editor.state.form.values['id'];
  calls();
  backend.answerOnce(routes.get, missing);
  assert.is((await editor.save())?.kind, 'created');
  assert.equal(calls(), ['GET', refresh, 'POST {"id":"<made>","title":"New"}']);
  assert.is(server.record['id'], id);
});

test('a first attempt that arrives late is found', async () => {
  const { editor, backend, server, calls } = await openEditor({ isNew: true });
  editor.set('title', 'New');
  loseAnswer({ backend, server });
  await editor.save();
  calls();
  backend.answerOnce(routes.get, missing);
  backend.answerOnce(routes.create, refused(400, { id: { code: 'validation_invalid_id' } }));
  assert.is((await editor.save())?.kind, 'created');
  assert.equal(calls(), ['GET', refresh, 'POST {"id":"<made>","title":"New"}', 'GET']);
  assert.equal([editor.state.errors, told().at(-1)], [{}, 'Successfully created record.']);
});

for (const [what, theirs, isMine] of [
  ['the sent values', {}, true],
  ['other values', { title: 'Theirs' }, false],
  ['files in an empty field', { pictures: ['theirs.png'] }, false],
] as const) {
  test(`a record with the typed id and ${what} counts as ${isMine ? 'the first attempt' : "someone else's record"}`, async () => {
    const { editor, backend, server, calls } = await openEditor({ isNew: true });
    editor.set('id', 'my_own_id_00001');
    editor.set('title', 'New');
    loseAnswer({ backend, server }, theirs);
    await editor.save();
    const taken = { code: 'validation_invalid_id', message: 'The model id is invalid or already exists.' };
    backend.answer(routes.create, refused(400, { id: taken }));
    editor.set('views', '7');
    for (let round = 0; round < (isMine ? 1 : 2); round += 1) {
      calls();
      assert.is((await editor.save())?.kind, isMine ? 'created' : undefined);
      assert.is(server.record['views'], isMine ? 7 : 0);
      assert.equal(editor.state.errors, isMine ? {} : { id: taken });
      assert.is(
        calls().some((call) => call.startsWith('PATCH')),
        isMine,
      );
    }
  });
}

test("an account whose response was lost is created once, with the server's user name", async () => {
  const { editor, backend, server, calls } = await openEditor({ ...account, isNew: true });
  editor.set('email', 'new@example.com');
  for (const name of ['password', 'passwordConfirm']) editor.set(name, 'geheim12');
  backend.answerOnce(routes.create, ({ body }: Call) => {
    const { id, email } = body as { id: string; email: string };
    server.record = { ...user, id, email, name: '', verified: false, username: 'users1' };
    return networkError;
  });
  await editor.save();
  calls();
  assert.is((await editor.save())?.kind, 'created');
  assert.equal(calls(), ['GET']);
  const {
    isChanged,
    showsPassword,
    form: { values },
  } = editor.state;
  assert.equal([values['username'], values['password']], ['users1', '']);
  assert.equal([isChanged, showsPassword], [false, false]);
});

test.run();
