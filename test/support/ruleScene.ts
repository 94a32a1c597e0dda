// A server with people, teams and posts, on which rules of all kinds give different people different records.
import * as assert from 'uvu/assert';
import { toInner, toNewer, withDates } from '../../ui/backend/newer/collectionShape';
import type { Collection } from '../../ui/model/collection';
import type { AnyRecord } from '../../ui/model/record';
import { lookupOf } from '../../ui/model/rulePaths';
import type { Person } from '../../ui/rules/reading/personSides';
import { authOptions, connectClient, field } from './realBackend';
import { adminToken, startBackend } from './server';
import { askServer } from './walk';

export type RuleScene = Awaited<ReturnType<typeof openRuleScene>>;

const idOf = (name: string) => name.padEnd(15, '0');
const relation = (name: string, target: string, maxSelect: number | null) =>
  field('relation', name, { collectionId: idOf(target), maxSelect });
const select = (name: string, maxSelect: number) =>
  field('select', name, { maxSelect, values: ['open', 'closed', 'banned', '5'] });

/** A post with what the join adds; the team may be missing. */
const sums = `SELECT p.id, p.title, p.total, p.paid, p.labels, p.author, p.team, t.name AS teamName, t.level
FROM posts p LEFT JOIN teams t ON t.id = p.team`;

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
  { name: 'sums', type: 'view', schema: [] },
].map((one) => ({ ...one, id: idOf(one.name), options: optionsOf(one.type) }));

function optionsOf(type: string) {
  if (type === 'view') return { query: sums };
  return type === 'auth' ? authOptions : {};
}

/** The user name of a newer server is a field like others. */
const newerSchema = () =>
  schema.map((one) => {
    const own = one.type === 'auth' ? [...one.schema, field('text', 'username')] : one.schema;
    const options = { ...one.options, ...(one.type === 'auth' && { allowUsernameAuth: false }) };
    return toNewer(withDates({ ...one, options, schema: own as Collection['schema'] }));
  });

export async function openRuleScene(binary: string) {
  const backend = await startBackend(binary);
  const { isNewer } = backend.dialect;

  const make = async (collection: string, body: object) => {
    const path = `collections/${collection}/records`;
    const { status, json } = await askServer(backend, path, { method: 'POST', body });
    assert.is(status, 200, JSON.stringify(json));
    return json as AnyRecord;
  };
  const change = (collection: string, id: string, body: object) =>
    askServer(backend, `collections/${collection}/records/${id}`, { method: 'PATCH', body });
  /** Lists records as an admin; null for a refused request. */
  const list = async (collection: string, query: Record<string, string>) => {
    const { status, json } = await askServer(
      backend,
      `collections/${collection}/records?${new URLSearchParams({ perPage: '500', ...query })}`,
    );
    return status === 200 ? (json.items as AnyRecord[]) : null;
  };

  /** Our client asks this server as an admin. */
  const connect = async () => connectClient(backend.url, await adminToken(backend));
  const body = { collections: isNewer ? newerSchema() : schema, deleteMissing: true };
  const { status, json } = await askServer(backend, 'collections/import', { method: 'PUT', body });
  assert.is(status, 204, JSON.stringify(json));
  const { items } = (await askServer(backend, 'collections?perPage=200')).json;
  const collections: Collection[] = isNewer ? items.map(toInner) : items;
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
  for (const [label, body] of [
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
  ] as const) {
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
  /** A guest, and each account with the token of a real sign-in. */
  const people: { label: string; token: string; person: Person | null }[] = [
    { label: 'guest', token: '', person: null },
  ];
  for (const collection of collections.filter(({ type, system }) => type === 'auth' && !system)) {
    for (const record of (await list(collection.name, {})) ?? []) {
      const { username, email } = record as unknown as Record<'username' | 'email', string>;
      const { json } = await askServer(backend, `collections/${collection.name}/auth-with-password`, {
        method: 'POST',
        body: { identity: isNewer ? email : username, password: '12345678' },
        token: '',
      });
      people.push({ label: username, token: json.token, person: { collection, record } });
    }
  }
  return {
    backend,
    connect,
    lookup: lookupOf(collections),
    find: (name: string) => collections.find((one) => one.name === name) as Collection,
    postIds: ((await list('posts', {})) ?? []).map(({ id }) => id),
    people,
    list,
    make,
    /** Stores rules of a collection; returns whether the server accepts them. */
    async setRules(rules: Readonly<Record<string, string>>, collection = 'posts'): Promise<boolean> {
      const { status } = await askServer(backend, `collections/${collection}`, {
        method: 'PATCH',
        body: rules,
      });
      return status === 200;
    },
  };
}
