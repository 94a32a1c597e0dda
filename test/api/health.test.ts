import { mock } from 'node:test';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as health from '../../ui/api/health';
import { failure, fakeBackend } from '../support/backend';
import { assertFails, connect } from './connect';

test.after.each(() => mock.timers.reset());

test('health is requested as a guest', async () => {
  const backend = fakeBackend({ 'GET /api/health': { code: 200, message: 'API is healthy.', data: {} } });
  connect(backend, 'the token');
  await health.check();
  assert.not('authorization' in (backend.calls[0]?.headers ?? {}));
});

test('a server without a response within 5 seconds is unreachable', async () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  const backend = fakeBackend({ 'GET /api/health': {} });
  connect(backend);
  backend.hold('GET /api/health');
  const asked = assertFails(health.check(), {
    kind: 'timeout',
    message: 'The server did not answer within 5 seconds.',
  });
  mock.timers.tick(5_000);
  await asked;
});

test('an error response is passed on', async () => {
  connect(fakeBackend({ 'GET /api/health': failure(500, 'Sick.') }));
  await assertFails(health.check(), { kind: 'refused', status: 500, message: 'Sick.' });
});

test.run();
