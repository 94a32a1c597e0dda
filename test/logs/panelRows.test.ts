import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { logRows, refusedRequest } from '../../ui/logs/panelRows';
import type { Log } from '../../ui/model/log';

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

test('known keys come first in a fixed order, and the others keep their order', () => {
  const given =
    'zebra details userAgent error userIp status remoteIp url apple referer method auth type execTime';
  const data = Object.fromEntries(given.split(' ').map((key) => [key, 'a']));
  const names = logRows(log({ data }))
    .slice(4)
    .map(({ key }) => key.replace('data.', ''));
  assert.equal(
    names.join(' '),
    'execTime type auth status method url referer remoteIp userIp userAgent error details zebra apple',
  );
});

const json = { b: [1, '<i>'] };
const jsonText = '{\n  "b": [\n    1,\n    "<i>"\n  ]\n}';

test('each value has its text and its kind', () => {
  const known = { type: 'job', execTime: 2, status: 200, error: 'No column.', details: 'schema: (0)' };
  const data = { ...known, none: '', nothing: null, empty: {}, list: [], zero: 0, no: false, own: json };
  const shown = logRows(log({ data })).slice(4);
  assert.equal(
    Object.fromEntries(shown.map(({ key, kind, text }) => [key.replace('data.', ''), `${kind} ${text}`])),
    {
      ...{ type: 'text job', execTime: 'text 2', status: 'text 200', error: 'error No column.' },
      ...{ details: 'mono schema: (0)', none: 'empty N/A', nothing: 'empty N/A', empty: 'empty N/A' },
      ...{ list: 'empty N/A', zero: 'text 0', no: 'text false', own: `json ${jsonText}` },
    },
  );
  assert.is(dataRow(data, 'list')?.value, data.list, 'the filter is told what it is');
  for (const name of ['error', 'details']) assert.is(dataRow({ [name]: json }, name)?.text, jsonText);
  assert.is(dataRow({ error: 404 }, 'error')?.text, '404');
  assert.equal(
    [404, 500].map((status) => dataRow({ status }, 'status')?.kind),
    ['warning', 'danger'],
  );
});

test('levels have names, and moments and times their units', () => {
  const levels = [-4, 0, 4, 3, -100].map((level) => rowOf({ level }, 'level')?.text);
  assert.equal(levels, ['DEBUG (-4)', 'INFO (0)', 'WARN (4)', 'UNKN (3)', 'UNKN (-100)']);
  const times = [2.756387, 0, ''].map((execTime) => dataRow({ type: 'request', execTime }, 'execTime')?.text);
  assert.equal(times, ['2.756387ms', '0ms', 'N/A']);
  assert.equal(
    ['', 'soon'].map((created) => rowOf({ created }, 'created')?.text),
    ['N/A', 'soon'],
  );
  assert.is(rowOf({ message: '' }, 'message')?.text, 'N/A');
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

test('a 403 for records names the rule that refused it', () => {
  const refused = (method: string, url: string, status = 403) => {
    const found = refusedRequest(log({ data: { method, url, status } }));
    return found && [found.collection, found.rule, found.recordId].join(' ');
  };
  const path = '/api/collections/posts/records';
  assert.is(refused('GET', `${path}?page=1`), 'posts listRule ');
  assert.is(refused('GET', `${path}/abc?expand=x`), 'posts viewRule abc');
  assert.is(refused('DELETE', `${path}/abc`), 'posts deleteRule abc');
  for (const other of [refused('POST', path, 400), refused('POST', '/api/collections/posts/auth-refresh')])
    assert.is(other, null);
});

test.run();
