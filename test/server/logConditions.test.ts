// Logs on real servers: the conditions of the log panel find logs with that value and no others; the download, and what
// the settings delete.
import '../support/bareWindow';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { requestSource } from '../../ui/backend/client';
import * as logs from '../../ui/backend/logs';
import * as settings from '../../ui/backend/settings';
import { isEqual } from '../../ui/base/equal';
import { goJson, indentJson, sliceItems } from '../../ui/base/jsonText';
import { addCondition, conditionOf } from '../../ui/logs/logConditions';
import { lossOf } from '../../ui/logs/logSettings';
import type { Log } from '../../ui/model/log';
import { addLogs, logRow, takeLogs, writeLog } from '../support/logsOnServer';
import { sharedBackend } from '../support/realBackend';
import { randomFrom } from '../support/ruleSamples';
import { backends } from '../support/server';
import { eventually } from '../support/walk';

const characters = [
  ...'aAb019 "\'\\%_()<>&|=~!.,:;/{}[]#@$-\n\t\r\u2028é😀',
  ...['\\"', '\\n', '//', '&&', '||', '"', '\\'],
];
const whole = [
  ...['', ' ', 'null', 'true', '400', '@now', 'GET /', '<img src=x onerror=alert(1)>'],
  ...['\\', 'a\\\\', '"', "'\"\\'"],
];

function hostileTexts(count: number, random: () => number): string[] {
  const any = () => characters[Math.floor(random() * characters.length)] ?? '';
  const made = Array.from({ length: count }, () =>
    Array.from({ length: 1 + Math.floor(random() * 5) }, any).join(''),
  );
  return [...whole, ...made];
}

const numbers = [0, 1, -1, 400, 40, 4, 0.1, 2.756387, 1e-7, -1.5e-9, 1e21, 9007199254740991];
const objects = [
  { a: 1 },
  { a: 2 },
  { a: 1, b: '"' },
  { a: { b: { c: null } } },
  { schema: { '0': { name: 'must be in a valid format' } } },
  { schema: { '0': { name: 'is < or > & "that"\\' } } },
  { 'a-b': [1, 'two', { three: 3 }] },
  [],
  {},
  [1, 2],
  [1, [2, 3]],
  Object.fromEntries('abcdefghijkl'.split('').map((key, at) => [key, at])),
];

interface Sample {
  key: string;
  value: unknown;
}

/** Values that the server cannot distinguish: no value and null, 1 and true. */
const known = (value: unknown) => (typeof value === 'boolean' ? Number(value) : (value ?? null));

const isSameValue = (value: unknown, wanted: unknown) => isEqual(known(value), known(wanted));

async function idsWhere(filter: string): Promise<string[]> {
  const { items } = await logs.list({ perPage: '500', filter }, {});
  return items.map(({ id }) => id).sort();
}

let made = 0;

for (const { name, binary } of backends('contract')) {
  const server = sharedBackend(binary, { prepare: takeLogs });
  const connect = async () => {
    await server.connect();
  };

  /** Creates one log of each sample with a common message, and returns them as the server does. */
  async function add(samples: readonly Sample[]): Promise<{ scope: string; stored: Log[] }> {
    await connect();
    const scope = `run${made}`;
    const rows = samples.map(({ key, value }) => {
      made += 1;
      return logRow(made, { message: scope, data: { [key]: value } });
    });
    await addLogs(await server.backend(), rows);
    const { items } = await logs.list({ perPage: '500', filter: `message = "${scope}"`, sort: 'rowid' }, {});
    assert.is(items.length, samples.length);
    return { scope, stored: items };
  }

  /** Filters by each value, and by all others. */
  async function assertFound(key: string, values: readonly unknown[], isSame = isSameValue): Promise<void> {
    const { scope, stored } = await add([
      ...values.map((value) => ({ key, value })),
      { key: 'other', value: 1 },
    ]);
    const idsOf = (fits: (value: unknown) => boolean) =>
      stored.filter(({ data }) => fits(Reflect.get(data ?? {}, key))).map(({ id }) => id);
    for (const value of values) {
      for (const [isExcluded, expected] of [
        [false, idsOf((other) => isSame(other, value))],
        [true, idsOf((other) => !isSame(other, value))],
      ] as const) {
        const condition = conditionOf(`data.${key}`, value, isExcluded);
        const filter = addCondition(`message = "${scope}" || message = "nobody"`, condition);
        assert.equal(await idsWhere(filter), expected.sort(), filter);
      }
    }
  }

  // Older servers find no text with a backslash.
  const isFindable = (text: string) => name !== '0.22.20' || !/[\\"<>&\s\u2028]/.test(text);

  test(`${name}: finds any text exactly, and excludes it`, async () => {
    await assertFound('url', hostileTexts(90, randomFrom(7)).filter(isFindable));
  });

  test(`${name}: finds numbers, words and missing values`, async () => {
    await assertFound('count', [...numbers, true, null, '400', 'true']);
  });

  test(`${name}: finds objects and lists`, async () => {
    const findable = objects.filter((one) => isFindable('<') || !/[<\\]/.test(JSON.stringify(one)));
    await assertFound('details', findable);
  });

  const keys = ['a-b', 'a.b', '9', 'a"b', 'é', 'a:b', 'x y', 'a\\b', '%', '__proto_', '1a'];
  for (const key of keys.filter(isFindable)) {
    test(`${name}: finds values under the key ${key}`, async () => {
      const random = randomFrom(key.length);
      // A search of the stored text ignores case.
      const texts = hostileTexts(12, random).filter((text) => !text.includes('A') && isFindable(text));
      const values = [...texts, ...numbers, false, null, { a: 1 }, [1, 2]];
      if (/^\w+$/.test(key) && key !== '9') await assertFound(key, values);
      else await assertFound(key, values, (value, wanted) => isEqual(value ?? null, wanted));
    });
  }

  test(`${name}: finds and excludes a text too long for a URL by its start`, async () => {
    const long = 'Mozilla/5.0 "%_\''.repeat(60);
    const { scope, stored } = await add(
      [`${long}a`, `${long}b`, `x${long}`, null].map((value) => ({ key: 'userAgent', value })),
    );
    const ids = stored.map(({ id }) => id);
    for (const [isExcluded, expected] of [
      [false, ids.slice(0, 2)],
      [true, ids.slice(2)],
    ] as const) {
      const condition = conditionOf('data.userAgent', `${long}a`, isExcluded);
      assert.ok(encodeURIComponent(condition).length < 1000, condition);
      assert.equal(await idsWhere(addCondition(`message = "${scope}"`, condition)), expected);
    }
  });

  test(`${name}: finds level, message, time and id too`, async () => {
    await connect();
    const messages = hostileTexts(40, randomFrom(3))
      .filter(isFindable)
      .map((text) => `own ${text}`);
    const rows = messages.map((message) => {
      made += 1;
      return logRow(made, { message, level: (made % 4) * 4 - 4 });
    });
    await addLogs(await server.backend(), rows);
    const { items } = await logs.list({ perPage: '500', filter: 'message ~ "own %"' }, {});
    assert.is(items.length, rows.length);
    for (const key of ['id', 'created', 'level', 'message'] as const) {
      for (const log of items) {
        const same = items.filter((other) => other[key] === log[key]).map(({ id }) => id);
        const others = items.filter((other) => other[key] !== log[key]).map(({ id }) => id);
        const find = async (isExcluded: boolean) =>
          idsWhere(addCondition('message ~ "own %"', conditionOf(key, log[key], isExcluded)));
        assert.equal(await find(false), same.sort(), `${key} ${log[key]}`);
        assert.equal(await find(true), others.sort(), `not ${key} ${log[key]}`);
      }
    }
  });

  test.after(server.stop);
}

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
  const isNew = name !== '0.22.20';
  const server = sharedBackend(binary, { prepare: takeLogs });

  test(`${name}: stores values in the form that we print, and finds them by it`, async () => {
    await server.connect();
    const backend = await server.backend();
    await writeLog(backend, 'own', hostile);
    const listed = async () => (await logs.list({ perPage: '500', filter: 'message = "own"' }, {})).items;
    await eventually(async () => (await listed()).length, 1);
    const [log] = await listed();
    assert.equal(log?.data, { value: hostile });

    const stored = `{"value":${goJson(hostile)}}`;
    const pattern = stored.replace(/[\\%_"]/g, (found) => `\\${found}`);
    const written = isNew ? pattern.replaceAll('\\\\', '\\\\\\\\') : pattern;
    const { items } = await logs.list({ perPage: '1', filter: `data ~ "${written}"` }, {});
    assert.is(items.length, 1, stored);
    if (!isNew) return;

    const condition = conditionOf('data.value', hostile, false);
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

  test.after(server.stop);
}

test.run();
