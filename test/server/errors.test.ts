import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as adminSession from '../../ui/backend/adminSession';
import { request } from '../../ui/backend/client';
import { listAll } from '../../ui/backend/collections';
import * as health from '../../ui/backend/health';
import * as listedRecords from '../../ui/backend/listedRecords';
import { explainRefusal } from '../../ui/model/filter/explainFilter';
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

const slow = (ms: number) => request('GET', `slow/${ms}`, { answer: AnyRecord });

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

  test(`${name}: refuses calls for admins without a valid token with 401`, async () => {
    const client = await server.connect();
    for (const token of ['', 'garbage', 'a b,c;"']) {
      client.token = token;
      assert.is((await failureOf(adminSession.refresh())).status, 401);
      assert.is((await failureOf(listAll())).status, 401);
      assert.is((await failureOf(listedRecords.count('users', '@collection.users.id != ""'))).status, 403);
    }
    assert.equal([client.unauthorized, client.forbidden], [6, 3]);
  });

  test(`${name}: reports the errors of a collection by dotted path, of a part, a whole field or a list`, async () => {
    await server.connect();
    const options = { min: -1, max: -2, pattern: '[' };
    const thumbs = ['0x0', 'x', '100x100'];
    const bad = [field('text', 'a_via_b', options), field('file', 'f', { thumbs })];
    const { status, message, fields } = await failureOf(createCollection({ name: 'no name', schema: bad }));
    assert.equal([status, message], [400, 'Something went wrong while processing your request.']);
    const parts = 'name options.max options.min options.pattern'.split(' ').map((part) => `schema.0.${part}`);
    const sizes = [0, 1].map((at) => `schema.1.options.thumbs.${at}`);
    assert.equal(Object.keys(fields).sort(), ['name', ...parts, ...sizes]);
    assert.equal(fields['schema.0.name'], {
      code: 'validation_invalid_name',
      message: "The name of the field cannot contain '_via_'.",
    });

    const { id, schema } = await createCollection({ name: 'whole', schema: [field('text', 'a')] });
    for (const [body, path, words] of [
      [
        { schema: [{ ...field('number', 'a'), id: schema[0]?.id }] },
        'schema.0',
        /^Field type cannot be changed/,
      ],
      [{ schema: [] }, 'schema', /./],
      [{ indexes: ['CREATE INDEX `i` ON `whole` (`a`)', 'CREATE nonsense'] }, 'indexes.1', /./],
      [{ listRule: 'nope = 1' }, 'listRule', /unknown field "nope"/],
    ] as const) {
      const refusal = await failureOf(request('PATCH', `collections/${id}`, { body }));
      assert.equal(Object.keys(refusal.fields), [path]);
      assert.match(refusal.fields[path]?.message ?? '', words);
    }
    const odd = await failureOf(request('PATCH', `collections/${id}`, { body: { schema: 'no list' } }));
    assert.equal(odd.fields, {});
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

  test(`${name}: a stop completes earlier requests; a kill cuts endless ones off; the session goes on after both`, async () => {
    const client = await server.connect();
    const backend = await server.backend();
    const says = (...lines: string[]) =>
      eventually(() => lines.filter((line) => backend.log().includes(line)), lines);
    const asked = slow(500);
    await says('begins to sleep 500');
    await backend.stop();
    assert.is((await asked).id, 'late');
    assert.is((await failureOf(health.check())).kind, 'unreachable');
    await backend.restart();
    await health.check();

    const calls = [failureOf(slow(60_000)), failureOf(request('GET', 'cut', { answer: AnyRecord }))];
    await says('begins to sleep 60000', 'has sent half');
    await backend.kill();
    const refused = failureOf(request('POST', 'collections/users/records', { body: {} }));
    for (const { kind, status, message } of await Promise.all([...calls, refused])) {
      assert.equal([kind, status], ['unreachable', 0]);
      assert.is(message, 'The server cannot be reached. Check the connection and try again.');
    }
    await backend.restart();
    await adminSession.refresh();
    assert.equal([client.unreachable, client.unauthorized], [4, 0]);
  });
  test.after(server.stop);
}

test.run();
