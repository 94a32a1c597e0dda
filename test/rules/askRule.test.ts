// The requests of a question about a rule.
import '../support/dom';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ApiError } from '../../ui/backend/ApiError';
import { cancelReads } from '../../ui/backend/client';
import * as dialect from '../../ui/backend/dialect';
import type { Collection } from '../../ui/model/collection';
import type { MentioningRule } from '../../ui/model/mentions';
import { serverQueryLength } from '../../ui/model/queryLength';
import { askRule, idsOf, type Of, type Question, questionOf } from '../../ui/rules/askRule';
import { connect, settle } from '../backend/connect';
import {
  type Call,
  type FakeBackend,
  failure,
  fakeBackend,
  type Given,
  html,
  networkError,
} from '../support/backend';
import { asNewer } from '../support/fields';

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
const question = questionOf(posts, 'listRule', null);
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
  const passed = idsOf(await askRule(question, ids, signal));
  assert.equal([...passed].sort(), ids.slice(0, 15).sort());
  assert.is(most(), 4);
});

test('a rule that is too long for one request has no verdict', async () => {
  const { backend } = scene();
  const long = { ...question, rule: `${rule} || ${rule}` };
  const reason = 'The rule is too long for a request.';
  for (const of of ['count', 'filter', ids] as const) {
    assert.equal(await askRule(long, of, signal), { kind: 'unknown', reason, isFailure: false });
  }
  assert.is(backend.calls.length, 0);
});

const owned = { ...posts, listRule: 'title = @request.auth.id', viewRule: 'title = @request.auth.id' };

/** A server with a signed-in admin that counts three records. */
function guestScene(total: object = { totalItems: 3 }) {
  const page = { page: 1, perPage: 1, totalPages: 1, items: [], ...total };
  const backend = fakeBackend({ [list]: page });
  const sent: RequestInit[] = [];
  const watched: FakeBackend = {
    ...backend,
    fetch(input, init = {}) {
      sent.push(init);
      return backend.fetch(input, init);
    },
  };
  return { backend, sent, told: connect(watched, 'token').told };
}

test('guests count a stored list rule themselves, without a token or a cookie', async () => {
  const { backend, sent } = guestScene();
  for (const listRule of ['', owned.listRule, `${rule} || ${rule}`]) {
    const verdict = await askRule(questionOf({ ...owned, listRule }, 'listRule', null), 'count', signal);
    assert.is(verdict.kind === 'yes' && verdict.found, 3);
  }
  for (const [at, { headers, query }] of backend.calls.entries()) {
    assert.equal(query, { page: '1', perPage: '1', fields: 'id' });
    assert.is(headers['authorization'], undefined);
    const { credentials, referrerPolicy } = sent[at] ?? {};
    assert.equal([credentials, referrerPolicy], ['omit', 'strict-origin-when-cross-origin']);
  }
  assert.is(sent.length, 3);
});

test('a guest who gets no number is unknown, and the session and the connection do not end', async () => {
  for (const answer of [
    ...[400, 401, 403, 404, 429, 500].map((status) => failure(status, 'No.')),
    html(200, '<p>Please wait.</p>'),
    networkError,
  ]) {
    const { backend, told } = guestScene();
    backend.answer(list, answer);
    const verdict = await askRule(questionOf(owned, 'listRule', null), 'count', signal);
    assert.ok(verdict.kind === 'unknown' && verdict.isFailure);
    assert.equal(told, []);
  }
  guestScene({ totalItems: undefined });
  assert.is((await askRule(questionOf(owned, 'listRule', null), 'count', signal)).kind, 'unknown');
});

test('nothing else is sent as a guest, and no rule is sent as its own text', async () => {
  const { backend } = guestScene();
  const asked: [question: Question, of: Of][] = [
    [questionOf(owned, 'viewRule', null), 'count'],
    [questionOf(owned, 'listRule', null, 'title != @request.auth.id'), 'count'],
    [questionOf(owned, 'listRule', null), 'ids'],
    [questionOf(owned, 'listRule', null), ids.slice(0, 2)],
    [{ ...questionOf(owned, 'createRule', null, owned.listRule), created: {} }, 'new'],
    [questionOf({ ...owned, listRule: '@request.query.page = "1"' }, 'listRule', null), 'count'],
  ];
  for (const [one, of] of asked) {
    const before = backend.calls.length;
    await askRule(one, of, signal);
    assert.ok(backend.calls.length > before);
  }
  for (const { method, headers, query } of backend.calls) {
    assert.equal([method, headers['authorization']], ['GET', 'token']);
    assert.not.match(query['filter'] ?? '', '@request.auth');
  }
});

test('a locked rule, a rule for any request and a guest who manages are answered without a call', async () => {
  const { backend } = guestScene();
  const of = (name: MentioningRule, text: string | null) => askRule(anyOf(name, text), 'count', signal);
  const anyOf = (name: MentioningRule, text: string | null) => ({
    ...questionOf({ ...owned, listRule: text }, name, null, text),
    request: null,
  });
  assert.equal(await of('listRule', null), { kind: 'no', why: 'locked', reason: null });
  const reason = 'The rule reads @request.query, which guests choose.';
  const unknown = { kind: 'unknown', reason, isFailure: false };
  assert.equal(await of('listRule', '@request.query.page = "1"'), unknown);
  assert.equal(await of('manageRule', ''), { kind: 'no', why: 'locked', reason: null });
  assert.equal(await of('manageRule', 'title = ""'), {
    kind: 'no',
    why: 'rule',
    reason: 'A guest manages nobody.',
  });
  const fault = await of('listRule', 'nope = 1');
  assert.is(fault.kind === 'no' && fault.why, 'fault');
  assert.is(backend.calls.length, 0);
});

test('a cancelled question throws, also that of a guest', async () => {
  const { backend } = guestScene();
  backend.hold(list);
  for (const name of ['listRule', 'viewRule'] as const) {
    const stopping = new AbortController();
    const asking = askRule(questionOf(owned, name, null), 'count', stopping.signal);
    stopping.abort();
    const error = await asking.catch((thrown: unknown) => thrown);
    assert.ok(error instanceof ApiError && error.isAborted);
  }
  const asking = askRule(questionOf(owned, 'listRule', null), 'count', signal);
  await settle();
  cancelReads();
  assert.ok(
    await asking.then(
      () => false,
      () => true,
    ),
  );
});

/** A rule of the list of accounts that 0.26 judges in another way. */
const byEmail = asNewer({ ...posts, type: 'auth', listRule: 'email = "a@example.com"' });

async function askNewer(answer: Given): Promise<[kind: string, version: number, calls: number]> {
  dialect.learn(22);
  dialect.learn(dialect.firstNewer);
  const backend = fakeBackend({ [list]: answer });
  connect(backend);
  const { kind } = await askRule(questionOf(byEmail, 'listRule', null), 'filter', signal);
  return [kind, dialect.serverVersion(), backend.calls.length];
}

test('a rule that depends on the version of a newer server asks for it, until the server says no', async () => {
  assert.equal(await askNewer(networkError), ['unknown', 23, 1]);
  assert.equal(await askNewer({ page: 1, perPage: 1, totalItems: 1, totalPages: 1, items: [] }), [
    'yes',
    27,
    1,
  ]);
  assert.equal(await askNewer(failure(400, 'No.')), ['unknown', 23, 1]);
  assert.equal(await askNewer(failure(400, 'No.')), ['unknown', 23, 0]);
  dialect.learn(22);
});

test.run();
