// The state of a rule. The answers about guests are those of the server (resolveEqualExpr in search/filter.go).
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Collection } from '../../../ui/model/collection';
import { lookupOf } from '../../../ui/model/rulePaths';
import { classifyRule, isForAccounts, whyGuestsPass } from '../../../ui/rules/reading/classifyRule';
import { collectionOf, field, relation } from '../../support/fields';

const toUser = (maxSelect: number | null) => ({ collectionId: 'id_users', maxSelect });

const posts = collectionOf('posts', [
  field('text', 'title'),
  field('bool', 'isOpen'),
  field('select', 'tags', { maxSelect: 3, values: ['a', 'b'] }),
  field('relation', 'author', toUser(1)),
  field('relation', 'editors', toUser(null)),
  relation('team', 'id_teams'),
]);
const teams = collectionOf('teams', [field('relation', 'lead', toUser(1))]);
const users = collectionOf('users', [field('text', 'role'), relation('team', 'id_teams')], { type: 'auth' });
const list = collectionOf('list', [field('text', 'title')], { type: 'view' });
const lookup = lookupOf([posts, teams, users, list]);

const many = Array.from({ length: 65 }, () => '@request.auth.id != ""').join(' || ');
const crossedAccounts = Array.from(
  { length: 7 },
  () => '(@request.auth.id != "" || @request.auth.collectionName = "users")',
).join(' && ');
const crossed = Array.from({ length: 7 }, () => '(title = "a" || title = "b")').join(' && ');

const states: [rule: string | null, state: string, owner?: Collection][] = [
  [null, 'admins'],
  ['', 'everyone'],
  ['// only a comment', 'other'],
  ['title =', 'other'],

  ['@request.auth.id != ""', 'signedIn'],
  ['@request.auth.id ?!= ""', 'signedIn'],
  ['"" != @request.auth.id', 'signedIn'],
  ['(@request.auth.id != "") // people', 'signedIn'],
  ['@request.auth.collectionName = "users"', 'signedIn'],
  ['"users" ?= @request.auth.collectionName', 'signedIn'],
  ['@request.auth.collectionId = "id_users"', 'signedIn'],
  ['@request.auth.collectionName != ""', 'signedIn'],
  ['@request.auth.created = "x"', 'other'],
  ['@request.auth.id != "" && @request.auth.collectionName != "staff"', 'signedIn'],
  ['@request.auth.id != "" && (@request.auth.id != "" || @request.auth.collectionId = "x")', 'signedIn'],
  // Guests pass these.
  ['@request.auth.collectionName != "users"', 'other'],
  ['@request.auth.collectionName = ""', 'other'],
  ['@request.auth.id = ""', 'other'],
  ['@request.auth.id != "x"', 'other'],
  ['@request.auth.id != "" || title = "x"', 'other'],
  ['@request.auth.id != "" && title = "x"', 'other'],
  ['@request.auth.verified = true', 'other'],
  ['@request.auth.id ~ "x"', 'other'],

  ['author = @request.auth.id', 'owner author'],
  ['@request.auth.id = author', 'owner author'],
  ['author.id = @request.auth.id', 'owner author.id'],
  ['editors.id ?= @request.auth.id', 'owner editors.id'],
  ['editors ~ @request.auth.id', 'owner editors'],
  // The server compares the whole list.
  ['editors = @request.auth.id', 'other'],
  ['editors ?= @request.auth.id', 'other'],
  ['team = @request.auth.team', 'owner team'],
  ['id = @request.auth.id', 'owner id', users],
  ['@request.auth.id != "" && author = @request.auth.id', 'owner author'],
  ['author = @request.auth.id && (isOpen = true || title = "x")', 'owner author'],
  ['(isOpen = true || title = "x") && author = @request.auth.id', 'owner author'],
  ['author = @request.auth.id || isOpen = true', 'other'],
  ['author != @request.auth.id', 'other'],
  ['title ~ @request.auth.id', 'other'],
  ['editors !~ @request.auth.id', 'other'],
  ['@request.auth.id ~ editors', 'other'],
  ['author = @request.auth.nope', 'other'],
  ['@request.data.author = @request.auth.id', 'other'],
  ['@request.auth.role = "support"', 'other'],

  // The server refuses these.
  ['nope = @request.auth.id', 'other'],
  ['author = @request.auth.id && nope = 1', 'other'],
  ['@request.auth.id != "" && @collection.gone.id != ""', 'other'],
  ['author = @request.auth.id && @collection.teams.nope = 1', 'other'],
  ['author = @request.auth.id && title = @tomorrow', 'other'],
  [many, 'signedIn'],
  [`${many} && ${crossedAccounts}`, 'signedIn'],
  [`${many} || title = "x"`, 'other'],
  [`(@request.auth.collectionName != "a" || @request.auth.id != "") && (${many} || 1 = 1)`, 'other'],
  ['(@request.auth.collectionName != "a" || @request.auth.id != "") && 1 = 1', 'other'],
  ['@request.auth.collectionName != "a" || @request.auth.id != ""', 'other'],
  [`author = @request.auth.id && ${crossed}`, 'other'],
];

for (const [rule, expected, owner = posts] of states) {
  test(`${JSON.stringify(rule)?.slice(0, 90)} of ${owner.name} is ${expected}`, () => {
    const state = classifyRule(rule, owner, lookup);
    const printed = state.kind === 'owner' ? `owner ${state.paths.join(', ')}` : state.kind;
    assert.is(printed, expected);
    if (rule) assert.is(isForAccounts(rule), expected === 'signedIn');
  });
}

const passing: [rule: string | null, reason: string | null, owner?: Collection][] = [
  [null, null],
  ['', null],
  ['@request.auth.role != "banned"', 'Guests pass: they have no role'],
  ['"banned" ?!= @request.auth.role', 'Guests pass: they have no role'],
  ['@request.auth.role = null', 'Guests pass: they have no role'],
  ['@request.auth.level != 3', 'Guests pass: they have no level'],
  ['@request.auth.team.lead != "x"', 'Guests pass: they have no team'],
  ['@request.auth.role = @request.auth.team', 'Guests pass: they have no role, no team'],
  ['@request.auth.collectionName != "staff"', 'Guests pass: they have no account'],
  ['@request.auth.role != "a" && @request.auth.team != "b"', 'Guests pass: they have no role, no team'],
  ['id != ""', 'Guests pass: every record has an id'],
  // It depends on the records or on the request.
  ['author = @request.auth.id', null],
  ['title = "x" && @request.auth.role != "banned"', null],
  ['@request.query.key != "x"', null],
  ['@request.data.role != "x"', null],
  ['id != ""', null, list],
  // Guests do not pass.
  ['@request.auth.id != ""', null],
  ['@request.auth.role = "admin"', null],
  ['@request.auth.level = 0', null],
  ['@request.auth.verified = false', null],
  ['@request.auth.role !~ "banned"', null],
  ['@request.auth.role ~ ""', null],
  // The server refuses these.
  ['nope = 1 || @request.auth.role != "banned"', null],
  ['@request.auth.role != "banned" &&', null],
];

for (const [rule, reason, owner = posts] of passing) {
  test(`${JSON.stringify(rule)} of ${owner.name}: ${reason ?? 'not certain'}`, () => {
    assert.is(whyGuestsPass(rule, owner, lookup), reason);
  });
}

test.run();
