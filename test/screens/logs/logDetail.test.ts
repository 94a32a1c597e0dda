import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createLogDetail } from '../../../ui/screens/logs/logDetail';
import * as session from '../../../ui/state/session';
import * as toasts from '../../../ui/state/toasts';
import { connect } from '../../api/connect';
import { failure, fakeBackend, networkError } from '../../support/backend';
import { admin, adminToken } from '../../support/samples';

const route = 'GET /api/logs/:id';
const renewal = 'POST /api/admins/auth-refresh';
const told = () => toasts.state.items.map(({ message }) => message);

/** A page on which an admin is signed in. */
function signedIn() {
  const token = adminToken();
  const backend = fakeBackend({
    [route]: ({ params }) => ({ id: params['id'], created: '', level: 0, message: '', data: null }),
    [renewal]: { token, admin },
  });
  connect(backend, token);
  session.adopt({ token, admin });
  return backend;
}

test.after.each(() => {
  toasts.closeAll();
  session.end();
});

// Before the others: that a session is alive is believed for a while.
test('to whom the session has ended no log is said to be gone', async () => {
  const backend = signedIn();
  backend.answer(route, failure(404, "The requested resource wasn't found."));
  backend.answer(renewal, failure(401, 'The request requires valid admin authorization token to be set.'));
  const detail = createLogDetail();
  await detail.open('nobody');
  assert.equal(told(), []);
  assert.not(detail.state.isGone);
});

test('a log is read by its id', async () => {
  const backend = signedIn();
  const detail = createLogDetail();
  assert.ok(detail.state.isLoading);
  await detail.open('a/b ?');
  assert.is(detail.state.log?.id, 'a/b ?');
  assert.not(detail.state.isLoading);
  assert.is(backend.calls.length, 1);
  assert.equal(told(), []);
});

test('while the next one is read the one before stays', async () => {
  const backend = signedIn();
  const detail = createLogDetail();
  await detail.open('first');
  const release = backend.hold(route);
  const opening = detail.open('second');
  assert.is(detail.state.log?.id, 'first');
  assert.ok(detail.state.isLoading);
  release();
  await opening;
  assert.is(detail.state.log?.id, 'second');
});

test('of several in quick succession only the last is shown, and nothing is told of the others', async () => {
  const backend = signedIn();
  const detail = createLogDetail();
  const release = backend.hold(route);
  const openings = ['a', 'b', 'c'].map((id) => detail.open(id));
  release();
  await Promise.all(openings);
  assert.is(detail.state.log?.id, 'c');
  assert.not(detail.state.isGone);
  assert.equal(told(), []);
});

for (const [name, given] of [
  ['there is not', failure(404, "The requested resource wasn't found.")],
  ['the server refuses', failure(400, 'Something went wrong.')],
  ['does not come', networkError],
] as const) {
  test(`a log that ${name} is told by its id, once`, async () => {
    const backend = signedIn();
    backend.answer(route, given);
    const detail = createLogDetail();
    await detail.open('nobody');
    assert.equal(told(), ['Unable to load log with id "nobody"']);
    assert.ok(detail.state.isGone);
  });
}

test.run();
