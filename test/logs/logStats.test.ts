import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { pointsOf } from '../../ui/logs/chartPoints';
import { createLogStats, type LogStats } from '../../ui/logs/logStats';
import * as toasts from '../../ui/page/toasts';
import { connect, settle } from '../backend/connect';
import { type Call, type FakeBackend, failure, fakeBackend, networkError } from '../support/backend';
import { resetDom } from '../support/dom';

const route = 'GET /api/logs/stats';
const date = '2026-11-20 12:00:00.000Z';
let backend: FakeBackend;
let stats: LogStats;
let warnings: unknown[][];
const { warn } = console;

const filters = () => backend.calls.map((call) => call.query['filter']);
const totals = () => stats.state.total?.map(({ total }) => total);

/** Returns the level as the count; a hundred without a level. */
function countOf({ query }: Call) {
  const [, level] = /level=(-?\d)/.exec(query['filter'] ?? '') ?? [];
  return [{ date, total: level === undefined ? 100 : Number(level) + 10 }];
}
const levels = [-4, 0, 4, 8].map((level) => [{ date, total: level + 10 }]);

/** Loads while the first response takes two seconds. */
async function slowly(load: () => Promise<void>): Promise<void> {
  const { now } = performance;
  let calls = 0;
  performance.now = () => calls++ * 2000;
  try {
    await load();
  } finally {
    performance.now = now;
  }
}

test.before.each(() => {
  resetDom();
  toasts.closeAll();
  warnings = [];
  console.warn = (...words: unknown[]) => warnings.push(words);
  backend = fakeBackend({ [route]: countOf });
  connect(backend, 't');
  stats = createLogStats();
});
test.after.each(() => {
  console.warn = warn;
});

test('the levels are counted one by one, by the filter without its levels', async () => {
  const release = backend.hold(route);
  const loading = stats.load('(level=8)&&(data.status=400)', 'data.status=400');
  await settle();
  assert.is(backend.calls.length, 1);
  release();
  await loading;
  assert.equal(filters(), [
    '(level=8)&&(data.status=400)',
    '(data.status=400)&&(level=-4)',
    '(data.status=400)&&(level=0)',
    '(data.status=400)&&(level=4)',
    '(data.status=400)&&(level=8)',
  ]);
});

test('a slow server counts the levels only after the switch, and only once', async () => {
  await slowly(() => stats.load(''));
  assert.equal([filters(), stats.state.levels], [[undefined], null]);
  await stats.setByLevel(true);
  await stats.setByLevel(false);
  await stats.setByLevel(true);
  assert.equal(filters().slice(1), ['level=-4', 'level=0', 'level=4', 'level=8']);
  assert.equal(stats.state.levels, levels);
});

test('if By level is switched on while the total loads, the levels load once after it', async () => {
  const loading = stats.load('');
  await stats.setByLevel(true);
  await loading;
  assert.is(backend.calls.length, 5);
  assert.equal([totals(), stats.state.levels], [[100], levels]);
});

test('a new filter reloads all five counts, and other levels of the same filter keep them meanwhile', async () => {
  await stats.load('');
  const same = stats.load('level=8', '');
  assert.equal(stats.state.levels, levels);
  await same;
  const other = stats.load('level>0');
  assert.is(stats.state.levels, null);
  await other;
  assert.is(backend.calls.length, 15);
});

test('new logs are added to their hour and level until the next count', async () => {
  await stats.load('');
  const row = (level: number) => ({ id: 'a', created: '2026-11-20 12:59:59.999Z', level, message: '' });
  stats.add([row(8), row(12)]);
  assert.equal(pointsOf([stats.state.total ?? [], stats.state.levels?.[3] ?? []]).counts, [[102], [19]]);
  await stats.reload();
  assert.equal([totals(), stats.state.levels], [[100], levels]);
});

test('a refused filter clears the data without a message, because the list reports it', async () => {
  await stats.load('');
  backend.answer(route, failure(400, 'No.'));
  await stats.load('nonsense>');
  const told = () => [stats.state.total, stats.state.hasFailed, toasts.state.items.length, warnings.length];
  assert.equal(told(), [null, false, 0, 0]);
  await stats.load('');
  assert.equal(told(), [null, true, 0, 1], 'no filter');
});

test('without a response the counts stay, as the rows do', async () => {
  backend.answerOnce(route, countOf);
  await stats.load('');
  backend.answer(route, networkError);
  await stats.load('');
  assert.equal([totals(), stats.state.hasFailed, toasts.state.items.length], [[100], true, 0]);
});

test('a failed level is reported only if By level is on', async () => {
  backend.answerOnce(route, countOf);
  backend.answerOnce(route, failure(500, 'Too slow.'));
  await stats.load('');
  assert.equal([totals(), stats.state.levels, stats.state.hasFailed], [[100], null, false]);
  assert.equal([stats.state.isLoadingLevels, warnings.length, toasts.state.items.length], [false, 0, 0]);
  backend.answerOnce(route, failure(500, 'Too slow.'));
  await stats.setByLevel(true);
  assert.equal([stats.state.total, stats.state.levels, stats.state.hasFailed], [null, null, true]);
  assert.equal([stats.state.isLoadingLevels, warnings.length], [false, 1]);
});

test.run();
