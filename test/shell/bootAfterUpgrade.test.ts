import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { boot } from '../../ui/shell/boot';
import * as session from '../../ui/state/session';
import * as toasts from '../../ui/state/toasts';
import { settle } from '../api/connect';
import { fakeBackend, json } from '../support/backend';
import { resetDom } from '../support/dom';
import { admin, adminToken } from '../support/samples';

// Recorded responses of servers 0.23.12 and 0.36.9.
const unknownCall = json(404, { data: {}, message: "The requested resource wasn't found.", status: 404 });
const refusal = json(401, {
  data: {},
  message: 'The request requires valid record authorization token.',
  status: 401,
});

test('a stored session of a server that was upgraded to 0.23 or newer ends with the reason', async () => {
  resetDom();
  localStorage.setItem('pb_admin_auth', JSON.stringify({ token: adminToken(), model: admin }));
  globalThis.fetch = fakeBackend({
    'GET /api/collections': refusal,
    'GET /api/settings': refusal,
    'POST /api/admins/auth-refresh': unknownCall,
    'GET /api/collections/_superusers/auth-methods': {
      password: { identityFields: ['email'], enabled: true },
      authProviders: null,
    },
  }).fetch;
  boot();
  await settle();
  assert.is(session.isSignedIn(), false);
  assert.equal(
    toasts.state.items.map(({ message }) => message),
    ['This server is PocketBase 0.23 or newer. Lowline is for 0.22.'],
  );
  toasts.closeAll();
});

test.run();
