// Each figure of the overview is a count over the API, on both servers.
import '../support/bareWindow';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as logs from '../../ui/backend/logs';
import { byRoute } from '../../ui/logs/byRoute';
import { filterOf, logQueryOf } from '../../ui/logs/logsQuery';
import { type Log, logData } from '../../ui/model/log';
import { createOverview, logsAddress, searches } from '../../ui/overview/overview';
import { countedIn } from '../../ui/overview/periods';
import * as collections from '../../ui/page/collections';
import { addLogs, logRow, takeLogs } from '../support/logsOnServer';
import { createCollection, createRecord, field, sharedBackend } from '../support/realBackend';
import { backends } from '../support/server';

const paths = [
  '/api/collections/posts/records?filter=a&token=x',
  '/api/collections/posts/records/al1h9ijdeojtsjy',
  '/api/files/posts/al1h9ijdeojtsjy/a_b%20c.png?token=secret',
  '/api/collections/posts/records',
];
const statuses = [200, 200, 200, 204, 400, 403, 404, 500];
const hourMs = 3_600_000;

/** Requests of the last two days, some by admins, and logs that are no requests. */
const rows = Array.from({ length: 400 }, (_, at) => {
  const status = statuses[at % statuses.length] ?? 200;
  const data = {
    type: at % 29 === 0 ? 'cron' : 'request',
    method: at % 3 === 0 ? 'POST' : 'GET',
    url: paths[at % paths.length],
    status,
    execTime: ((at * 7919) % 1000) + 0.25,
    auth: at % 11 === 0 ? 'admin' : 'guest',
    ...(status >= 400 && { error: `Failed with ${status}.` }),
  };
  const created = new Date(Date.now() - 1000 - (at * 48 * hourMs) / 400).toISOString().replace('T', ' ');
  return { ...logRow(at, { message: 'x', level: status >= 400 ? 8 : 0, data }), created };
});

for (const { name, binary } of backends('contract')) {
  const server = sharedBackend(binary, { prepare: takeLogs });
  test.after(server.stop);

  /** Reads all logs that a link of the overview shows. */
  async function linked(address: Parameters<typeof logQueryOf>[0]): Promise<Log[]> {
    const filter = filterOf(logQueryOf(address, true), Date.now(), 'http://127.0.0.1/_/');
    return (await logs.list({ page: '1', perPage: '500', sort: '-rowid', filter })).items;
  }

  test(`${name}: each figure is the number of the logs that its link shows`, async () => {
    await server.connect();
    const backend = await server.backend();
    await addLogs(backend, rows);
    const { id } = await createCollection({ name: 'posts', schema: [field('text', 'title')] });
    for (const title of ['a', 'b', 'c']) await createRecord({ id }, { title });
    await collections.load();
    const overview = createOverview(new URL('https://app.example.net/_/'));
    await overview.open('24h');
    const { parts, span, counts, use } = overview.state;
    for (const [part, { status, reason }] of Object.entries(parts))
      assert.is(status, 'ready', `${part}: ${reason}`);

    const shown = async (search = '') => linked(logsAddress(span, search) as Record<string, string>);
    const all = await shown();
    assert.ok(all.length > 100);
    const sumOf = (part: 'total' | 'refused' | 'errors') => countedIn(parts[part].value ?? [], span, 5);
    assert.is(sumOf('total').sum, all.length);
    assert.is(sumOf('refused').sum, (await shown(searches.refused)).length);
    assert.is(sumOf('errors').sum, (await shown(searches.errors)).length);
    const before = sumOf('total').before?.reduce((sum, one) => sum + one, 0) ?? 0;
    assert.is(sumOf('total').bars.at(-2)?.value, before);
    assert.ok(before > 100);

    const times = all.map((log) => Number(logData(log)['execTime'])).sort((a, b) => b - a);
    assert.is(parts.median.value, times[Math.ceil(all.length * 0.5) - 1]);
    assert.is(parts.slow.value, times[Math.ceil(all.length * 0.05) - 1]);
    assert.equal(
      parts.slowest.value?.map((log) => logData(log)['execTime']),
      times.slice(0, 200),
    );

    const failing = byRoute(parts.failing.value ?? [], { byStatus: true });
    assert.is(
      failing.reduce((sum, { count }) => sum + count, 0),
      (await shown(searches.failed)).length,
    );
    for (const { filter, count, reason, status } of failing) {
      assert.is((await shown(filter)).length, count, filter);
      assert.is(reason, `Failed with ${status}.`);
    }
    assert.is(use, 'used');
    assert.equal({ ...counts[id] }, { records: 3, fresh: 3, hasFailed: false });
    overview.close();
  });
}

test.run();
