import '../../../support/dom';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ref } from 'valtio/vanilla';
import * as dialect from '../../../../ui/backend/dialect';
import type { RuleKey } from '../../../../ui/collections/editor/collectionForm';
import { createRuleTrial, type RuleTrial } from '../../../../ui/collections/editor/rules/ruleTrial';
import type { Collection } from '../../../../ui/model/collection';
import * as collections from '../../../../ui/page/collections';
import * as toasts from '../../../../ui/page/toasts';
import { foundBy } from '../../../../ui/rules/askRule';
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

/** Twelve records: the typed rule finds `a` and `b`, the stored one, by which guests list, `b` and `c`. */
async function scene() {
  const answer = ({ headers, query: { filter = '', perPage } }: Call) => {
    if (!headers['authorization']) return page([], 2);
    const ids = filter.includes('typed') ? ['a', 'b'] : filter.includes('stored') ? ['b', 'c'] : [];
    if (filter === '') return page([], 12);
    if (filter.includes('id="')) return page(['a', 'b', 'c'].filter((id) => filter.includes(`id="${id}"`)));
    return page(perPage === '1' ? [] : ids, ids.length);
  };
  const backend = fakeBackend({ [list]: answer });
  connect(backend, 'token');
  collections.state.all = ref([posts]);
  const trial = createRuleTrial(posts.id);
  await trial.choose('guest');
  return { backend, trial, answer };
}

function verdictOf({ state }: RuleTrial, key: RuleKey) {
  const trial = state.byRule[key];
  return trial?.kind === 'tried' ? trial.verdict : null;
}

/** The calls that count all records. */
const totals = (backend: ReturnType<typeof fakeBackend>) =>
  backend
    .callsTo(list)
    .filter(({ headers, query }) => headers['authorization'] && query['filter'] === undefined);

test.after.each(() => {
  collections.forget();
  toasts.closeAll();
});

test('a rule is counted beside the stored one, and all rules share the total', async () => {
  const { backend, trial } = await scene();
  await trial.tryRule('listRule', typed, posts);
  await trial.tryRule('viewRule', typed, posts);
  const tried = trial.state.byRule.listRule;
  if (tried?.kind !== 'tried' || !tried.stored) return assert.unreachable();
  assert.equal([foundBy(tried.verdict), tried.total, foundBy(tried.stored)], [2, 12, 2]);
  assert.equal([tried.hasBody, tried.guests], [false, null]);
  assert.is(verdictOf(trial, 'viewRule')?.kind, 'yes');
  assert.is(totals(backend).length, 1);
});

test('a failed count of all records is asked again by the next try', async () => {
  const { backend, trial, answer } = await scene();
  backend.answer(list, (call: Call) => (call.query['filter'] === undefined ? networkError : answer(call)));
  await trial.tryRule('listRule', typed, posts);
  assert.is(verdictOf(trial, 'listRule')?.kind, 'unknown');
  backend.answer(list, answer);
  await trial.tryRule('listRule', typed, posts);
  assert.is(verdictOf(trial, 'listRule')?.kind, 'yes');
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
  assert.is(verdictOf(trial, 'listRule')?.kind, 'yes');
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

test('without verdicts on writes, a create rule is still judged where it names nothing', async () => {
  const { trial } = await scene();
  dialect.learn(23);
  const kinds = [];
  for (const rule of [null, '', typed]) {
    await trial.tryRule('createRule', rule, posts);
    kinds.push(verdictOf(trial, 'createRule')?.kind);
  }
  localStorage.clear();
  dialect.open('');
  assert.equal(kinds, ['no', 'yes', 'unknown']);
});

test.run();
