import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { byRoute } from '../../ui/logs/byRoute';
import type { Log } from '../../ui/model/log';

const request = (url: string, data: object = {}, created = '2026-11-29 05:00:00.000Z'): Log => ({
  id: 'a',
  created,
  level: 0,
  message: '',
  data: { method: 'GET', url, status: 200, execTime: 1, ...data },
});

const id = 'al1h9ijdeojtsjy';

const routes: readonly [url: string, route: string, routeWithKeys?: string][] = [
  ['/api/collections/posts/records', '/posts/records'],
  ['/api/collections/posts/records/', '/posts/records/'],
  [`/api/collections/posts/records/${id}`, '/posts/records/:id'],
  ['/api/collections/posts/records/home', '/posts/records/:id'],
  [`/api/collections/posts/records/${id}/external-auths/google`, '/posts/records/:id/external-auths/google'],
  ['/api/collections/users/auth-with-password', '/users/auth-with-password'],
  // The name of a collection stays, even one like an id.
  [`/api/collections/${id}/records`, `/${id}/records`],
  ['/api/collections/caf%C3%A9/records', '/café/records'],
  ['/api/collections/50%/records', '/50%/records'],
  ['/api/collections', '/collections'],
  [`/api/files/posts/${id}/picture_a8d7.png`, '/files/posts/:id/:name'],
  [
    `/api/files/posts/${id}/picture.png?thumb=100x100&token=eyJhbGciOi`,
    '/files/posts/:id/:name',
    '/files/posts/:id/:name?thumb=&token=',
  ],
  ['/api/backups/pb_backup.zip?token=secret', '/backups/:name', '/backups/:name?token='],
  ['/api/backups/upload', '/backups/upload'],
  [`/api/admins/${id}`, '/admins/:id'],
  ['/api/admins/auth-refresh', '/admins/auth-refresh'],
  ['/api/logs/stats', '/logs/stats'],
  [
    '/api/collections/posts/records?page=2&filter=a%3D"b"&page=3',
    '/posts/records',
    '/posts/records?filter=&page=',
  ],
  // A token may stand in the place of a name.
  ['/hook?eyJhbGciOi.secret', '/hook', '/hook'],
  ['/hook?eyJhbGciOiJIUzI1NiIsInR5cCI6=1', '/hook', '/hook?:key='],
  ['/orders/1234/items/0d9c7a3e-1b2c-4d5e-8f90-a1b2c3d4e5f6', '/orders/:id/items/:id'],
  [`/reset/${'x'.repeat(40)}`, '/reset/:id'],
  ['', ''],
];

for (const [url, route, withKeys = route] of routes) {
  test(`the route of "${url}"`, () => {
    assert.is(byRoute([request(url)])[0]?.route, route);
    assert.is(byRoute([request(url)], { byKeys: true })[0]?.route, withKeys);
  });
}

test('requests of one method and route are counted together', () => {
  const url = `/api/collections/posts/records/${id}`;
  const rows = [
    request(url, { status: 403, error: 'Old.', execTime: 7 }, '2026-11-29 04:00:00.000Z'),
    request(`${url}?expand=a`, { status: 403, error: 'Failed.', details: 'The new reason.', execTime: 3 }),
    request(url, { method: 'DELETE', status: 403 }),
    request(url, { status: 500 }),
  ];
  const [first, ...more] = byRoute(rows, { byStatus: true });
  assert.equal(
    more.map(({ method, status, count }) => [method, status, count]),
    [
      ['DELETE', 403, 1],
      ['GET', 500, 1],
    ],
  );
  const { id: _, filter, ...shown } = first ?? { id: '', filter: '' };
  assert.equal(shown, {
    method: 'GET',
    route: '/posts/records/:id',
    status: 403,
    count: 2,
    failing: 2,
    median: 3,
    slowest: 7,
    reason: 'The new reason.',
    latest: '2026-11-29 05:00:00.000Z',
  });
  assert.equal(
    byRoute([...rows, request(url)]).map(({ method, status, count, failing, median }) => [
      method,
      status,
      count,
      failing,
      median,
    ]),
    [
      ['GET', null, 4, 3, 1],
      ['DELETE', null, 1, 1, 1],
    ],
  );
});

test('a log without the data of a request is no fault', () => {
  const [group] = byRoute([{ id: 'a', created: '', level: 0, message: '' }], {
    byStatus: true,
    byKeys: true,
  });
  assert.equal([group?.route, group?.status, group?.count, group?.slowest], ['', 0, 1, 0]);
});

test.run();
