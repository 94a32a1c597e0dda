import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { boot } from '../../ui/app/boot';
import * as collections from '../../ui/page/collections';
import * as session from '../../ui/page/session/session';
import * as toasts from '../../ui/page/toasts';
import { settle, tokenSentWith } from '../backend/connect';
import { fakeBackend } from '../support/backend';
import { resetDom } from '../support/dom';
import { admin, adminToken, listOf, collections as sampleCollections, settings } from '../support/samples';

const stored = adminToken();
const renewed = adminToken(4102444801);

test('a page with a session recognizes another backend first, shows its data and renews it', async () => {
  resetDom();
  localStorage.setItem('pb_admin_auth', JSON.stringify({ token: stored, model: admin }));
  const tag = document.head.appendChild(document.createElement('meta'));
  tag.name = 'backend';
  tag.content = 'https://data.example.com/pb';
  const backend = fakeBackend({
    'GET /pb/api/collections': listOf(sampleCollections, 200),
    'GET /pb/api/settings': { meta: settings.meta },
    'GET /pb/api/health': { data: { canBackup: true } },
    'POST /pb/api/admins/auth-refresh': { admin, token: renewed },
  });
  const addresses: string[] = [];
  globalThis.fetch = (input, init) => {
    addresses.push(String(input));
    return backend.fetch(input, init);
  };
  const booted = boot();
  assert.is(session.isSignedIn(), false);
  await booted;
  assert.is(session.isSignedIn(), true);
  await settle();
  assert.is(collections.state.all.length, 3);
  assert.is(session.token(), renewed);
  assert.is(JSON.parse(localStorage.getItem('pb_admin_auth') ?? '').token, renewed);
  assert.equal(
    backend.calls.map(tokenSentWith),
    [undefined, stored, stored, stored],
    'a guest asks which server it is',
  );
  assert.ok(addresses.every((address) => address.startsWith('https://data.example.com/pb/api/')));
  assert.equal(toasts.state.items, []);
  session.end();
});

test.run();
