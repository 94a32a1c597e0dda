import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as logsSettings from '../../ui/api/logsSettings';
import { fakeBackend } from '../support/backend';
import { settings as sample } from '../support/samples';
import { assertFails, connect } from './connect';

const [read, write] = ['GET /api/settings', 'PATCH /api/settings'];

test('only the logs group is asked for', async () => {
  const backend = fakeBackend({ [read]: { logs: sample.logs } });
  connect(backend, 't');
  assert.equal(await logsSettings.get(), { maxDays: 5, minLevel: 0, logIp: true });
  assert.equal(backend.calls[0]?.query, { fields: 'logs' });
});

test('only the given keys are sent, and what the server then has is told', async () => {
  const backend = fakeBackend({ [write]: { logs: { ...sample.logs, logIp: false } } });
  connect(backend, 't');
  assert.is((await logsSettings.update({ logIp: false })).logIp, false);
  assert.equal(backend.calls[0]?.body, { logs: { logIp: false } });
  assert.equal(backend.calls[0]?.query, { fields: 'logs' });
});

test('settings without a number of days are unreadable', async () => {
  connect(fakeBackend({ [read]: { logs: { minLevel: 0, logIp: true } } }), 't');
  await assertFails(logsSettings.get(), { kind: 'unreadable', message: /logs\.maxDays/ });
});

test.run();
