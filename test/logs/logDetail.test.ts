import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createLogDetail } from '../../ui/logs/logDetail';
import * as session from '../../ui/page/session/session';
import * as toasts from '../../ui/page/toasts';
import { connect } from '../backend/connect';
import { failure, fakeBackend, networkError } from '../support/backend';
import { admin, adminToken } from '../support/samples';

const route = 'GET /api/logs/:id';
const renewal = 'POST /api/admins/auth-refresh';
const told = () => toasts.state.items.map(({ message }) => message);

/** Signs in an admin. */
function signedIn() {
  const token = adminToken();
  const backend = fakeBackend({
    [route]: ({ params }) => ({ id: params['id'], created: '', level: 0, message: '', data: null }),
    [renewal]: { token, admin },
  });
  connect(backend, token);
  session.begin({ token, admin });
  return backend;
}

test.after.each(() => {
  toasts.closeAll();
  session.end();
});

test('a log is read once by its id; the row of a list, or the previous log, shows until then', async () => {
  const backend = signedIn();
  const detail = createLogDetail();
  assert.is(detail.state.status, 'loading');
  await detail.open('a/b ?');
  assert.equal([detail.state.log?.id, detail.state.status, backend.calls.length], ['a/b ?', 'ready', 1]);
  const release = backend.hold(route);
  const opening = detail.open('second');
  assert.equal([detail.state.log?.id, detail.state.status], ['a/b ?', 'loading']);
  void detail.open('third', { id: 'third', created: '', level: 0, message: '', data: null });
  assert.equal([detail.state.log?.id, detail.state.status], ['third', 'loading']);
  release();
  await opening;
  assert.equal([detail.state.log?.id, told()], ['third', []]);
});

test('only the last of several quick requests is shown, and the others report nothing', async () => {
  const backend = signedIn();
  const detail = createLogDetail();
  const release = backend.hold(route);
  const openings = ['a', 'b', 'c'].map((id) => detail.open(id));
  release();
  await Promise.all(openings);
  assert.equal([detail.state.log?.id, detail.state.isGone, told()], ['c', false, []]);
});

for (const [name, given] of [
  ['is missing', failure(404, "The requested resource wasn't found.")],
  ['cannot be loaded', networkError],
] as const) {
  test(`a log that ${name} is reported once with its id`, async () => {
    const backend = signedIn();
    backend.answer(route, given);
    const detail = createLogDetail();
    await detail.open('nobody');
    assert.equal(told(), ['Unable to load log with id "nobody"']);
    assert.ok(detail.state.isGone);
  });
}

test.run();
