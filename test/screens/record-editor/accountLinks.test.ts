import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { networkError } from '../../support/backend';
import { user, usersCollection } from '../../support/samples';
import { answer, closeScene, openEditor, refused, routes, told } from './editorScene';

const auths = `${routes.get}/external-auths`;
const unlink = `${routes.remove}/external-auths/:provider`;
const google = { id: 'l', provider: 'google', providerId: '1' };

async function account() {
  const scene = await openEditor({ record: user, collection: usersCollection });
  scene.backend.answer(auths, [google]);
  scene.calls();
  return scene;
}

test.after.each(closeScene);

test('the links are read on request', async () => {
  const { editor, backend } = await account();
  assert.is(editor.links.state.status, 'loading');
  const loading = editor.links.load();
  assert.equal(editor.links.state.links, []);
  await loading;
  assert.equal(editor.links.state.links, [google]);
  assert.is(editor.links.state.status, 'ready');
  assert.is(
    backend.calls[0]?.path,
    `/api/collections/${usersCollection.id}/records/${user.id}/external-auths`,
  );
});

test('a failure is kept for the screen, and the next read removes it', async () => {
  const { editor, backend } = await account();
  backend.answerOnce(auths, networkError);
  await editor.links.load();
  assert.is(editor.links.state.loadError?.kind, 'unreachable');
  await editor.links.load();
  assert.is(editor.links.state.loadError, null);
  assert.equal(editor.links.state.links, [google]);
});

test('unlinking asks, reports the result, and reads again', async () => {
  const { editor, backend } = await account();
  backend.answer(unlink, null);
  await editor.links.load();
  const refusal = editor.links.unlink(google, 'Google');
  assert.is(await answer(false), 'Do you really want to unlink the Google provider?');
  await refusal;
  assert.equal(editor.links.state.links, [google]);
  backend.answer(auths, []);
  const consent = editor.links.unlink(google, 'Google');
  await answer(true);
  await consent;
  assert.equal(editor.links.state.links, []);
  assert.equal(told(), ['Successfully unlinked the Google provider.']);
  assert.is(backend.callsTo(unlink)[0]?.params['provider'], 'google');
});

test('a link that cannot be removed stays in the list', async () => {
  const { editor, backend } = await account();
  backend.answer(unlink, refused(404));
  await editor.links.load();
  const unlinking = editor.links.unlink(google, 'Google');
  await answer(true);
  await unlinking;
  assert.equal(told(), ['Refused with 404.']);
  assert.equal(editor.links.state.links, [google]);
});

test('a new account has no links, and a duplicate does not copy them', async () => {
  const { editor, calls } = await account();
  await editor.links.load();
  await editor.duplicate();
  assert.equal(editor.links.state.links, []);
  calls();
  await editor.links.load();
  await editor.links.unlink(google, 'Google');
  assert.equal(calls(), []);
});

test.run();
