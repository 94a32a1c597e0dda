import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createLogList, type LogList } from '../../ui/logs/logList';
import type { LogQuery } from '../../ui/logs/logsQuery';
import * as toasts from '../../ui/page/toasts';
import { connect, settle } from '../backend/connect';
import { type Call, type FakeBackend, failure, fakeBackend } from '../support/backend';
import { resetDom } from '../support/dom';

const route = 'GET /api/logs';
const everything: LogQuery = { search: '', includesAdmins: true, levels: [], range: null };
let backend: FakeBackend;
let logs: LogList;

const row = (id: string) => ({ id, created: '2026-11-21 10:00:00.000Z', level: 0, message: id, data: {} });
const answer = (ids: readonly string[]) => ({ page: 1, perPage: 50, totalItems: -1, items: ids.map(row) });
const shown = () => logs.list.state.items.map(({ id }) => id);
const filters = () => backend.callsTo(route).map(({ query }) => query['filter']);

test.before.each(() => {
  resetDom();
  toasts.closeAll();
  backend = fakeBackend({ [route]: answer(['c', 'b', 'a']) });
  connect(backend, 't');
  logs = createLogList();
});
test.after.each(() => logs.close());

test('the newest rows are requested once, in the order of storage', async () => {
  await logs.open({ ...everything, levels: [8] });
  await logs.open({ ...everything, levels: [8] });
  assert.equal(
    backend.callsTo(route).map(({ query }) => query),
    [{ page: '1', perPage: '50', sort: '-rowid', filter: 'level=8', skipTotal: '1' }],
  );
  assert.equal([shown(), logs.state.filter, logs.state.refreshKey], [['c', 'b', 'a'], 'level=8', 1]);
});

test('list and chart use the same filter, which a refresh builds again', async () => {
  await logs.open({ ...everything, range: '1h' });
  const [before] = filters();
  assert.is(before, logs.state.filter);
  assert.ok(before?.includes(logs.state.span?.from ?? 'none'));
  await logs.refresh();
  assert.is(filters()[1], logs.state.filter);
  assert.is(logs.state.refreshKey, 2);
});

test('a refused filter and another failure are shown in place, without a toast', async () => {
  backend.answer(route, failure(400, 'Something went wrong.'));
  await logs.open({ ...everything, search: 'nothing = 1' });
  assert.equal([logs.list.state.refusedSearch, toasts.state.items.length], ['nothing = 1', 0]);
  const release = backend.hold(route);
  const opening = logs.open(everything);
  await settle();
  assert.is(logs.list.state.refusedSearch, 'nothing = 1', 'until the next answer is there');
  release();
  await opening;
  assert.equal([logs.list.state.refusedSearch, logs.list.state.loadError?.status], [null, 400]);
  assert.equal(toasts.state.items.length, 0);
  backend.answer(route, answer(['a']));
  await logs.refresh();
  assert.equal([shown(), logs.list.state.loadError], [['a'], null]);
});

const term: LogQuery = { ...everything, search: 'text' };
const isSizeCall = ({ query }: Call) => query['perPage'] === '1';

test('a text search in few logs runs at once, and their number is requested once', async () => {
  backend.answer(route, (call: Call) => answer(isSizeCall(call) ? [] : ['c']));
  await logs.open(term);
  assert.equal([shown(), logs.state.isHeld], [['c'], false]);
  await logs.open({ ...term, search: 'other' });
  const [size, ...others] = backend.callsTo(route).filter(isSizeCall);
  assert.equal([size?.query['page'], size?.query['filter'], others.length], ['100001', undefined, 0]);
});

test('a text search in more than 100,000 logs asks once for permission', async () => {
  backend.answer(route, (call: Call) => answer(isSizeCall(call) ? ['z'] : ['c']));
  await logs.open({ ...term, range: '7d' });
  await logs.open({ ...everything, search: 'level > 0' });
  assert.is(backend.callsTo(route).filter(isSizeCall).length, 0, 'neither reads all text');
  const before = backend.calls.length;
  await logs.open(term);
  await logs.refresh();
  assert.equal([logs.state.isHeld, backend.calls.length], [true, before + 1], 'nothing but the question');
  await logs.allowScan();
  assert.equal([logs.state.isHeld, shown()], [false, ['c']]);
  await logs.open({ ...term, search: 'other' });
  assert.is(logs.state.isHeld, false);
});

test('after a search of more than three seconds, the next search asks first', async () => {
  backend.answer(route, (call: Call) => answer(isSizeCall(call) ? [] : ['c']));
  const { now } = performance;
  let calls = 0;
  performance.now = () => calls++ * 3001;
  await logs.open(term);
  performance.now = now;
  assert.is(logs.state.isHeld, false);
  await logs.open({ ...term, search: 'other' });
  assert.is(logs.state.isHeld, true);
  await logs.open(everything);
  assert.is(logs.state.isHeld, false);
});

test('new rows are added on top, each once', async () => {
  await logs.open(everything);
  logs.list.toggle('b');
  logs.putOnTop([row('e'), row('c'), row('d')]);
  assert.equal([shown(), [...logs.list.state.selected]], [['e', 'd', 'c', 'b', 'a'], ['b']]);
});

test('later pages leave newer rows out, and overlap with those before', async () => {
  const ids = Array.from({ length: 120 }, (_, at) => `r${120 - at}`);
  let late: string[] = [];
  backend.answer(route, ({ query }: Call) => {
    const from = (Number(query['page']) - 1) * 50;
    return answer([...late, ...ids].slice(from, from + 50));
  });
  await logs.open({ ...everything, levels: [8] });
  late = ['r122', 'r121'];
  while (logs.list.state.hasMore) await logs.loadMore();
  assert.equal(shown(), ids);
  assert.is(filters().at(-1), '(level=8)&&(created<="2026-11-21 10:00:00.000Z")');
});

test('the neighbours of a log are the rows beside it in time, and the list returns after them', async () => {
  await logs.open(everything);
  backend.answer(route, ({ query: { filter = '' } }: Call) =>
    answer(filter.startsWith('id=') ? ['b'] : filter.startsWith('created>"') ? ['c', 'd'] : ['a']),
  );
  await logs.openAround('b');
  assert.equal(shown(), ['d', 'c', 'b', 'a']);
  assert.is(logs.list.state.hasMore, false);
  const before = backend.calls.length;
  await logs.open(everything);
  assert.is(backend.calls.length, before + 1);
});

test('a condition is added even to a plain term', async () => {
  const both = '(level~"hello"||message~"hello"||data~"hello")&&(data.status = 400)';
  assert.is(await logs.narrowed('hello', 'data.status = 400'), both);
});

test.run();
