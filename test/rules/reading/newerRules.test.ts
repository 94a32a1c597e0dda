// Rules of a newer server. `test/server/newerRules.test.ts` compares them with people who really signed in.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { lookupOf } from '../../../ui/model/rulePaths';
import { classifyRule } from '../../../ui/rules/reading/classifyRule';
import { guestsChoose } from '../../../ui/rules/reading/guests';
import type { Person } from '../../../ui/rules/reading/personSides';
import { translateRule } from '../../../ui/rules/reading/translateRule';
import { asNewer, collectionOf, field, relation } from '../../support/fields';

const posts = asNewer(
  collectionOf('posts', [
    ...[field('text', 'title'), field('geoPoint', 'place'), field('text', 'secret', { hidden: true })],
    relation('author', 'id_users'),
  ]),
);
const users = asNewer(
  collectionOf('users', [field('text', 'name'), field('text', 'username')], { type: 'auth' }),
);
const lookup = lookupOf([posts, users]);
const record = { id: 'ada', collectionId: 'id_users', collectionName: 'users', email: 'ada@example.com' };
const ada: Person = { collection: users, record };
const request = { method: 'GET', context: 'default', query: {}, headers: {}, body: {} };

/** Returns the filter; for anything else the kind and the reason. */
async function answerOf(rule: string, person: Person | null, more: object = {}): Promise<string> {
  const known = { isList: true, isLenient: true, ...more };
  const question = { rule, collection: posts, lookup, person, request, ...known };
  const answer = await translateRule(question, () => Promise.reject(new Error('No call.')));
  if (answer.kind === 'rows') return answer.filter;
  return 'reason' in answer ? `${answer.kind}: ${answer.reason}` : answer.kind;
}

const m = '@collection.users:m';
const translations: [rule: string, ofAda: string, ofGuest?: string][] = [
  ['author = @request.auth.id', 'author="ada"', 'author=null'],
  ['@request.auth.id = ""', '"ada"=""', 'null=""'],
  ['@request.auth.email ~ title', '"ada@example.com"~title'],
  // An ordinary field is read from the row, and a hash, too.
  ['@request.auth.username = title', `${m}.id?="ada"&&(${m}.username?=title)`, 'null=title'],
  ['@request.auth.password != ""', `${m}.id?="ada"&&(${m}.password?!="")`],
  ['@request.auth.name:lower = title:lower', `${m}.id?="ada"&&(${m}.name:lower?=title:lower)`],
  ['created > @yesterday', 'created>@yesterday'],
  // A rule reads hidden addresses.
  ['author.email ~ "a"', 'author.email~"a"'],
  ['author.tokenKey:lower = "a"', 'author.tokenKey:lower="a"'],
  ['@request.body.title:isset = false', '@request.query.no:isset=false'],
  ['@request.body.title:changed = false', 'notSimulated: The rule reads title:changed of the request.'],
  ['geoDistance(place.lon, place.lat, 1, 2) < 5', 'notSimulated: The rule has a function.'],
  ['@request.data.title = ""', 'fails: The server does not know @request.data.title.'],
];
for (const [rule, ofAda, ofGuest] of translations) {
  test(`the translation of ${rule}`, async () => {
    assert.is(await answerOf(rule, ada), ofAda);
    if (ofGuest !== undefined) assert.is(await answerOf(rule, null), ofGuest);
    // In a filter of a superuser, it would be the superuser.
    for (const person of [ada, null]) assert.not.match(await answerOf(rule, person), '@request.auth');
  });
}

test('the first newer servers refuse the list of a rule that reads a hidden field', async () => {
  const version = 'notSimulated: It depends on the version of the server.';
  const isLenient = false;
  for (const [rule, ofList] of [
    ['secret="a"', version],
    ['@collection.posts.secret?="a"', '@collection.posts.secret?="a"'],
  ] as const) {
    assert.is(await answerOf(rule, ada, { isLenient }), ofList);
    assert.is(await answerOf(rule, ada, { isLenient, isList: false }), rule);
    assert.is(await answerOf(rule, ada), rule);
  }
});

test('a rule with a function is of no known kind', () => {
  const states = [
    'geoDistance(place.lon, place.lat, 1, 2) < 5',
    'author = @request.auth.id && strftime("%Y", created) = "2024"',
  ].map((rule) => classifyRule(rule, posts, lookup).kind);
  assert.equal(states, ['other', 'other']);
});

test('guests choose what a function reads of the request', () => {
  const sentence = 'The rule reads @request.query, which guests choose.';
  assert.is(guestsChoose('geoDistance(1, 2, @request.query.lon, 4) < 5'), sentence);
  assert.is(guestsChoose('geoDistance(1, 2, 3, 4) < 5'), null);
});

test.run();
