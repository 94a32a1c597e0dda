import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readByIds } from '../../ui/backend/recordPages';
import * as records from '../../ui/backend/records';
import type { Collection } from '../../ui/model/collection';
import { Answer, type Call, failure, fakeBackend, networkError } from '../support/backend';
import { adminToken, listOf, post, postsCollection } from '../support/samples';
import { assertFails, connect, settle } from './connect';

const posts = postsCollection as unknown as Collection;
const one = 'GET /api/collections/:collection/records/:id';
const list = 'GET /api/collections/:collection/records';
const patch = 'PATCH /api/collections/:collection/records/:id';
const create = 'POST /api/collections/:collection/records';
const noFiles = (values: object) => ({ values: { ...values }, files: [] });

test('a record includes the source text of its json fields', async () => {
  const text = JSON.stringify(post).replace(
    '{"seen":[1,2]}',
    '{"b":1.10,"a":9007199254740993,"1":"\\u003c"}',
  );
  const backend = fakeBackend({ [one]: new Answer(200, text) });
  connect(backend, 't');
  const { record, sources } = await records.get(posts, post.id);
  assert.is(record.id, post.id);
  assert.equal(sources, { meta: '{"b":1.10,"a":9007199254740993,"1":"\\u003c"}' });
  assert.equal(backend.calls[0]?.query, {});
  assert.equal(backend.calls[0]?.params, { collection: posts.id, id: post.id });
});

test('a json field has the source of any value, and no source without one', async () => {
  for (const text of ['null', 'false', '"null"', '1.10']) {
    connect(fakeBackend({ [one]: new Answer(200, `{"id":"x","meta":${text}}`) }), 't');
    assert.equal((await records.get(posts, 'x')).sources, { meta: text });
  }
  connect(fakeBackend({ [one]: new Answer(200, '{"id":"x"}') }), 't');
  assert.equal((await records.get(posts, 'x')).sources, {});
});

test('two updates of one record never run at once; updates of other records do', async () => {
  const backend = fakeBackend({ [patch]: post });
  connect(backend, 't');
  const release = backend.hold(patch);
  const sent = () => backend.calls.map(({ params, body }) => [params['collection'], params['id'], body]);
  const update = (id: string, recordId: string, at: number) =>
    records.update({ ...posts, id }, recordId, noFiles({ at }));
  const all = [update('a', 'r1', 0), update('a', 'r1', 1), update('a', 'r2', 2), update('b', 'r1', 3)];
  all.push(update('a', 'r1', 4));
  await settle();
  const first = [
    ['a', 'r1', { at: 0 }],
    ['a', 'r2', { at: 2 }],
    ['b', 'r1', { at: 3 }],
  ];
  assert.equal(sent(), first);
  release();
  await Promise.all(all);
  assert.equal(sent(), [...first, ['a', 'r1', { at: 1 }], ['a', 'r1', { at: 4 }]], 'in their order');
});

for (const [what, given] of [
  ['refused', failure(400, 'No.')],
  ['without an answer', networkError],
  ['aborted', () => Promise.reject(new DOMException('', 'AbortError'))],
] as const) {
  test(`an update that is ${what} frees its turn`, async () => {
    const backend = fakeBackend({ [patch]: post });
    connect(backend, 't');
    backend.answerOnce(patch, given);
    const [first, second] = await Promise.allSettled([
      records.update(posts, post.id, noFiles({ title: 'One' })),
      records.update(posts, post.id, noFiles({ title: 'Two' })),
    ]);
    assert.equal([first?.status, second?.status], ['rejected', 'fulfilled']);
    assert.is(backend.calls.length, 2);
  });
}

test('an update that waits for its turn is not sent when its admin has left', async () => {
  const backend = fakeBackend({ [patch]: post });
  const page = connect(backend, adminToken());
  const release = backend.hold(patch);
  const first = records.update(posts, 'r', noFiles({ at: 1 }));
  const second = assertFails(records.update(posts, 'r', noFiles({ at: 2 })), { kind: 'aborted' });
  const renewed = records.update(posts, 's', noFiles({ at: 3 }));
  const afterwards = records.update(posts, 's', noFiles({ at: 4 }));
  page.token = '';
  release();
  await first;
  await second;
  await renewed;
  await assertFails(afterwards, { kind: 'aborted' });
  assert.equal(
    backend.calls.map(({ body }) => body),
    [{ at: 1 }, { at: 3 }],
  );
});

test('files are sent under their names, and all values in one other part', async () => {
  const backend = fakeBackend({ [create]: post, [patch]: post });
  connect(backend, 't');
  const [x, y, z] = ['x', 'y', 'z'].map((name) => new File([name], `${name}.txt`));
  if (!x || !y || !z) return assert.unreachable();
  const values = { title: 'é "', meta: 'null', files: ['b.txt', 'a.txt'], published: false };
  const files = [
    ['files', x],
    ['files', y],
    ['logo', z],
  ] as const;
  const shares: number[] = [];
  const onProgress = (share: number) => shares.push(share);
  await records.update(posts, 'x', { values, files }, { onProgress, expand: ['author'] });
  await records.create(posts, { values, files });
  for (const call of backend.calls as Call[]) {
    const form = call.body as FormData;
    assert.equal(JSON.parse(String(form.get('@jsonPayload'))), values);
    assert.equal([...form.keys()], ['@jsonPayload', 'files', 'files', 'logo']);
    const names = [...form.getAll('files'), form.get('logo')].map((file) => (file as File).name);
    assert.equal(names, ['x.txt', 'y.txt', 'z.txt']);
  }
  assert.equal(shares, [0.5, 1]);
  assert.equal(backend.calls[0]?.query, { expand: 'author' });
});

test('requests records by id in batches that the server accepts, and deleted ones are missing', async () => {
  const backend = fakeBackend({
    [list]: ({ query }: Call) =>
      listOf(
        [...(query['filter'] ?? '').matchAll(/"([^"]+)"/g)].flatMap(([, id]) =>
          id === 'id70' ? [] : { id },
        ),
      ),
  });
  connect(backend, 't');
  const short = Array.from({ length: 120 }, (_, at) => `id${at}`);
  // The ids of a view may be long.
  const long = Array.from({ length: 50 }, (_, at) => `${'long '.repeat(20)}${at}`);
  for (const ids of [short, long, []]) {
    const found = await readByIds('others', ids, { fields: ['*:excerpt(200)'] });
    assert.equal(
      found.map(({ id }) => id),
      ids.filter((id) => id !== 'id70'),
    );
  }
  const many = Array.from({ length: 60 }, (_, at) => `a_long_name_${at}`);
  const before = backend.calls.length;
  await readByIds('others', short.slice(0, 50), { fields: many });
  assert.is(backend.calls.length - before, 1, 'whole records are asked for in place of so many names');
  assert.equal(
    backend.calls.slice(0, 3).map(({ query }) => query['perPage']),
    ['50', '50', '20'],
  );
  for (const { query } of backend.calls.slice(0, before)) {
    assert.equal([query['fields'], query['skipTotal']], ['*:excerpt(200)', '1']);
    assert.ok(new URLSearchParams(query).toString().length <= 2048);
  }
});

test.run();
