import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Log } from '../../../ui/model/log';
import { logRows } from '../../../ui/screens/logs/logRows';

const log = (values: Partial<Log> = {}): Log => ({
  id: 'opkxnwvg1tsaiv5',
  created: '2026-11-21 00:29:33.714Z',
  level: 8,
  message: 'POST /api/collections',
  data: {},
  ...values,
});

const rowOf = (values: Partial<Log>, key: string) => logRows(log(values)).find((row) => row.key === key);
const dataRow = (data: Log['data'], name: string) => rowOf({ data }, `data.${name}`);

test('a log starts with id, level, time and message', () => {
  const rows = logRows(log()).map(({ key, kind, text }) => [key, kind, text]);
  assert.equal(rows, [
    ['id', 'id', 'opkxnwvg1tsaiv5'],
    ['level', 'level', 'ERROR (8)'],
    ['created', 'date', '2026-11-21 00:29:33.714 UTC'],
    ['message', 'mono', 'POST /api/collections'],
  ]);
});

test('the tooltip shows the local time', () => {
  assert.match(rowOf({}, 'created')?.tooltip ?? '', /^2026-11-2\d \d\d:\d9:33\.714$/);
});

test('known keys come first in a fixed order, and the others keep their order', () => {
  const data = {
    zebra: 1,
    details: 'a',
    userAgent: 'a',
    error: 'a',
    userIp: 'a',
    status: 400,
    remoteIp: 'a',
    url: '/',
    apple: 2,
    referer: 'a',
    method: 'GET',
    auth: 'guest',
    type: 'request',
    execTime: 1.5,
  };
  const names = logRows(log({ data }))
    .slice(4)
    .map(({ key }) => key.replace('data.', ''));
  assert.equal(
    names.join(' '),
    'execTime type auth status method url referer remoteIp userIp userAgent error details zebra apple',
  );
});

test('missing keys get no row', () => {
  assert.is(logRows(log({ data: { status: 200 } })).length, 5);
  assert.is(logRows(log({ data: null })).length, 4);
  assert.is(logRows(log({ data: undefined })).length, 4);
});

const levels: [level: number, text: string][] = [
  [-4, 'DEBUG (-4)'],
  [0, 'INFO (0)'],
  [4, 'WARN (4)'],
  [8, 'ERROR (8)'],
  [3, 'UNKN (3)'],
  [-100, 'UNKN (-100)'],
];
for (const [level, text] of levels) {
  test(`the level ${level} is shown as ${text}`, () => assert.is(rowOf({ level }, 'level')?.text, text));
}

test('execTime has a unit only in a request log', () => {
  assert.is(dataRow({ type: 'request', execTime: 2.756387 }, 'execTime')?.text, '2.756387ms');
  assert.is(dataRow({ type: 'request', execTime: 0 }, 'execTime')?.text, '0ms');
  assert.is(dataRow({ type: 'job', execTime: 2 }, 'execTime')?.text, '2');
  assert.is(dataRow({ type: 'request', execTime: '' }, 'execTime')?.text, 'N/A');
});

for (const value of ['', null, {}, []]) {
  test(`${JSON.stringify(value)} is shown as N/A`, () => {
    const { kind, text, value: kept } = dataRow({ referer: value }, 'referer') ?? {};
    assert.equal([kind, text], ['empty', 'N/A']);
    assert.equal(kept, value, 'the filter is told what it is');
  });
}

test('an empty message is N/A, and an invalid time is shown as it is', () => {
  assert.is(rowOf({ message: '' }, 'message')?.text, 'N/A');
  assert.is(rowOf({ created: '' }, 'created')?.text, 'N/A');
  assert.is(rowOf({ created: 'soon' }, 'created')?.text, 'soon');
});

for (const value of [0, false, ' ', '0']) {
  test(`${JSON.stringify(value)} is shown as a value`, () => {
    assert.is(dataRow({ count: value }, 'count')?.text, String(value));
  });
}

test('the status of a failure is highlighted', () => {
  const kinds = [200, 404, 500].map((status) => dataRow({ status }, 'status')?.kind);
  assert.equal(kinds, ['text', 'warning', 'danger']);
});

test('objects and lists are multi-line JSON under any key', () => {
  for (const name of ['details', 'error', 'url', 'own']) {
    const row = dataRow({ [name]: { b: [1, '<i>'] } }, name);
    assert.equal([row?.kind, row?.text], ['json', '{\n  "b": [\n    1,\n    "<i>"\n  ]\n}']);
  }
});

test('the key error has the kind error, and details are shown in monospace', () => {
  assert.is(dataRow({ error: 'No such column.' }, 'error')?.kind, 'error');
  assert.is(dataRow({ error: 404 }, 'error')?.text, '404');
  assert.is(dataRow({ details: 'schema: (0: ...)' }, 'details')?.kind, 'mono');
});

test('a data key with a special name is still shown as data', () => {
  const data = JSON.parse(
    '{"__proto__":{"a":1},"constructor":"x","id":"own","a.b":"dot","":"none","toString":null}',
  );
  const rows = logRows(log({ data })).slice(4);
  assert.equal(
    rows.map(({ key, text }) => [key, text.replace(/\s/g, '')]),
    [
      ['data.__proto__', '{"a":1}'],
      ['data.constructor', 'x'],
      ['data.id', 'own'],
      ['data.a.b', 'dot'],
      ['data.', 'none'],
      ['data.toString', 'N/A'],
    ],
  );
});

test('markup is shown as text', () => {
  const hostile = '"><img src=x onerror=alert(1)>\u202e<script>alert(1)</script>{{7*7}}';
  for (const name of ['url', 'userAgent', 'error', 'details', 'other']) {
    assert.is(dataRow({ [name]: hostile }, name)?.text, hostile);
  }
});

test('deeply nested data is shown in full', () => {
  const depth = 2_000;
  const data = JSON.parse(`{"a":${'['.repeat(depth)}1${']'.repeat(depth)}}`);
  assert.ok((dataRow(data, 'a')?.text.length ?? 0) < 50_000);
});

test.run();
