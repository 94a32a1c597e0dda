// A run of the checks: which calls it makes, how it stops, what it says of a call that failed.
import '../../support/bareWindow';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as marks from '../../../ui/rules/findings/findingMarks';
import { createFindings } from '../../../ui/rules/findings/findings';
import { connect } from '../../backend/connect';
import { type FakeBackend, failure, fakeBackend } from '../../support/backend';
import { eventually, quiet } from '../../support/eventually';
import { safeSettings } from '../../support/findingFacts';
import { accountsOf, baseOf, fieldOf, relationOf } from '../../support/findingHoles';
import { admin, listOf } from '../../support/samples';

const address = new URL('https://app.example.net/_/');
const posts = (at: number) =>
  baseOf(`p${at}x`, { delete: 'author = @request.auth.id' }, [
    fieldOf('text', 'title'),
    relationOf('author', 'users'),
  ]);
const all = [accountsOf('users'), ...Array.from({ length: 20 }, (_, at) => posts(at))];

function backendWith(more: object = {}): FakeBackend {
  const backend = fakeBackend({
    'GET /api/collections': listOf(all, 200),
    'GET /api/settings': safeSettings,
    'GET /api/backups': [],
    'GET /api/admins': listOf([admin], 100),
    'GET /api/collections/:collection/records': {
      page: 1,
      perPage: 1,
      totalItems: 2,
      totalPages: 2,
      items: [],
    },
    ...more,
  });
  connect(backend, 't');
  return backend;
}

test('a run reads the facts, then counts', async () => {
  const backend = backendWith();
  const findings = createFindings(address);
  const run = findings.load();
  assert.ok(findings.state.isRunning);
  await run;
  const { state } = findings;
  assert.equal([state.status, state.isRunning], ['ready', false]);
  assert.is(backend.calls.length, 24);
  assert.ok(backend.calls.every(({ method }) => method === 'GET'));
  assert.equal(backend.calls.at(-1)?.query, {
    page: '1',
    perPage: '1',
    fields: 'id',
    filter: 'author=null',
  });
  assert.is(state.outcomes.find(({ id }) => id === 'guests-pass')?.findings.length, 20);
});

test('the facts alone cost four calls; later they are joined by the counts of the last run', async () => {
  const backend = backendWith();
  const findings = createFindings(address);
  const found = () => findings.state.outcomes.find(({ id }) => id === 'guests-pass')?.findings.length;
  await findings.loadFacts();
  assert.equal([backend.calls.length, findings.state.status], [4, 'ready']);
  const left = findings.state.left;
  await findings.load();
  const all = found();
  const before = backend.calls.length;
  await findings.loadFacts();
  assert.equal([backend.calls.length - before, findings.state.left, found()], [4, 0, all]);
  assert.ok(left >= 0);
});

test('at most 4 counts run at once, and a stop leaves the others out', async () => {
  const backend = backendWith();
  const release = backend.hold('GET /api/collections/:collection/records');
  const findings = createFindings(address);
  const run = findings.load();
  await eventually(() => backend.calls.length, 8);
  await quiet();
  assert.is(backend.calls.length, 8);
  assert.equal([findings.state.status, findings.state.left], ['ready', 20]);
  findings.stop();
  release();
  await run;
  assert.is(backend.calls.length, 8);
  const outcome = findings.state.outcomes.find(({ id }) => id === 'guests-pass');
  assert.equal([outcome?.findings.length, outcome?.unjudged.length], [4, 16]);
});

test('a call that failed leaves its checks incomplete; without the collections there is no run', async () => {
  const backend = backendWith({ 'GET /api/admins': failure(500, 'No admins today.') });
  const { state, load } = createFindings(address);
  await load();
  const failed = state.outcomes.filter(({ error }) => error === 'No admins today.').map(({ id }) => id);
  assert.equal([state.status, failed], ['ready', ['one-admin', 'many-admins', 'example-admin']]);
  backend.answer('GET /api/collections', failure(400, 'No collections today.'));
  const other = createFindings(address);
  await other.load();
  assert.equal([other.state.status, other.state.loadError?.message], ['failed', 'No collections today.']);
});

test('a closed run sends nothing more', async () => {
  const backend = backendWith();
  const release = backend.hold('GET /api/collections/:collection/records');
  const findings = createFindings(address);
  const run = findings.load();
  await eventually(() => backend.calls.length, 8);
  findings.close();
  release();
  await run;
  assert.is(backend.calls.length, 8);
});

test('marks are kept by server, and survive a damaged store', () => {
  backendWith();
  localStorage.setItem(
    'lowlineFindings',
    JSON.stringify({ 'http://other/api/': { critical: 7, accepted: { a: 'b' } } }),
  );
  marks.read();
  assert.equal(marks.state, { critical: null, high: 0, isLeast: false, accepted: {} });
  marks.setCounts(2, 3);
  marks.accept('["key"]', 'a note');
  marks.read();
  assert.equal(marks.state, { critical: 2, high: 3, isLeast: false, accepted: { '["key"]': 'a note' } });
  marks.reopen('["key"]');
  assert.equal(marks.state.accepted, {});
  const kept = JSON.parse(localStorage.getItem('lowlineFindings') ?? '');
  assert.is(kept['http://other/api/'].critical, 7);
  for (const text of [
    'nonsense',
    '1',
    'null',
    '[]',
    '{"http://localhost:8090/api/":{"critical":"a","accepted":3}}',
  ]) {
    localStorage.setItem('lowlineFindings', text);
    marks.read();
    assert.equal(marks.state, { critical: null, high: 0, isLeast: false, accepted: {} }, text);
  }
});

test.run();
