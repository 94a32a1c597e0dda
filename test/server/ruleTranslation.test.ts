// What a rule gives each person, on real servers: the filter for an admin against the lists and views of people
// who really signed in. LOWLINE_RULES=COUNT tries more random rules, LOWLINE_SEED=NUMBER others.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Collection } from '../../ui/model/collection';
import type { AnyRecord } from '../../ui/model/record';
import { lookupOf } from '../../ui/model/rulePaths';
import type { Person, RuleRequest } from '../../ui/model/rules/personSides';
import { translateRule } from '../../ui/model/rules/translateRule';
import { connectClient, field, importCollections } from '../support/realBackend';
import { adminToken, backends, startBackend, type TestBackend } from '../support/server';
import { askServer } from '../support/walk';

const ruleCount = Number(process.env['LOWLINE_RULES'] ?? 24);
const firstSeed = Number(process.env['LOWLINE_SEED'] ?? 5);

const idOf = (name: string) => name.padEnd(15, '0');
const relation = (name: string, target: string, maxSelect: number | null) =>
  field('relation', name, { collectionId: idOf(target), maxSelect });
const select = (name: string, maxSelect: number) =>
  field('select', name, { maxSelect, values: ['open', 'closed', 'banned', '5'] });

const schema = [
  {
    name: 'users',
    type: 'auth',
    schema: [
      field('text', 'name'),
      field('number', 'level'),
      select('role', 1),
      relation('team', 'teams', 1),
      relation('teams', 'teams', null),
      field('json', 'prefs', { maxSize: 2000 }),
    ],
  },
  { name: 'staff', type: 'auth', schema: [field('text', 'role'), field('text', 'name')] },
  {
    name: 'teams',
    type: 'base',
    schema: [
      field('text', 'name'),
      field('number', 'level'),
      field('bool', 'open'),
      relation('lead', 'users', 1),
      relation('members', 'users', null),
    ],
  },
  {
    name: 'posts',
    type: 'base',
    schema: [
      field('text', 'title'),
      field('number', 'total'),
      field('bool', 'paid'),
      field('date', 'due'),
      select('kind', 1),
      select('labels', 3),
      field('json', 'meta', { maxSize: 2000 }),
      relation('author', 'users', 1),
      relation('editors', 'users', null),
      relation('team', 'teams', 1),
    ],
  },
].map((one) => ({ ...one, id: idOf(one.name), options: one.type === 'auth' ? authOptions() : {} }));

function authOptions() {
  return { allowEmailAuth: true, allowUsernameAuth: true, minPasswordLength: 8, requireEmail: false };
}

/** Rules with a known trap each. */
const tricky = [
  'author = @request.auth.id',
  '@request.auth.role != "banned"',
  'editors = @request.auth.id',
  'editors.id = @request.auth.id',
  'editors.id ?= @request.auth.id',
  '@request.auth.teams.name ?= "open" && @request.auth.teams.level ?> 1',
  '@request.auth.teams.level > 1',
  '@request.auth.teams.level = team.level',
  '@request.auth.teams.lead.level != total',
  '@request.auth.teams.lead.level = @request.auth.level',
  'team.lead.level >= @request.auth.level',
  'editors.level > @request.auth.level',
  'editors.level != @request.auth.teams.level',
  'editors.team.name = @request.auth.team.name',
  '@collection.teams.lead = @request.auth.id',
  '@collection.teams.members.id ?= @request.auth.id && @collection.teams.id ?= team',
  '@request.auth.team:isset = true',
  '@request.auth.nope = ""',
  '@request.auth.nope.x != "a"',
  'author.email ~ "a"',
  'author.email = @request.auth.email',
  'title ~ @request.auth.name',
  'title ~ @request.auth.username',
  'title ~ @request.auth.verified',
  '@request.auth.name ~ title',
  'title = @request.auth.level',
  'total = @request.auth.name',
  'meta.a = @request.auth.prefs.a',
  'meta.a = @request.auth.level',
  'total = @request.query.total',
  'title = @request.query.total',
  'title = @request.query.q && @request.headers.x_key = "k"',
  'total != @request.query.q:isset',
  'paid = @request.query.none:isset',
  '@request.method = "GET" && @request.context = "default"',
  'labels:each = @request.auth.role',
  'labels:length = @request.auth.teams:length',
  'labels ~ @request.auth.role',
  '@request.auth.teams:each ?= team',
  '@request.auth.teams ~ team',
  '@request.auth.posts_via_author.total > 2',
  '@request.auth.posts_via_author.total ?= total',
  'team.posts_via_team.author.id ?= @request.auth.id',
  'due > @now || author = @request.auth.id && kind = @request.auth.role',
  'paid = (total > @request.auth.level)',
  '@request.auth.collectionName = "staff" || title !~ @request.auth.name',
  '@request.data.title:isset = false && @request.auth.id != ""',
  '@request.auth.created < created // a comment (',
];

/** Rules that read the body of an update. */
const bodyRules = [
  '@request.data.title = "open"',
  '@request.data.title:isset = true',
  '@request.data.title = title || @request.data.nope:isset = true',
  '@request.data.total > total',
  '@request.data.total = 5',
  '@request.data.paid = true && author = @request.auth.id',
  '@request.data.paid ~ "true"',
  '@request.data.team.name = "open"',
  '@request.data.team.level > @request.auth.level',
  '@request.data.team.lead.id = @request.auth.id',
  '@request.data.editors.id ?= @request.auth.id',
  '@request.data.editors.level >= 0',
  '@request.data.editors.level != 5',
  '@request.data.editors.name = ""',
  '@request.data.editors:length = 2',
  '@request.data.labels:length > editors:length',
  '@request.data.labels ~ "open"',
  '@request.data.meta.b.c = "<x>"',
  '@request.data.meta ~ "2.5"',
  '@request.data.title ~ @request.auth.role',
  'title ~ @request.data.title',
  '@request.data.author:isset = false && author = @request.auth.id',
  '@request.auth.role = @request.data.title || @request.auth.level = @request.data.total',
  '@request.method = "PATCH" && @request.data.team = team',
];

/** Rules that read the new record. */
const createRules = [
  'author = @request.auth.id',
  'author = @request.auth.id && title != ""',
  'title = "open"',
  'title = ""',
  'title ~ "pe"',
  'title != @request.auth.name',
  'title = @request.auth.role',
  'title ~ @request.auth.name',
  '@request.auth.name ~ title',
  'total > 1',
  'total = @request.auth.level',
  'total <= @request.auth.team.level',
  'total >= @request.auth.teams.level',
  'paid = true',
  'paid != @request.auth.verified',
  'kind = @request.auth.role || author = ""',
  'labels ~ @request.auth.role',
  'labels:length > 0',
  'editors:length >= @request.auth.teams:length',
  'editors ~ @request.auth.id',
  'editors.id ?= @request.auth.id',
  'editors.level >= 0',
  'editors.level != 5',
  'editors.level = ""',
  'editors.level > @request.auth.level',
  'editors.level != @request.auth.teams.level',
  'editors.team.name ?= @request.auth.team.name',
  'author.team.name = "open"',
  'author.teams.level ?> 1 && author.teams.name ?= "Ada"',
  'team.lead.level >= @request.auth.level',
  'team.members.id ?= @request.auth.id',
  'team.open = true && team.level > 0',
  'team.lead.name != title',
  'due < @now',
  'due = ""',
  '@request.data.author = author',
  '@collection.teams.id ?= team && @collection.teams.lead ?= author',
  'created > "2020-01-01" || title = "open"',
  'meta = "a" || title = "open"',
  'team.posts_via_team.total > 2 || title = "open"',
];

const own =
  `id title total paid due kind labels labels:each labels:length meta meta.a author author.name author.level
author.role author.team.name author.teams.level editors editors.id editors.name editors.level editors.team.level team
team.name team.level team.open team.lead.level team.members.id team.posts_via_team.total`.split(/\s+/);
const personal =
  `id username email verified emailVisibility collectionName name level role team teams prefs prefs.a
team.name team.level teams.id teams.name teams.level teams.open teams.lead.level teams.lead.name teams:length teams:each
posts_via_author.total teams_via_members.level nope nope.x name:isset`
    .split(/\s+/)
    .map((path) => `@request.auth.${path}`);
const others = `@collection.teams.name @collection.teams.level @collection.teams.lead @collection.users.level
@collection.users.teams.name @request.query.q @request.query.total @request.query.none @request.query.q:isset
@request.headers.x_key @request.method @request.data.title @request.data.title:isset`.split(/\s+/);
const literals =
  `"" "open" "5" "Ada" "a" "%a_" 0 1 5 -2.5 true false null @now @year "2024-01-01 00:00:00.000Z"`.split(
    /\s(?=["\d\-tfn@])/,
  );
const operators = ['=', '!=', '~', '!~', '<', '<=', '>', '>='].flatMap((one) => [one, `?${one}`]);

const request: RuleRequest = {
  method: 'GET',
  context: 'default',
  query: { q: 'open', total: '5' },
  headers: { x_key: 'k' },
  body: {},
};

for (const { name, binary } of backends()) {
  let backend: TestBackend;
  let collections: Collection[] = [];
  const people: { label: string; token: string; person: Person | null }[] = [];
  let posts: string[] = [];

  const make = async (collection: string, body: object) => {
    const { status, json } = await askServer(backend, `collections/${collection}/records`, {
      method: 'POST',
      body,
    });
    assert.is(status, 200, JSON.stringify(json));
    return json as AnyRecord;
  };
  const change = (collection: string, id: string, body: object) =>
    askServer(backend, `collections/${collection}/records/${id}`, { method: 'PATCH', body });
  const list = async (collection: string, query: Record<string, string>) => {
    const { status, json } = await askServer(
      backend,
      `collections/${collection}/records?${new URLSearchParams({ perPage: '500', ...query })}`,
    );
    return status === 200 ? (json.items as AnyRecord[]) : null;
  };
  const listAs = async (token: string) => {
    const answer = await fetch(`${backend.url}/api/collections/posts/records?perPage=500&q=open&total=5`, {
      headers: { Authorization: token, 'X-Key': 'k' },
    });
    const json = (await answer.json()) as { items?: AnyRecord[] };
    return answer.status === 200 ? (json.items ?? []).map(({ id }) => id).sort() : `${answer.status}`;
  };

  test.before(async () => {
    backend = await startBackend(binary);
    connectClient(backend.url, await adminToken(backend));
    await importCollections(schema, true);
    const found = await askServer(backend, 'collections?perPage=200');
    collections = found.json.items as Collection[];
    const teams: string[] = [];
    for (const [name, level, open] of [
      ['open', 5, true],
      ['Ada', 0, false],
      ['', 1, true],
    ] as const) {
      teams.push((await make('teams', { name, level, open })).id);
    }
    const account = (name: string) => ({
      username: `user_${name}`,
      email: `${name}@example.com`,
      password: '12345678',
      passwordConfirm: '12345678',
    });
    const users: string[] = [];
    const of = (...at: number[]) => at.map((one) => teams[one]);
    for (const [at, [label, body]] of Object.entries([
      [
        'ada',
        {
          name: 'Ada',
          level: 5,
          role: 'open',
          team: teams[0],
          teams: of(0, 1),
          prefs: { a: 5 },
          emailVisibility: true,
        },
      ],
      ['bob', { name: 'a_', level: 0, role: 'banned', team: teams[1], teams: of(1), prefs: { a: 'open' } }],
      ['cy', { name: '%', level: 1, role: '', teams: of(0, 1, 2), prefs: null, verified: true }],
      ['dan', { name: '', level: -2.5, role: '5', team: teams[2], prefs: { a: true } }],
      [
        'eve',
        {
          name: '5',
          level: 5,
          role: 'closed',
          team: teams[0],
          teams: of(2),
          emailVisibility: true,
          verified: true,
        },
      ],
      ['fay', { name: 'it\'s "a" \\', level: 2, role: 'open', teams: of(0) }],
    ] as const).map(([key, value]) => [Number(key), value] as const)) {
      assert.ok(at >= 0);
      users.push((await make('users', { ...account(label), ...body })).id);
    }
    await make('staff', { ...account('sam'), role: 'open', name: 'Sam' });
    await change('teams', teams[0] ?? '', { lead: users[0], members: [users[0], users[2]] });
    await change('teams', teams[1] ?? '', { lead: users[3], members: [users[4]] });
    const pick = <Item>(items: readonly Item[], at: number) => items[at % items.length];
    for (let at = 0; at < 24; at += 1) {
      await make('posts', {
        title: pick(['open', 'Ada', '', '5', 'a_', 'user_ada', 'true', 'x%y'], at),
        total: pick([0, 5, 1, -2.5, 3], at),
        paid: at % 3 === 0,
        due: pick(['', '2024-01-01 00:00:00.000Z', '2099-01-01 00:00:00.000Z'], at),
        kind: pick(['', 'open', 'banned', '5'], at),
        labels: pick([[], ['open'], ['open', 'banned'], ['5', 'closed']], at),
        meta: pick([null, { a: 5 }, { a: 'open' }, { a: [1] }, 'a', { a: null }], at),
        author: at % 4 === 0 ? '' : pick(users, at),
        editors: pick([[], [users[0]], [users[1], users[2]], [users[0], users[4]], [users[3]]], at),
        team: pick([...teams, ''], at),
      });
    }
    posts = ((await list('posts', {})) ?? []).map(({ id }) => id);
    people.push({ label: 'guest', token: '', person: null });
    for (const collection of collections.filter(({ type }) => type === 'auth')) {
      for (const record of (await list(collection.name, {})) ?? []) {
        const identity = (record as unknown as { username: string }).username;
        const { json } = await askServer(backend, `collections/${collection.name}/auth-with-password`, {
          method: 'POST',
          body: { identity, password: '12345678' },
          token: '',
        });
        people.push({ label: identity, token: json.token, person: { collection, record } });
      }
    }
  });
  test.after(() => backend?.stop());

  test(`${name}: a person gets what the translated rule finds`, async () => {
    const random = randomFrom(firstSeed);
    const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item;
    const operand = () => pick([own, own, personal, personal, others, literals].map((pool) => pick(pool)));
    const condition = () => `${operand()} ${pick(operators)} ${operand()}`;
    const randomRule = () => {
      const count = pick([1, 1, 2, 2, 3]);
      let rule = condition();
      for (let at = 1; at < count; at += 1)
        rule = `${rule} ${pick(['&&', '||'])} ${pick(['', '('])}${condition()}`;
      const open = rule.split(' (').length - 1;
      return rule + ')'.repeat(open);
    };
    const posted = collections.find((one) => one.name === 'posts') as Collection;
    const lookup = lookupOf(collections);
    const escapes = name.includes('0.22.20') ? 'old' : 'new';
    const counts = { triples: 0, notSimulated: 0, refused: 0, partly: 0 };
    const differences: string[] = [];
    const reasons = new Map<string, number>();
    const seen = new Map<string, number>();
    const rules = [...tricky, ...Array.from({ length: ruleCount }, randomRule)];
    for (const rule of rules) {
      const body = { listRule: rule, viewRule: rule };
      const { status } = await askServer(backend, 'collections/posts', { method: 'PATCH', body });
      if (status !== 200) {
        counts.refused += 1;
        continue;
      }
      for (const { label, token, person } of people) {
        const input = { rule, isList: true, collection: posted, lookup, person, request, escapes } as const;
        const answer = await translateRule(
          input,
          async (collection, query) => (await list(collection.name, query)) ?? [],
        );
        counts.triples += posts.length;
        if (answer.kind === 'notSimulated') {
          counts.notSimulated += posts.length;
          reasons.set(answer.reason, (reasons.get(answer.reason) ?? 0) + 1);
          continue;
        }
        const real = await listAs(token);
        let expected: string[] | string = '400';
        if (answer.kind === 'rows') {
          const rows = await list('posts', { filter: answer.filter, ...answer.query });
          expected = rows ? rows.map(({ id }) => id).sort() : '400';
        }
        if (Array.isArray(real) && real.length > 0 && real.length < posts.length) counts.partly += 1;
        const [one, other] = [JSON.stringify(real), JSON.stringify(expected)];
        if (one !== other) {
          seen.set(rule, (seen.get(rule) ?? 0) + 1);
          const text =
            answer.kind === 'rows'
              ? answer.filter
              : `${answer.kind} ${'reason' in answer ? answer.reason : ''}`;
          const size = (value: unknown) => (Array.isArray(value) ? `${value.length} rows` : value);
          if (seen.get(rule) === 1)
            differences.push(
              `${label}: ${rule}\n   sent ${text}\n   real ${size(real)}, found ${size(expected)}`,
            );
        }
      }
    }
    console.log(`# ${name}: ${JSON.stringify(counts)} ${JSON.stringify([...reasons])}`);
    assert.equal(differences, [], differences.join('\n'));
    assert.ok(counts.triples >= 10_000);
    assert.ok(counts.notSimulated <= counts.triples * 0.05);
  });

  test(`${name}: a person views and deletes what the translated rule finds`, async () => {
    const collection = collections.find((one) => one.name === 'posts') as Collection;
    const lookup = lookupOf(collections);
    const escapes = name.includes('0.22.20') ? 'old' : 'new';
    const counts = { verdicts: 0, allowed: 0, notSimulated: 0 };
    const differences: string[] = [];
    for (const [at, rule] of tricky.entries()) {
      const { status } = await askServer(backend, 'collections/posts', {
        method: 'PATCH',
        body: { viewRule: rule, deleteRule: rule },
      });
      assert.is(status, 200, rule);
      for (const [who, { label, token, person }] of people.entries()) {
        for (const method of ['GET', 'DELETE']) {
          const sent = { ...request, method };
          const answer = await translateRule(
            { rule, isList: false, collection, lookup, person, request: sent, escapes },
            async (of, query) => (await list(of.name, query)) ?? [],
          );
          const id = posts[(at * 5 + who * 3) % posts.length] ?? '';
          counts.verdicts += 1;
          if (answer.kind === 'notSimulated') {
            counts.notSimulated += 1;
            continue;
          }
          const rows =
            answer.kind === 'rows'
              ? await list('posts', { filter: `id="${id}"&&(${answer.filter})`, ...answer.query })
              : [];
          const isAllowed = (rows?.length ?? 0) > 0;
          if (isAllowed) counts.allowed += 1;
          const { json: stored } = await askServer(backend, `collections/posts/records/${id}`);
          const real = await fetch(`${backend.url}/api/collections/posts/records/${id}?q=open&total=5`, {
            method,
            headers: { Authorization: token, 'X-Key': 'k' },
          });
          if (isAllowed !== real.ok || (!real.ok && real.status !== 404)) {
            differences.push(`${label}, ${method}: ${rule}\n   real ${real.status}`);
          }
          if (method === 'DELETE' && real.ok) await make('posts', stored);
        }
      }
    }
    console.log(`# ${name}: ${JSON.stringify(counts)}`);
    assert.equal(differences, [], differences.join('\n'));
    assert.ok(counts.allowed > 100 && counts.verdicts - counts.allowed > 100);
    assert.ok(counts.notSimulated <= counts.verdicts * 0.05);
  });

  test(`${name}: a person creates what the translated rule allows`, async () => {
    const collection = collections.find((one) => one.name === 'posts') as Collection;
    const lookup = lookupOf(collections);
    const escapes = name.includes('0.22.20') ? 'old' : 'new';
    const [ada, bob, cy] = people.flatMap(({ person }) => (person ? [person.record.id] : []));
    const [five, one] = (await list('teams', { sort: '-level' })) ?? [];
    const bodies: Record<string, unknown>[] = [
      {},
      {
        ...{ title: 'open', total: 5, paid: true, kind: 'open', labels: ['open', '5'] },
        ...{ author: ada, editors: [ada, bob], team: five?.id, due: '2024-01-01 00:00:00.000Z' },
      },
      { title: 'Ada', total: 2, kind: '5', author: bob, editors: [cy], team: one?.id },
      { title: 'a_', total: -2.5, author: cy, editors: [ada, bob, cy], labels: ['closed'] },
    ];
    const counts = { verdicts: 0, allowed: 0, notSimulated: 0 };
    const reasons = new Map<string, number>();
    const differences: string[] = [];
    for (const rule of createRules) {
      const body = { createRule: rule };
      const { status } = await askServer(backend, 'collections/posts', { method: 'PATCH', body });
      assert.is(status, 200, rule);
      for (const { label, token, person } of people) {
        for (const [at, created] of bodies.entries()) {
          const sent: RuleRequest = { ...request, method: 'POST', query: {}, headers: {}, body: created };
          const answer = await translateRule(
            { rule, isList: false, collection, lookup, person, request: sent, created, escapes },
            async (of, query) => (await list(of.name, query)) ?? [],
          );
          counts.verdicts += 1;
          if (answer.kind === 'notSimulated') {
            counts.notSimulated += 1;
            reasons.set(answer.reason, (reasons.get(answer.reason) ?? 0) + 1);
            continue;
          }
          const rows =
            answer.kind === 'rows'
              ? await list('posts', { filter: `id="${posts[0]}"&&(${answer.filter})`, ...answer.query })
              : [];
          const real = await askServer(backend, 'collections/posts/records', {
            method: 'POST',
            body: created,
            token,
          });
          const isAllowed = (rows?.length ?? 0) > 0;
          if (isAllowed) counts.allowed += 1;
          if (isAllowed !== (real.status === 200) || ![200, 400].includes(real.status)) {
            const filter = answer.kind === 'rows' ? answer.filter : answer.kind;
            differences.push(`${label}, body ${at}: ${rule}\n   sent ${filter}\n   real ${real.status}`);
          }
          if (real.status === 200) {
            await askServer(backend, `collections/posts/records/${real.json.id}`, { method: 'DELETE' });
          }
        }
      }
    }
    console.log(`# ${name}: ${JSON.stringify(counts)} ${JSON.stringify([...reasons])}`);
    assert.equal(differences, [], differences.join('\n'));
    assert.ok(counts.allowed > 200 && counts.verdicts - counts.allowed > 200);
    assert.ok(counts.notSimulated <= counts.verdicts * 0.15);
  });

  test(`${name}: an update is judged by its body`, async () => {
    const collection = collections.find((one) => one.name === 'posts') as Collection;
    const lookup = lookupOf(collections);
    const escapes = name.includes('0.22.20') ? 'old' : 'new';
    const [ada, bob] = people.flatMap(({ person }) => (person ? [person.record.id] : []));
    const [team] = (await list('teams', { sort: '-level' })) ?? [];
    const bodies: Record<string, unknown>[] = [
      {},
      {
        title: 'open',
        total: 5,
        paid: true,
        team: team?.id,
        editors: [ada, bob],
        labels: ['open', '5', 'open'],
      },
      {
        title: 'closed',
        total: '5',
        team: '',
        editors: [],
        labels: 'open',
        meta: { b: { c: '<x>' }, a: [1, 2.5] },
      },
    ];
    const counts = { verdicts: 0, allowed: 0, notSimulated: 0 };
    const differences: string[] = [];
    for (const rule of bodyRules) {
      const { status } = await askServer(backend, 'collections/posts', {
        method: 'PATCH',
        body: { updateRule: rule },
      });
      assert.is(status, 200, rule);
      for (const { label, token, person } of people) {
        for (const [at, body] of bodies.entries()) {
          const id = posts[(at * 7 + label.length) % posts.length] ?? '';
          const sent: RuleRequest = { ...request, method: 'PATCH', query: {}, headers: {}, body };
          const input = { rule, isList: false, collection, lookup, person, request: sent, escapes } as const;
          const answer = await translateRule(input, async (of, query) => (await list(of.name, query)) ?? []);
          counts.verdicts += 1;
          if (answer.kind === 'notSimulated') {
            counts.notSimulated += 1;
            continue;
          }
          const rows =
            answer.kind === 'rows'
              ? await list('posts', { filter: `id="${id}"&&(${answer.filter})`, ...answer.query })
              : [];
          const real = await askServer(backend, `collections/posts/records/${id}`, {
            method: 'PATCH',
            body,
            token,
          });
          const isFound = (rows?.length ?? 0) > 0;
          if (isFound) counts.allowed += 1;
          if (isFound !== (real.status === 200) || ![200, 404].includes(real.status)) {
            const filter = answer.kind === 'rows' ? answer.filter : answer.kind;
            differences.push(`${label}, body ${at}: ${rule}\n   sent ${filter}\n   real ${real.status}`);
          }
        }
      }
    }
    console.log(`# ${name}: ${JSON.stringify(counts)}`);
    assert.equal(differences, [], differences.join('\n'));
    assert.ok(counts.allowed > 50 && counts.verdicts - counts.allowed > 50);
    assert.ok(counts.notSimulated <= counts.verdicts * 0.05);
  });
}

/** A small generator of random numbers below 1 (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

test.run();
