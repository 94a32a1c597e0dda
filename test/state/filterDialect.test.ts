import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { forget, rulesFor } from '../../ui/state/filterDialect';
import { connect } from '../api/connect';
import { type FakeBackend, failure, fakeBackend, networkError } from '../support/backend';
import { admin, listOf } from '../support/samples';

const route = 'GET /api/admins';
let backend: FakeBackend;

function serverFinds(count: number): void {
  backend = fakeBackend({ [route]: { ...listOf(count > 0 ? [admin] : [], 1), totalItems: count } });
  connect(backend, 't');
}

test.before.each(() => {
  forget();
  serverFinds(0);
});

test('a text without a backslash needs no request', async () => {
  assert.is(await rulesFor('title = "x"'), 'plain');
  assert.is(backend.calls.length, 0);
});

test('asks each server once whether one and two backslashes are equal there: old or new rules', async () => {
  assert.equal(await Promise.all([rulesFor('a\\b'), rulesFor('c\\d')]), ['old', 'old']);
  await rulesFor('e\\f');
  assert.equal(
    backend.calls.map(({ query }) => query['filter']),
    ['"a\\\\b"="a\\b"'],
  );
  forget();
  serverFinds(1);
  assert.is(await rulesFor('a\\b'), 'new');
});

for (const [what, answer] of [
  ['a refusal', failure(400, 'No.')],
  ['no response', networkError],
] as const) {
  test(`after ${what} the filter is valid for both rules, and the next text asks again`, async () => {
    backend.answerOnce(route, answer);
    assert.is(await rulesFor('a\\b'), 'plain');
    assert.is(await rulesFor('a\\b'), 'old');
  });
}

test.run();
