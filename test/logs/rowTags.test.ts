import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { failureOf, filterTags, reasonOf, statusKind, tagsOf } from '../../ui/logs/rowTags';
import type { Log } from '../../ui/model/log';

const log = (data: unknown) => ({ id: 'a', created: '', level: 0, message: '', data }) as unknown as Log;
const texts = (data: unknown) => tagsOf(log(data)).map((tag) => tag && `${tag.key} ${tag.text}`);

test('a request log has four tags in fixed places', () => {
  const request = {
    type: 'request',
    url: '/x',
    userIp: '::1',
    auth: 'guest',
    execTime: 12.0849,
    status: 200,
  };
  assert.equal(texts(request), ['status 200', 'execTime 12.08ms', 'auth guest', 'userIp ::1']);
  assert.equal(texts({ type: 'request', execTime: 'long' }), [null, 'execTime long', null, null]);
});

test('a duration has a unit and fits its place', () => {
  const cases: [number, string][] = [
    [999.999, '1000ms'],
    [1274.5212, '1.27s'],
  ];
  for (const [execTime, text] of cases)
    assert.is(texts({ type: 'request', execTime })[1], `execTime ${text}`);
});

test('a row offers its level and values as filters, but not its time', () => {
  const request = { type: 'request', url: '/x', userIp: '::1', auth: 'guest', execTime: 12, status: 404 };
  const pairs = (data: unknown) => filterTags(log(data)).map(({ key, value }) => [key, value]);
  assert.equal(pairs(request), [
    ['level', 0],
    ['data.status', 404],
    ['data.auth', 'guest'],
    ['data.userIp', '::1'],
    ['data.url', '/x'],
  ]);
  assert.equal(pairs(null), [['level', 0]]);
});

test('any other log shows its first keys as tags', () => {
  assert.equal(texts({ error: 1, a: null, b: { c: [1] }, details: 2, d: '' }), ['a -', 'b {"c":[1]}', 'd -']);
  assert.is(texts(Object.fromEntries('abcdefgh'.split('').map((key) => [key, 1]))).length, 6);
  assert.equal(texts({ a: 'x'.repeat(90) }), [`a ${'x'.repeat(80)}...`]);
  assert.equal(texts(null), []);
});

test('a failure is shown once, and an object as JSON', () => {
  assert.equal(failureOf(log({ error: 'It broke', details: { a: 1 } })), {
    error: 'It broke',
    details: '{"a":1}',
  });
  assert.equal(failureOf(log({ error: '', details: null })), { error: '', details: '' });
  assert.equal(
    [reasonOf(log({ error: 'No', details: 'why' })), reasonOf(log({ error: 'No' }))],
    ['why', 'No'],
  );
  assert.equal(failureOf(log(undefined)), { error: '', details: '' });
});

test('a status of 400 or more is highlighted', () => {
  const kinds = [399, 400, 500, '503', 'x', null].map((status) => statusKind(status) ?? '');
  assert.equal(kinds, ['', 'warning', 'danger', 'danger', '', '']);
});

test.run();
