import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { answerOf, createPacking, recordOf } from '../../../ui/backup/content/recordSource';
import type { SqliteValue } from '../../../ui/backup/sqlite/storedRow';
import type { Collection } from '../../../ui/model/collection';
import { field } from '../../support/fields';

const collection = (type: string, options: object = {}): Collection => ({
  id: 'c1',
  name: 'things',
  type: 'base',
  schema: [{ id: 'f', name: 'value', type, options: options as Record<string, unknown> }],
});

function sourceOf(of: Collection, value: SqliteValue): string | undefined {
  const record = recordOf(
    of,
    new Map<string, SqliteValue>([
      ['id', 'r1'],
      ['value', value],
    ]),
  );
  return record?.source;
}

const many = { maxSelect: 3 };
const cases: [type: string, value: SqliteValue, source: string, options?: object][] = [
  ['text', 'a\0b', '"a\\u0000b"'],
  ['text', null, '""'],
  ['text', new Uint8Array(12), '"12 bytes"'],
  ['number', 'twelve', '0'],
  ['number', 9_007_199_254_740_993n, '9007199254740993'],
  ['bool', null, 'false'],
  ['date', '2026-11-21 00:29:33.700Z', '"2026-11-21 00:29:33.700Z"'],
  ['json', null, 'null'],
  ['json', '[ 1, 1.10 ]', '[ 1, 1.10 ]'],
  ['json', 1234567.5, '1.2345675e+06'],
  ['json', 0.00001, '1e-05'],
  ['json', Infinity, '"+Inf"'],
  ['select', 'a', '"a"'],
  ['select', '["a","b"]', '"b"'],
  ['select', '["a","","b","a"]', '["a","b"]', many],
  ['select', '', '[]', many],
  ['relation', '["r2"]', '["r2"]'],
  ['relation', 'r2', '"r2"', { maxSelect: 1 }],
];
for (const [type, value, source, options] of cases) {
  test(`${type} ${String(value)} is ${source}`, () =>
    assert.is(
      sourceOf(collection(type, options), value),
      `{"collectionId":"c1","collectionName":"things","created":"","id":"r1","updated":"","value":${source}}`,
    ));
}

test('a row without an id is no record', () => {
  assert.is(recordOf(collection('text'), new Map()), null);
  assert.is(recordOf(collection('text'), new Map([['id', '']])), null);
});

test('an account has its name, address and flags, and no password or token', () => {
  const names = [
    'passwordHash',
    'tokenKey',
    'lastResetSentAt',
    'lastVerificationSentAt',
    'lastLoginAlertSentAt',
  ];
  const schema = names.map((name) => field('text', name));
  const row = new Map<string, SqliteValue>([
    ...names.map((name): [string, SqliteValue] => [name, 'secret']),
    ['id', 'u1'],
    ['created', '2026-11-21 00:00:00.000Z'],
    ['updated', '2026-11-22 00:00:00.000Z'],
    ['username', 'someone'],
    ['email', 'a@example.com'],
    ['verified', 1],
    ['emailVisibility', 0],
  ]);
  const users: Collection = { id: 'c2', name: 'users', type: 'auth', schema };
  const record = recordOf(users, row);
  assert.is(record?.updated, '2026-11-22 00:00:00.000Z');
  assert.is(
    record?.source,
    '{"collectionId":"c2","collectionName":"users","created":"2026-11-21 00:00:00.000Z","email":"a@example.com",' +
      '"emailVisibility":false,"id":"u1","updated":"2026-11-22 00:00:00.000Z","username":"someone","verified":true}',
  );
});

test('an answer keeps the text of json and the digits of long integers', () => {
  const schema = ['json', 'number', 'text'].map((type) => ({ id: type, name: type, type }));
  const of: Collection = { id: 'c', name: 'c', type: 'base', schema };
  const row = new Map<string, SqliteValue>([
    ['id', 'r1'],
    ['json', '{"b": 1.10, "a": 9007199254740993}'],
    ['number', 9_007_199_254_740_993n],
    ['text', '9007199254740993'],
  ]);
  const record = recordOf(of, row);
  assert.ok(record);
  const { record: values, sources } = answerOf(of, record as NonNullable<typeof record>);
  assert.equal(sources, { json: '{"b": 1.10, "a": 9007199254740993}', number: '9007199254740993' });
  assert.is(values.id, 'r1');
});

test('a field may have any name', () => {
  const schema = ['__proto__', 'constructor', '\uFF5E', '😀', 'a"b'].map((name) => ({
    id: name,
    name,
    type: 'text',
  }));
  const of: Collection = { id: 'c', name: 'c', type: 'base', schema };
  const row = new Map<string, SqliteValue>([
    ['id', 'r1'],
    ...schema.map(({ name }): [string, string] => [name, name]),
  ]);
  const keys = Object.keys(JSON.parse(recordOf(of, row)?.source ?? '') as object);
  assert.equal(keys.slice(0, 3), ['__proto__', 'a"b', 'collectionId']);
  assert.equal(keys.slice(-2), ['\uFF5E', '😀']);
});

const record = (id: string, source: string) => ({ id, updated: `${id} updated`, source });

const sources = [
  '{"title":"Grüße, 日本, 👩‍🚀"}',
  '{"title":"\\ud800 alone"}',
  '{"title":"\\u0000"}',
  `{"long":"${'x'.repeat(400_000)}"}`,
  `{"long":"${'日'.repeat(800_000)}"}`,
];

for (const [at, source] of sources.entries()) {
  test(`the source of ${source.length} units comes back, case ${at}`, () => {
    const packed = createPacking()(record('a', source));
    assert.equal([packed.id, packed.updated, packed.source], ['a', 'a updated', source]);
  });
}

test('records of many blocks keep apart', () => {
  const pack = createPacking();
  const all = Array.from({ length: 5_000 }, (_, at) =>
    record(`r${at}`, JSON.stringify({ at, text: 'ü'.repeat(at % 400) })),
  );
  const packed = all.map(pack);
  assert.equal(
    packed.map(({ id, source }) => [id, source]),
    all.map(({ id, source }) => [id, source]),
  );
});

test.run();
