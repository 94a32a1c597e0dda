// A rule that is too long for one request of a newer server.
import '../../support/dom';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Collection } from '../../../ui/model/collection';
import { serverQueryLength } from '../../../ui/model/queryLength';
import { countFor, idsThatPass, mostIds, ruleCall, translate } from '../../../ui/state/rules/ruleAnswers';
import { connect, settle } from '../../api/connect';
import { type Call, failure, fakeBackend } from '../../support/backend';

const list = 'GET /api/collections/:collection/records';
const word = (at: number) => `word${at}`.padEnd(80, 'x');
/** Record `row7` has the word 7 of the rule. */
const rule = Array.from({ length: 40 }, (_, at) => `title = "${word(at)}"`).join(' || ');
const posts = {
  id: 'posts',
  name: 'posts',
  type: 'base',
  listRule: rule,
  schema: [{ id: 'title', name: 'title', type: 'text', options: {} }],
} as unknown as Collection;
const call = ruleCall(posts, 'listRule', null);
const idOf = (at: number) => `row${String(at).padStart(12, '0')}`;
const ids = Array.from({ length: 45 }, (_, at) => idOf(at));
const { signal } = new AbortController();

/** A server with records for all words; `perWord` are the records that have one word. */
function scene({ perWord = 1 } = {}) {
  let most = 0;
  let open = 0;
  const backend = fakeBackend({
    async [list]({ query }: Call) {
      if (serverQueryLength(query) > 2048) return failure(400, 'Query string is too large.');
      open += 1;
      most = Math.max(most, open);
      await settle();
      open -= 1;
      const filter = query['filter'] ?? '';
      const asked = [...filter.matchAll(/id="(row\d+)"/g)].map(([, id = '']) => id);
      const found = [...filter.matchAll(/title="word(\d+)x/g)].flatMap(([, at = '']) =>
        Array.from({ length: perWord }, (_, copy) => (perWord > 1 ? `${at}-${copy}` : idOf(Number(at)))),
      );
      const items = asked.length > 0 ? found.filter((id) => asked.includes(id)) : found;
      const page = Number(query['page'] ?? 1);
      const perPage = Number(query['perPage']);
      const shown = items.slice((page - 1) * perPage, page * perPage).map((id) => ({ id }));
      return { page, perPage, totalItems: items.length, totalPages: 1, items: shown };
    },
  });
  connect(backend);
  return { backend, most: () => most };
}

test('the ids that pass a part of a long rule are united', async () => {
  const { backend, most } = scene();
  const answer = await translate(call, signal);
  assert.ok(answer.kind === 'split');
  const passed = await idsThatPass(posts, ids, answer, signal);
  assert.equal([...passed].sort(), ids.slice(0, 40).sort());
  assert.is(most(), 4);
  const before = backend.calls.length;
  await idsThatPass(posts, [idOf(0)], answer, signal);
  assert.is(backend.calls.length - before, 4, 'no part is asked when all ids have passed');
});

test('a record that two parts find is counted once', async () => {
  scene();
  const twice = { ...call, rule: `${rule} || title != "" && title = "${word(3)}"` };
  assert.equal(await countFor(twice, signal), { kind: 'counted', found: 40 });
});

test('too many records of several parts are not counted', async () => {
  const { backend } = scene({ perWord: 600 });
  const count = await countFor(call, signal);
  assert.is(count.kind, 'notSimulated');
  assert.match('reason' in count ? count.reason : '', /only single records can be judged/);
  assert.ok(backend.calls.length <= 2 + mostIds / 500 + 1);
});

test.run();
