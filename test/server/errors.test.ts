import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as adminSession from '../../ui/api/adminSession';
import { request } from '../../ui/api/client';
import { listAll } from '../../ui/api/collections';
import * as health from '../../ui/api/health';
import * as listedRecords from '../../ui/api/listedRecords';
import { explainRefusal } from '../../ui/model/filters/explainFilter';
import { AnyRecord } from '../../ui/model/record';
import {
  createCollection,
  createRecord,
  failureOf,
  field,
  formOf,
  sharedBackend,
} from '../support/realBackend';
import { backends } from '../support/server';
import { eventually } from '../support/walk';

/** Slow routes, one whose response is cut off when the server stops, and a list that refuses a filter. */
const hooks = `
routerAdd('GET', '/api/slow/:ms', (c) => {
  console.log('begins to sleep', c.pathParam('ms'));
  sleep(Number(c.pathParam('ms')));
  return c.json(200, { id: 'late' });
});
routerAdd('GET', '/api/cut', (c) => {
  c.response().header().set('Content-Type', 'application/json');
  c.response().writeHeader(200);
  c.response().write('{"id": "half');
  c.response().flush();
  console.log('has sent half');
  sleep(5000);
});
onRecordsListRequest((e) => {
  if (e.httpContext.queryParam('filter').includes('secret')) {
    throw new BadRequestError('Search for an order number.');
  }
}, 'users');
`;

function addHooks(dir: string): void {
  writeFileSync(path.join(dir, 'pb_hooks/late.pb.js'), hooks);
}

const slow = (ms: number, call: { key?: string; timeoutMs?: number } = {}) =>
  request('GET', `slow/${ms}`, { ...call, answer: AnyRecord });

for (const { name, binary } of backends('contract')) {
  const server = sharedBackend(binary, { prepare: addHooks });

  test(`${name}: refuses a missing resource with 404 and the server's message`, async () => {
    const client = await server.connect();
    const list = await failureOf(listedRecords.list('nope', {}));
    assert.is(list.kind, 'refused');
    assert.is(list.status, 404);
    assert.is(list.message, "The requested resource wasn't found.");
    assert.equal(list.fields, {});
    assert.is((await failureOf(request('GET', 'nope'))).message, 'Not Found.');
    assert.is(client.unauthorized + client.forbidden + client.unreachable, 0);
  });

  for (const [kind, token] of [
    ['no token', ''],
    ['a garbled token', 'garbage'],
    ['a token in a header that is too odd', 'a b,c;"'],
  ] as const) {
    test(`${name}: with ${kind} refuses calls for admins with 401`, async () => {
      const client = await server.connect();
      client.token = token;
      assert.is((await failureOf(adminSession.refresh())).status, 401);
      assert.is((await failureOf(listAll())).status, 401);
      assert.is(client.unauthorized, 2);
      const ruled = await failureOf(listedRecords.count('users', '@collection.users.id != ""'));
      assert.is(ruled.status, 403);
      assert.is(client.forbidden, 1);
    });
  }

  test(`${name}: a response to an older token does not affect the present session`, async () => {
    const client = await server.connect();
    const { token } = client;
    client.token = 'garbage';
    const older = failureOf(adminSession.refresh());
    client.token = token;
    assert.is((await older).status, 401);
    assert.is(client.unauthorized, 0);
  });

  test(`${name}: reports the errors of a collection by dotted path`, async () => {
    await server.connect();
    const options = { min: -1, max: -2, pattern: '[' };
    const schema = [
      field('text', 'a_via_b', options),
      field('file', 'f', { thumbs: ['0x0', 'x', '100x100'] }),
    ];
    const { status, message, fields } = await failureOf(createCollection({ name: 'no name', schema }));
    assert.is(status, 400);
    assert.is(message, 'Something went wrong while processing your request.');
    assert.equal(Object.keys(fields).sort(), [
      'name',
      'schema.0.name',
      'schema.0.options.max',
      'schema.0.options.min',
      'schema.0.options.pattern',
      'schema.1.options.thumbs.0',
      'schema.1.options.thumbs.1',
    ]);
    assert.equal(fields['schema.0.name'], {
      code: 'validation_invalid_name',
      message: "The name of the field cannot contain '_via_'.",
    });
  });

  test(`${name}: an error may belong to a whole field, a whole list or an index`, async () => {
    await server.connect();
    const { id, schema } = await createCollection({ name: 'whole', schema: [field('text', 'a')] });
    const change = (body: object) => failureOf(request('PATCH', `collections/${id}`, { body }));
    const asNumber = await change({ schema: [{ ...field('number', 'a'), id: schema[0]?.id }] });
    assert.equal(asNumber.fields, {
      'schema.0': { code: 'validation_field_type_change', message: 'Field type cannot be changed.' },
    });
    const empty = await change({ schema: [] });
    assert.equal(Object.keys(empty.fields), ['schema']);
    const indexed = await change({ indexes: ['CREATE INDEX `i` ON `whole` (`a`)', 'CREATE nonsense'] });
    assert.equal(Object.keys(indexed.fields), ['indexes.1']);
    const ruled = await change({ listRule: 'nope = 1' });
    assert.match(ruled.fields['listRule']?.message ?? '', 'unknown field "nope"');
    assert.equal((await change({ schema: 'no list' })).fields, {});
  });

  test(`${name}: reports the errors of a record by field, whatever the field's name`, async () => {
    await server.connect();
    const names = ['code', 'message', 'data', 'status', '__proto__', 'toString'];
    const schema = names.map((one) => ({ ...field('text', one), required: true }));
    const collection = await createCollection({ name: 'required', schema });
    for (const body of [{}, formOf({ code: '', message: '' })]) {
      const { fields } = await failureOf(createRecord(collection, body));
      assert.equal(Object.keys(fields).sort(), [...names].sort());
      for (const one of names) {
        const error = Object.getOwnPropertyDescriptor(fields, one)?.value;
        assert.equal(error, { code: 'validation_required', message: 'Missing required value.' });
      }
    }
    const unsorted = await failureOf(listedRecords.list(collection.id, { sort: 'nope' }));
    assert.is(unsorted.status, 400);
    assert.equal(unsorted.fields, {});
  });

  test(`${name}: a filter is refused without a reason, or with the words of a hook`, async () => {
    await server.connect();
    const reasonFor = async (filter: string) => {
      const { status, message } = await failureOf(listedRecords.list('users', { filter }));
      assert.is(status, 400);
      return explainRefusal(filter, ['username'], message);
    };
    assert.is(await reasonFor('username = '), 'A value is missing after =.');
    assert.is(await reasonFor('username ~ @now ~ "a"'), '&& or || is missing before ~.');
    assert.is(await reasonFor('username = "secret"'), 'Search for an order number.');
  });

  test(`${name}: cancels a call that takes too long, or that a newer one replaces`, async () => {
    const client = await server.connect();
    const late = await failureOf(slow(1000, { timeoutMs: 100 }));
    assert.is(late.kind, 'timeout');
    const older = failureOf(slow(1000, { key: 'one' }));
    const newer = slow(1, { key: 'one' });
    assert.is((await older).kind, 'aborted');
    assert.is((await newer).id, 'late');
    assert.is(client.unreachable, 0);
  });

  test(`${name}: a server that stops gracefully completes earlier requests`, async () => {
    const client = await server.connect();
    const backend = await server.backend();
    const asked = slow(500);
    await eventually(() => backend.log().includes('begins to sleep 500'), true);
    await backend.stop();
    assert.is((await asked).id, 'late');
    assert.is((await failureOf(health.check())).kind, 'unreachable');
    assert.is(client.unreachable, 1);
    await backend.restart();
  });

  test(`${name}: cuts off an endless response when the server stops`, async () => {
    const client = await server.connect();
    const backend = await server.backend();
    const calls = [failureOf(slow(60_000)), failureOf(request('GET', 'cut', { answer: AnyRecord }))];
    const begun = ['begins to sleep 60000', 'has sent half'];
    await eventually(() => begun.filter((line) => backend.log().includes(line)), begun);
    await backend.kill();
    for (const failure of await Promise.all(calls)) {
      assert.is(failure.kind, 'unreachable');
      assert.is(failure.status, 0);
      assert.is(failure.message, 'The server cannot be reached. Check the connection and try again.');
    }
    assert.is(client.unreachable, 2);
    const write = await failureOf(request('POST', 'collections/users/records', { body: {} }));
    assert.is(write.kind, 'unreachable');
    assert.is(client.unreachable, 3);
    assert.is(client.unauthorized, 0);
  });

  test(`${name}: the session continues when the server is back`, async () => {
    const client = await server.connect();
    await (await server.backend()).restart();
    await health.check();
    await adminSession.refresh();
    assert.is(client.unauthorized + client.unreachable, 0);
  });
  test.after(server.stop);
}

test.run();
