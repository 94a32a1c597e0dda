import '../../support/dom';
import { mock } from 'node:test';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as environment from '../../../ui/page/session/environment';
import * as environmentName from '../../../ui/page/session/environmentName';
import * as writeLock from '../../../ui/page/session/writeLock';
import { apiBase, connect, settle } from '../../backend/connect';
import { fakeBackend } from '../../support/backend';
import { resetDom } from '../../support/dom';

const key = `lowlineEnvironment@${apiBase}`;
const lockKey = `${key}@locked`;
const production = { name: 'Production', colour: 'red', locks: true, appName: 'Acme' } as const;
const minute = 60_000;
const late = Date.parse('2026-11-22T23:55:00Z');
const act = { what: 'save 7 changes in 4 records', verb: 'save' };
const permit = (call: Parameters<typeof writeLock.permit>[1] = {}, method = 'PATCH') =>
  writeLock.permit(method, call);

/** The answer of a question that is still open is undefined. */
function follow(answer: boolean | Promise<boolean>) {
  const seen: { is?: boolean } = {};
  void Promise.resolve(answer).then((is) => {
    seen.is = is;
  });
  return seen;
}

test.before.each(() => {
  resetDom();
  mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'], now: late });
  connect(fakeBackend({}));
  environment.set(null);
  environment.open();
  environmentName.save(production);
});
test.after.each(() => {
  writeLock.lockHere();
  mock.timers.reset();
});

test('without an environment, or without its lock, everything passes', () => {
  environmentName.save({ ...production, locks: false });
  assert.equal([writeLock.isLocked(), permit()], [false, true]);
  environmentName.drop();
  assert.equal([writeLock.isLocked(), permit()], [false, true]);
});

test('many calls at once ask one question, and all of them get the answer', async () => {
  const answers = [writeLock.ask(act), permit(), permit()].map(follow);
  assert.equal({ ...writeLock.state.question }, act);
  await settle();
  assert.equal(answers, [{}, {}, {}]);
  writeLock.unlock();
  await settle();
  assert.equal(answers, [{ is: true }, { is: true }, { is: true }]);
  assert.is(writeLock.state.question, null);
  assert.is(permit(), true);
});

test('who stays locked is asked again by the next act; work in the background is refused unasked', async () => {
  const first = follow(writeLock.ask(act));
  writeLock.stayLocked();
  await settle();
  assert.equal(first, { is: false });
  assert.is(permit({ isBackground: true }), false);
  assert.is(writeLock.state.question, null);
  follow(permit({}, 'DELETE'));
  assert.equal({ ...writeLock.state.question }, { what: 'delete data', verb: 'delete' });
});

test('writes are open for ten minutes from the last unlock, over midnight; the strip learns the end without a call', () => {
  writeLock.unlock();
  mock.timers.tick(8 * minute);
  writeLock.unlock();
  assert.equal([environment.state.isOpen, writeLock.state.leftMs], [true, 10 * minute]);
  mock.timers.tick(9 * minute);
  assert.equal([writeLock.isLocked(), writeLock.state.leftMs], [false, minute]);
  mock.timers.tick(minute);
  assert.equal([environment.state.isOpen, writeLock.state.leftMs], [false, 0]);
  assert.is(writeLock.isLocked(), true);
});

for (const [what, jump] of [
  ['a machine that slept wakes', 480 * minute],
  ['a clock that is set back leaves this tab', -1440 * minute],
] as const) {
  test(`${what} locked, before any timer runs`, () => {
    writeLock.unlock();
    mock.timers.tick(minute);
    mock.timers.setTime(late + jump);
    assert.is(writeLock.isLocked(), true);
    assert.is(environment.state.isOpen, false);
  });
}

test('Lock now locks all tabs at once; other keys do not', () => {
  writeLock.unlock();
  writeLock.lock();
  assert.equal([writeLock.isLocked(), environment.state.isOpen], [true, false]);
  assert.ok(localStorage.getItem(lockKey));
  writeLock.unlock();
  for (const other of ['lowlineTheme', key]) {
    environment.rereadFromOtherTab(other);
    writeLock.rereadFromOtherTab(other);
  }
  assert.is(writeLock.isLocked(), false);
  writeLock.rereadFromOtherTab(lockKey);
  assert.is(writeLock.isLocked(), true);
});

test('an environment that another tab removes unlocks, but confirms nothing that waits', async () => {
  const waiting = follow(writeLock.ask(act));
  localStorage.removeItem(key);
  environment.rereadFromOtherTab(key);
  writeLock.rereadFromOtherTab(key);
  await settle();
  assert.equal(waiting, { is: false });
  assert.is(writeLock.isLocked(), false);
});

test('a lock that another tab switches on or off: on reaches this tab, off does not', () => {
  environmentName.save({ ...production, locks: false });
  localStorage.setItem(key, JSON.stringify(production));
  environment.rereadFromOtherTab(key);
  assert.is(writeLock.isLocked(), true);
  localStorage.setItem(key, JSON.stringify({ ...production, name: 'Live', locks: false }));
  environment.rereadFromOtherTab(key);
  assert.is(environment.state.current?.name, 'Live');
  assert.is(writeLock.isLocked(), true);
});

test('a session that ends takes the answer and the open time away', async () => {
  const waiting = follow(writeLock.ask(act));
  writeLock.lockHere();
  await settle();
  assert.equal(waiting, { is: false });
  writeLock.unlock();
  writeLock.lockHere();
  assert.is(writeLock.isLocked(), true);
});

test('a run that began in time keeps writes open to its end, also after Lock now here and elsewhere', () => {
  writeLock.unlock();
  const [release, releaseInner] = [writeLock.hold(), writeLock.hold()];
  assert.is(writeLock.state.runs, 2);
  mock.timers.tick(10 * minute);
  assert.equal([permit({ isBackground: true }), environment.state.isOpen], [true, false]);
  releaseInner();
  releaseInner();
  writeLock.unlock();
  writeLock.lock();
  writeLock.rereadFromOtherTab(lockKey);
  assert.is(permit({ isBackground: true }), true);
  release();
  assert.equal([writeLock.state.runs, permit({ isBackground: true })], [0, false]);
});

test('a run that begins while writes are locked opens nothing', () => {
  const release = writeLock.hold();
  assert.equal([writeLock.state.runs, permit({ isBackground: true })], [0, false]);
  release();
  assert.is(writeLock.state.runs, 0);
});

test.run();
