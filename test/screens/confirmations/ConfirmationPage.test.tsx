// The public pages as the shell draws them. They must show nothing of the product, and keep the session.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { App } from '../../../ui/shell/App';
import * as app from '../../../ui/state/app';
import * as session from '../../../ui/state/session';
import { connect } from '../../api/connect';
import { failure, fakeBackend } from '../../support/backend';
import { resetDom } from '../../support/dom';
import { act, mount, tick, type, type View } from '../../support/render';
import { admin, adminToken, tokenOf, usersCollection } from '../../support/samples';

const token = tokenOf({ collectionId: usersCollection.id, email: 'ada@example.com' });
const refusals = ['verification', 'password-reset', 'email-change'].map((what) => [
  `POST /api/collections/${usersCollection.id}/confirm-${what}`,
  failure(401, 'Refused.'),
]);

const pages: Array<[hash: string, title: string, heading: string]> = [
  ...['auth', 'users'].flatMap((start): typeof pages => [
    [`#/${start}/confirm-verification/${token}`, 'Email verification', 'Email verification'],
    [`#/${start}/confirm-password-reset/${token}`, 'Password reset', 'Reset your password'],
    [`#/${start}/confirm-email-change/${token}`, 'Email change', 'Change your email'],
  ]),
  ['#/auth/oauth2-redirect-success', 'Auth', 'Auth completed.'],
  ['#/auth/oauth2-redirect-failure', 'Auth', 'Auth failed.'],
];

async function open(hash: string): Promise<View> {
  history.replaceState(null, '', `/_/${hash}`);
  const view = mount(<App />);
  await tick();
  return view;
}

test.before.each(() => {
  resetDom();
  session.end();
  app.adopt({ appName: 'Acme', hideControls: false });
});
test.after(() => session.end());

for (const [hash, title, heading] of pages) {
  const shown = hash.replace(token, 'TOKEN');

  for (const isSignedIn of [false, true]) {
    test(`${shown} shows no product name to ${isSignedIn ? 'an admin' : 'a guest'}`, async () => {
      const backend = fakeBackend(Object.fromEntries(refusals));
      const told = connect(backend, adminToken()).told;
      if (isSignedIn) session.adopt({ token: adminToken(), admin });
      const before = localStorage.getItem('pb_admin_auth');
      const view = await open(hash);
      for (const input of view.findAll('input')) type(input, 'new password');
      for (const form of view.findAll<HTMLFormElement>('form')) act(() => form.requestSubmit());
      await tick();
      assert.is(backend.calls.length, hash.endsWith(token) ? 1 : 0);
      assert.is(view.find('h1').textContent, heading);
      assert.is(document.title, title);
      assert.equal(view.findAll('img, footer, nav, header, a[href]'), []);
      assert.is(
        view.find('h1').previousElementSibling?.firstElementChild?.tagName,
        'svg',
        'a sign of its own',
      );
      assert.not.match(view.text(), /lowline|acme|pocketbase/i);
      assert.is(location.hash, hash);
      assert.equal(told, []);
      assert.is(session.isSignedIn(), isSignedIn);
      assert.is(localStorage.getItem('pb_admin_auth'), before);
      assert.not(backend.calls.some(({ headers }) => 'authorization' in headers));
      view.unmount();
    });
  }
}

for (const hash of ['#/auth/confirm-verification', '#/AUTH/confirm-verification/x', '#/auth/confirm-otp/x']) {
  test(`${hash} is not a public page`, async () => {
    const view = await open(hash);
    assert.match(view.text(), 'Page not found');
    view.unmount();
  });
}

test.run();
