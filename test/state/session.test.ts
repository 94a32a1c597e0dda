import { mock } from 'node:test';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as session from '../../ui/state/session';
import { connect, settle, tokenSentWith } from '../api/connect';
import { failure, fakeBackend, html, json, networkError } from '../support/backend';
import { resetDom } from '../support/dom';
import { admin, adminToken, tokenOf, user } from '../support/samples';

const key = 'pb_admin_auth';
const refresh = 'POST /api/admins/auth-refresh';
const now = Date.parse('2026-11-21T00:00:00Z');
const inSeconds = (seconds: number) => adminToken(now / 1000 + seconds);
const store = (value: unknown) => localStorage.setItem(key, JSON.stringify(value));
const stored = () => JSON.parse(localStorage.getItem(key) ?? 'null');
const other = { ...admin, id: 'zzzzzzzzzzzzzzz', email: 'other@example.com' };

/** Ties the client to the session, as the shell does. */
function setUp(answer: Parameters<typeof fakeBackend>[0] = {}) {
  const backend = fakeBackend(answer);
  const page = connect(backend);
  Object.defineProperty(page, 'token', { get: session.token });
  return backend;
}

test.before.each(() => {
  resetDom();
  mock.timers.enable({ apis: ['setTimeout', 'Date'], now });
});
test.after.each(() => {
  // Before the timers go: a timer of one test must not be cleared in the next.
  session.end();
  mock.timers.reset();
});

test('without anything stored nobody is signed in', () => {
  assert.is(session.restore(), false);
  assert.is(session.isSignedIn(), false);
  assert.is(session.token(), '');
  assert.is(session.state.admin, null);
});

test('a stored session is taken up, as the dashboard before this one wrote it', () => {
  store({ token: inSeconds(60), model: { ...admin, extra: true } });
  assert.is(session.restore(), true);
  assert.is(session.token(), inSeconds(60));
  assert.is(session.state.admin?.email, 'root@example.com');
});

test('the session is kept in storage under the name and in the shape that it always had', () => {
  session.adopt({ token: inSeconds(60), admin });
  assert.equal(stored(), { token: inSeconds(60), model: admin });
  assert.is(session.token(), inSeconds(60));
  session.end();
  assert.is(localStorage.getItem(key), null);
  assert.is(session.isSignedIn(), false);
});

const noSessions: Array<[what: string, value: unknown]> = [
  ['the record of a user', { token: inSeconds(60), model: user }],
  [
    'an admin’s token with the record of a user that has the shape of an admin',
    { token: inSeconds(60), model: { ...admin, collectionId: '_pb_users_auth_' } },
  ],
  ['a session without a model', { token: inSeconds(60) }],
  ['a session whose model is null', { token: inSeconds(60), model: null }],
  ['a session without a token', { model: admin }],
  ['a session with an empty token', { token: '', model: admin }],
  ['a session whose token is no text', { token: 7, model: admin }],
  ['an admin without an e-mail', { token: inSeconds(60), model: { id: 'x' } }],
  ['a token that is no JWT', { token: 'abc', model: admin }],
  ['a token that has run out', { token: inSeconds(-1), model: admin }],
  ['a token that runs out now', { token: inSeconds(0), model: admin }],
  ['a list', []],
  ['a text', 'x'],
  ['a number', 7],
];

for (const [what, value] of noSessions) {
  test(`${what} in storage is no session`, () => {
    store(value);
    assert.is(session.restore(), false);
    assert.is(session.state.admin, null);
  });
}

test('a token that ran out while nobody was there is taken out of the storage, and other things are left', () => {
  store({ token: inSeconds(-1), model: admin });
  session.restore();
  assert.is(localStorage.getItem(key), null);
  store({ token: inSeconds(60), model: user });
  session.restore();
  assert.ok(localStorage.getItem(key), 'what is no admin’s session belongs to something else');
});

test('text that is no JSON in storage is no session', () => {
  localStorage.setItem(key, '{"token":"a');
  assert.is(session.restore(), false);
});

test('a token without an end never runs out', () => {
  store({ token: tokenOf({ id: admin.id, type: 'admin' }), model: admin });
  assert.is(session.restore(), true);
  mock.timers.tick(365 * 86_400_000);
  assert.is(session.isSignedIn(), true);
});

test('a token that runs out while the page is open ends the session, and whoever listens is told once', () => {
  const told = mock.fn();
  const stop = session.onExpiry(told);
  session.adopt({ token: inSeconds(60), admin });
  mock.timers.tick(59_999);
  assert.is(session.isSignedIn(), true);
  mock.timers.tick(1);
  assert.is(session.isSignedIn(), false);
  assert.is(localStorage.getItem(key), null);
  assert.is(told.mock.callCount(), 1);
  stop();
  session.adopt({ token: inSeconds(120), admin });
  mock.timers.tick(120_000);
  assert.is(session.isSignedIn(), false);
  assert.is(told.mock.callCount(), 1);
});

test('a renewed session runs until its new end, and one that has ended says nothing later', () => {
  const told = mock.fn();
  const stop = session.onExpiry(told);
  session.adopt({ token: inSeconds(60), admin });
  session.adopt({ token: inSeconds(600), admin });
  mock.timers.tick(599_999);
  assert.is(session.isSignedIn(), true);
  session.end();
  mock.timers.tick(60_000);
  assert.is(told.mock.callCount(), 0);
  stop();
});

test('an end that lies further away than the timers of a browser reach is met all the same', () => {
  const furthest = 2 ** 31 - 1;
  const rest = 60_000;
  session.adopt({ token: inSeconds((furthest + rest) / 1000), admin });
  mock.timers.tick(furthest);
  assert.is(session.isSignedIn(), true);
  mock.timers.tick(rest - 1);
  assert.is(session.isSignedIn(), true);
  mock.timers.tick(1);
  assert.is(session.isSignedIn(), false);
});

test('the session ends without storage too', () => {
  mock.method(localStorage, 'setItem', () => {
    throw new DOMException('forbidden', 'SecurityError');
  });
  session.adopt({ token: inSeconds(60), admin });
  mock.restoreAll();
  assert.is(session.isSignedIn(), true);
  session.end();
  assert.is(session.isSignedIn(), false);
});

test('a session that ends keeps drafts and choices', () => {
  const kept = {
    '@pinnedCollections': '["a"]',
    record_draft_posts_abc: '{"values":{}}',
    lowlineTheme: 'dark',
  };
  for (const [name, value] of Object.entries(kept)) localStorage.setItem(name, value);
  session.adopt({ token: inSeconds(60), admin });
  session.end();
  assert.is(session.isSignedIn(), false);
  const names = Array.from({ length: localStorage.length }, (_, at) => localStorage.key(at)).sort();
  assert.equal(names, Object.keys(kept).sort());
});

test('another tab that signs in, signs out or clears the storage takes this one along', () => {
  store({ token: inSeconds(60), model: admin });
  session.rereadFromOtherTab(key);
  assert.is(session.state.admin?.id, admin.id);
  store({ token: inSeconds(90), model: other });
  session.rereadFromOtherTab(key);
  assert.is(session.state.admin?.id, other.id);
  assert.is(session.token(), inSeconds(90));
  localStorage.removeItem(key);
  session.rereadFromOtherTab(key);
  assert.is(session.isSignedIn(), false);
  store({ token: inSeconds(60), model: admin });
  session.rereadFromOtherTab(key);
  localStorage.clear();
  session.rereadFromOtherTab(null);
  assert.is(session.isSignedIn(), false);
});

test('what another tab does to other keys is no matter of the session', () => {
  session.adopt({ token: inSeconds(60), admin });
  localStorage.removeItem(key);
  session.rereadFromOtherTab('@pinnedCollections');
  assert.is(session.isSignedIn(), true);
});

test('a session that the server confirms is renewed', async () => {
  const renewed = { admin: { ...admin, avatar: 9 }, token: inSeconds(1000) };
  const backend = setUp({ [refresh]: renewed });
  session.adopt({ token: inSeconds(60), admin });
  assert.is(await session.confirm(), true);
  assert.is(tokenSentWith(backend.calls[0]), inSeconds(60));
  assert.is(session.token(), inSeconds(1000));
  assert.is(session.state.admin?.avatar, 9);
  assert.equal(stored(), { token: inSeconds(1000), model: renewed.admin });
});

test('doubts that come together ask once, and so do those of the next five seconds', async () => {
  const backend = setUp({ [refresh]: { admin, token: inSeconds(1000) } });
  session.adopt({ token: inSeconds(60), admin });
  assert.equal(await Promise.all([session.confirm(), session.confirm()]), [true, true]);
  mock.timers.tick(4_999);
  assert.is(await session.confirm(), true);
  assert.is(backend.calls.length, 1);
  mock.timers.tick(1);
  assert.is(await session.confirm(), true);
  assert.is(backend.calls.length, 2);
});

test('where something hangs on it an earlier answer is not believed, but one that is under way is', async () => {
  const backend = setUp({ [refresh]: { admin, token: inSeconds(1000) } });
  session.adopt({ token: inSeconds(60), admin });
  assert.is(await session.confirm(), true);
  backend.answer(refresh, failure(401, 'No.'));
  const both = [session.confirm({ isFresh: true }), session.confirm({ isFresh: true })];
  assert.equal(await Promise.all(both), [false, false]);
  assert.is(backend.calls.length, 2);
  assert.is(session.isSignedIn(), false);
});

for (const status of [401, 403]) {
  test(`a confirmation that the server refuses with ${status} ends the session`, async () => {
    setUp({ [refresh]: failure(status, 'No.') });
    session.adopt({ token: inSeconds(60), admin });
    assert.equal(await Promise.all([session.confirm(), session.confirm()]), [false, false]);
    assert.is(session.isSignedIn(), false);
    assert.is(localStorage.getItem(key), null);
  });
}

const noProofs: Array<[what: string, answer: unknown]> = [
  ['no answer', networkError],
  ['a gateway’s 502', html(502, '<h1>Bad gateway</h1>')],
  ['a 500', failure(500, 'Oops.')],
  ['a proxy’s 401', html(401, '<h1>Authorization Required</h1>')],
  ['a proxy’s 403', html(403, '<h1>Forbidden</h1>')],
  ['a proxy’s 403 in JSON', json(403, { message: 'Blocked by policy.' })],
  ['a proxy’s 404', html(404, 'Not found')],
  ['a web page', html(200, '<html></html>')],
  ['an answer of another shape', json(200, { token: 7 })],
];

for (const [what, answer] of noProofs) {
  test(`${what} to the confirmation is no proof that the session is over`, async () => {
    setUp({ [refresh]: answer as object });
    session.adopt({ token: inSeconds(60), admin });
    assert.is(await session.confirm(), true);
    assert.is(session.token(), inSeconds(60));
    assert.equal(stored(), { token: inSeconds(60), model: admin });
  });
}

test('a confirmation that did not reach the server is asked again a minute later, until it does', async () => {
  const backend = setUp({ [refresh]: html(403, '<h1>Forbidden</h1>') });
  session.adopt({ token: inSeconds(1000), admin });
  await session.confirm();
  for (const calls of [2, 3]) {
    mock.timers.tick(59_999);
    await settle();
    assert.is(backend.calls.length, calls - 1);
    if (calls === 3) backend.answer(refresh, { admin, token: inSeconds(2000) });
    mock.timers.tick(1);
    await settle();
    assert.is(backend.calls.length, calls);
  }
  assert.is(session.token(), inSeconds(2000));
  mock.timers.tick(120_000);
  await settle();
  assert.is(backend.calls.length, 3);
});

test('who signed out is not asked about again', async () => {
  const backend = setUp({ [refresh]: html(403, '<h1>Forbidden</h1>') });
  session.adopt({ token: inSeconds(1000), admin });
  await session.confirm();
  session.end();
  mock.timers.tick(120_000);
  await settle();
  assert.is(backend.calls.length, 1);
});

test('a session that the server no longer takes is told once; a log-out is not', async () => {
  const told = mock.fn();
  const stop = session.onExpiry(told);
  setUp({ [refresh]: failure(403, 'No.') });
  session.adopt({ token: inSeconds(60), admin });
  await session.confirm();
  session.expire();
  assert.is(told.mock.callCount(), 1);
  session.adopt({ token: inSeconds(60), admin });
  session.end();
  assert.is(told.mock.callCount(), 1);
  stop();
});

test('without a session there is nothing to ask, and a session that begins right after it is believed', async () => {
  const backend = setUp({ [refresh]: { admin, token: inSeconds(1000) } });
  assert.is(await session.confirm(), false);
  assert.is(backend.calls.length, 0);
  session.adopt({ token: inSeconds(60), admin });
  assert.is(await session.confirm(), true);
  assert.is(backend.calls.length, 1);
});

test('a session that ended is not confirmed by what was heard before it', async () => {
  const backend = setUp({ [refresh]: { admin, token: inSeconds(1000) } });
  session.adopt({ token: inSeconds(60), admin });
  await session.confirm();
  session.end();
  session.adopt({ token: inSeconds(60), admin });
  await session.confirm();
  assert.is(backend.calls.length, 2);
});

test('who signs out while the confirmation is under way stays signed out', async () => {
  const backend = setUp({ [refresh]: { admin, token: inSeconds(1000) } });
  session.adopt({ token: inSeconds(60), admin });
  const release = backend.hold(refresh);
  const confirmed = session.confirm();
  session.end();
  release();
  assert.is(await confirmed, false);
  assert.is(session.isSignedIn(), false);
  assert.is(localStorage.getItem(key), null);
});

for (const [what, answer] of [
  ['good', { admin, token: inSeconds(1000) }],
  ['bad', failure(401, 'No.')],
] as const) {
  test(`a ${what} answer about an older session changes nothing about the one of now`, async () => {
    const backend = setUp({ [refresh]: answer });
    session.adopt({ token: inSeconds(60), admin });
    const release = backend.hold(refresh);
    const confirmed = session.confirm();
    session.end();
    session.adopt({ token: inSeconds(90), admin: other });
    release();
    assert.is(await confirmed, true);
    await settle();
    assert.is(session.token(), inSeconds(90));
    assert.is(session.state.admin?.id, other.id);
  });
}

test.run();
