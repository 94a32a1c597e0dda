import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { LogsPage } from '../../ui/logs/LogsPage';
import * as app from '../../ui/page/pageTitle';
import { connect } from '../backend/connect';
import { type Call, type FakeBackend, fakeBackend } from '../support/backend';
import { resetDom } from '../support/dom';
import { click, mount, rest, type View } from '../support/render';
import { listOf } from '../support/samples';

const route = 'GET /api/logs';
const log = (at: number, url: string, data: object) => ({
  id: `log${String(at).padStart(12, '0')}`,
  created: `2026-11-20 12:00:${String(59 - (at % 60)).padStart(2, '0')}.000Z`,
  level: 0,
  message: `GET ${url}`,
  data: { type: 'request', method: 'GET', url, status: 200, execTime: 4, ...data },
});
const posts = '/api/collections/posts/records';
const all = Array.from({ length: 60 }, (_, at) =>
  at % 3 === 0
    ? log(at, `${posts}/${at}`, { status: 404, execTime: at + 1 })
    : at === 1
      ? { ...log(at, '', {}), message: 'A job ran', data: {} }
      : log(at, posts, {}),
);
const media = window.matchMedia;
let backend: FakeBackend;

test.before.each(() => {
  resetDom();
  backend = fakeBackend({
    'GET /api/logs/stats': [],
    [route]: ({ query }: Call) => {
      const from = (Number(query['page']) - 1) * 50;
      return listOf(all.slice(from, from + 50));
    },
  });
  connect(backend, 't');
});
test.after.each(() => {
  mount(null).unmount();
  window.matchMedia = media;
  app.forget();
});

async function opened(query: Record<string, string>): Promise<View> {
  window.location.hash = '#/logs';
  const view = mount(<LogsPage query={query} />);
  await rest();
  return view;
}

const rows = (view: View) =>
  view
    .findAll('tr[data-index]')
    .map((row) => [...row.children].map(({ textContent }) => textContent).join(' '));
const filterIn = () => new URLSearchParams(location.hash.split('?')[1]).get('filter');

test('requests are grouped by route, and a route leads to its logs', async () => {
  const view = await opened({ group: 'route' });
  assert.is(backend.callsTo(route).length, 2, 'a second page, unasked');
  assert.match(view.text(), /Rows 1 to 60, grouped by route/);
  assert.equal(rows(view), ['GET /posts/records 39 0 4ms 4ms', 'GET /posts/records/:id 20 20 28ms 58ms']);
  click(view.byText('failing'));
  assert.match(rows(view)[0] ?? '', /:id/);
  click(view.find('tr[data-index="0"] td'));
  assert.is(filterIn(), `(data.method="GET")&&(data.url~"${posts}/%")`);
  assert.not.match(location.hash, /group/);
});

test('on a phone one button shows the filters; the levels stay', async () => {
  window.matchMedia = (query) => {
    const list = media.call(window, query);
    Object.defineProperty(list, 'matches', { value: true });
    return list;
  };
  const view = await opened({ range: '24h' });
  const filters = view.byText('Filters (1)').closest('button') as Element;
  assert.match(view.text(), /8:ERROR/);
  assert.not.match(view.text(), /Last 24 hours|Group by route/);
  click(filters);
  assert.is(filters.getAttribute('aria-expanded'), 'true');
  click(view.byText('Group by route'));
  assert.match(location.hash, /group=route/);
});

test.run();
