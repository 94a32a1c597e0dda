import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { request } from '../../ui/backend/client';
import * as logs from '../../ui/backend/logs';
import { createLogList, type LogList } from '../../ui/logs/logList';
import { filterOf, type LogQuery, pageSize } from '../../ui/logs/logsQuery';
import { FileToken } from '../../ui/model/admin';
import { type Log, logData, logLevels } from '../../ui/model/log';
import { ask } from '../support/ask';
import { failureOf, sharedBackend } from '../support/realBackend';
import { adminToken, backends, type TestBackend } from '../support/server';
import { eventually } from '../support/walk';

const everything: LogQuery = { search: '', includesAdmins: true, levels: [], range: null };
const page = 'http://127.0.0.1:8090/_/';
const hostileAgents = [
  '<img src=x onerror=alert(1)>',
  'agent "quoted" \\ back',
  '100% _sure_ agent',
  "'; DROP TABLE _logs; --",
];

/** Makes one request that the server logs; its URL contains `mark`. */
async function make(
  backend: TestBackend,
  mark: string,
  { agent = 'plain agent', isAdmin = false, method = 'GET', path = 'api/collections' } = {},
): Promise<void> {
  const headers = { 'User-Agent': agent, ...(isAdmin && { Authorization: await adminToken(backend) }) };
  await ask(backend.url, `/${path}?mark=${mark}`, { method, headers });
}

async function rowsOf(query: Partial<LogQuery>, now = Date.now()): Promise<Log[]> {
  const wanted = { ...everything, ...query };
  const filter = filterOf(wanted, now, page);
  const call = { page: '1', perPage: '500', sort: '-rowid', filter: filter || undefined };
  const { items } = await logs.list(call);
  const stats = await logs.stats(filter);
  // List and chart use one filter and must agree.
  assert.is(
    stats.reduce((sum, { total }) => sum + total, 0),
    items.length,
    filter,
  );
  return items;
}

const marksOf = (rows: readonly Log[]) =>
  rows.map((row) => /mark=(\w+)/.exec(String(logData(row)['url']))?.[1] ?? '').filter(Boolean);

/** Waits for the last row, because rows arrive up to three seconds late. */
function written(mark: string): Promise<void> {
  return eventually(async () => {
    const { items } = await logs.list({ filter: `data.url~"mark=${mark}"`, perPage: '1' });
    return items.length;
  }, 1);
}

/** Makes this many requests as a guest, one after the other. */
async function makeMany(backend: TestBackend, prefix: string, count: number): Promise<void> {
  for (let at = 0; at < count; at += 1) await make(backend, `${prefix}${at}`, { path: 'api/settings' });
  await written(`${prefix}${count - 1}`);
}

async function opened(query: Partial<LogQuery> = {}): Promise<LogList> {
  const list = createLogList();
  await list.open({ ...everything, ...query });
  return list;
}

const shownIds = ({ list }: LogList) => list.state.items.map(({ id }) => id);

for (const { name, binary } of backends()) {
  const server = sharedBackend(binary);
  test.after(server.stop);

  test(`${name}: searches, levels and the choice about admins agree in list and chart`, async () => {
    const client = await server.connect();
    const backend = await server.backend();
    await make(backend, 'admin1', { isAdmin: true });
    await make(backend, 'guest1', { path: 'api/collections/users/records' });
    await make(backend, 'denied1', { path: 'api/settings' });
    await make(backend, 'lost1', { path: 'api/nowhere' });
    for (const [at, agent] of hostileAgents.entries()) {
      await make(backend, `agent${at}`, { agent, path: 'api/collections/users/records' });
    }
    await written('agent3');

    const withoutAdmins = await rowsOf({ includesAdmins: false });
    assert.is(marksOf(withoutAdmins).includes('admin1'), false);
    assert.ok(marksOf(withoutAdmins).includes('guest1'));
    assert.ok(withoutAdmins.every((row) => logData(row)['auth'] !== 'admin'));
    assert.ok(marksOf(await rowsOf({})).includes('admin1'));

    const failures = await rowsOf({ levels: [8] });
    assert.ok(failures.every(({ level }) => level === 8));
    assert.equal(
      marksOf(failures)
        .filter((mark) => /^(denied|lost)/.test(mark))
        .sort(),
      ['denied1', 'lost1'],
    );
    const both = await rowsOf({ levels: [8, 0] });
    assert.is(both.length, failures.length + (await rowsOf({ levels: [0] })).length);
    for (const { level } of logLevels) {
      assert.ok((await rowsOf({ levels: [level] })).every((row) => row.level === level));
    }

    const searches: [string, string[]][] = [
      ['guest1', ['guest1']],
      ['"lost1"', ['lost1']],
      ['data.status = 404 && data.url ~ "mark"', ['lost1']],
      ['level > 0 && data.auth = \'guest\' && data.url ~ "mark"', ['denied1', 'lost1']],
      ['message ~ "denied1" || id = "nothing"', ['denied1']],
      // The stored data has JSON and HTML escapes.
      ['"<img src=x"', ['agent0']],
      ['agent "quoted" \\ back', ['agent1']],
      ['100% _sure_', ['agent2']],
      ['DROP TABLE', ['agent3']],
      ['data.nothing = "x"', []],
      ['nowhere to be found', []],
    ];
    // Rows of one millisecond have no order.
    for (const [search, marks] of searches)
      assert.equal(marksOf(await rowsOf({ search })).sort(), marks, search);

    for (const search of ['nothing = 1', 'data.a-b = 1', 'level = 1) || (level = 8']) {
      assert.is((await failureOf(rowsOf({ search }))).status, 400, search);
    }
    assert.is(client.unauthorized, 0);
  });

  test(`${name}: treats the reads of files and backups and the guests' counts of this page as requests by admins, and no other requests`, async () => {
    await server.connect();
    const backend = await server.backend();
    const token = (await request('POST', 'files/token', { answer: FileToken })).token;
    const thumb = 'api/files/users/nothing/x.png';
    const ask = (path: string, referer: string, headers = {}, method = 'GET') =>
      fetch(`${backend.url}/${path}`, {
        method,
        headers: { ...headers, ...(referer && { Referer: referer }) },
      });
    const records = (mark: string, query = '') => `api/collections/mark=${mark}/records?${query}${count}`;
    const count = 'page=1&perPage=1&fields=id';
    await ask(`${thumb}?thumb=100x100&token=${token}&mark=ours`, page);
    await ask(`${thumb}?thumb=100x100&mark=bare`, '');
    await ask(`${thumb}?thumb=100x100&mark=app`, 'http://127.0.0.1:8090/');
    await ask(`${thumb}?mark=whole`, page);
    await ask('api/backups/nothing.zip?mark=backup', page);
    await ask(`${thumb}?mark=apart`, '');
    await ask(records('count'), page);
    await ask(records('stranger'), '');
    await ask(`${records('filtered')}&filter=id`, page);
    await ask(records('before', 'filter=id&x=/records?'), page);
    await ask(records('posted'), page, {}, 'POST');
    await ask('api/collections?mark=call&x=/api/files/thumb=100x100', page);
    await ask(`${thumb}?thumb=100x100&mark=last`, '', { Authorization: await adminToken(backend) });
    await written('last');
    const byGuests = await rowsOf({ search: 'data.auth = "guest"' });
    assert.ok(marksOf(byGuests).includes('ours'), 'a token for files makes no admin of it');
    const marks = new Set(marksOf(await rowsOf({ includesAdmins: false })));
    assert.equal(
      ['ours', 'whole', 'backup', 'count', 'last'].filter((mark) => marks.has(mark)),
      [],
    );
    const others = ['bare', 'app', 'apart', 'stranger', 'filtered', 'before', 'posted', 'call'];
    assert.equal(
      others.filter((mark) => marks.has(mark)),
      others,
    );
  });

  test(`${name}: ranges end now, or are between two moments`, async () => {
    await server.connect();
    const all = await rowsOf({});
    const last = all[0]?.created ?? '';
    const first = all.at(-1)?.created ?? '';
    const nowMs = Date.parse(last.replace(' ', 'T'));
    for (const [range, hours] of [
      ['1h', 1],
      ['24h', 24],
      ['7d', 168],
    ] as const) {
      assert.is((await rowsOf({ range }, nowMs)).length, all.length);
      assert.is((await rowsOf({ range }, nowMs + hours * 3_600_000 + 1)).length, 0);
    }
    const middle = all[Math.floor(all.length / 2)]?.created ?? '';
    const later = await rowsOf({ range: { from: middle, to: '' } });
    assert.ok(later.length < all.length && later.every(({ created }) => created >= middle));
    const between = await rowsOf({ range: { from: first, to: middle } });
    assert.ok(between.length > 0 && between.every(({ created }) => created <= middle));
    assert.is((await rowsOf({ range: { from: middle, to: middle } })).length >= 1, true);
  });

  test(`${name}: pages do not shift while many rows arrive`, async () => {
    await server.connect();
    const backend = await server.backend();
    for (const [round, search] of ['', 'data.status = 401 || data.status = 403'].entries()) {
      await makeMany(backend, `old${round}x`, 70);
      const list = await opened({ search });
      const filter = list.state.filter || undefined;
      const before = (await logs.list({ page: '1', perPage: '500', sort: '-rowid', filter })).items;
      const expected = before.map(({ id }) => id);
      assert.equal(shownIds(list), expected.slice(0, pageSize));
      await makeMany(backend, `new${round}x`, 65);
      await list.loadMore();
      assert.equal(shownIds(list), expected.slice(0, 2 * pageSize));
      await make(backend, `newer${round}`, { path: 'api/settings' });
      await written(`newer${round}`);
      while (list.list.state.hasMore) await list.loadMore();
      assert.equal(shownIds(list), expected);
      list.close();
    }
  });
}

test.run();
