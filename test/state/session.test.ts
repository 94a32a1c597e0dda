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

test('without a stored session nobody is signed in', () => {
  assert.is(session.restore(), false);
  assert.is(session.isSignedIn(), false);
  assert.is(session.token(), '');
  assert.is(session.state.admin, null);
});

test('restores a session that the built-in dashboard stored', () => {
  store({ token: inSeconds(60), model: { ...admin, extra: true } });
  assert.is(session.restore(), true);
  assert.is(session.token(), inSeconds(60));
  assert.is(session.state.admin?.email, 'root@example.com');
});

test('stores the session under the key and in the shape of the built-in dashboard', () => {
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

test('removes an expired token from the storage, and keeps other entries', () => {
  store({ token: inSeconds(-1), model: admin });
  session.restore();
  assert.is(localStorage.getItem(key), null);
  store({ token: inSeconds(60), model: user });
  session.restore();
  assert.ok(localStorage.getItem(key), 'what is no admin’s session belongs to something else');
});

test('invalid JSON in storage is no session', () => {
  localStorage.setItem(key, '{"token":"a');
  assert.is(session.restore(), false);
});

test('a token without exp never expires', () => {
  store({ token: tokenOf({ id: admin.id, type: 'admin' }), model: admin });
  assert.is(session.restore(), true);
  mock.timers.tick(365 * 86_400_000);
  assert.is(session.isSignedIn(), true);
});

test('a token that expires while the page is open ends the session and notifies listeners once', () => {
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

test('a renewed session lasts until its new expiry, and an ended one notifies nobody later', () => {
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

test('an expiry beyond the maximum of browser timers still ends the session', () => {
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

test('the session also works without storage', () => {
  mock.method(localStorage, 'setItem', () => {
    throw new DOMException('forbidden', 'SecurityError');
  });
  session.adopt({ token: inSeconds(60), admin });
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
  session.adopt({ token: inSeconds(60), admin });
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

test('ignores other keys that another tab changes', () => {
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

test('simultaneous confirmations, and those of the next five seconds, share one request', async () => {
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

test('a fresh confirmation ignores an earlier result, but shares a running request', async () => {
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
  ['no response', networkError],
  ['a gateway’s 502', html(502, '<h1>Bad gateway</h1>')],
  ['a 500', failure(500, 'Oops.')],
  ['a proxy’s 401', html(401, '<h1>Authorization Required</h1>')],
  ['a proxy’s 403', html(403, '<h1>Forbidden</h1>')],
  ['a proxy’s 403 in JSON', json(403, { message: 'Blocked by policy.' })],
  ['a proxy’s 404', html(404, 'Not found')],
  ['a web page', html(200, '<html></html>')],
  ['a response of another shape', json(200, { token: 7 })],
];

for (const [what, answer] of noProofs) {
  test(`${what} to the confirmation does not prove that the session is over`, async () => {
    setUp({ [refresh]: answer as object });
    session.adopt({ token: inSeconds(60), admin });
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
const authMethodsRoute = 'GET /api/collections/_superusers/auth-methods';
const authMethods = { password: { identityFields: ['email'], enabled: true }, authProviders: null };

const upgrades: Array<[what: string, answer: object, methods: object, told: boolean[], isAlive: boolean]> = [
  ['an unknown call of a newer server', unknownCall, authMethods, [true], false],
  ['an unknown call of another server', unknownCall, failure(404, 'Missing.'), [], true],
  ['the 401 of a newer server', newerRefusal, authMethods, [true], false],
  ['such a 401 of another server', newerRefusal, failure(404, 'Missing.'), [false], false],
];

for (const [what, answer, methods, told, isAlive] of upgrades) {
  test(`${what}: the session ${isAlive ? 'stays' : 'ends'}`, async () => {
    const seen: boolean[] = [];
    const stop = session.onExpiry((isServerNewer) => void seen.push(isServerNewer));
    setUp({ [refresh]: answer, [authMethodsRoute]: methods });
    session.adopt({ token: inSeconds(60), admin });
    assert.is(await session.confirm(), isAlive);
    assert.equal(seen, told);
    stop();
  });
}

test('no check for a newer server follows a refusal in the form of 0.22', async () => {
  const backend = setUp({ [refresh]: failure(401, 'No.'), [authMethodsRoute]: authMethods });
  session.adopt({ token: inSeconds(60), admin });
  await session.confirm();
  assert.is(backend.callsTo(authMethodsRoute).length, 0);
});

test('a confirmation that does not reach the server is repeated every minute', async () => {
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

test('a signed-out admin is not confirmed again', async () => {
  const backend = setUp({ [refresh]: html(403, '<h1>Forbidden</h1>') });
  session.adopt({ token: inSeconds(1000), admin });
  await session.confirm();
  session.end();
  mock.timers.tick(120_000);
  await settle();
  assert.is(backend.calls.length, 1);
});

test('a refused session notifies listeners once; a sign-out does not', async () => {
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

test('without a session there is no request, and a session that starts right after is alive', async () => {
  const backend = setUp({ [refresh]: { admin, token: inSeconds(1000) } });
  assert.is(await session.confirm(), false);
  assert.is(backend.calls.length, 0);
  session.adopt({ token: inSeconds(60), admin });
  assert.is(await session.confirm(), true);
  assert.is(backend.calls.length, 1);
});

test('an ended session is not confirmed by an earlier result', async () => {
  const backend = setUp({ [refresh]: { admin, token: inSeconds(1000) } });
  session.adopt({ token: inSeconds(60), admin });
  await session.confirm();
  session.end();
  session.adopt({ token: inSeconds(60), admin });
  await session.confirm();
  assert.is(backend.calls.length, 2);
});

test('a sign-out during the confirmation is final', async () => {
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
  test(`a ${what} response about an older session does not affect the current one`, async () => {
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
