// Rules that are too long for one request. `test/server/ruleTranslation.test.ts` compares their parts with people
// who really signed in.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Collection } from '../../../ui/model/collection';
import { lookupOf } from '../../../ui/model/rulePaths';
import { type SplitTranslation, splitRule } from '../../../ui/model/rules/splitRule';

const field = (type: string, name: string, options: object = {}) => ({ id: name, name, type, options });
const posts = {
  id: 'posts',
  name: 'posts',
  type: 'base',
  schema: [
    field('text', 'title'),
    field('select', 'labels', { maxSelect: 3, values: ['a', 'b'] }),
    ...Array.from({ length: 40 }, (_, at) =>
      field('relation', `r${at}`, { collectionId: 'posts', maxSelect: 1 }),
    ),
  ],
} as unknown as Collection;
const request = { method: 'GET', context: 'default', query: {}, headers: {}, body: { labels: ['a', 'b'] } };

/** Splits a rule for requests of so many characters; each id takes 10 of them. */
function split(rule: string, most: number): Promise<SplitTranslation> {
  const question = {
    rule,
    isList: false,
    collection: posts,
    lookup: lookupOf([posts]),
    person: null,
    request,
  };
  return splitRule(
    { ...question },
    async () => [],
    ({ filter }, ids) => filter.length + ids * 10 > most,
  );
}

const many = (count: number, of: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => of(at)).join(' || ');

const answers: [label: string, rule: string, most: number, answer: string[] | string][] = [
  ['a short rule', 'title = "a" || title = "b"', 50, ['title="a"||title="b"']],
  ['alternatives', 'title = "a" || title = "b"', 25, ['title="a"', 'title="b"']],
  ['a common part', 'id = 1 && (title = "a" || title = "b")', 28, ['id=1&&title="a"', 'id=1&&title="b"']],
  [
    'items of a body',
    '@request.data.labels:each ?= "c" || title = "c"',
    30,
    ['"a"?="c"||"b"?="c"', 'title="c"'],
  ],
  ['too many parts', many(66, (at) => `title="${at + 10}"`), 21, 'The rule is too long for a request.'],
  ['too many conditions', many(201, () => 'title="a"'), 1000, 'The rule is too long for a request.'],
  ['too many joins', many(31, (at) => `r${at}.title="a"`), 300, 'The rule is too long for a request.'],
  ['a fault', 'title = "a" || nope = "b"', 25, 'There is no field nope in posts.'],
];
for (const [label, rule, most, expected] of answers) {
  test(label, async () => {
    const answer = await split(rule, most);
    if (answer.kind === 'rows') assert.equal([answer.filter], expected);
    else if (answer.kind === 'split')
      assert.equal(
        answer.parts.map(({ filter }) => filter),
        expected,
      );
    else assert.is('reason' in answer && answer.reason, expected);
  });
}

test('leaves room for a page of ids, so that a part takes one request', async () => {
  const answer = await split(
    many(200, () => 'title="a"'),
    550,
  );
  assert.ok(answer.kind === 'split' && answer.parts.every(({ filter }) => filter.length + 400 <= 550));
});

test('takes more requests for a page if the parts are too many', async () => {
  const answer = await split(
    many(66, (at) => `title="${at + 10}"`),
    35,
  );
  assert.ok(answer.kind === 'split' && answer.parts.length > 33);
});

test.run();
