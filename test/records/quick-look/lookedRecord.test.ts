import { mock } from 'node:test';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Collection } from '../../../ui/model/collection';
import { maxQueryLength, serverQueryLength } from '../../../ui/model/queryLength';
import type { ListedRecord } from '../../../ui/model/record';
import { displayText } from '../../../ui/model/recordName';
import * as session from '../../../ui/page/session/session';
import {
  createLookedRecord,
  type LookedRecord,
  lookQuery,
} from '../../../ui/records/quick-look/lookedRecord';
import { connect, settle } from '../../backend/connect';
import { type Call, type FakeBackend, failure } from '../../support/backend';
import { field } from '../../support/fields';
import { admin, adminToken, post, postsCollection } from '../../support/samples';
import { endPage, shownToasts, startPage } from '../pickers/pickerBackend';

const posts = postsCollection as Collection;
const recordRoute = 'GET /api/collections/:collection/records/:id';

let backend: FakeBackend;
let look: LookedRecord;

const rowOf = (id: string, updated = post.updated) =>
  ({ ...post, id, title: `Post ${id}`, updated }) as unknown as ListedRecord;
const asked = () => backend.callsTo(recordRoute).map(({ params }) => params['id']);

/** Puts the cursor on a row. */
const go = (id: string, updated?: string) => look.show(id, rowOf(id, updated));

/** The cursor stays where it is. */
async function rest(): Promise<void> {
  mock.timers.tick(120);
  await settle();
}

/** Reads the name of the record in the region, in brackets while it is dimmed. */
function shown(): string {
  const { shown: answer, isCurrent, status, loadError } = look.state;
  if (status === 'failed') return `failed ${loadError?.status ?? ''}`.trim();
  if (!answer) return 'nothing';
  const name = displayText(answer.record, posts);
  return isCurrent ? name : `(${name})`;
}

test.before.each(async () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  backend = await startPage([]);
  backend.answer(recordRoute, ({ params }: Call) => rowOf(params['id'] ?? ''));
  look = createLookedRecord(posts);
  look.open();
});
test.after.each(() => {
  look.close();
  endPage();
  mock.timers.reset();
});

test('nothing is read while the cursor moves on; the last record stays dimmed', async () => {
  assert.is(shown(), 'nothing');
  go('a');
  await rest();
  assert.equal(backend.callsTo(recordRoute)[0]?.query, { expand: 'author' }, 'in full, with related records');
  for (const id of ['b', 'c', 'd', 'e']) {
    go(id);
    mock.timers.tick(119);
    await settle();
    assert.is(shown(), '(Post a)');
  }
  assert.equal(asked(), ['a']);
  await rest();
  assert.equal(asked(), ['a', 'e']);
  assert.is(shown(), 'Post e');
});

test('answers in reverse order never show a wrong record', async () => {
  // These answers arrive although their calls were ended.
  const answers = new Map<string, () => void>();
  connect({ ...backend, fetch: (url, init) => backend.fetch(url, { ...init, signal: null }) }, adminToken());
  backend.answer(
    recordRoute,
    ({ params }: Call) =>
      new Promise((resolve) => {
        const id = params['id'] ?? '';
        answers.set(id, () => resolve(rowOf(id)));
      }),
  );
  const ids = ['a', 'b', 'c', 'd'];
  for (const id of ids) {
    go(id);
    await rest();
  }
  for (const id of ids.toReversed()) {
    answers.get(id)?.();
    await settle();
    assert.is(shown(), 'Post d');
  }
  go('b');
  await settle();
  assert.is(shown(), '(Post d)', 'a late answer is not kept either');
});

test('the last twenty records are kept, and shown again without a call', async () => {
  const ids = Array.from({ length: 21 }, (_, at) => `row${at}`);
  for (const id of ids) {
    go(id);
    await rest();
  }
  for (const id of ids.slice(1)) {
    go(id);
    assert.is(shown(), `Post ${id}`);
  }
  await rest();
  assert.equal(asked(), ids);
  go('row0');
  await rest();
  assert.equal(asked(), [...ids, 'row0'], 'the oldest one was dropped');
});

test('a record is read again when its row is newer than it or gone, but not when the list catches up', async () => {
  go('a');
  await rest();
  const later = '2027-01-01 00:00:00.000Z';
  backend.answer(recordRoute, rowOf('a', later));
  go('a', later);
  assert.is(shown(), '(Post a)');
  await rest();
  assert.is(shown(), 'Post a');
  backend.answer(recordRoute, rowOf('b', later));
  go('b');
  await rest();
  go('b', later);
  await rest();
  assert.equal(asked(), ['a', 'a', 'b']);
  backend.answer(recordRoute, failure(404, "The requested resource wasn't found."));
  look.show('a', undefined);
  await rest();
  assert.is(shown(), 'failed 404');
  assert.equal(shownToasts(), [], 'it is said in its place');
});

test('a failure is told in its place, Retry reads again, and the next record begins anew', async () => {
  backend.answerOnce(recordRoute, failure(500, 'Something went wrong.'));
  go('a');
  await rest();
  assert.is(shown(), 'failed 500');
  look.retry();
  mock.timers.tick(0);
  await settle();
  assert.is(shown(), 'Post a');
  backend.answerOnce(recordRoute, failure(403, 'Only admins can perform this action.'));
  go('b');
  await rest();
  assert.is(shown(), 'failed 403');
  go('c');
  assert.is(shown(), 'nothing');
  go('a');
  assert.is(shown(), 'Post a');
});

test('the end of the session empties it and calls nothing; after the sign-in it goes on', async () => {
  go('a');
  await rest();
  go('b');
  session.end();
  await settle();
  assert.is(shown(), 'nothing');
  await rest();
  go('c');
  await rest();
  assert.equal(asked(), ['a']);
  assert.is(shown(), 'nothing');
  session.begin({ admin, token: adminToken() });
  await settle();
  await rest();
  assert.equal(asked(), ['a', 'c']);
  assert.is(shown(), 'Post c');
  go('a');
  assert.is(shown(), '(Post c)', 'nothing of the last session was kept');
  look.close();
  await rest();
  assert.equal(asked(), ['a', 'c'], 'a closed one calls nothing');
});

const collectionWith = (...fields: [type: string, name: string][]) =>
  ({
    id: 'orders',
    name: 'orders',
    type: 'base',
    schema: fields.map(([type, name]) => field(type, name)),
  }) as unknown as Collection;

const manyNames = (count: number, length: number) =>
  Array.from({ length: count }, (_, at) => ['relation', `${at}_`.padEnd(length, 'x')] as [string, string]);

const cases: [what: string, collection: Collection, query: object][] = [
  ['without relations the record alone is read', collectionWith(['text', 'title'], ['editor', 'note']), {}],
  [
    'related records are read one level deep, with excerpts',
    collectionWith(['text', 'title'], ['relation', 'customer'], ['relation', 'lines']),
    { expand: 'customer,lines', fields: '*,expand.customer.*:excerpt(200),expand.lines.*:excerpt(200)' },
  ],
  [
    'a server that picks fields rounds the numbers of json fields',
    collectionWith(['relation', 'customer'], ['json', 'meta']),
    { expand: 'customer' },
  ],
];
for (const [what, collection, query] of cases) test(what, () => assert.equal(lookQuery(collection), query));

test('a query that is too long leaves out the excerpts, then the related records', () => {
  const some = manyNames(40, 30);
  const query = lookQuery(collectionWith(...some));
  assert.equal(query, { expand: some.map(([, name]) => name).join(',') });
  assert.ok(serverQueryLength(query) <= maxQueryLength);
  assert.equal(lookQuery(collectionWith(...manyNames(80, 50))), {});
});

test.run();
