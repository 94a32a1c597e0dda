import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Log } from '../../../ui/model/log';
import { failureOf, statusKind, tagsOf } from '../../../ui/screens/logs/logTags';

const log = (data: unknown) => ({ id: 'a', created: '', level: 0, message: '', data }) as unknown as Log;
const texts = (data: unknown) => tagsOf(log(data)).map((tag) => tag && `${tag.key} ${tag.text}`);

test('a request tells four things in their places', () => {
  const request = {
    type: 'request',
    url: '/x',
    userIp: '::1',
    auth: 'guest',
    execTime: 12.0849,
    status: 200,
  };
  assert.equal(texts(request), ['status 200', 'execTime 12.08ms', 'auth guest', 'userIp ::1']);
  assert.equal(texts({ ...request, userIp: undefined }), [
    'status 200',
    'execTime 12.08ms',
    'auth guest',
    null,
  ]);
  assert.equal(texts({ type: 'request', execTime: 'long' }), [null, 'execTime long', null, null]);
});

test('any other log tells its first keys', () => {
  assert.equal(texts({ error: 1, a: null, b: { c: [1] }, details: 2, d: '' }), ['a -', 'b {"c":[1]}', 'd -']);
  assert.is(texts(Object.fromEntries('abcdefgh'.split('').map((key) => [key, 1]))).length, 6);
  assert.equal(texts({ a: 'x'.repeat(90) }), [`a ${'x'.repeat(80)}...`]);
  assert.equal(texts(null), []);
});

test('a failure is told once, an object as JSON', () => {
  assert.equal(failureOf(log({ error: 'It broke', details: { a: 1 } })), {
    error: 'It broke',
    details: '{"a":1}',
  });
  assert.equal(failureOf(log({ error: '', details: null })), { error: '', details: '' });
  assert.equal(failureOf(log(undefined)), { error: '', details: '' });
});

test('a status of 400 or more stands out', () => {
  assert.equal([200, 399, 400, 404, 500, '503', 'x', null].map(statusKind), [
    undefined,
    undefined,
    'warning',
    'warning',
    'danger',
    'danger',
    undefined,
    undefined,
  ]);
});

test.run();
