import { mock } from 'node:test';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { sumOf } from '../../ui/logs/chartPoints';
import { createLogList, type LogList } from '../../ui/logs/logList';
import { createLogStats, type LogStats } from '../../ui/logs/logStats';
import { createLogTail, type LogTail } from '../../ui/logs/logTail';
import { connect, settle } from '../backend/connect';
import { type Call, type FakeBackend, fakeBackend } from '../support/backend';
import { resetDom } from '../support/dom';

const route = 'GET /api/logs';
let backend: FakeBackend;
let logs: LogList;
let stats: LogStats;
let tail: LogTail;
/** The number of rows; one each second. */
let size = 0;

const idOf = (at: number) => `row${String(at).padStart(12, '0')}`;
const fresh = () => tail.state.fresh.map(({ id }) => Number(id.slice(3)));
const calls = () => backend.callsTo(route).length;
const polls = () => backend.callsTo(route).filter(({ query }) => query['perPage'] === '100');

const createdAt = (at: number) => new Date(1e12 + at * 1000).toISOString().replace('T', ' ');

function rows({ query }: Call) {
  const { filter = '', perPage = '50' } = query;
  const [, bound = ''] = /created>="([^"]+)"/.exec(filter) ?? [];
  const items = Array.from({ length: size }, (_, at) => size - at)
    .map((at) => ({ id: idOf(at), created: createdAt(at), level: 0, message: '' }))
    .filter(({ created }) => created >= bound)
    .slice(0, Number(perPage));
  return { page: 1, perPage: Number(perPage), totalItems: -1, items };
}

async function pass(ms: number): Promise<void> {
  mock.timers.tick(ms);
  await settle();
}

function setVisible(isVisible: boolean): void {
  Object.defineProperty(document, 'visibilityState', {
    value: isVisible ? 'visible' : 'hidden',
    configurable: true,
  });
  document.dispatchEvent(new Event('visibilitychange'));
}

test.before.each(async () => {
  resetDom();
  setVisible(true);
  size = 200;
  backend = fakeBackend({
    [route]: rows,
    'GET /api/logs/stats': () => [{ date: '2026-11-20 12:00:00.000Z', total: size }],
  });
  connect(backend, 't');
  mock.timers.enable({ apis: ['setInterval'] });
  logs = createLogList();
  stats = createLogStats();
  tail = createLogTail(logs, stats);
  await logs.open({ search: '', includesAdmins: true, levels: [], range: null });
});
test.after.each(() => {
  tail.stop();
  stats.cancel();
  logs.close();
  mock.timers.reset();
});

test('new rows are counted once each, and added on request', async () => {
  size = 202;
  tail.start();
  await settle();
  await settle();
  assert.equal(fresh(), [202, 201]);
  size = 203;
  await pass(3000);
  assert.equal(fresh(), [203, 202, 201]);
  await pass(3000);
  assert.equal(fresh(), [203, 202, 201]);
  assert.is(polls().at(-1)?.query['filter'], `created>="${createdAt(193)}"`, 'rows arrive late');
  tail.show();
  assert.equal([fresh(), logs.list.state.items[0]?.id, logs.list.state.items.length], [[], idOf(203), 53]);
});

test('the count includes the shown rows, and all new rows after live mode stops', async () => {
  const counted = () => sumOf(stats.state.total ?? []);
  await stats.load('');
  assert.is(counted(), 200);
  tail.start();
  await settle();
  size = 202;
  await pass(3000);
  tail.show();
  assert.is(counted(), 202);
  size = 203;
  await pass(3000);
  assert.equal([fresh(), counted()], [[203], 202]);
  tail.stop();
  await settle();
  assert.is(counted(), 203);
  const before = backend.calls.length;
  tail.stop();
  await settle();
  assert.is(backend.calls.length, before, 'once');
});

test('one call runs at a time, and none in a hidden tab or during a pause', async () => {
  tail.start();
  await settle();
  await settle();
  const release = backend.hold(route);
  const before = calls();
  for (let times = 0; times < 4; times += 1) await pass(3000);
  assert.is(calls(), before + 1);
  release();
  await settle();
  await settle();
  setVisible(false);
  const hidden = calls();
  for (let times = 0; times < 4; times += 1) await pass(3000);
  assert.is(calls(), hidden);
  setVisible(true);
  await settle();
  await settle();
  assert.ok(calls() > hidden);
  tail.pause();
  const paused = calls();
  for (let times = 0; times < 4; times += 1) await pass(3000);
  assert.is(calls(), paused);
  assert.is(tail.state.status, 'paused');
});

test('if more rows have come than one call reads, showing them reloads the list', async () => {
  tail.start();
  await settle();
  await settle();
  size = 900;
  await pass(3000);
  assert.equal([fresh().length, tail.state.isMore], [100, true]);
  tail.show();
  await settle();
  assert.equal([logs.list.state.items[0]?.id, logs.list.state.items.length], [idOf(900), 50]);
});

test('another list resets the count', async () => {
  tail.start();
  await settle();
  await settle();
  size = 201;
  await pass(3000);
  assert.equal(fresh(), [201]);
  await logs.refresh();
  await pass(3000);
  assert.equal(fresh(), []);
});

test.run();
