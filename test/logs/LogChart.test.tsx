import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { LogChart } from '../../ui/logs/LogChart';
import { createLogStats, type LogStats } from '../../ui/logs/logStats';
import * as toasts from '../../ui/page/toasts';
import { connect } from '../backend/connect';
import { type Call, type FakeBackend, failure, fakeBackend } from '../support/backend';
import { resetDom } from '../support/dom';
import { click, mount, rest, tick, type View } from '../support/render';

const route = 'GET /api/logs/stats';
const stat = (hour: string, total: number) => ({ date: `2026-11-20 ${hour}:00:00.000Z`, total });
const all = [stat('12', 4000), stat('14', 613)];
let backend: FakeBackend;
let told: unknown[];
let stats: LogStats;
const { warn } = console;

type Props = Partial<Parameters<typeof LogChart>[0]>;
const chart = (changed: Props = {}) => (
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

async function open(changed: Props = {}): Promise<View> {
  const view = mount(chart(changed));
  await rest();
  return view;
}

const status = (view: View) => view.find('[role="status"]').textContent;
const alerts = (view: View) => view.findAll('[role="alert"]').map(({ textContent }) => textContent);
const cells = (view: View) =>
  view.findAll('tr').map((row) => [...row.children].map((cell) => cell.textContent).join(' | '));

test.before.each(() => {
  resetDom();
  toasts.closeAll();
  told = [];
  stats = createLogStats();
  console.warn = () => {};
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

test('the chart is a named image with the same data in a table, and the count is announced', async () => {
  const release = backend.hold(route);
  const view = mount(chart({ children: 'Default log levels' }));
  await tick();
  assert.is(status(view), '', 'hidden while loading');
  release();
  await rest();
  assert.is(status(view), 'Found 4,613 logs');
  assert.ok(view.text().startsWith('Default log levels'));
  assert.is(view.findAll('[role="img"][aria-label="Total requests over time"]').length, 1);
  assert.is(view.find('caption').textContent, 'Total requests over time');
  assert.equal(cells(view), [
    'Hour (UTC) | Total requests',
    '2026-11-20 12:00 | 4000',
    '2026-11-20 13:00 | 0',
    '2026-11-20 14:00 | 613',
  ]);
});

test('By level shows four named lines, of the shown levels alone, and the count stays', async () => {
  const view = await open({ filter: 'level=8', unlevelled: '', levels: [8] });
  click(view.byLabel('By level'));
  await rest();
  assert.equal(cells(view), [
    'Hour (UTC) | DEBUG | INFO | WARN | ERROR',
    '2026-11-20 13:00 | 0 | 0 | 0 | 18',
  ]);
  assert.ok(view.text().includes('DEBUGINFOWARNERROR'), 'a legend');
  view.rerender(chart({ filter: 'level=8', unlevelled: '' }));
  await rest();
  assert.is(cells(view).at(-1), '2026-11-20 13:00 | 6 | 10 | 14 | 18');
  click(view.byLabel('By level'));
  await rest();
  assert.equal(cells(view)[0], 'Hour (UTC) | Total requests');
  assert.is(backend.calls.length, 5, 'each once');
});

test('a range is drawn from its start to its end, and a zoomed chart has a reset button', async () => {
  const range = { from: '2026-11-20 11:00:00.000Z', to: '2026-11-20 15:59:59.999Z' };
  const view = await open({ range });
  assert.equal([cells(view)[1], cells(view).at(-1)], ['2026-11-20 11:00 | 0', '2026-11-20 15:00 | 0']);
  assert.not(view.text().includes('Reset zoom'));
  view.rerender(chart({ range, isZoomed: true }));
  click(view.byText('Reset zoom'));
  assert.equal(told, ['reset']);
});

test('an error is shown in the place of the chart, with a Retry button', async () => {
  backend.answer(route, failure(500, 'No.'));
  const view = await open();
  assert.equal([alerts(view), status(view)], [['The logs could not be counted. Retry'], '']);
  assert.is(view.findAll('table, [role="img"]').length, 0);
  backend.answer(route, all);
  click(view.byText('Retry'));
  await rest();
  assert.equal([alerts(view), status(view)], [[], 'Found 4,613 logs']);
});

test.run();
