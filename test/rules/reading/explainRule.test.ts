// The words for a rule and its conditions, for one record and one person.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Condition, conditionsOf, parseRule, printCondition } from '../../../ui/model/filter/parseRule';
import type { AnyRecord } from '../../../ui/model/record';
import { lookupOf } from '../../../ui/model/rulePaths';
import {
  decidingCondition,
  explainedRule,
  isMet,
  longReason,
  type Piece,
  shortReason,
} from '../../../ui/rules/reading/explainRule';
import type { Person } from '../../../ui/rules/reading/personSides';
import { collectionOf, field, relation } from '../../support/fields';

const companies = collectionOf('companies', [field('text', 'name')]);
const users = collectionOf('users', [field('text', 'name'), relation('company', 'id_companies')], {
  type: 'auth',
});
const orders = collectionOf('orders', [
  field('text', 'title'),
  field('number', 'total'),
  field('select', 'labels', { maxSelect: 5, values: ['a', 'b', 'c', 'd'] }),
  relation('customer', 'id_users'),
  relation('editors', 'id_users', null),
]);
const lookup = lookupOf([companies, users, orders]);

const elm = { id: 'elm', name: 'Elm Street' };
const record = {
  id: 'o1',
  title: '',
  total: 0,
  labels: ['a', 'b', 'c', 'd'],
  customer: 'bob',
  editors: ['bob', 'gone'],
  expand: {
    customer: { id: 'bob', name: 'Bob', company: 'elm', expand: { company: elm } },
    editors: [{ id: 'bob', name: 'Bob' }],
  },
} as unknown as AnyRecord;
const ada: Person = {
  collection: users,
  record: { id: 'ada', name: 'Ada', company: 'elm', expand: { company: elm } } as unknown as AnyRecord,
};

const textOf = (pieces: readonly Piece[]) => pieces.map(({ text }) => text).join('');

function explained(rule: string, person: Person | null = ada) {
  const of = explainedRule(parseRule(rule), orders, person && users, lookup);
  return { ...of, names: { record, person, lookup } };
}

const reasons: [rule: string, isHeld: boolean, short: string, long: string][] = [
  ['customer = @request.auth.id', true, 'customer is this user', 'customer is Bob, the user is Ada'],
  ['customer = @request.auth.id', false, 'customer is Bob', 'customer is Bob, the user is Ada'],
  [
    'customer.company = @request.auth.company',
    true,
    'customer.company is Elm Street',
    'customer.company is Elm Street, the user has Elm Street',
  ],
  ['title = ""', true, 'title is empty', 'title is empty'],
  ['total > 1', false, 'total is 0', 'total is 0'],
  ['labels ~ "a"', true, 'labels is a, b, c and 1 more', 'labels is a, b, c and 1 more'],
  ['labels:length = 4', true, 'labels:length is 4', 'labels:length is 4'],
  ['editors ~ @request.auth.id', false, 'editors is Bob, gone', 'editors is Bob, gone, the user is Ada'],
  ['@request.auth.name = "Ada"', true, 'name is Ada', 'the user has Ada'],
  ['@request.auth.collectionName = "users"', true, 'collectionName is users', 'the user has users'],
  ['@request.auth.nope = ""', true, 'nope is empty', 'the user has no nope'],
  ['@request.query.key = "x"', true, 'query.key matches', ''],
];

for (const [rule, isHeld, short, long] of reasons) {
  test(`${rule}, ${isHeld ? 'met' : 'not met'}`, () => {
    const { conditions, names } = explained(rule);
    const [one] = conditions;
    assert.ok(one);
    assert.is(textOf(shortReason(one, isHeld, names)), short);
    assert.is(textOf(longReason(one, names)), long);
  });
}

test('a guest has no account', () => {
  const { conditions, names } = explained('@request.auth.name = "Ada" && customer = @request.auth.id', null);
  assert.equal(
    conditions.map((one) => textOf(shortReason(one, false, names))),
    ['A guest has no name', 'customer is Bob'],
  );
  assert.equal(
    conditions.map((one) => textOf(longReason(one, names))),
    ['a guest has none', 'customer is Bob, a guest has none'],
  );
});

test('tells which related records to load', () => {
  const rule =
    'customer.company.name = "x" || customer = @request.auth.company && title = @request.auth.name';
  const { expand, personExpand } = explained(rule);
  assert.is(expand, 'customer.company,customer');
  assert.is(personExpand, 'company');
});

const trees: [rule: string, met: string, isAllowed: boolean, deciding: string | null][] = [
  ['title="a"', '1', true, 'title="a"'],
  ['title="a"', '0', false, 'title="a"'],
  ['title="a"||total=1&&total=2', '011', true, 'total=1'],
  ['title="a"&&title="b"||total=1&&total=2', '0010', false, 'total=2'],
  ['title="a"&&(total=1||total=2)', '100', false, 'total=1'],
  ['title="a"&&total=1', '11', false, null],
];

for (const [rule, met, isAllowed, deciding] of trees) {
  test(`${rule} with ${met} is decided by ${deciding}`, () => {
    const tree = parseRule(rule);
    const holds = new Map<Condition, boolean>(conditionsOf(tree).map((one, at) => [one, met[at] === '1']));
    assert.is(isMet(tree, holds), isAllowed || deciding === null);
    const found = decidingCondition(tree, holds, isAllowed);
    assert.is(found && printCondition(found), deciding);
  });
}

test.run();
