import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createPasswordResets } from '../../../../ui/screens/records/bin/passwordResets';
import type { UserBack } from '../../../../ui/state/bin/putBack';
import * as confirm from '../../../../ui/state/confirm';
import { signIn, signOut } from '../../../state/bin/binScene';
import { type Call, type FakeBackend, failure, fakeBackend } from '../../../support/backend';

const route = 'POST /api/collections/:collection/request-password-reset';
const userAt = (at: number, email = `user${at}@example.com`): UserBack => ({
  key: `users/u${at}`,
  collectionId: 'users',
  email,
});
const users = [userAt(0), userAt(1), userAt(2, ''), userAt(3)];

let backend: FakeBackend;
let refused = '';

test.before.each(() => {
  refused = '';
  backend = fakeBackend({
    [route]: ({ body }: Call) =>
      (body as { email: string }).email === refused ? failure(400, 'No password sign-in.') : {},
  });
  signIn(backend);
});
test.after.each(() => {
  confirm.no();
  signOut();
});

const mailed = () => backend.callsTo(route).map(({ body }) => (body as { email: string }).email);

test('each user with an address gets one mail, after a Yes', async () => {
  const resets = createPasswordResets();
  const sending = resets.send(resets.left(users));
  assert.is(confirm.state.question?.text, 'Do you really want to send password reset emails to 3 users?');
  confirm.no();
  await sending;
  assert.equal([mailed(), resets.left(users).length], [[], 3]);
  const again = resets.send(resets.left(users));
  await confirm.yes();
  await again;
  assert.equal(mailed().sort(), ['user0@example.com', 'user1@example.com', 'user3@example.com']);
  assert.is(resets.state.sent, 3);
  assert.equal(resets.left(users), []);
});

test('a refused mail is told, and only that one is sent again', async () => {
  refused = 'user1@example.com';
  const resets = createPasswordResets();
  const sendLeft = async () => {
    const sending = resets.send(resets.left(users));
    await confirm.yes();
    await sending;
  };
  await sendLeft();
  assert.equal(resets.state.refused, [{ email: refused, reason: 'No password sign-in.' }]);
  assert.equal(resets.left(users), [userAt(1)]);
  refused = '';
  const before = mailed().length;
  await sendLeft();
  assert.equal(mailed().slice(before), ['user1@example.com']);
  assert.equal([resets.state.sent, resets.state.refused], [3, []]);
});

test('a stop leaves the others for later', async () => {
  const resets = createPasswordResets();
  const many = Array.from({ length: 20 }, (_, at) => userAt(at));
  const sending = resets.send(many);
  await confirm.yes();
  while (!resets.write.state.isRunning) await Promise.resolve();
  resets.stop();
  await sending;
  const { sent } = resets.state;
  assert.ok(sent > 0 && sent < many.length);
  assert.is(resets.left(many).length, many.length - sent);
});

test('nothing is sent after a stop before the Yes', async () => {
  const resets = createPasswordResets();
  const before = mailed().length;
  const sending = resets.send(users);
  resets.stop();
  await confirm.yes();
  await sending;
  assert.is(mailed().length, before);
});

test.run();
