import { mock } from 'node:test';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { OverviewPage } from '../../ui/overview/OverviewPage';
import * as collections from '../../ui/page/collections';
import * as app from '../../ui/page/pageTitle';
import * as preferences from '../../ui/page/preferences';
import { settle } from '../backend/connect';
import { closeScene, startScene } from '../settings/settingsScene';
import { type Call, type FakeBackend, failure, type Given } from '../support/backend';
import { asNewer } from '../support/fields';
import { act, click, eventually, mount, press, rest, type View } from '../support/render';
import { admin, listOf, postsCollection, collections as samples } from '../support/samples';

const routes = {
  stats: 'GET /api/logs/stats',
  logs: 'GET /api/logs',
  records: 'GET /api/collections/:id/records',
  collections: 'GET /api/collections',
  backups: 'GET /api/backups',
} as const;

const hourMs = 3_600_000;
const date = (hoursAgo: number) => new Date(Date.now() - hoursAgo * hourMs).toISOString().replace('T', ' ');
const hour = (hoursAgo: number, total: number) => ({
  date: `${date(hoursAgo).slice(0, 13)}:00:00.000Z`,
  total,
});

const request = (url: string, data: object = {}) => ({
  id: 'a',
  created: date(0),
  level: 0,
  message: '',
  data: { method: 'GET', url, status: 200, execTime: 12.4, ...data },
});
const failed = request('/api/collections/orders/records', { status: 500, error: 'no such column: total' });
const refused = request('/api/collections/posts/records/al1h9ijdeojtsjy?token=secret', {
  method: 'DELETE',
  status: 403,
  error: 'Only admins.',
});
const slow = request('/api/files/posts/al1h9ijdeojtsjy/a.png?token=secret', { execTime: 1840 });

const isOf = ({ query: { filter = '' } }: Call, condition: string) => filter.includes(condition);
const busyStats = (call: Call) =>
  isOf(call, 'data.status >= 400 && data.status < 500')
    ? [hour(1, 3)]
    : isOf(call, 'data.status >= 500')
      ? [hour(2, 7)]
      : [hour(0, 40), hour(1, 600), hour(2, 360), hour(25, 800)];
const busyLogs = (call: Call) => {
  if (isOf(call, 'data.status >= 400')) return listOf([failed, refused, refused]);
  return listOf(call.query['perPage'] === '1' ? [request('/a')] : [slow, request('/api/health')]);
};
const busyRecords = ({ query }: Call) => ({
  ...listOf([]),
  totalItems: query['filter']?.startsWith('created') ? 4 : 1204,
});

const logsKept = { logs: { maxDays: 30 }, backups: { cron: '0 0 * * *' } };

let backend: FakeBackend;
let server: ReturnType<typeof startScene>['server'];

/** By default a busy server. */
async function opened(
  settings: object = logsKept,
  others: Readonly<Record<string, Given>> = {},
): Promise<View> {
  start(settings, others);
  await collections.load();
  const view = mount(<OverviewPage query={{}} />);
  await rest();
  return view;
}

function start(settings: object, others: Readonly<Record<string, Given>>): void {
  ({ backend, server } = startScene(settings));
  for (const [route, answer] of Object.entries({ ...answers, ...others })) backend.answer(route, answer);
}

const answers: Readonly<Record<string, Given>> = {
  [routes.collections]: listOf(samples, 200),
  'GET /api/admins': listOf([admin]),
  [routes.backups]: [{ key: 'a.zip', size: 2048, modified: date(0.5) }],
  [routes.stats]: busyStats,
  [routes.logs]: busyLogs,
  [routes.records]: busyRecords,
};

const quiet = { [routes.stats]: [], [routes.logs]: listOf([]), [routes.records]: listOf([]) };

const region = (view: View, name: string) =>
  view.findAll('section').find((section) => {
    const id = section.getAttribute('aria-labelledby') ?? '';
    return section.getAttribute('aria-label') === name || document.getElementById(id)?.textContent === name;
  });
const textOf = (view: View, name: string) => (region(view, name)?.textContent ?? '').replace(/\s+/g, ' ');
const links = (view: View, name: string) => [...(region(view, name)?.querySelectorAll('a') ?? [])];
const searchOf = (link: Element | undefined) =>
  new URLSearchParams((link?.getAttribute('href') ?? '').split('?')[1]).get('filter');

test.after.each(async () => {
  mock.timers.reset();
  mount(null).unmount();
  collections.forget();
  closeScene();
  app.forget();
  preferences.setPinnedCollections([]);
  localStorage.clear();
  await rest();
});

test('a busy server: each figure, its change and its link', async () => {
  const view = await opened();
  const figures = textOf(view, 'Figures');
  for (const text of [
    'Requests1,00020% more than yesterday',
    'Failed1%7 server errors',
    'Response time12 ms95% within 12 ms',
    'Latest backup30 minutes ago2 KB, next in',
    'The last 7 days: 0, 0, 0, 0, 0, 800, 1,000 requests.',
  ])
    assert.ok(figures.includes(text), `${text} in ${figures}`);
  const [requests, failures, times, backup] = links(view, 'Figures');
  assert.is(searchOf(requests), 'data.type = "request"');
  assert.is(searchOf(failures), 'data.type = "request" && data.status >= 400');
  assert.is(searchOf(times), 'data.type = "request" && data.execTime >= 12.4');
  assert.is(backup?.getAttribute('href'), '#/settings/backups');
  for (const link of [requests, failures, times]) {
    assert.match(link?.getAttribute('href') ?? '', /^#\/logs\?.*adminRequests=0.*from=.*to=/);
  }
});

test('the worst comes first, and leads to its page', async () => {
  const view = await opened();
  assert.match(
    textOf(view, 'Needs attention'),
    /7 requests failed with a server errorGET \/orders\/records no such column: total/,
  );
  assert.match(textOf(view, 'Needs attention'), /\d+ or more/);
  assert.equal(
    [
      ...new Set(links(view, 'Needs attention').map((link) => link.getAttribute('href')?.split('?')[0])),
    ].sort(),
    ['#/logs', '#/settings/findings'],
  );
  const counts = () => backend.callsTo(routes.records).length;
  const before = counts();
  click(view.byText('Count as guest'));
  await rest();
  assert.ok(counts() > before);
  assert.not.match(textOf(view, 'Needs attention'), /or more|Count as guest/);
});

test('failing and slow requests are grouped by route, and no token is shown', async () => {
  const view = await opened();
  assert.match(
    textOf(view, 'Failing'),
    /500GET \/orders\/records no such column: total11 request\d\d:\d\d403DELETE \/posts\/records\/:id Only admins\.22 requests/,
  );
  assert.match(textOf(view, 'Slowest'), /GET \/files\/posts\/:id\/:name\?token=1\.8 s1×1 request/);
  assert.not.match(view.root.innerHTML, /secret/);
  assert.is(
    searchOf(links(view, 'Failing')[2]),
    'data.type = "request" && (data.method="DELETE")&&(data.url~"/api/collections/posts/records/%")&&(data.status=403)',
  );
});

test('collections: rules, records, growth; a view has no growth', async () => {
  const view = await opened();
  const rows = links(view, 'Collections')
    .slice(1)
    .map(({ textContent }) => textContent);
  assert.equal(rows, [
    'postsPublic1,204 records+4 in the last 7 days',
    'usersOpen sign-up1,204 records+4 in the last 7 days',
    'post_statsAdmins only1,204 records',
  ]);
  const calls = backend.callsTo(routes.records);
  assert.is(calls.filter(({ query }) => query['filter']?.startsWith('created>=')).length, 2);
});

test('a collection without a date of creation is counted without its growth', async () => {
  const posts = asNewer(postsCollection);
  const undated = { ...posts, builtIn: posts.builtIn?.filter(({ name }) => name === 'id') };
  const view = await opened(logsKept, { [routes.collections]: listOf([undated], 200) });
  assert.is(links(view, 'Collections')[1]?.textContent, 'postsPublic1,204 records');
  assert.not(backend.callsTo(routes.records).some(({ query }) => query['filter']));
});

test('of many collections eight are counted, the pinned first; then all', async () => {
  const many = Array.from({ length: 11 }, (_, at) => ({
    ...postsCollection,
    id: `collection${String(at).padStart(5, '0')}`,
    name: `c${String(at).padStart(2, '0')}`,
  }));
  start(logsKept, { [routes.collections]: listOf(many, 200) });
  preferences.setPinnedCollections(['collection00010']);
  await collections.load();
  const view = mount(<OverviewPage query={{}} />);
  await rest();
  const names = () =>
    links(view, 'Collections')
      .slice(1)
      .map(({ textContent }) => textContent?.slice(0, 3));
  assert.equal(names(), ['c10', 'c00', 'c01', 'c02', 'c03', 'c04', 'c05', 'c06']);
  assert.match(textOf(view, 'Collections'), /8 of 11/);
  const before = backend.callsTo(routes.records).length;
  click(view.byText('Count all'));
  await rest();
  assert.is(names().length, 11);
  assert.is(backend.callsTo(routes.records).length - before, 6, 'no collection is counted twice');
});

test('at most six calls are under way, two of them for logs, the total first', async () => {
  start(logsKept, {});
  await collections.load();
  const held = [...Object.values(routes), 'GET /api/settings'].map((route) => backend.hold(route));
  const before = backend.calls.length;
  mount(<OverviewPage query={{}} />);
  await rest();
  const sent = backend.calls.slice(before);
  assert.equal(sent.map(({ path }) => path).sort(), [
    '/api/backups',
    '/api/logs/stats',
    '/api/logs/stats',
    '/api/settings',
  ]);
  assert.not.match(sent.find(({ path }) => path === '/api/logs/stats')?.query['filter'] ?? '', /status/);
  for (const release of held.slice(-2)) release();
  await rest();
  const later = backend.calls.slice(before).filter(({ path }) => !/settings|backups/.test(path));
  assert.is(later.length, 6);
  assert.is(later.filter(({ path }) => path.endsWith('/records')).length, 4);
  mount(null).unmount();
  assert.ok(
    later.every(({ signal }) => signal?.aborted),
    'leaving cancels them',
  );
  for (const release of held) release();
});

test('the page makes at most 32 calls', async () => {
  await opened();
  assert.ok(backend.calls.length <= 33, `${backend.calls.length} with that of the collections`);
  const once = (path: string) => backend.calls.filter((call) => call.path === path).length;
  assert.equal(
    [once('/api/settings'), once('/api/backups')],
    [1, 1],
    'the findings read them no second time',
  );
  const filters = backend.calls
    .filter(({ path }) => path.startsWith('/api/logs'))
    .map(({ query }) => query['filter']);
  assert.is(filters.length, 7);
  for (const filter of filters)
    assert.match(filter ?? '', /created>=.*data\.auth!="admin".*data\.type = "request"/);
});

test('a quiet server has no times and nothing that failed', async () => {
  const view = await opened(logsKept, { [routes.stats]: [], [routes.logs]: listOf([]) });
  assert.match(textOf(view, 'Figures'), /Requests0.*Failed0%No server errors.*Response time-/);
  assert.match(textOf(view, 'Requests per hour'), /No requests yet\.Logs settings/);
  assert.match(textOf(view, 'Failing'), /No request failed\./);
  const pages = backend.callsTo(routes.logs).map(({ query }) => query['perPage']);
  assert.equal(pages.sort(), ['200', '200']);
});

test('without logs the page says so', async () => {
  const view = await opened({ logs: { maxDays: 0 } }, { [routes.stats]: [], [routes.logs]: listOf([]) });
  assert.match(textOf(view, 'Figures'), /RequestsNo logs are kept\./);
  assert.match(textOf(view, 'Requests per hour'), /The server keeps no logs\.Logs settings/);
  assert.equal(
    view.findAll('fieldset button').map(({ textContent }) => textContent?.trim()),
    ['6 hours'],
  );
});

test('when only failures are kept, no share and no time is shown', async () => {
  const view = await opened({ logs: { maxDays: 30, minLevel: 5 } });
  const figures = textOf(view, 'Figures');
  assert.is(figures.split('Only failures are kept. Logs settings').length, 3);
  assert.match(figures, /Failed107 server errors/);
  assert.ok(region(view, 'Failed requests per hour'));
});

test('a period is chosen in the address, and only one whose logs are kept', async () => {
  const view = await opened({ logs: { maxDays: 7 } });
  assert.equal(
    view.findAll('fieldset button').map(({ textContent }) => textContent?.trim()),
    ['6 hours', '24 hours', '7 days'],
  );
  click(view.byText('6 hours'));
  assert.match(location.hash, /period=6h/);
  const before = backend.callsTo(routes.stats).length;
  view.rerender(<OverviewPage query={{ period: '6h' }} />);
  await rest();
  assert.is(backend.callsTo(routes.stats).length - before, 3);
  assert.match(textOf(view, 'Figures'), /than the 6 hours before|Requests1,000/);
});

for (const [route, name, words] of [
  [routes.stats, 'Figures', 'The logs could not be read.'],
  [routes.logs, 'Failing', 'Failed requests could not be read.'],
  [routes.backups, 'Figures', 'The backups could not be read.'],
  [routes.records, 'Collections', 'Some records could not be counted.'],
  ['GET /api/admins', '', ''],
] as const) {
  test(`${route} fails: only its part says so, and Retry reads it`, async () => {
    const view = await opened(logsKept, { [route]: failure(400, 'Not today.') });
    assert.is(view.find('h1').textContent, 'Overview');
    assert.ok(textOf(view, 'Collections').includes('posts'));
    if (name === '') return;
    assert.ok(textOf(view, name).includes(words), textOf(view, name));
    backend.answer(route, answers[route]);
    const retry = [...(region(view, name)?.querySelectorAll('button') ?? [])].find(
      ({ textContent }) => textContent === 'Retry',
    );
    click(retry as Element);
    await rest();
    assert.not.match(textOf(view, name), /could not/);
  });
}

test('after a failed refresh the figures stay, with the error and Retry in their parts', async () => {
  const view = await opened();
  const shown = ['Figures', 'Requests per hour', 'Failing', 'Slowest', 'Collections'];
  const routesRead = [routes.stats, routes.logs, routes.records];
  for (const route of routesRead) backend.answer(route, failure(500, 'Not today.'));
  click(view.find('[aria-label="Refresh"]'));
  await rest();
  for (const name of shown) assert.match(textOf(view, name), /could not be (read|counted)\..*Retry/);
  assert.match(
    textOf(view, 'Figures'),
    /Requests1,000The logs.*Failed1%The logs.*Response time12 msThe logs/,
  );
  assert.match(textOf(view, 'Failing'), /500GET \/orders\/records/);
  assert.match(textOf(view, 'Collections'), /1,204 records\+4/);
  for (const route of routesRead) backend.answer(route, answers[route]);
  for (const name of ['Figures', 'Collections']) {
    const [retry] = [...(region(view, name)?.querySelectorAll('button') ?? [])].filter(
      ({ textContent }) => textContent === 'Retry',
    );
    click(retry as Element);
    await rest();
  }
  for (const name of shown) assert.not.match(textOf(view, name), /could not/);
});

test('a slow call of logs is cancelled, and no other begins until the admin asks', async () => {
  start(logsKept, {});
  await collections.load();
  const release = backend.hold(routes.stats);
  mock.timers.enable({ apis: ['setTimeout'] });
  const view = mount(<OverviewPage query={{}} />);
  await act(settle);
  act(() => mock.timers.tick(3001));
  await act(settle);
  mock.timers.reset();
  await rest();
  const sent = () => backend.calls.filter(({ path }) => path.startsWith('/api/logs'));
  assert.equal(
    sent().map(({ signal }) => signal?.aborted),
    [true, true],
  );
  assert.match(textOf(view, 'Requests per hour'), /Too many logs for this period\. Show anyway 6 hours/);
  assert.match(textOf(view, 'Slowest'), /Too many logs/);
  click(view.byText('Show anyway'));
  await rest();
  for (const name of ['Figures', 'Requests per hour', 'Failing'])
    assert.match(textOf(view, name), /Reading many logs/);
  release();
  await rest();
  assert.match(textOf(view, 'Figures'), /Requests1,000/);
  assert.not.match(view.text(), /Too many logs/);
});

test('an unused server shows the first steps, ticked by what exists', async () => {
  const view = await opened(
    { backups: { cron: '' } },
    { ...quiet, [routes.collections]: listOf(samples.slice(0, 1), 200) },
  );
  const steps = () => view.findAll('ol li').map(({ textContent }) => textContent);
  assert.equal(steps(), [
    'Done: Create an admin',
    '2Create a collectionA table with its own API.New collectionFrom CSV or JSON',
    '3Decide who may read and writeUntil you do, only admins can.API rules',
    "4Connect your appnew PocketBase('http://127.0.0.1:8090')",
    '5Turn on automatic backupsDaily at midnight (UTC), the last 7 are kept.Turn on',
  ]);
  click(view.byText('Turn on'));
  await rest();
  assert.equal(
    backend.callsTo('PATCH /api/settings').map(({ body }) => body),
    [{ backups: { cron: '0 0 * * *', cronMaxKeep: 7 } }],
  );
  assert.is(steps()[4], 'Done: Turn on automatic backups');
  act(() => app.setMeta({ appName: 'Acme', hideControls: true }));
  await rest();
  assert.not.match(view.text(), /New collection|From CSV/);
  assert.match(view.text(), /Acme is running/);
});

test('the sign-in of an admin is no call of an app', async () => {
  const signIns = (call: Call) => (isOf(call, 'data.url !~ "/api/admins%"') ? listOf([]) : busyLogs(call));
  const view = await opened({}, { ...quiet, [routes.stats]: [hour(0, 2)], [routes.logs]: signIns });
  assert.match(view.text(), /is running/);
});

test('an hour of the chart opens its logs by keys', async () => {
  const view = await opened();
  const chart = view.find('[role="application"]');
  press(chart, 'ArrowLeft');
  press(chart, 'ArrowLeft');
  const said = /: Requests 600, Yesterday 800, Server errors \(5xx\) 0, Refused \(4xx\) 3\./;
  await eventually(() => said.test(view.text()), true);
  press(chart, 'Enter');
  const query = new URLSearchParams(location.hash.split('?')[1]);
  assert.equal(
    [query.get('filter'), query.get('adminRequests'), query.get('from')],
    ['data.type = "request"', '0', `${date(1).slice(0, 13)}:00:00.000Z`],
  );
  assert.ok(server);
});

test.run();
