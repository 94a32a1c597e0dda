import '../../support/dom';
import { mock } from 'node:test';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Collection } from '../../../ui/model/collection';
import { createRuleCounts } from '../../../ui/rules/api-rules/ruleCounts';
import { connect, settle } from '../../backend/connect';
import { type Call, failure, fakeBackend } from '../../support/backend';

const list = 'GET /api/collections/:collection/records';
const collection = (id: string, more: object) =>
  ({ id, name: id, type: 'base', schema: [], ...more }) as Collection;
const total = (totalItems: number) => ({ page: 1, perPage: 1, totalItems, totalPages: 1, items: [] });
/** Lets the rows rest, and waits for the counts that begin then. */
const pass = () => {
  mock.timers.tick(150);
  return settle();
};

test.before.each(() => mock.timers.enable({ apis: ['setTimeout'] }));
test.after.each(() => mock.timers.reset());

/** A guest lists three of the twelve records. */
function scene() {
  const backend = fakeBackend({ [list]: ({ headers }: Call) => total(headers['authorization'] ? 12 : 3) });
  connect(backend, 'token');
  return backend;
}

const answers: [rule: string | null, count: object, calls: number][] = [
  ['', { kind: 'counted', found: 3, total: 12 }, 2],
  [null, { kind: 'counted', found: 0, total: 12 }, 1],
  ['id = @request.auth.id', { kind: 'counted', found: 3, total: 12 }, 2],
  [
    '@request.query.a = "x"',
    { kind: 'unknown', reason: 'The rule reads @request.query, which guests choose.', isFailure: false },
    0,
  ],
];
for (const [listRule, count, calls] of answers) {
  test(`counts ${JSON.stringify(listRule)}`, async () => {
    const backend = scene();
    const counts = createRuleCounts();
    const one = collection('a', { listRule });
    counts.want(one, 'listRule');
    await pass();
    assert.equal(counts.get(one, 'listRule'), count);
    assert.is(backend.calls.length, calls);
  });
}

const many = Array.from({ length: 10 }, (_, at) => collection(`c${at}`, { listRule: '' }));

test('counts at most four at once, and nothing that is no longer wanted', async () => {
  const backend = scene();
  const release = backend.hold(list);
  const counts = createRuleCounts();
  const stops = many.map((one) => counts.want(one, 'listRule'));
  for (const stop of stops.slice(6)) stop();
  assert.is(backend.calls.length, 0);
  await pass();
  assert.equal([backend.calls.length, counts.state.left], [4, 6]);
  release();
  await settle();
  await settle();
  assert.equal([backend.calls.length, counts.state.left], [12, 0]);
  assert.equal(counts.get(many[5] as Collection, 'listRule'), { kind: 'counted', found: 3, total: 12 });
  assert.is(counts.get(many[6] as Collection, 'listRule'), undefined);
});

test('a failure is told and can be repeated; a changed rule is counted again', async () => {
  const backend = scene();
  const counts = createRuleCounts();
  const one = collection('a', { listRule: '' });
  backend.answerOnce(list, failure(500, 'Broken.'));
  counts.want(one, 'listRule');
  await pass();
  assert.equal(counts.get(one, 'listRule'), { kind: 'unknown', reason: 'Broken.', isFailure: true });
  counts.retry(one, 'listRule');
  await settle();
  assert.is(counts.get(one, 'listRule')?.kind, 'counted');
  assert.is(counts.get({ ...one, listRule: 'id != ""' }, 'listRule'), undefined);
});

test.run();
