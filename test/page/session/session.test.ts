import { mock } from 'node:test';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as session from '../../../ui/page/session/session';
import { connect, settle, tokenSentWith } from '../../backend/connect';
import { failure, fakeBackend, html, json, networkError } from '../../support/backend';
import { resetDom } from '../../support/dom';
import { admin, adminToken, tokenOf, user } from '../../support/samples';

const key = 'pb_admin_auth';
const refresh = 'POST /api/admins/auth-refresh';
const now = Date.parse('2026-11-21T00:00:00Z');
const inSeconds = (seconds: number) => adminToken(now / 1000 + seconds);
const store = (value: unknown) => localStorage.setItem(key, JSON.stringify(value));
const stored = () => JSON.parse(localStorage.getItem(key) ?? 'null');
const other = { ...admin, id: 'zzzzzzzzzzzzzzz', email: 'other@example.com' };

/** Connects the client to the session like the shell. */
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
  // End the session before the timers are restored: a timer of one test must not be cleared in the next.
  session.end();
  mock.timers.reset();
});

test('stores and restores the session under the key and in the shape of the built-in dashboard', () => {
  assert.is(session.restore(), false);
  assert.equal([session.isSignedIn(), session.token(), session.state.admin], [false, '', null]);
  store({ token: inSeconds(60), model: { ...admin, extra: true } });
  assert.is(session.restore(), true);
  assert.equal([session.token(), session.state.admin?.email], [inSeconds(60), 'root@example.com']);
  session.begin({ token: inSeconds(90), admin });
  assert.equal(stored(), { token: inSeconds(90), model: admin });
  session.end();
  assert.equal([localStorage.getItem(key), session.isSignedIn()], [null, false]);
});

const noSessions: Array<[what: string, text: string, isRemoved?: boolean]> = [
  ['the record of a user', JSON.stringify({ token: inSeconds(60), model: user })],
  [
    'the record of a user in the shape of an admin',
    JSON.stringify({ token: inSeconds(60), model: { ...admin, collectionId: '_pb_users_auth_' } }),
  ],
  ['a session without a token', JSON.stringify({ model: admin })],
  ['a token that is no JWT', JSON.stringify({ token: 'abc', model: admin }), true],
  ['a token that has run out', JSON.stringify({ token: inSeconds(-1), model: admin }), true],
  ['a token that runs out now', JSON.stringify({ token: inSeconds(0), model: admin }), true],
  ['invalid JSON', '{"token":"a'],
];

for (const [what, text, isRemoved = false] of noSessions) {
  test(`${what} in storage is no session, and ${isRemoved ? 'is removed' : 'stays'}`, () => {
    localStorage.setItem(key, text);
    assert.is(session.restore(), false);
    assert.is(session.state.admin, null);
    assert.is(localStorage.getItem(key), isRemoved ? null : text);
  });
}

test('a token without exp never expires', () => {
  store({ token: tokenOf({ id: admin.id, type: 'admin' }), model: admin });
  assert.is(session.restore(), true);
  mock.timers.tick(365 * 86_400_000);
  assert.is(session.isSignedIn(), true);
});

test('a token that expires ends the session and notifies listeners once; a renewed one lasts longer', () => {
  const told = mock.fn();
  const stop = session.onExpiry(told);
  session.begin({ token: inSeconds(60), admin });
  session.begin({ token: inSeconds(600), admin });
  mock.timers.tick(599_999);
  assert.is(session.isSignedIn(), true);
  mock.timers.tick(1);
  session.expire();
  assert.is(session.isSignedIn(), false);
  assert.is(localStorage.getItem(key), null);
  assert.is(told.mock.callCount(), 1);
  session.begin({ token: inSeconds(1200), admin });
  session.end();
  mock.timers.tick(600_000);
  assert.is(told.mock.callCount(), 1, 'nobody after a sign-out');
  stop();
  session.begin({ token: inSeconds(1260), admin });
  mock.timers.tick(60_000);
  assert.equal([session.isSignedIn(), told.mock.callCount()], [false, 1]);
});

test('an expiry beyond the maximum of browser timers still ends the session', () => {
  const furthest = 2 ** 31 - 1;
  const rest = 60_000;
  session.begin({ token: inSeconds((furthest + rest) / 1000), admin });
  mock.timers.tick(furthest);
  assert.is(session.isSignedIn(), true);
  mock.timers.tick(rest - 1);
  assert.is(session.isSignedIn(), true);
  mock.timers.tick(1);
  assert.is(session.isSignedIn(), false);
});

test('the session also works without storage', () => {
  mock.method(localStorage, 'setItem', () => {
    throw new DOMException('forbidden', 'SecurityError');
  });
  session.begin({ token: inSeconds(60), admin });
  mock.restoreAll();
  assert.is(session.isSignedIn(), true);
  session.end();
  assert.is(session.isSignedIn(), false);
});

test('the end of a session keeps drafts and preferences', () => {
  const kept = {
    '@pinnedCollections': '["a"]',
    record_draft_posts_abc: '{"values":{}}',
    lowlineTheme: 'dark',
  };
  for (const [name, value] of Object.entries(kept)) localStorage.setItem(name, value);
  session.begin({ token: inSeconds(60), admin });
  session.end();
  assert.is(session.isSignedIn(), false);
  const names = Array.from({ length: localStorage.length }, (_, at) => localStorage.key(at)).sort();
  assert.equal(names, Object.keys(kept).sort());
});

test('follows a sign-in, a sign-out and a cleared storage of another tab', () => {
  store({ token: inSeconds(60), model: admin });
  session.rereadFromOtherTab(key);
  assert.is(session.state.admin?.id, admin.id);
  store({ token: inSeconds(90), model: other });
  session.rereadFromOtherTab(key);
  assert.is(session.isSignedIn(), false, 'the session of one admin ends before that of another begins');
  mock.timers.tick(0);
  assert.is(session.state.admin?.id, other.id);
  assert.is(session.token(), inSeconds(90));
  localStorage.removeItem(key);
  session.rereadFromOtherTab('@pinnedCollections');
  assert.is(session.isSignedIn(), true);
  session.rereadFromOtherTab(key);
  assert.is(session.isSignedIn(), false);
  store({ token: inSeconds(60), model: admin });
  session.rereadFromOtherTab(key);
  localStorage.clear();
  session.rereadFromOtherTab(null);
  assert.is(session.isSignedIn(), false);
});

test('while the work of one admin waits, the session of another is not taken', () => {
  session.acceptOnly(admin.id);
  store({ token: inSeconds(60), model: other });
  session.rereadFromOtherTab(key);
  assert.is(session.isSignedIn(), false);
  assert.is(stored().model.id, other.id, 'the other tab stays signed in');
  assert.equal([session.accepts(other), session.accepts(admin)], [false, true]);
  store({ token: inSeconds(60), model: admin });
  session.rereadFromOtherTab(key);
  assert.is(session.state.admin?.id, admin.id);
  session.end();
  session.acceptOnly('');
  store({ token: inSeconds(60), model: other });
  session.rereadFromOtherTab(key);
  assert.is(session.state.admin?.id, other.id);
});

test('a session that the server confirms is renewed', async () => {
  const renewed = { admin: { ...admin, avatar: 9 }, token: inSeconds(1000) };
  const backend = setUp({ [refresh]: renewed });
  session.begin({ token: inSeconds(60), admin });
  assert.is(await session.confirm(), true);
  assert.is(tokenSentWith(backend.calls[0]), inSeconds(60));
  assert.is(session.token(), inSeconds(1000));
  assert.is(session.state.admin?.avatar, 9);
  assert.equal(stored(), { token: inSeconds(1000), model: renewed.admin });
});

test('confirmations at once share one request, and none is sent after a sign-in or a later confirmation', async () => {
  const backend = setUp({ [refresh]: { admin, token: inSeconds(1000) } });
  session.begin({ token: inSeconds(600), admin });
  assert.is(await session.confirm(now - 1), true);
  assert.is(backend.calls.length, 0);
  const both = () => Promise.all([session.confirm(), session.confirm()]);
  assert.equal(await both(), [true, true]);
  assert.is(backend.calls.length, 1);
  mock.timers.tick(60_000);
  assert.is(await session.confirm(now - 1), true);
  assert.is(backend.calls.length, 1);
  backend.answer(refresh, failure(401, 'No.'));
  assert.equal(await both(), [false, false]);
  assert.is(backend.calls.length, 2);
  assert.is(session.isSignedIn(), false);
});

const noProofs: Array<[what: string, answer: unknown]> = [
  ['no response', networkError],
  ['a 500', failure(500, 'Oops.')],
  ['a proxy’s 401', html(401, '<h1>Authorization Required</h1>')],
  ['a proxy’s 403 in JSON', json(403, { message: 'Blocked by policy.' })],
  ['a proxy’s 404', html(404, 'Not found')],
  ['a web page', html(200, '<html></html>')],
  ['a response of another shape', json(200, { token: 7 })],
];

for (const [what, answer] of noProofs) {
  test(`${what} to the confirmation does not prove that the session is over`, async () => {
    setUp({ [refresh]: answer as object });
    session.begin({ token: inSeconds(60), admin });
    assert.is(await session.confirm(), true);
    assert.is(session.token(), inSeconds(60));
    assert.equal(stored(), { token: inSeconds(60), model: admin });
  });
}

// Recorded responses of servers 0.23.12 and 0.36.9.
const unknownCall = json(404, { data: {}, message: "The requested resource wasn't found.", status: 404 });
const newerRefusal = json(401, {
  data: {},
  message: 'The request requires valid record authorization token.',
  status: 401,
});

const refusals: Array<[what: string, answer: object, isAlive: boolean]> = [
  ['a 401', failure(401, 'No.'), false],
  ['a 403', failure(403, 'No.'), false],
  ['the 401 of a newer server', newerRefusal, false],
  ['an unknown call of a newer server', unknownCall, true],
];

for (const [what, answer, isAlive] of refusals) {
  test(`${what} to the confirmation: the session ${isAlive ? 'stays' : 'ends, and listeners learn of it once'}`, async () => {
    let seen = 0;
    const stop = session.onExpiry(() => {
      seen += 1;
    });
    setUp({ [refresh]: answer });
    session.begin({ token: inSeconds(60), admin });
    assert.equal(await Promise.all([session.confirm(), session.confirm()]), [isAlive, isAlive]);
    assert.is(seen, isAlive ? 0 : 1);
    assert.is(localStorage.getItem(key) !== null, isAlive);
    stop();
  });
}

test('a confirmation that does not reach the server is repeated every minute', async () => {
  const backend = setUp({ [refresh]: html(403, '<h1>Forbidden</h1>') });
  session.begin({ token: inSeconds(1000), admin });
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

test('a session that ended is neither confirmed again nor by an earlier result', async () => {
  const backend = setUp({ [refresh]: html(403, '<h1>Forbidden</h1>') });
  assert.is(await session.confirm(), false);
  assert.is(backend.calls.length, 0);
  session.begin({ token: inSeconds(1000), admin });
  await session.confirm();
  session.end();
  mock.timers.tick(120_000);
  await settle();
  assert.is(backend.calls.length, 1);
  session.begin({ token: inSeconds(1000), admin });
  await session.confirm();
  session.end();
  session.begin({ token: inSeconds(1000), admin });
  assert.is(await session.confirm(), true);
  assert.is(backend.calls.length, 3);
});

for (const [what, answer] of [
  ['good', { admin, token: inSeconds(1000) }],
  ['bad', failure(401, 'No.')],
] as const) {
  test(`a ${what} response about an older session does not affect the current one`, async () => {
    const backend = setUp({ [refresh]: answer });
    session.begin({ token: inSeconds(60), admin });
    const release = backend.hold(refresh);
    const confirmed = session.confirm();
    session.end();
    session.begin({ token: inSeconds(90), admin: other });
    release();
    assert.is(await confirmed, true);
    await settle();
    assert.is(session.token(), inSeconds(90));
    assert.is(session.state.admin?.id, other.id);
  });
}

test.run();
