// Requests about a long rule.
import '../support/dom';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Collection } from '../../ui/model/collection';
import { serverQueryLength } from '../../ui/model/queryLength';
import { countFor, idsThatPass, isAsked, ruleCall, translate } from '../../ui/rules/ruleAnswers';
import { connect, settle } from '../backend/connect';
import { type Call, failure, fakeBackend } from '../support/backend';

const list = 'GET /api/collections/:collection/records';
const word = (at: number) => `word${at}`.padEnd(80, 'x');
/** Record `row7` has the word 7 of the rule. */
const rule = Array.from({ length: 15 }, (_, at) => `title = "${word(at)}"`).join(' || ');
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

/** A server with a record for each word. */
function scene() {
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
      const found = [...filter.matchAll(/title="word(\d+)x/g)].map(([, at = '']) => idOf(Number(at)));
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

test('ids are asked about in requests of a limited length, four at once', async () => {
  const { most } = scene();
  const answer = await translate(call, signal);
  assert.ok(isAsked(answer));
  const passed = await idsThatPass(posts, ids, answer, signal);
  assert.equal([...passed].sort(), ids.slice(0, 15).sort());
  assert.is(most(), 4);
});

test('a rule that is too long for one request is not simulated', async () => {
  const { backend } = scene();
  const long = { ...call, rule: `${rule} || ${rule}` };
  const reason = 'The rule is too long for a request.';
  assert.equal(await countFor(long, signal), { kind: 'notSimulated', reason });
  assert.is(backend.calls.length, 0);
});

test.run();
