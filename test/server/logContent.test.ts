// Logs on real servers: the searched text, the download, and what their settings delete.
import '../support/bareWindow';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { requestSource } from '../../ui/api/client';
import * as logs from '../../ui/api/logs';
import * as settings from '../../ui/api/settings';
import { goJson } from '../../ui/model/goJson';
import { indentJson, sliceItems } from '../../ui/platform/jsonText';
import { conditionFor } from '../../ui/screens/logs/logConditions';
import { lossOf } from '../../ui/screens/logs/logsSettings';
import * as filterDialect from '../../ui/state/filterDialect';
import { addLogs, logRow, takeLogs, writeLog } from '../support/logsOnServer';
import { failureOf, sharedBackend } from '../support/realBackend';
import { backends } from '../support/server';
import { eventually } from '../support/walk';

const hostile = {
  'a-b': '<script>alert("1")</script> & \u2028 \\n "\' é 😀',
  z: { y: [1, 2.5, null, true], 'x-y': 'deep' },
  '10': 'ten',
  '9': 'nine',
};

const kept = { maxDays: 100, minLevel: -100, logIp: true };
/** Settings, logs as `level/age in days`, and the first of them that is left. */
const saves: [changes: Partial<typeof kept>, rows: string, left: number][] = [
  [{ maxDays: 3 }, '0/30 8/4 0/1', 2],
  [{ minLevel: 4 }, '-4/0 3/0 4/0 8/0', 2],
  [{ maxDays: 0 }, '8/0', 1],
  [{ maxDays: 365 }, '-4/90 8/0', 0],
  [{ minLevel: -101 }, '-4/90 8/0', 0],
  [{ logIp: false }, '-4/90 8/0', 0],
];

for (const { name, binary } of backends()) {
  const server = sharedBackend(binary, { prepare: takeLogs });

  test(`${name}: stores values in the form that we print, and finds them by it`, async () => {
    filterDialect.forget();
    await server.connect();
    const backend = await server.backend();
    await writeLog(backend, 'own', hostile);
    const listed = async () => (await logs.list({ perPage: '500', filter: 'message = "own"' }, {})).items;
    await eventually(async () => (await listed()).length, 1);
    const [log] = await listed();
    assert.equal(log?.data, { value: hostile });

    const stored = `{"value":${goJson(hostile)}}`;
    const pattern = stored.replace(/[\\%_"]/g, (found) => `\\${found}`);
    const isNew = (await filterDialect.rulesFor('\\')) === 'new';
    const written = isNew ? pattern.replaceAll('\\\\', '\\\\\\\\') : pattern;
    const { items } = await logs.list({ perPage: '1', filter: `data ~ "${written}"` }, {});
    assert.is(items.length, 1, stored);

    const condition = await conditionFor('data.value', hostile, false);
    const found = await logs.list({ perPage: '500', filter: condition }, {});
    assert.equal(
      found.items.map(({ id }) => id),
      [log?.id],
      condition,
    );
  });

  test(`${name}: parsing and printing the server's response loses no digit`, async () => {
    await server.connect();
    const data =
      '{"big":12345678901234567890,"long":9007199254740993,"small":1e-7,"huge":1.5e300,"exact":0.1,"many":[2.756387,1e21,-0.5,100]}';
    await addLogs(await server.backend(), [logRow(1, { message: 'digits', data })]);
    const text = await requestSource('logs', { query: { filter: 'message = "digits"' } });
    const [source = ''] = sliceItems(text, ['items']);
    assert.is(JSON.stringify(JSON.parse(source), null, 2), indentJson(source));
  });

  for (const [at, [changes, rows, left]] of saves.entries()) {
    const what = left > 0 ? 'deletes at once what the question says' : 'asks nothing and deletes nothing';
    test(`${name}: a save of ${JSON.stringify(changes)} ${what}`, async () => {
      await server.connect();
      await settings.update('logs', { logs: kept });
      const message = `settings ${at}`;
      const added = rows.split(' ').map((row, nth) => {
        const [level, days = 0] = row.split('/').map(Number);
        const created = new Date(Date.now() - days * 86_400_000).toISOString().replace('T', ' ');
        return { ...logRow(100 + 10 * at + nth, { level: level ?? 0, message }), created };
      });
      await addLogs(await server.backend(), added);
      assert.is(lossOf({ logs: changes }, { logs: kept }) !== null, left > 0);
      await settings.update('logs', { logs: changes });
      const { items } = await logs.list(
        { perPage: '500', filter: `message = "${message}"`, sort: 'rowid' },
        {},
      );
      assert.equal(
        items.map(({ id }) => id),
        added.slice(left).map(({ id }) => id),
      );
      assert.equal((await settings.read('logs')).logs, { ...kept, ...changes });
    });
  }

  test(`${name}: a refused setting of the logs is named, and nothing is stored`, async () => {
    await server.connect();
    await settings.update('logs', { logs: kept });
    const failure = await failureOf(settings.update('logs', { logs: { maxDays: -1 } }));
    assert.equal([failure.status, Object.keys(failure.fields)], [400, ['logs.maxDays']]);
    assert.equal((await settings.read('logs')).logs, kept);
  });

  test.after(server.stop);
}

test.run();
