import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { innerLog, newerLogFilter } from '../../../ui/backend/newer/logShape';
import type { Log } from '../../../ui/model/log';

const filters: [inner: string, newer: string][] = [
  ['data.auth = "admin"', 'data.auth = "_superusers"'],
  ["data.auth!='admin'&&data.userIp='::1'", "data.auth!='_superusers'&&data.userIP='::1'"],
  ['data.auth ~ "admin" || data.auth !~ "guest"', 'data.auth = "_superusers" || data.auth != ""'],
  ['(data.auth ?= "guest")', '(data.auth ?= "")'],
  // Names of the newer server, other values and texts stay.
  ['data.auth = "_superusers" || data.auth ~ "users"', 'data.auth = "_superusers" || data.auth ~ "users"'],
  ['data.auth = "" && data.userIP != ""', 'data.auth = "" && data.userIP != ""'],
  ['data.url ~ "admin" && message ~ "data.userIp"', 'data.url ~ "admin" && message ~ "data.userIp"'],
  ['message = "data.auth = \\"admin\\""', 'message = "data.auth = \\"admin\\""'],
];
for (const [inner, newer] of filters) {
  test(`the filter of logs ${inner}`, () => {
    assert.is(newerLogFilter(inner), newer);
  });
}

test('a log shows its sender and its addresses as on 0.22', () => {
  const log = (data: Log['data']) => ({ id: 'a', created: '', level: 0, message: '', data });
  const shown = (data: Log['data']) => innerLog(log(data)).data;
  assert.equal(shown({ auth: '_superusers', userIP: '::1' }), { auth: 'admin', userIp: '::1' });
  assert.equal([shown({ auth: '' }), shown({ auth: 'users' })], [{ auth: 'guest' }, { auth: 'users' }]);
});

test.run();
