import { mock } from 'node:test';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { countLosses, countText, keyOf } from '../../../ui/collections/import/lossCounts';
import type { ImportedCollection } from '../../../ui/collections/import/plan/importedCollection';
import { planImport } from '../../../ui/collections/import/plan/importPlan';
import type { Collection } from '../../../ui/model/collection';
import type { ValueCounts } from '../../../ui/records/related/valueCounts';
import { settle } from '../../backend/connect';
import { type FakeBackend, failure, networkError } from '../../support/backend';
import { postsCollection, usersCollection } from '../../support/samples';
import { closeScene, routes, type Server, startScene } from './importScene';

let backend: FakeBackend;
let server: Server;

const { id: postsId } = postsCollection;
const tags = { ...postsCollection, id: 'tags00000000001', name: 'tags' } as Collection;
const existing = [usersCollection, postsCollection, tags] as Collection[];

/** Makes the plan of an import with only `posts`, which keeps only these fields. */
function planOf(keeps: (name: string) => boolean, changes: object = {}) {
  const schema = postsCollection.schema.filter(({ name }) => keeps(name));
  const imported = [{ ...postsCollection, schema, ...changes }] as unknown as ImportedCollection[];
  return planImport({ existing, imported, merges: false, deletesMissing: true });
}

const asked = () =>
  backend.callsTo(routes.count).map(({ params, query }) => [params['id'], query['filter'] ?? null]);

const running: ValueCounts[] = [];
function count(plan: Parameters<typeof countLosses>[0]): ValueCounts {
  const losses = countLosses(plan);
  running.push(losses);
  return losses;
}

test.before.each(() => {
  ({ backend, server } = startScene());
});
test.after.each(() => {
  for (const losses of running.splice(0)) losses.stop();
  closeScene();
});

test('two counts run at a time, and slow ones are marked', async () => {
  const release = backend.hold(routes.count);
  mock.timers.enable({ apis: ['setTimeout'] });
  const { state } = count(planOf((name) => name === 'title'));
  await settle();
  assert.is(asked().length, 2);
  mock.timers.tick(2999);
  assert.not.ok(Object.values(state).includes('slow'));
  mock.timers.tick(1);
  assert.equal(Object.values(state).slice(0, 3), ['slow', 'slow', 'counting']);
  mock.timers.reset();
  release();
  await settle();
  await settle();
  assert.is(asked().length, 12);
  assert.equal(
    Object.values(state).filter((one) => typeof one !== 'number'),
    [],
  );
});

test('a failed count is unknown, and the others continue', async () => {
  server.counts = { [`${postsId} views != 0`]: 7 };
  backend.answerOnce(routes.count, failure(400, 'No.'));
  backend.answerOnce(routes.count, networkError);
  const { state } = count(planOf((name) => name !== 'views'));
  await settle();
  assert.equal(Object.values(state), ['unknown', 'unknown', 7]);
});

test('values that no filter finds are unknown without a request', async () => {
  const digits = { ...postsCollection.schema[0], id: 'digits00', name: '2fa' };
  const held = { ...postsCollection, schema: [digits, ...postsCollection.schema] } as Collection;
  const plan = planImport({
    existing: [held],
    imported: [postsCollection] as unknown as ImportedCollection[],
    merges: false,
    deletesMissing: true,
  });
  const { state } = count(plan);
  await settle();
  assert.equal([{ ...state }, asked()], [{ [keyOf(postsId, 'digits00')]: 'unknown' }, []]);
});

test('the text of an unknown count is never zero', () => {
  assert.equal(
    [countText(0, 'record'), countText(1, 'record'), countText(1204, 'value'), countText(2, 'value')],
    ['0 records', '1 record', '1,204 values', '2 values'],
  );
  assert.is(countText('counting', 'record'), 'counting...');
  assert.is(countText('slow', 'record'), 'still counting...');
  assert.is(countText('unknown', 'record'), 'records not counted');
  assert.is(countText(undefined, 'value'), 'values not counted');
});

test.run();
