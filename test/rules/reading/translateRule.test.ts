// The filter by which an admin finds the records that a person gets. `test/server/ruleTranslation.test.ts`
// compares such filters with people who really signed in.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { AnyRecord } from '../../../ui/model/record';
import { lookupOf } from '../../../ui/model/rulePaths';
import type { Person } from '../../../ui/rules/reading/personSides';
import { translateRule } from '../../../ui/rules/reading/translateRule';
import { collectionOf, field, relation } from '../../support/fields';

const posts = collectionOf('posts', [
  field('text', 'title'),
  field('number', 'total'),
  field('date', 'due'),
  field('json', 'meta'),
  field('json', 'prefs'),
  field('select', 'labels', { maxSelect: 3, values: ['a', 'b'] }),
  relation('author', 'id_users'),
  relation('editors', 'id_users', null),
  relation('team', 'id_teams'),
]);
const teams = collectionOf('teams', [field('text', 'name'), field('number', 'level')]);
const users = collectionOf(
  'users',
  [
    field('text', 'name'),
    field('number', 'level'),
    field('bool', 'isPaid'),
    relation('team', 'id_teams'),
    relation('teams', 'id_teams', null),
    field('select', 'tags', { maxSelect: 3, values: ['a', '5'] }),
    field('json', 'prefs'),
  ],
  { type: 'auth' },
);
const lookup = lookupOf([posts, teams, users]);

const ada: Person = {
  collection: users,
  record: {
    id: 'ada',
    collectionId: 'id_users',
    collectionName: 'users',
    username: 'ada_1',
    email: 'ada@example.com',
    verified: true,
    emailVisibility: false,
    name: 'Ada "A"',
    level: 2,
    teams: ['t1', 't2', 't3'],
    tags: ['a', '5'],
    prefs: { a: 5 },
    expand: {
      teams: [
        { id: 't1', level: 1, name: 'one' },
        { id: 't2', level: 5, name: 'five' },
      ],
    },
  } as unknown as AnyRecord,
};
const request = {
  method: 'GET',
  context: 'default',
  query: { page: '2', total: '5' },
  headers: { x_key: 'k' },
  body: { title: 'New', team: 't1', labels: ['a', 'b', 'a'], meta: { b: '<', a: 1 } },
};

async function answerOf(
  rule: string | null,
  person: Person | null,
  isList = false,
  created?: Record<string, unknown>,
): Promise<string> {
  const question = {
    rule,
    isList,
    collection: posts,
    lookup,
    person,
    request,
    created,
  } as const;
  const answer = await translateRule(question, async (asked, { filter, expand }) => {
    assert.ok(/^id="(ada|bob|t1)"$/.test(filter), filter);
    if (filter === 'id="bob"') return [{ id: 'bob' } as unknown as AnyRecord];
    if (asked === teams) return [{ id: 't1' } as unknown as AnyRecord];
    assert.ok(['', 'teams'].includes(expand), expand);
    return person ? [person.record] : [];
  });
  if (answer.kind !== 'rows') return 'reason' in answer ? `${answer.kind}: ${answer.reason}` : answer.kind;
  const query = Object.entries(answer.query).map(([name, value]) => ` ${name}=${value}`);
  return `${answer.filter}${query.join('')}`;
}

const forAda: [rule: string | null, answer: string][] = [
  [null, 'adminsOnly'],
  ['', 'always'],
  ['title = "a"', 'title="a"'],
  ['title = "a" || team.name = \'b\' && total > 1 // why', 'title="a"||team.name=\'b\'&&total>1'],
  ['author = @request.auth.id', 'author="ada"'],
  ['author.id = @request.auth.id', 'author.id="ada"'],
  ['title = @request.auth.name', '@collection.users:m.id?="ada"&&(title?=@collection.users:m.name)'],
  ['title ~ @request.auth.username', 'title~"ada_1"'],
  ['@request.auth.verified = true', 'true=true'],
  ['@request.auth.nope = ""', 'null=""'],
  ['@request.auth.team.level > 1', '@collection.users:m.id?="ada"&&(@collection.users:m.team.level?>1)'],
  [
    '@request.auth.teams.level ?> 1 && @request.auth.teams.name ?= "five"',
    '@collection.users:m.id?="ada"&&(@collection.users:m.teams.level?>1&&@collection.users:m.teams.name?="five")',
  ],
  ['@request.auth.teams.level > 1', '@collection.users:m.id?="ada"&&(1=2)'],
  [
    '@request.auth.teams.level = total',
    '@collection.users:m.id?="ada"&&((@collection.users:m.teams.level?=total&&1=total&&5=total&&total=""))',
  ],
  ['total < @request.auth.teams.level', '@collection.users:m.id?="ada"&&(1=2)'],
  ['@request.auth.teams:length = 3', '@collection.users:m.id?="ada"&&(@collection.users:m.teams:length?=3)'],
  [
    'editors.level = @request.auth.level',
    '@collection.users:m.id?="ada"&&((editors.level?=@collection.users:m.level&&editors.level=2&&editors.level!=""))',
  ],
  [
    '@collection.teams.level = @request.auth.level',
    '@collection.users:m.id?="ada"&&((@collection.teams.level?=@collection.users:m.level&&@collection.teams.level=2&&@collection.teams.level!=""))',
  ],
  [
    '@collection.users:m.level = @request.auth.level',
    '@collection.users:m1.id?="ada"&&((@collection.users:m.level?=@collection.users:m1.level&&@collection.users:m.level=2&&@collection.users:m.level!=""))',
  ],
  [
    'title ~ @request.auth.teams.level || total > @request.auth.tags:each',
    '@collection.users:m.id?="ada"&&(1=2||(total?>@collection.users:m.tags:each&&total?>"a"&&total?>"5"))',
  ],
  [
    '@request.auth.teams.level = title',
    '@collection.users:m.id?="ada"&&@collection.teams:r.id?="t1"&&@collection.teams:r1.id?="t2"&&((@collection.users:m.teams.level?=title&&@collection.teams:r.level?=title&&@collection.teams:r1.level?=title&&title?=""))',
  ],
  ['meta.a = @request.auth.teams.level', 'notSimulated: The rule compares json with all of several values.'],
  ['editors.name > @request.auth.level', 'notSimulated: The rule compares a number with a text.'],
  [
    'editors.name > @request.auth.prefs.a || editors.level > @request.auth.name',
    '@collection.users:m.id?="ada"&&((editors.name?>@collection.users:m.prefs.a&&editors.name>"5")||(editors.level?>@collection.users:m.name&&editors.level>"Ada \\"A\\""))',
  ],
  ['due > @now', 'due>@now'],
  ['@request.query.page = "2"', '"2"="2"'],
  ['@request.query.total = 5', '5=5'],
  ['@request.query.page:isset = true', '@request.query.filter:isset=true'],
  ['@request.query.nope:isset = true', '@request.query.no:isset=true'],
  ['@request.headers.authorization != ""', 'notSimulated: The rule reads the token of the user.'],
  ['@request.method = "GET" && @request.context = "default"', '"GET"="GET"&&"default"="default"'],
  ['@request.data.title = title', '"New"=title'],
  ['@request.data.team.level > 3', '@collection.teams:d.id?="t1"&&(@collection.teams:d.level?>3)'],
  ['@request.data.labels:length = 2', '2=2'],
  ['@request.data.labels:each = "a"', '("a"="a"&&"a"?="a"&&"b"?="a")||("b"="a"&&"a"?="a"&&"b"?="a")'],
  ['@request.data.labels:each ?= title && title = "x"', '"a"?=title&&title="x"||"b"?=title&&title="x"'],
  ['title ~ @request.data.labels:each', 'fails: The server cannot search for each item of the body.'],
  ['@request.data.meta = ""', '"{\\"a\\":1,\\"b\\":\\"\\\\u003c\\"}"=""'],
  ['@request.data.meta.b = "<"', '"<"="<"'],
  ['nope = 1', 'fails: There is no field nope in posts.'],
  ['id:length = 1', 'fails: The modifier :length cannot stand here.'],
  ['@request.auth.name.x = 1', 'fails: name of users is not a relation.'],
  ['title =', 'fails: The last condition is not complete.'],
  ['title ~ @now', 'title~@now'],
  ['@now ~ title', 'notSimulated: The rule searches in a date that changes all the time.'],
];

for (const [rule, answer] of forAda) {
  test(`Ada: ${rule}`, async () => assert.is(await answerOf(rule, ada), answer));
}

test('headers that clients send by themselves are not simulated', async () => {
  assert.is(
    await answerOf('@request.headers.user_agent != ""', ada),
    'notSimulated: The rule reads the header user_agent, which browsers or proxies add.',
  );
});

test('a body that changes stored values is not simulated', async () => {
  const body = { 'total+': 1 };
  const question = { isList: false, collection: posts, lookup, person: ada } as const;
  const answer = await translateRule(
    { ...question, rule: '@request.data.total > 1', request: { ...request, body } },
    async () => [],
  );
  assert.equal(answer, { kind: 'notSimulated', reason: 'The body changes a stored value by total+.' });
});

/** A list compares public e-mail addresses only. */
const listed: [rule: string, answer: string][] = [
  ['author.email = "a@example.com"', '(author.email="a@example.com"&&author.emailVisibility?=true)'],
  ['@request.auth.email = "a@example.com"', '"ada@example.com"="a@example.com"'],
];

for (const [rule, answer] of listed) {
  test(`Ada's list: ${rule}`, async () => assert.is(await answerOf(rule, ada, true), answer));
}

const forGuests: [rule: string, answer: string][] = [
  ['author = @request.auth.id', 'author=null'],
  ['@request.auth.team.level > 1', 'null>1'],
  ['@request.auth.name.x = 1', 'null=1'],
  ['@request.query.page = "2"', '"2"="2"'],
];

for (const [rule, answer] of forGuests) {
  test(`a guest: ${rule}`, async () => assert.is(await answerOf(rule, null), answer));
}

/** The rule reads the record that would be created: the author is `bob`, and the editors are not known. */
const forNew: [rule: string, answer: string][] = [
  ['title = "a"', '"New"="a"'],
  ['title ~ @request.auth.name', '@collection.users:m.id?="ada"&&("New"?~@collection.users:m.name)'],
  ['title > 1', '"New">"1.0"'],
  ['title = true', '"New"="1"'],
  ['title > @year', 'notSimulated: The rule compares a number with a text.'],
  ['title = labels:length', 'notSimulated: The rule compares a number with a text.'],
  ['title != @request.query.page:isset', 'notSimulated: The rule compares a number with a text.'],
  ['title = total', '"New"=5'],
  ['title = @request.auth.level', '@collection.users:m.id?="ada"&&(1=2)'],
  ['title != @request.auth.level', '@collection.users:m.id?="ada"&&(1=1)'],
  ['title != @request.auth.teams.level', 'notSimulated: The rule compares a number with a text.'],
  ['title > @request.auth.level', '@collection.users:m.id?="ada"&&("New"?>@collection.users:m.level)'],
  ['title = @request.auth.prefs.a', 'notSimulated: The rule compares a number with a text.'],
  ['total > "1"', '5>1'],
  ['total > "1e3"', 'notSimulated: The rule compares a number with a text.'],
  ['total > "a"', '5>"a"'],
  ['total ~ "5"', '"5"~"5"'],
  ['title ~ total', '"New"~"%5%"'],
  ['total = @request.auth.name', '@collection.users:m.id?="ada"&&(1=2)'],
  ['total > @request.data.labels:each', 'notSimulated: The rule compares a number with a text.'],
  ['author = @request.auth.id', '"bob"="ada"'],
  ['author.name = "Bob"', '@collection.users:n.id?="bob"&&(@collection.users:n.name?="Bob")'],
  ['editors.name != "Bob"', '1=2'],
  ['editors:length = 0', '0=0'],
  ['labels ~ "a"', '"[\\"a\\",\\"b\\"]"~"a"'],
  ['labels:each = "a"', '("a"="a"&&"a"?="a"&&"b"?="a")||("b"="a"&&"a"?="a"&&"b"?="a")'],
  ['labels:each ?= total', 'notSimulated: The rule compares a number with a text.'],
  ['editors:each = ""', 'null=""'],
  ['id != author', '1=1'],
  ['id ?= editors.id', '1=2'],
  ['id > "a"', 'notSimulated: It is not known which id the server would make.'],
  ['id = id', 'notSimulated: It is not known which id the server would make.'],
  ['due = ""', '""=""'],
  ['meta.a = 1', 'notSimulated: It is not known what the server would store as meta.'],
  ['prefs = ""', '1=2'],
  ['prefs.a != "x"', '1=1'],
  ['prefs !~ "x" || prefs < 5', '1=2||1=2'],
  ['prefs = @request.auth.name', 'notSimulated: The rule compares json with all of several values.'],
  ['created > "2020"', '@now>"2020"'],
  ['created > @now', 'notSimulated: The rule compares a number with a text.'],
  [
    '@collection.posts.title ?= "a"',
    'notSimulated: The rule reads stored records of its own collection; the new one would be among them.',
  ],
  [
    '@request.auth.posts_via_author.total ?> 1',
    'notSimulated: The rule reads stored records of its own collection; the new one would be among them.',
  ],
];

for (const [rule, answer] of forNew) {
  test(`a new record: ${rule}`, async () => {
    const created = { title: 'New', total: 5, author: 'bob', labels: ['a', 'b'], meta: { a: 1 } };
    assert.is(await answerOf(rule, ada, false, created), answer);
  });
}

test('a text that quotes cannot write travels beside the filter', async () => {
  const person = { ...ada, record: { ...ada.record, username: 'a\0' } };
  const question = { isList: false, collection: posts, lookup, person, request } as const;
  const rule = 'title = @request.auth.username || title ~ @request.auth.username';
  assert.equal(await translateRule({ ...question, rule }, async () => []), {
    kind: 'rows',
    filter: 'title=@request.query.l0||title~@request.query.l0',
    query: { l0: 'a\0' },
  });
});

test.run();
