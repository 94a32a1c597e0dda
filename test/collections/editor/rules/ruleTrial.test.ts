import '../../../support/dom';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ref } from 'valtio/vanilla';
import { createRuleTrial } from '../../../../ui/collections/editor/rules/ruleTrial';
import type { Collection } from '../../../../ui/model/collection';
import * as collections from '../../../../ui/page/collections';
import * as toasts from '../../../../ui/page/toasts';
import { connect, settle } from '../../../backend/connect';
import { type Call, fakeBackend, networkError } from '../../../support/backend';
import { eventually } from '../../../support/eventually';
import { postsCollection } from '../../../support/samples';

const list = 'GET /api/collections/:collection/records';
const typed = 'title = "typed"';
const posts = { ...postsCollection, listRule: 'title = "stored"' } as unknown as Collection;
const page = (ids: readonly string[], totalItems = ids.length) => ({
  page: 1,
  perPage: 500,
  totalItems,
  totalPages: 1,
  items: ids.map((id) => ({ id })),
});

/** Twelve records: the typed rule finds `a` and `b`, the stored one `b` and `c`. */
async function scene() {
  const answer = ({ query: { filter = '', perPage } }: Call) => {
    const ids = filter.includes('typed') ? ['a', 'b'] : filter.includes('stored') ? ['b', 'c'] : [];
    if (filter === '') return page([], 12);
    if (filter.includes('id="')) return page(['a', 'b', 'c'].filter((id) => filter.includes(`id="${id}"`)));
    return page(perPage === '1' ? [] : ids, ids.length);
  };
  const backend = fakeBackend({ [list]: answer });
  connect(backend);
  collections.state.all = ref([posts]);
  const trial = createRuleTrial(posts.id);
  await trial.choose('guest');
  return { backend, trial, answer };
}

/** The calls that count all records. */
const totals = (backend: ReturnType<typeof fakeBackend>) =>
  backend.callsTo(list).filter(({ query }) => query['filter'] === undefined);

test.after.each(() => {
  collections.forget();
  toasts.closeAll();
});

test('a rule is counted beside the stored one, and all rules share the total', async () => {
  const { backend, trial } = await scene();
  await trial.tryRule('listRule', typed, posts);
  await trial.tryRule('viewRule', typed, posts);
  const counted = { kind: 'counted', found: 2, total: 12, hasBody: false, guests: null };
  assert.equal(trial.state.byRule.listRule, { ...counted, stored: 2 });
  assert.equal(trial.state.byRule.viewRule?.kind, 'counted');
  assert.is(totals(backend).length, 1);
});

test('a failed count of all records is asked again by the next try', async () => {
  const { backend, trial, answer } = await scene();
  backend.answer(list, (call: Call) => (call.query['filter'] === undefined ? networkError : answer(call)));
  await trial.tryRule('listRule', typed, posts);
  assert.is(trial.state.byRule.listRule?.kind, 'failed');
  backend.answer(list, answer);
  await trial.tryRule('listRule', typed, posts);
  assert.is(trial.state.byRule.listRule?.kind, 'counted');
});

test('another person can be chosen in the middle of a try', async () => {
  const { backend, trial, answer } = await scene();
  const never = new Promise(() => {});
  backend.answer(list, (call: Call) => (call.query['filter']?.includes('typed') ? answer(call) : never));
  const trying = trial.tryRule('listRule', typed, posts);
  await eventually(() => totals(backend).length > 0, true);
  backend.answer(list, answer);
  await trial.choose('guest');
  await trying;
  await settle();
  assert.is(trial.state.byRule.listRule?.kind, 'counted');
});

test('a comparison names the records that only one rule finds', async () => {
  const { trial } = await scene();
  await trial.tryRule('listRule', typed, posts);
  await trial.compare('listRule');
  const one = (id: string) => ({ count: 1, first: [{ id, name: id }] });
  assert.equal(trial.state.differences.listRule, { kind: 'known', more: one('a'), fewer: one('c') });
});

test('a comparison that is forgotten while it asks does not come back, and another one can begin', async () => {
  const { backend, trial } = await scene();
  await trial.tryRule('listRule', typed, posts);
  const release = backend.hold(list);
  const comparing = trial.compare('listRule');
  trial.forgetDifference('listRule');
  release();
  await comparing;
  assert.is(trial.state.differences.listRule, undefined);
  await trial.compare('listRule');
  assert.is(trial.state.differences.listRule?.kind, 'known');
});

test.run();
