import { mock } from 'node:test';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createTestMail } from '../../../../ui/screens/settings/mail/testMail';
import * as toasts from '../../../../ui/state/toasts';
import { settle } from '../../../api/connect';
import { type FakeBackend, failure } from '../../../support/backend';
import { callsOf, closeScene, routes, startScene } from '../settingsScene';

let backend: FakeBackend;
const shown = () => toasts.state.items.map(({ kind, message }) => `${kind}: ${message}`);
const key = 'last_email_test';

test.before.each(() => {
  ({ backend } = startScene());
});
test.after.each(() => {
  mock.timers.reset();
  mock.restoreAll();
  closeScene();
});

test('an invalid address is not sent and not remembered', async () => {
  const mail = createTestMail();
  mail.set('email', 'somebody');
  assert.not(await mail.submit());
  assert.is(mail.state.errors['email']?.message, 'Must be a valid email address.');
  assert.equal([callsOf(backend), localStorage.getItem(key)], [[], null]);
});

test('an unreachable mail server is reported in its own words', async () => {
  const raw = 'Failed to send the test email. Raw error: \ndial tcp 127.0.0.1:1: connection refused.';
  backend.answer(routes.testMail, failure(400, raw));
  const mail = createTestMail();
  mail.set('email', 'a@b.c');
  assert.not(await mail.submit());
  assert.equal([shown(), mail.state.errors], [[`error: ${raw}`], {}]);
  assert.is(localStorage.getItem(key), 'a@b.c', 'the recipient is remembered all the same');
});

test('the test is cancelled after 30 seconds and can be repeated', async () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  const release = backend.hold(routes.testMail);
  const mail = createTestMail();
  mail.set('email', 'a@b.c');
  const sending = mail.submit();
  mock.timers.tick(29_999);
  await settle();
  assert.equal([mail.state.isSaving, shown()], [true, []]);
  mock.timers.tick(1);
  assert.not(await sending);
  assert.equal([mail.state.isSaving, shown()], [false, ['error: Test email send timeout.']]);
  assert.ok(backend.calls[0]?.signal?.aborted);
  release();
  assert.ok(await mail.submit());
});

test.run();
