import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { boot } from '../../ui/shell/boot';
import * as collections from '../../ui/state/collections';
import * as session from '../../ui/state/session';
import * as toasts from '../../ui/state/toasts';
import { settle } from '../api/connect';
import { failure, fakeBackend } from '../support/backend';
import { resetDom } from '../support/dom';
import { admin, adminToken } from '../support/samples';

test('a stored session that the server refuses is over, with one message', async () => {
  resetDom();
  localStorage.setItem('pb_admin_auth', JSON.stringify({ token: adminToken(), model: admin }));
  localStorage.setItem('record_draft_posts_abc', '{}');
  const unauthorized = failure(401, 'The request requires valid admin authorization token to be set.');
  globalThis.fetch = fakeBackend({
    'GET /api/collections': unauthorized,
    'GET /api/settings': unauthorized,
    'POST /api/admins/auth-refresh': unauthorized,
  }).fetch;
  boot();
  await settle();
  assert.is(session.isSignedIn(), false);
  assert.is(localStorage.getItem('pb_admin_auth'), null);
  assert.is(localStorage.getItem('record_draft_posts_abc'), '{}');
  assert.equal(collections.state, { all: [], isLoading: false, isLoaded: false, loadError: null });
  assert.equal(
    toasts.state.items.map(({ message }) => message),
    ['Your session has ended. Sign in to continue.'],
  );
  toasts.closeAll();
});

test.run();
