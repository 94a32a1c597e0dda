// The providers that are linked to an account.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { settle } from '../../backend/connect';
import { user } from '../../support/samples';
import { account, answer, closeScene, openEditor, refused, routes, told } from './editorScene';

const auths = `${routes.get}/external-auths`;
const unlink = `${routes.remove}/external-auths/:provider`;
const google = { id: 'l', provider: 'google', providerId: '1' };

async function openLinks() {
  const scene = await openEditor(account);
  scene.backend.answer(auths, [google]);
  await scene.editor.links.load();
  return { ...scene, links: scene.editor.links };
}

test.after.each(closeScene);

for (const [what, isAgreed, answered, words, left] of [
  ['No', false, null, [], [google]],
  ['Yes', true, null, ['Successfully unlinked the Google provider.'], []],
  ['a refusal of the server', true, refused(404), ['Refused with 404.'], [google]],
] as const) {
  test(`unlinking asks; after ${what} ${left.length} links are left`, async () => {
    const { links, backend } = await openLinks();
    backend.answer(unlink, answered);
    backend.answer(auths, left);
    const unlinking = links.unlink(google, 'Google');
    assert.is(await answer(isAgreed), 'Do you really want to unlink the Google provider?');
    await unlinking;
    assert.equal([links.state.links, told()], [left, words]);
    assert.equal(
      backend.callsTo(unlink).map(({ params }) => params['provider']),
      isAgreed ? ['google'] : [],
    );
  });
}

test('the links are read again after a save that verified the account', async () => {
  const { editor, backend } = await openEditor({ ...account, record: { ...user, verified: false } });
  backend.answer(auths, [google]);
  await editor.links.load();
  backend.answer(auths, []);
  const toggling = editor.toggleVerified();
  await answer(true);
  await toggling;
  await editor.save();
  await settle();
  assert.equal(editor.links.state.links, []);
});

test.run();
