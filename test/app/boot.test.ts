import { mock } from 'node:test';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { boot } from '../../ui/app/boot';
import { logOut } from '../../ui/app/logOut';
import * as reauthentication from '../../ui/app/sign-in/reauthentication';
import { apiAddress, request } from '../../ui/backend/client';
import * as dialect from '../../ui/backend/dialect';
import * as listedRecords from '../../ui/backend/listedRecords';
import { currentLocation, navigate, replaceQuery } from '../../ui/base/hash';
import * as collections from '../../ui/page/collections';
import * as confirm from '../../ui/page/confirm';
import * as unsaved from '../../ui/page/forms/unsaved';
import { hold } from '../../ui/page/otherTabs';
import * as app from '../../ui/page/pageTitle';
import * as preferences from '../../ui/page/preferences';
import * as connection from '../../ui/page/session/connection';
import * as fileToken from '../../ui/page/session/fileToken';
import * as session from '../../ui/page/session/session';
import * as theme from '../../ui/page/theme';
import * as toasts from '../../ui/page/toasts';
import { assertFails, settle, tokenSentWith } from '../backend/connect';
import {
  type FakeBackend,
  failure,
  fakeBackend,
  type Given,
  html,
  json,
  networkError,
} from '../support/backend';
import { resetDom } from '../support/dom';
import { eventually, quiet } from '../support/eventually';
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
  session.begin(mine);
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
  dialect.learn(22);
  // What a failed test has left would keep the next one waiting.
  unsaved.discardAll();
  reauthentication.leave();
  session.end();
  await settle();
  resetDom();
  navigate('/');
  preferences.rereadFromOtherTab(null);
  theme.rereadFromOtherTab(null);
  toasts.closeAll();
  backend = fakeBackend({
    [collectionsRoute]: listOf(sampleCollections, 200),
    [settingsRoute]: { meta: { ...settings.meta, hideControls: true } },
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

test('a sign-in loads the settings and the collections once, with its token; a guest loads nothing', async () => {
  assert.equal(backend.calls, []);
  await signIn();
  session.begin(renewed);
  await settle();
  assert.equal(
    backend.calls.map(({ method, path }) => `${method} ${path}`),
    [collectionsRoute, settingsRoute],
  );
  assert.equal(backend.calls.map(tokenSentWith), [mine.token, mine.token]);
  assert.equal([app.state.appName, app.state.hidesControls], ['Acme', true]);
  assert.equal(names(), ['users', 'posts', 'post_stats']);
});

test('a sign-out clears what was read; the next sign-in reads it again', async () => {
  await signIn();
  await fileToken.get();
  const answer = confirm.ask('Delete it?');
  backend.hold(recordsRoute);
  const reading = assertFails(listedRecords.list('posts', {}), { kind: 'aborted' });
  session.end();
  await reading;
  await settle();
  assert.equal([names(), collections.state.isLoaded], [[], false]);
  assert.equal([app.state.appName, app.state.hidesControls], ['', false]);
  assert.is(localStorage.getItem('pb_admin_file_token'), null);
  assert.is(await answer, false);
  assert.equal(shownToasts(), []);
  backend.answer(collectionsRoute, listOf([postsCollection], 200));
  await signIn();
  assert.equal([names(), app.state.appName], [['posts'], 'Acme']);
});

test('a 401 to any requests ends the session, which one message says', async () => {
  await signIn();
  localStorage.setItem('record_draft_posts_abc', '{}');
  backend.answer(recordsRoute, unauthorized);
  const reads = ['posts', 'users'].map((id) => listedRecords.list(id, {}));
  for (const { status } of await Promise.allSettled(reads)) assert.is(status, 'rejected');
  assert.is(session.isSignedIn(), false);
  assert.equal(Object.keys(localStorage), ['record_draft_posts_abc']);
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

for (const [what, endsFirst] of [
  ['after the session has ended', true],
  ['instead of this one', false],
] as const) {
  test(`another admin in another tab, ${what}, does not go on with unsaved changes`, async () => {
    await signIn();
    const release = unsaved.watch(() => true);
    if (endsFirst) session.expire();
    await settle();
    const theirs = { ...admin, id: 'zzzzzzzzzzzzzzz', email: 'other@example.com' };
    localStorage.setItem('pb_admin_auth', JSON.stringify({ token: adminToken(), model: theirs }));
    tellFromOtherTab('pb_admin_auth');
    await settle();
    await quiet();
    assert.equal([session.isSignedIn(), reauthentication.state.isSuspended], [false, true]);
    assert.is(reauthentication.state.email, admin.email);
    release();
    reauthentication.leave();
    await settle();
    assert.equal([session.state.admin?.id, reauthentication.state.isSuspended], [theirs.id, false]);
  });
}

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

const forbids: Array<[what: string, path: string, answer: Given, goesTo: string, isAlive: boolean]> = [
  ['a live session leaves the page', '/settings/mail', renewed, '/', true],
  ['a live session stays at the start', '/', renewed, '/', true],
  ['a live session stays at the collections', '/collections', renewed, '/collections', true],
  ['a live session stays at the overview', '/overview', renewed, '/overview', true],
  [
    'a dead session keeps its URL for after the sign-in',
    '/settings/mail',
    unauthorized,
    '/settings/mail',
    false,
  ],
  [
    'a session that is neither confirmed nor refused lives',
    '/settings/mail',
    failure(500, 'Oops.'),
    '/',
    true,
  ],
];

for (const [what, path, answer, goesTo, isAlive] of forbids) {
  test(`after a 403 ${what}`, async () => {
    await signIn();
    navigate(path, { a: 'b' });
    backend.answer(recordsRoute, forbidden);
    backend.answer(refreshRoute, answer);
    await assertFails(listedRecords.list('posts', {}), { kind: isAlive ? 'refused' : 'aborted' });
    await settle();
    assert.equal(currentLocation(), { path: goesTo, query: goesTo === path ? { a: 'b' } : {} });
    assert.is(session.isSignedIn(), isAlive);
    assert.is(backend.callsTo(refreshRoute).length, 1);
    if (goesTo !== path) assert.equal(shownToasts(), ['Only admins can perform this action.']);
  });
}

test('when the server was upgraded to the other API, nothing more is written, and the page loads again', async () => {
  await signIn();
  const unknownCall = { data: {}, message: "The requested resource wasn't found.", status: 404 };
  backend.answer(refreshRoute, json(404, unknownCall));
  backend.answer('GET /api/health', { code: 200, data: {} });
  const reload = mock.method(window.location, 'reload', () => {});
  await session.confirm();
  await assertFails(request('DELETE', 'collections/posts/records/a'), { kind: 'locked' });
  assert.is(reload.mock.callCount(), 1);
  assert.is(backend.callsTo('DELETE /api/collections/posts/records/a').length, 0);
  mock.restoreAll();
  dialect.open(apiAddress(''));
});

test('session, theme, pins and collections follow the other tabs', async () => {
  localStorage.setItem('pb_admin_auth', JSON.stringify({ token: mine.token, model: admin }));
  tellFromOtherTab('pb_admin_auth');
  await settle();
  assert.equal([session.state.admin?.email, names()], [admin.email, ['users', 'posts', 'post_stats']]);
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
  localStorage.clear();
  tellFromOtherTab(null);
  await settle();
  assert.equal([session.isSignedIn(), names(), preferences.state.pinnedCollections], [false, [], []]);
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
  session.end();
  await settle();
  connection.lost();
  window.dispatchEvent(new Event('online'));
  await settle();
  assert.is(backend.calls.length, calls + 2, 'a guest loads nothing');
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

test('a log-out over a form that is a whole page asks once, and No keeps the session', async () => {
  await signIn();
  navigate('/settings');
  const release = unsaved.watch(() => true);
  const endWork = unsaved.watchWork(() => true);
  const staying = logOut();
  confirm.no();
  await staying;
  assert.is(session.isSignedIn(), true);
  const leaving = logOut();
  assert.match(confirm.state.question?.text ?? '', /unsaved changes/);
  await confirm.yes();
  await leaving;
  assert.is(confirm.state.question, null);
  assert.is(reauthentication.state.isSuspended, false);
  assert.equal([session.isSignedIn(), currentLocation().path], [false, '/login']);
  release();
  endWork();
});

test('a log-out removes every draft, also one that this tab holds, and keeps the preferences', async () => {
  await signIn();
  localStorage.clear();
  const kept = ['@pinnedCollections', 'posts@hiddenColumns', 'lowlineTheme', 'draft'];
  const drafts = ['record_draft_posts_abc', 'record_draft_posts_', 'collection_draft_posts'];
  const release = hold('record_draft_posts_abc');
  for (const name of [...kept, ...drafts]) localStorage.setItem(name, '{}');
  await logOut();
  await eventually(() => Object.keys(localStorage).sort(), [...kept].sort());
  release();
});

test.run();
