// The meaning of one side of a condition. It is the same for every person.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { operandsOf, parseRule } from '../../../ui/model/filter/parseRule';
import { lookupOf } from '../../../ui/model/rulePaths';
import { type RuleSide, sideFault, sideOf } from '../../../ui/rules/reading/ruleSide';
import { accountsOf, baseOf, fieldOf } from '../../support/findingHoles';

const posts = baseOf('posts', {}, [fieldOf('text', 'title'), fieldOf('bool', 'null')]);
const users = accountsOf('users', {}, [fieldOf('text', 'name')]);
const lookup = lookupOf([posts, users]);

const pick = (side: RuleSide) => {
  if (side.kind === 'literal') return `literal ${side.value}${side.isEmpty ? ' empty' : ''}`;
  if (side.kind === 'request') return `request ${side.props.join(' ')}`;
  if (side.kind === 'fault') return side.reason;
  if (side.kind === 'call') return side.kind;
  const end = 'end' in side ? ` ${side.end.kind}` : '';
  return `${side.kind} ${side.props.join(' ')} (${side.first})${end}`;
};

const cases: [operand: string, meaning: string][] = [
  ['""', 'literal  empty'],
  ['"null"', 'literal null'],
  ['-2.5', 'literal -2.5'],
  ['NULL', 'literal NULL empty'],
  ['@now', 'literal @now'],
  ['@tomorrow', 'The server does not know @tomorrow.'],
  ['title', 'own title (title) column'],
  ['null', 'own null (null) column'],
  ['nope', 'own nope (nope) fails'],
  ['@request.auth.team.name', 'auth team name (team)'],
  ['@request.data.title', 'data title (title)'],
  ['@request.query.page', 'request query page'],
  ['@request.headers.x_key', 'request headers x_key'],
  ['@request.method', 'request method'],
  ['@request.auth', 'The server does not know @request.auth.'],
  ['@collection.users.name', 'collection name (name) column'],
  ['@collection.gone.name', 'There is no collection gone.'],
  ['@collection.users', 'The server does not know @collection.users.'],
];

for (const [operand, meaning] of cases) {
  test(operand, () => {
    const [left] = operandsOf(parseRule(`${operand} = 1`));
    assert.ok(left);
    const side = sideOf(left, posts, lookup);
    assert.is(pick(side), meaning);
    assert.is(sideFault(side) !== null, /fails$|^The server|^There is/.test(meaning));
  });
}

test.run();
