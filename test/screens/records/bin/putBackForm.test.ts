import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ref } from 'valtio/vanilla';
import type { Collection } from '../../../../ui/model/collection';
import { createPutBackForm, type PutBackForm } from '../../../../ui/screens/records/bin/putBackForm';
import * as bin from '../../../../ui/state/bin/bin';
import * as putBack from '../../../../ui/state/bin/putBack';
import * as collections from '../../../../ui/state/collections';
import * as toasts from '../../../../ui/state/toasts';
import { settle } from '../../../api/connect';
import { keepDeleted, signIn, signOut } from '../../../state/bin/binScene';
import { type Call, type FakeBackend, fakeBackend } from '../../../support/backend';
import { eventually } from '../../../support/eventually';
import { listOf, postsCollection } from '../../../support/samples';

const posts = postsCollection as Collection;
const old: Collection = { ...posts, id: 'old', name: 'old' };
const lines = {
  ...posts,
  id: 'lines',
  name: 'lines',
  schema: [
    {
      id: 'f_of',
      name: 'of',
      type: 'relation',
      required: true,
      options: { collectionId: posts.id, maxSelect: 1 },
    },
  ],
} as unknown as Collection;
const collectionsRoute = 'GET /api/collections';
const importRoute = 'PUT /api/collections/import';
const createRoute = 'POST /api/collections/:collection/records';

let backend: FakeBackend;

test.before.each(() => {
  let all = [posts, lines];
  backend = fakeBackend({
    [collectionsRoute]: () => listOf(all, 200),
    'GET /api/collections/:collection': ({ params }: Call) =>
      all.find(({ id }) => id === params['collection']),
    [importRoute]: ({ body }: Call) => {
      all = [...all, ...(body as { collections: Collection[] }).collections];
      return null;
    },
    'GET /api/collections/:collection/records': listOf([], 500),
    [createRoute]: ({ body }: Call) => ({ ...(body as object), updated: '2026-01-01 00:00:00.000Z' }),
  });
  signIn(backend);
  Object.assign(collections.state, { all: ref([posts, lines]), isLoaded: true });
});
test.after.each(signOut);

const ids = ['record000000001', 'record000000002'];

/** Opens the popup for two records of a backup. */
async function open(collection: Collection, first: readonly Collection[] = []): Promise<PutBackForm> {
  const source: putBack.PutBackSource = {
    from: { backup: 'old.zip' },
    title: '2 records',
    collections: [collection],
    records: ids.map((id) => ({
      collectionId: collection.id,
      answer: { record: { id, title: 'T' } as never, sources: {} },
    })),
    references: [],
    hasFile: () => false,
  };
  const form = createPutBackForm({ source, collections: first });
  await form.open();
  assert.is(form.state.step, 'plan');
  return form;
}

const created = () => backend.callsTo(createRoute).map(({ body }) => (body as { id: string }).id);

test('the entry that holds a required record is offered, although nobody has opened the bin', async () => {
  const line = { id: 'line00000000001', of: ids[0] };
  await keepDeleted('line', lines, [line]);
  await keepDeleted('other', posts, [{ id: 'record000000009' }]);
  await keepDeleted('post', posts, [{ id: ids[0] ?? '' }]);
  assert.is(bin.state.isLoaded, false);
  const form = createPutBackForm({ entryIds: ['line'] });
  await form.open();
  assert.is(form.state.plan?.obstacles.length, 1);
  assert.equal(
    form.state.needed.map(({ id }) => id),
    ['post'],
  );
  await form.addNeeded();
  assert.equal([form.state.plan?.obstacles, form.state.needed], [[], []]);
  await form.send();
  assert.equal(created(), [ids[0], line.id]);
});

test('a stop while the plan is read puts nothing back, and the next try does', async () => {
  const form = await open(posts);
  const answer = backend.hold(collectionsRoute);
  const sending = form.send();
  await settle();
  form.stop();
  answer();
  await sending;
  assert.equal([created(), form.state.step], [[], 'plan']);
  const release = backend.hold(createRoute);
  const again = form.send();
  await eventually(() => putBack.run.state.isBusy, true);
  await form.send();
  assert.is(toasts.state.items.at(-1)?.message, 'Wait until the other put-back ends.');
  release();
  await again;
  assert.equal([created(), form.state.step], [ids, 'ended']);
});

test('a stop while the collection is put back leaves its records, and the next try sends them', async () => {
  const form = await open(old, [old]);
  const answer = backend.hold(importRoute);
  const sending = form.send();
  await settle();
  form.stop();
  answer();
  await sending;
  assert.equal([created(), form.state.step], [[], 'plan']);
  await form.send();
  assert.equal([created(), form.state.step, backend.callsTo(importRoute).length], [ids, 'ended', 1]);
});

test.run();
