import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Collection } from '../../../ui/model/collection';
import type { PutBackPlan } from '../../../ui/model/put-back/putBackPlan';
import * as bin from '../../../ui/state/bin/bin';
import * as putBack from '../../../ui/state/bin/putBack';
import * as undo from '../../../ui/state/bin/undo';
import * as collections from '../../../ui/state/collections';
import type { PutBackJob } from '../../../ui/state/jobs/writeJob';
import { type Call, type FakeBackend, fakeBackend } from '../../support/backend';
import { postsCollection } from '../../support/samples';
import { keepDeleted, signIn, signOut, told } from './binScene';

const collectionRoute = 'GET /api/collections/:collection';
const createRoute = 'POST /api/collections/:collection/records';
const posts = postsCollection as Collection;
const ids = Array.from({ length: 12 }, (_, at) => `record${String(at).padStart(9, '0')}`);

let backend: FakeBackend;
/** Called with each create. */
let onCreate: () => void;

test.before.each(() => {
  onCreate = () => {};
  backend = fakeBackend({
    [collectionRoute]: postsCollection,
    [createRoute]: ({ body }: Call) => {
      onCreate();
      return { ...(body as object), updated: '2026-01-01 00:00:00.000Z' };
    },
  });
  signIn(backend);
  collections.adopt(posts);
});
test.after.each(signOut);

/** Keeps the records in the bin, puts some of them back, and stops. */
async function stopHalfway(entryId: string): Promise<PutBackJob> {
  const rows = ids.map((id) => ({ id, title: `title of ${id}` }));
  const { entry, content } = await keepDeleted(entryId, posts, rows);
  const creates = ids.map((id) => ({
    collectionId: posts.id,
    id,
    values: { id, title: `title of ${id}` },
    files: [],
    wave: 0,
    needsPassword: false,
  }));
  const plan: PutBackPlan = { creates, updates: [], existing: [], obstacles: [], losses: [], isWhole: true };
  onCreate = () => putBack.run.stop();
  assert.ok(await putBack.send(undo.putBackSourceOf([entry], [content]), plan));
  onCreate = () => {};
  const { job, counts } = putBack.run.state;
  assert.ok(counts.created > 0 && counts.left > 0, `${counts.created} are back, ${counts.left} are left`);
  return job as PutBackJob;
}

test('a put-back that goes on empties its entry of the bin', async () => {
  const job = await stopHalfway('whole');
  await undo.resume(job);
  assert.is(backend.callsTo(createRoute).length, ids.length);
  assert.is((await bin.find('whole'))?.state, 'back');
  assert.is(told(), '12 records are back.');
});

test('a put-back that goes on after a rename keeps what it cannot put back', async () => {
  const job = await stopHalfway('renamed');
  const sent = backend.callsTo(createRoute).length;
  const [title, ...others] = posts.schema;
  const renamed = { ...posts, schema: [{ ...title, name: 'headline' }, ...others] } as Collection;
  backend.answer(collectionRoute, renamed);
  collections.adopt(renamed);
  await undo.resume(job);
  assert.is(backend.callsTo(createRoute).length, sent);
  assert.is((await bin.find('renamed'))?.state, 'kept');
  assert.is((await bin.content('renamed'))?.records.length, ids.length);
  assert.match(told(), `${ids.length - sent} records were refused. The field title no longer exists.`);
});

test.run();
