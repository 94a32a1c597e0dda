// The settings of the logs on real servers: what is sent, what they refuse, and what a save deletes.
import '../support/bareWindow';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as logs from '../../ui/api/logs';
import * as api from '../../ui/api/settings';
import { createLogsSettings, lossOf } from '../../ui/screens/logs/logsSettings';
import * as confirm from '../../ui/state/confirm';
import * as toasts from '../../ui/state/toasts';
import { addLogs, logRow, takeLogs } from '../support/logsOnServer';
import { failureOf, sharedBackend } from '../support/realBackend';
import { backends } from '../support/server';
import { askServer, eventually } from '../support/walk';

const dayMs = 86_400_000;
const fresh = { maxDays: 5, minLevel: 0, logIp: true };

for (const { name, binary } of backends()) {
  const server = sharedBackend(binary, { prepare: takeLogs });
  let made = 0;
  let message = '';

  /** Resets the settings and creates logs of these levels and ages; returns their ids. */
  async function begin(rows: readonly { level: number; days: number }[] = []): Promise<string[]> {
    const client = await server.connect();
    await api.update('logs', { logs: { ...fresh, minLevel: -100, maxDays: 100 } });
    const backend = await server.backend();
    message = `after ${made}`;
    const added = rows.map(({ level, days }) => {
      made += 1;
      const created = new Date(Date.now() - days * dayMs).toISOString().replace('T', ' ');
      return { ...logRow(made, { level, message }), created };
    });
    await addLogs(backend, added);
    assert.is(client.unauthorized, 0);
    return added.map(({ id }) => id);
  }

  /** Waits for the question: a save first reads the settings again. */
  const asked = () => eventually(() => confirm.state.question !== null, true);

  /** Returns those that still exist. */
  const left = async () => {
    const filter = `message = "${message}"`;
    const { items } = await logs.list({ perPage: '500', filter, sort: 'rowid' }, {});
    return items.map(({ id }) => id);
  };

  async function opened() {
    const settings = createLogsSettings();
    await settings.load();
    return settings;
  }

  test.after.each(() => toasts.closeAll());

  test(`${name}: a save stores the changed keys and no other settings`, async () => {
    await begin();
    const backend = await server.backend();
    const before = (await askServer(backend, 'settings')).json;
    const settings = await opened();
    settings.set('logs.maxDays', '101');
    settings.set('logs.logIp', false);
    assert.ok(await settings.save());
    const after = (await askServer(backend, 'settings')).json;
    assert.equal(after.logs, { maxDays: 101, minLevel: -100, logIp: false });
    assert.equal({ ...after, logs: before.logs }, before);
    assert.equal(settings.state.baseline, { logs: { maxDays: '101', minLevel: '-100', logIp: false } });
  });

  test(`${name}: fewer days delete older logs at once, as the question said`, async () => {
    const ids = await begin([
      { level: 0, days: 30 },
      { level: 8, days: 4 },
      { level: 0, days: 1 },
    ]);
    const settings = await opened();
    settings.set('logs.maxDays', '3');
    const saving = settings.save();
    await asked();
    assert.match(confirm.state.question?.text ?? '', /all logs older than 3 days/);
    assert.equal(await left(), ids, 'nothing is done before the answer');
    await confirm.yes();
    assert.ok(await saving);
    assert.equal(await left(), ids.slice(2));
  });

  test(`${name}: a higher level deletes the logs below it at once, but not those at it`, async () => {
    const ids = await begin([
      { level: -4, days: 0 },
      { level: 3, days: 0 },
      { level: 4, days: 0 },
      { level: 8, days: 0 },
    ]);
    const settings = await opened();
    settings.set('logs.minLevel', '4');
    const saving = settings.save();
    await asked();
    assert.match(confirm.state.question?.text ?? '', /a level below 4 \(DEBUG, INFO\)/);
    await confirm.yes();
    assert.ok(await saving);
    assert.equal(await left(), ids.slice(2));
  });

  test(`${name}: 0 days delete all and stop the log; Cancel changes nothing`, async () => {
    const ids = await begin([{ level: 8, days: 0 }]);
    const settings = await opened();
    settings.set('logs.maxDays', '0');
    const declined = settings.save();
    await asked();
    confirm.no();
    assert.not(await declined);
    assert.equal(await left(), ids);
    assert.is((await api.read('logs')).logs.maxDays, 100);
    const saving = settings.save();
    await asked();
    assert.match(confirm.state.question?.text ?? '', /deletes all logs\. No new ones will be kept\./);
    await confirm.yes();
    assert.ok(await saving);
    assert.equal((await logs.list({ perPage: '500' }, {})).items, []);
  });

  test(`${name}: a save without a question deletes nothing`, async () => {
    const ids = await begin([
      { level: -4, days: 90 },
      { level: 8, days: 0 },
    ]);
    const before = { logs: { maxDays: 100, minLevel: -100, logIp: true } };
    for (const changes of [{ maxDays: 365 }, { minLevel: -101 }, { logIp: false }]) {
      assert.is(lossOf({ logs: changes }, before), null);
      await api.update('logs', { logs: changes });
    }
    assert.equal(await left(), ids);
  });

  test(`${name}: the server names the field that it refuses`, async () => {
    await begin();
    const failure = await failureOf(api.update('logs', { logs: { maxDays: -1 } }));
    assert.is(failure.status, 400);
    assert.equal(Object.keys(failure.fields), ['logs.maxDays']);
    assert.is((await api.read('logs')).logs.maxDays, 100);
  });

  test.after(server.stop);
}

test.run();
