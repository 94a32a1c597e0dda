import { mock } from 'node:test';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as listedRecords from '../../ui/api/listedRecords';
import { copyText } from '../../ui/platform/clipboard';
import { currentLocation, navigate, replaceQuery } from '../../ui/platform/hash';
import { boot } from '../../ui/shell/boot';
import { logOut } from '../../ui/shell/logOut';
import * as reauthentication from '../../ui/shell/reauthentication';
import * as app from '../../ui/state/app';
import * as collections from '../../ui/state/collections';
import * as confirm from '../../ui/state/confirm';
import * as connection from '../../ui/state/connection';
import * as fileToken from '../../ui/state/files/fileToken';
import * as filterDialect from '../../ui/state/filterDialect';
import * as unsaved from '../../ui/state/forms/unsaved';
import * as preferences from '../../ui/state/preferences';
import * as session from '../../ui/state/session';
import * as theme from '../../ui/state/theme';
import * as toasts from '../../ui/state/toasts';
import { assertFails, settle, tokenSentWith } from '../api/connect';
import { type FakeBackend, failure, fakeBackend, html, networkError } from '../support/backend';
import { resetDom } from '../support/dom';
import { quiet } from '../support/eventually';
import {
  admin,
  adminToken,
  listOf,
  postsCollection,
  collections as sampleCollections,
  settings,
} from '../support/samples';

const collectionsRoute = 'GET /api/collections';
const settingsRoute = 'GET /api/settings';
const refreshRoute = 'POST /api/admins/auth-refresh';
const recordsRoute = 'GET /api/collections/:id/records';
const unauthorized = failure(401, 'The request requires valid admin authorization token to be set.');
const forbidden = failure(403, 'Only admins can perform this action.');
const mine = { admin, token: adminToken() };
const renewed = { admin, token: adminToken(4102444801) };

const sessionOver = 'Your session has ended. Sign in to continue.';

let backend: FakeBackend;
const names = () => collections.state.all.map(({ name }) => name);
const shownToasts = () => toasts.state.items.map(({ message }) => message);

async function signIn(): Promise<void> {
  session.adopt(mine);
  await settle();
}

function tellFromOtherTab(key: string | null): void {
  window.dispatchEvent(new StorageEvent('storage', { key }));
}

test.before(() => {
  resetDom();
  boot();
});
test.before.each(async () => {
  session.end();
  await settle();
  resetDom();
  navigate('/');
  preferences.rereadFromOtherTab(null);
  theme.rereadFromOtherTab(null);
  toasts.closeAll();
  backend = fakeBackend({
    [collectionsRoute]: listOf(sampleCollections, 200),
    [settingsRoute]: { meta: settings.meta },
    [refreshRoute]: renewed,
    [recordsRoute]: listOf([]),
    'GET /api/health': {},
    'POST /api/files/token': { token: adminToken() },
  });
  globalThis.fetch = backend.fetch;
});
test.after.each(() => mock.timers.reset());
test.after(async () => {
  session.end();
  toasts.closeAll();
  await settle();
});

test('a guest’s page sends no request', async () => {
  await settle();
  assert.is(backend.calls.length, 0);
});

test('a sign-in loads the settings and the collections once, with its token', async () => {
  await signIn();
  assert.equal(
    backend.calls.map(({ method, path }) => `${method} ${path}`),
    [collectionsRoute, settingsRoute],
  );
  assert.equal(backend.calls.map(tokenSentWith), [mine.token, mine.token]);
  assert.is(app.state.appName, 'Acme');
  assert.equal(names(), ['users', 'posts', 'post_stats']);
});

test('a renewed session loads nothing again', async () => {
  await signIn();
  session.adopt(renewed);
  await settle();
  assert.is(backend.calls.length, 2);
});

test('a sign-out clears the loaded data, the file token and the open question', async () => {
  await signIn();
  await fileToken.get();
  const answer = confirm.ask('Delete it?');
  session.end();
  await settle();
  assert.equal(names(), []);
  assert.is(collections.state.isLoaded, false);
  assert.is(app.state.appName, '');
  assert.is(localStorage.getItem('pb_admin_file_token'), null);
  assert.is(await answer, false);
  assert.equal(shownToasts(), []);
});

test('a sign-out cancels running reads', async () => {
  await signIn();
  backend.hold(recordsRoute);
  const reading = assertFails(listedRecords.list('posts', {}), { kind: 'aborted' });
  session.end();
  await reading;
});

test('the escape rules of a server are requested once per session', async () => {
  backend.answer('GET /api/admins', { ...listOf([], 1), totalItems: 0 });
  await signIn();
  await filterDialect.rulesFor('a\\b');
  await filterDialect.rulesFor('a\\b');
  assert.is(backend.callsTo('GET /api/admins').length, 1);
  session.end();
  await settle();
  await signIn();
  await filterDialect.rulesFor('a\\b');
  assert.is(backend.callsTo('GET /api/admins').length, 2);
});

test('the next sign-in loads everything again', async () => {
  await signIn();
  session.end();
  await settle();
  backend.answer(collectionsRoute, listOf([postsCollection], 200));
  await signIn();
  assert.equal(names(), ['posts']);
  assert.is(app.state.appName, 'Acme');
});

test('a 401 to any request ends the session', async () => {
  await signIn();
  backend.answer(recordsRoute, unauthorized);
  await assertFails(listedRecords.list('posts', {}), { kind: 'refused', status: 401 });
  assert.is(session.isSignedIn(), false);
  assert.is(localStorage.getItem('pb_admin_auth'), null);
  assert.equal(shownToasts(), [sessionOver]);
  await settle();
  assert.equal(names(), []);
});

test('if the session ends during unsaved changes or work, only the sign-in popup says so', async () => {
  for (const hold of [unsaved.watch, unsaved.watchWork]) {
    await signIn();
    const release = hold(() => true);
    backend.answer(recordsRoute, unauthorized);
    await assertFails(listedRecords.list('posts', {}), { kind: 'refused', status: 401 });
    await settle();
    assert.equal(shownToasts(), []);
    assert.is(reauthentication.state.isSuspended, true);
    assert.equal(names(), ['users', 'posts', 'post_stats'], 'what the screen shows stays');
    release();
    reauthentication.leave();
    await settle();
    assert.equal(names(), []);
  }
});

test('unsaved changes wait for their admin; after a leave, the admin of the other tab is signed in', async () => {
  await signIn();
  const release = unsaved.watch(() => true);
  session.expire();
  await settle();
  const theirs = { ...admin, id: 'zzzzzzzzzzzzzzz', email: 'other@example.com' };
  localStorage.setItem('pb_admin_auth', JSON.stringify({ token: adminToken(), model: theirs }));
  tellFromOtherTab('pb_admin_auth');
  await settle();
  assert.equal([session.isSignedIn(), reauthentication.state.isSuspended], [false, true]);
  assert.is(reauthentication.state.email, admin.email);
  release();
  reauthentication.leave();
  await settle();
  assert.equal([session.state.admin?.id, reauthentication.state.isSuspended], [theirs.id, false]);
});

test('another admin in another tab does not go on with unsaved changes', async () => {
  await signIn();
  const release = unsaved.watch(() => true);
  const theirs = { ...admin, id: 'zzzzzzzzzzzzzzz', email: 'other@example.com' };
  localStorage.setItem('pb_admin_auth', JSON.stringify({ token: adminToken(), model: theirs }));
  tellFromOtherTab('pb_admin_auth');
  await settle();
  await quiet();
  assert.equal([session.isSignedIn(), reauthentication.state.isSuspended], [false, true]);
  release();
  reauthentication.leave();
  await settle();
  assert.is(session.state.admin?.id, theirs.id);
});

test('a 401 from a proxy does not end the session', async () => {
  await signIn();
  backend.answer(recordsRoute, html(401, '<h1>Authorization Required</h1>'));
  await assertFails(listedRecords.list('posts', {}), {
    kind: 'refused',
    status: 401,
    message: 'Something between this page and the server refused the call (401).',
  });
  assert.is(session.isSignedIn(), true);
});

test('a 401 to an older session’s token does not end the current session', async () => {
  await signIn();
  backend.answer('DELETE /api/admins/:id', unauthorized);
  backend.answer(recordsRoute, unauthorized);
  const release = backend.hold(recordsRoute);
  const late = listedRecords.list('posts', {}).catch(() => {});
  session.adopt(renewed);
  release();
  await late;
  assert.is(session.token(), renewed.token);
});

test('a 403 with a live session goes to the start', async () => {
  await signIn();
  navigate('/settings/mail', { a: 'b' });
  backend.answer(recordsRoute, forbidden);
  await assertFails(listedRecords.list('posts', {}), { kind: 'refused', status: 403 });
  await settle();
  assert.equal(currentLocation(), { path: '/', query: {} });
  assert.is(session.token(), renewed.token);
  assert.is(backend.callsTo(refreshRoute).length, 1);
});

for (const path of ['/', '/collections']) {
  test(`a 403 with a live session at ${path} stays there`, async () => {
    await signIn();
    navigate(path, { collectionId: 'posts' });
    backend.answer(recordsRoute, forbidden);
    await assertFails(listedRecords.list('posts', {}), { kind: 'refused', status: 403 });
    await settle();
    assert.equal(currentLocation(), { path, query: { collectionId: 'posts' } });
    assert.is(session.isSignedIn(), true);
  });
}

test('a 403 after the user has gone elsewhere changes nothing', async () => {
  await signIn();
  navigate('/settings/mail');
  backend.answer(recordsRoute, forbidden);
  const release = backend.hold(refreshRoute);
  await assertFails(listedRecords.list('posts', {}), { kind: 'refused', status: 403 });
  navigate('/logs');
  release();
  await settle();
  assert.is(currentLocation().path, '/logs');
});

test('a 403 with a dead session ends it, and keeps the URL for after the sign-in', async () => {
  await signIn();
  navigate('/settings/mail');
  backend.answer(recordsRoute, forbidden);
  backend.answer(refreshRoute, unauthorized);
  await assertFails(listedRecords.list('posts', {}), { kind: 'refused', status: 403 });
  await settle();
  assert.is(session.isSignedIn(), false);
  assert.is(currentLocation().path, '/settings/mail');
});

test('a 403 counts as one with a live session if the server does not confirm or refuse it', async () => {
  await signIn();
  navigate('/settings/mail');
  backend.answer(recordsRoute, forbidden);
  backend.answer(refreshRoute, failure(500, 'Oops.'));
  await assertFails(listedRecords.list('posts', {}), { kind: 'refused', status: 403 });
  await settle();
  assert.is(session.isSignedIn(), true);
  assert.is(currentLocation().path, '/');
});

test('a session that expires while the page is open shows a message', async () => {
  mock.timers.enable({ apis: ['setTimeout', 'Date'], now: Date.parse('2026-11-21T00:00:00Z') });
  session.adopt({ admin, token: adminToken(Date.now() / 1000 + 60) });
  mock.timers.tick(60_000);
  assert.equal(shownToasts(), [sessionOver]);
  assert.is(session.isSignedIn(), false);
  toasts.closeAll();
});

test('a sign-out in another tab also signs out here', async () => {
  await signIn();
  localStorage.removeItem('pb_admin_auth');
  tellFromOtherTab('pb_admin_auth');
  await settle();
  assert.is(session.isSignedIn(), false);
  assert.equal(names(), []);
});

test('a sign-in in another tab also signs in here', async () => {
  localStorage.setItem('pb_admin_auth', JSON.stringify({ token: mine.token, model: admin }));
  tellFromOtherTab('pb_admin_auth');
  await settle();
  assert.is(session.state.admin?.email, admin.email);
  assert.equal(names(), ['users', 'posts', 'post_stats']);
});

test('a storage that another tab clears ends the session and resets the preferences', async () => {
  await signIn();
  preferences.setPinnedCollections([postsCollection.id]);
  localStorage.clear();
  tellFromOtherTab(null);
  assert.is(session.isSignedIn(), false);
  assert.equal(preferences.state.pinnedCollections, []);
});

test('theme, pins and collections follow the other tabs', async () => {
  await signIn();
  localStorage.setItem('lowlineTheme', 'dark');
  tellFromOtherTab('lowlineTheme');
  assert.is(theme.state.choice, 'dark');
  localStorage.setItem('@pinnedCollections', JSON.stringify([postsCollection.id]));
  tellFromOtherTab('@pinnedCollections');
  assert.equal(preferences.state.pinnedCollections, [postsCollection.id]);
  const before = Object.keys(localStorage);
  collections.adopt(postsCollection);
  const mark = Object.keys(localStorage).find((key) => !before.includes(key));
  tellFromOtherTab(mark ?? 'no mark was left');
  await settle();
  assert.is(backend.callsTo(collectionsRoute).length, 2);
});

test('when the server returns, only failed loads run again', async () => {
  backend.answerOnce(collectionsRoute, networkError);
  backend.answerOnce(settingsRoute, networkError);
  mock.method(console, 'warn', () => {});
  await signIn();
  mock.restoreAll();
  assert.is(connection.state.isAway, true);
  assert.is(collections.state.loadError?.kind, 'unreachable');
  window.dispatchEvent(new Event('online'));
  await settle();
  assert.is(connection.state.isAway, false);
  assert.equal(names(), ['users', 'posts', 'post_stats']);
  assert.is(app.state.appName, 'Acme');
  const calls = backend.calls.length;
  connection.lost();
  window.dispatchEvent(new Event('online'));
  await settle();
  assert.is(backend.calls.length, calls + 1, 'health alone is asked');
});

test('a guest loads nothing when the server returns', async () => {
  connection.lost();
  window.dispatchEvent(new Event('online'));
  await settle();
  assert.equal(
    backend.calls.map(({ path }) => path),
    ['/api/health'],
  );
});

test('a question stays while the query changes, and closes when the path changes', async () => {
  navigate('/collections', { collectionId: 'a' });
  const answer = confirm.ask('Delete it?');
  replaceQuery({ collectionId: 'b' });
  assert.is(confirm.state.question?.text, 'Delete it?');
  navigate('/logs');
  assert.is(confirm.state.question, null);
  assert.is(await answer, false);
});

test('the question about unsaved changes closes when a save succeeds, and the user continues', async () => {
  mock.timers.enable({ apis: ['setInterval'] });
  await signIn();
  navigate('/settings/mail');
  let isChanged = true;
  const release = unsaved.watch(() => isChanged);
  navigate('/logs');
  assert.is(currentLocation().path, '/settings/mail');
  assert.match(confirm.state.question?.text ?? '', /unsaved changes/);
  mock.timers.tick(250);
  assert.ok(confirm.state.question, 'nothing is saved yet');
  isChanged = false;
  mock.timers.tick(250);
  await settle();
  assert.is(confirm.state.question, null);
  assert.is(currentLocation().path, '/logs');
  release();
});

test('a log-out over a form that is a whole page asks once', async () => {
  await signIn();
  navigate('/settings');
  const release = unsaved.watch(() => true);
  const endWork = unsaved.watchWork(() => true);
  const leaving = logOut();
  assert.match(confirm.state.question?.text ?? '', /unsaved changes/);
  await confirm.yes();
  await leaving;
  assert.is(confirm.state.question, null);
  assert.is(reauthentication.state.isSuspended, false);
  assert.is(currentLocation().path, '/login');
  release();
  endWork();
});

test('a copy that the browser refuses says so', async () => {
  document.execCommand = () => false;
  await copyText('id1');
  await copyText('id1', 'Select it.');
  assert.equal(shownToasts(), [
    'The browser did not allow copying.',
    'The browser did not allow copying. Select it.',
  ]);
});

test('an unrelated question stays open during and after unsaved changes', async () => {
  mock.timers.enable({ apis: ['setInterval'] });
  let isChanged = true;
  const release = unsaved.watch(() => isChanged);
  navigate('/settings/mail');
  const other = confirm.ask('Delete it?');
  isChanged = false;
  await settle();
  mock.timers.tick(250);
  assert.is(confirm.state.question?.text, 'Delete it?');
  confirm.no();
  assert.is(await other, false);
  release();
});

test.run();
