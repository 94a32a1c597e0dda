import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as dialect from '../../ui/backend/dialect';
import { parseHash, printHash } from '../../ui/base/hash';
import {
  addressOf,
  aroundOf,
  filterFields,
  filterOf,
  isTerm,
  type LogQuery,
  logQueryOf,
  mustScanAll,
  searchWords,
  spanOf,
} from '../../ui/logs/logsQuery';
import type { Log } from '../../ui/model/log';

const everything: LogQuery = { search: '', includesAdmins: true, levels: [], range: null };
const noon = Date.parse('2026-11-21T12:00:00.000Z');
const filterFor = (changes: Partial<LogQuery>) =>
  filterOf({ ...everything, ...changes }, noon, 'http://a.example/_/');

/** Some reads of this page count as requests by admins, although the server logs them as a guest's. */
const noAdmins =
  'data.auth!="admin"&&(data.referer!="http://a.example/_/"||(data.url!~"/api/files/%"&&data.url!~"/api/backups/%"&&' +
  '(data.method!="GET"||data.url!~"/api/collections/%/records?page=1&perPage=1&fields=id"||data.url~"%?%?%")))';

test('the query is read from the address, and the stored choice about admins is the default', () => {
  assert.equal(logQueryOf({}, true), everything);
  assert.is(logQueryOf({}, false).includesAdmins, false);
  assert.is(logQueryOf({ adminRequests: '0' }, true).includesAdmins, false);
  const query = { filter: 'level > 0', levels: '8,-4,12', range: '24h' };
  assert.equal(logQueryOf(query, true), {
    search: 'level > 0',
    includesAdmins: true,
    levels: [8, -4, 12],
    range: '24h',
  });
});

test('invalid parts of the address are ignored', () => {
  const cases: [Record<string, string>, Partial<LogQuery>][] = [
    [{ levels: '8||1=1,4 ,8,8,--4,1e3,,9999999' }, { levels: [8] }],
    [{ range: '1h"||"1"="1' }, {}],
    [{ from: '"||1=1||"', to: 'tomorrow' }, {}],
    [{ from: '2026-11-21' }, { range: { from: '2026-11-21 00:00:00.000Z', to: '' } }],
    [
      { from: '2026-11-22', to: '2026-11-21', range: '1h' },
      { range: { from: '2026-11-21 00:00:00.000Z', to: '2026-11-22 00:00:00.000Z' } },
    ],
  ];
  for (const [address, expected] of cases) {
    assert.equal(logQueryOf(address, true), { ...everything, ...expected }, JSON.stringify(address));
  }
  for (const around of ['"||1=1', 'a b', '', 'x'.repeat(41)]) assert.is(aroundOf({ around }), '', around);
  assert.is(aroundOf({ around: 'opkxnwvg1tsaiv5' }), 'opkxnwvg1tsaiv5');
});

test('a query written to the address is read back unchanged', () => {
  const queries: LogQuery[] = [
    everything,
    { search: 'a ?= "b" && c', includesAdmins: false, levels: [-4, 0], range: '7d' },
    { ...everything, range: { from: '2026-11-21 00:00:00.000Z', to: '2026-11-22 00:00:00.000Z' } },
    { ...everything, range: { from: '', to: '2026-11-22 00:00:00.000Z' } },
  ];
  for (const query of queries) {
    assert.equal(
      logQueryOf(parseHash(printHash('/logs', addressOf(query))).query, !query.includesAdmins),
      query,
    );
  }
});

test('search, levels, range and the choice about admins form one filter', () => {
  assert.is(filterFor({}), '');
  assert.is(filterFor({ includesAdmins: false }), noAdmins);
  assert.is(filterFor({ range: '1h' }), 'created>="2026-11-21 11:00:00.000Z"');
  assert.is(
    filterFor({
      range: { from: 'A', to: 'B' },
      levels: [0],
      includesAdmins: false,
      search: 'level > 0 || id = "x"',
    }),
    `(level=0)&&((created>="A")&&(created<="B"))&&(${noAdmins})&&(level > 0 || id = "x")`,
  );
  assert.is(filterFor({ range: { from: '', to: 'B' } }), 'created<="B"');
});

test('a term is searched in level, message and data, also in its stored form', () => {
  const cases: [string, string][] = [
    ['', ''],
    ['hello', 'level~"hello"||message~"hello"||data~"hello"'],
    ['level > 0', 'level > 0'],
    ['a & b', 'level~"a & b"||message~"a & b"||data~"a & b"||data~"%a _u0026 b%"'],
    // Without quotes the server would search for a 1.
    ['true', 'level~"true"||message~"true"||data~"true"'],
    ['50%', 'level~"50\\%"||message~"50\\%"||data~"50\\%"'],
  ];
  for (const [search, filter] of cases) assert.is(filterFor({ search }), filter, search);
});

test('a search that must read the text of all rows is detected', () => {
  const cases: [string, boolean][] = [
    ['', false],
    ['hello', true],
    ['message ~ "x"', true],
    ['"x" ~ message', true],
    ['level = 8 && data.status = 404', false],
    ['level = 8 && id = "message ~ x"', false],
  ];
  for (const [search, expected] of cases) {
    assert.is(mustScanAll({ ...everything, search }), expected, search);
    assert.is(mustScanAll({ ...everything, search, range: '7d' }), false, search);
    if (search === 'hello') assert.is(isTerm(search), true);
  }
});

test('the chart range covers the rows if both ends are known', () => {
  const span = { from: '2026-11-21 00:00:00.000Z', to: '2026-11-22 00:00:00.000Z' };
  assert.is(spanOf(everything, noon), null);
  assert.equal(spanOf({ ...everything, range: span }, noon), span);
  assert.is(spanOf({ ...everything, range: { ...span, to: '' } }, noon), null);
  assert.equal(spanOf({ ...everything, range: '1h' }, noon), {
    from: '2026-11-21 11:00:00.000Z',
    to: '2026-11-21 12:00:00.000Z',
  });
});

test('a search can use the fields of logs and the keys of the shown logs', () => {
  const row = { data: { depth: 1, status: 2, 'a-b': 3, '<b>': 4, __proto__x: 5 } } as unknown as Log;
  const words = searchWords([row, { data: null } as unknown as Log]);
  for (const word of ['level', 'message', 'id', 'created', 'data.status', 'data.depth', 'data.__proto__x']) {
    assert.ok(words.includes(word), word);
  }
  assert.is(new Set(words).size, words.length);
  assert.equal(
    words.filter((word) => /[^\w.]/.test(word)),
    [],
  );
});

test('a filter names `updated` and `rowid` only where the server knows them', () => {
  const named = () => filterFields().filter((name) => ['updated', 'rowid'].includes(name));
  assert.equal(named(), ['updated', 'rowid']);
  dialect.learn(23);
  assert.equal(named(), []);
  dialect.learn(22);
});

test.run();
