import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { LogChart } from '../../../ui/screens/logs/LogChart';
import { createLogStats, type LogStats } from '../../../ui/screens/logs/logStats';
import * as toasts from '../../../ui/state/toasts';
import { connect } from '../../api/connect';
import { type Call, type FakeBackend, failure, fakeBackend } from '../../support/backend';
import { resetDom } from '../../support/dom';
import { click, mount, rest, tick, type View } from '../../support/render';

const route = 'GET /api/logs/stats';
const stat = (hour: string, total: number) => ({ date: `2026-11-20 ${hour}:00:00.000Z`, total });
const all = [stat('12', 4000), stat('14', 613)];
let backend: FakeBackend;
let told: unknown[];
let stats: LogStats;
const { warn } = console;

const chart = (changed: Partial<Parameters<typeof LogChart>[0]> = {}) => (
  <LogChart
    stats={stats}
    filter=""
    refreshKey={0}
    isZoomed={false}
    onZoom={(from, to) => told.push([from, to])}
    onReset={() => told.push('reset')}
    {...changed}
  />
);

async function open(changed: Partial<Parameters<typeof LogChart>[0]> = {}): Promise<View> {
  const view = mount(chart(changed));
  await rest();
  return view;
}

const status = (view: View) => view.find('[role="status"]').textContent;
const cells = (view: View) =>
  view.findAll('tr').map((row) => [...row.children].map((cell) => cell.textContent).join(' | '));

test.before.each(() => {
  resetDom();
  toasts.closeAll();
  told = [];
  stats = createLogStats();
  backend = fakeBackend({
    [route]: ({ query }: Call) => {
      const [, level] = /level=(-?\d)/.exec(query['filter'] ?? '') ?? [];
      return level === undefined ? all : [stat('13', Number(level) + 10)];
    },
  });
  connect(backend, 't');
});
test.after.each(() => {
  console.warn = warn;
});

test('the loaded count is shown and announced politely', async () => {
  const release = backend.hold(route);
  const view = mount(chart());
  await tick();
  assert.is(status(view), '', 'hidden while loading');
  release();
  await rest();
  assert.is(status(view), 'Found 4,613 logs');
});

test('the count of one log is in the singular', async () => {
  backend.answer(route, [stat('12', 1)]);
  assert.is(status(await open()), 'Found 1 log');
  backend.answer(route, []);
  assert.is(status(await open()), 'Found 0 logs');
});

test('the chart is a named image with the same data in a table', async () => {
  const view = await open();
  assert.is(view.findAll('[role="img"][aria-label="Total requests over time"]').length, 1);
  assert.is(view.find('caption').textContent, 'Total requests over time');
  assert.equal(cells(view), [
    'Hour (UTC) | Total requests',
    '2026-11-20 12:00 | 4000',
    '2026-11-20 13:00 | 0',
    '2026-11-20 14:00 | 613',
  ]);
});

test('By level shows four named lines, and the count stays', async () => {
  const view = await open({ filter: 'level>-5' });
  click(view.byLabel('By level'));
  await rest();
  assert.equal(cells(view), [
    'Hour (UTC) | DEBUG | INFO | WARN | ERROR',
    '2026-11-20 13:00 | 6 | 10 | 14 | 18',
  ]);
  assert.ok(view.text().includes('DEBUGINFOWARNERROR'), 'a legend');
  assert.is(status(view), 'Found 4,613 logs');
  click(view.byLabel('By level'));
  await rest();
  assert.is(cells(view).length, 4);
  assert.is(backend.calls.length, 5, 'each once');
});

test('By level draws only the shown levels, but counts all of them', async () => {
  const view = await open({ filter: 'level=8', unlevelled: '', levels: [8] });
  click(view.byLabel('By level'));
  await rest();
  assert.is(cells(view).at(-1), '2026-11-20 13:00 | 0 | 0 | 0 | 18');
  assert.equal(
    backend.calls.map(({ query }) => query['filter']),
    ['level=8', 'level=-4', 'level=0', 'level=4', 'level=8'],
  );
});

test('only another filter or refresh loads the chart again', async () => {
  const view = await open();
  view.rerender(chart({ isZoomed: true, range: null }));
  await rest();
  assert.is(backend.calls.length, 5);
  view.rerender(chart({ refreshKey: 1 }));
  await rest();
  view.rerender(chart({ refreshKey: 1, filter: 'level>0' }));
  await rest();
  assert.equal(
    backend.calls.map(({ query }) => query['filter']).filter((_, at) => at % 5 === 0),
    [undefined, undefined, 'level>0'],
  );
});

test('a range is drawn from its start to its end', async () => {
  const range = { from: '2026-11-20 11:00:00.000Z', to: '2026-11-20 15:59:59.999Z' };
  const view = await open({ range });
  assert.equal(cells(view).slice(1).at(0), '2026-11-20 11:00 | 0');
  assert.equal(cells(view).at(-1), '2026-11-20 15:00 | 0');
});

test('a zoomed chart has a reset button', async () => {
  const view = await open();
  assert.not(view.text().includes('Reset zoom'));
  view.rerender(chart({ isZoomed: true }));
  click(view.byText('Reset zoom'));
  assert.equal(told, ['reset']);
});

test('an error is shown in the place of the chart, with a Retry button', async () => {
  console.warn = () => {};
  backend.answer(route, failure(500, 'No.'));
  const view = await open();
  assert.is(view.find('[role="alert"]').textContent, 'The logs could not be counted. Retry');
  assert.is(status(view), '');
  assert.is(view.findAll('table, [role="img"]').length, 0);
  backend.answer(route, all);
  click(view.byText('Retry'));
  await rest();
  assert.is(status(view), 'Found 4,613 logs');
  assert.is(view.findAll('[role="alert"]').length, 0);
});

test('an error is not repeated beside the error of the list', async () => {
  console.warn = () => {};
  backend.answer(route, failure(500, 'No.'));
  const view = await open({ hasListFailed: true });
  assert.is(view.findAll('[role="alert"], [role="img"]').length, 0);
});

test('a refused filter leaves an empty chart', async () => {
  backend.answer(route, failure(400, 'Invalid filter format.'));
  const view = await open({ filter: 'x>' });
  assert.equal([status(view), view.findAll('[role="alert"]').length], ['', 0]);
  assert.is(view.findAll('[role="img"]').length, 1);
  assert.is(cells(view).length, 1);
});

test('closing the page cancels its calls', async () => {
  backend.hold(route);
  const view = mount(chart());
  await tick();
  view.unmount();
  assert.is(backend.calls[0]?.signal?.aborted, true);
});

test('the given children come before the count', async () => {
  const view = await open({ children: 'Default log levels' });
  assert.ok(view.text().startsWith('Default log levels'));
});

test.run();
