// Schemas with one hole each, and the same schemas without it. The holes are tried on real servers, too.

import type { Collection } from '../../ui/model/collection';
import type { Severity } from '../../ui/model/findings/finding';

type Rules = Partial<Record<'list' | 'view' | 'create' | 'update' | 'delete' | 'manage', string | null>>;

export const idOf = (name: string) => name.padEnd(15, '0').slice(0, 15);

const neededOptions: Readonly<Record<string, object>> = {
  select: { values: ['a', 'b', 'admin'], maxSelect: 1 },
  json: { maxSize: 100_000 },
  file: { maxSelect: 1, maxSize: 1_000_000 },
};

export function fieldOf(type: string, name: string, options: object = {}, required = false) {
  const id = `f_${name}`.padEnd(8, '0');
  return {
    id,
    name,
    type,
    required,
    presentable: false,
    system: false,
    options: { ...neededOptions[type], ...options },
  };
}

/** A relation to one record, unless a maximum is given; null means any number. */
export function relationOf(name: string, target: string, options: object = {}, required = false) {
  return fieldOf(
    'relation',
    name,
    { collectionId: idOf(target), maxSelect: 1, cascadeDelete: false, ...options },
    required,
  );
}

const rulesOf = ({
  list = null,
  view = null,
  create = null,
  update = null,
  delete: remove = null,
}: Rules) => ({
  listRule: list,
  viewRule: view,
  createRule: create,
  updateRule: update,
  deleteRule: remove,
});

export function baseOf(
  name: string,
  rules: Rules = {},
  schema: object[] = [fieldOf('text', 'title')],
  more = {},
) {
  const common = { id: idOf(name), name, type: 'base', system: false, schema, indexes: [], options: {} };
  return { ...common, ...rulesOf(rules), ...more } as unknown as Collection;
}

export function accountsOf(name: string, rules: Rules = {}, schema: object[] = [], options = {}) {
  const common = {
    allowEmailAuth: true,
    allowUsernameAuth: true,
    allowOAuth2Auth: false,
    requireEmail: false,
    minPasswordLength: 8,
    manageRule: rules.manage ?? null,
    ...options,
  };
  return baseOf(name, rules, schema, { type: 'auth', options: common });
}

export function viewOf(name: string, query: string, rules: Rules = {}, schema: object[] = []) {
  return baseOf(name, rules, schema, { type: 'view', options: { query } });
}

export interface Hole {
  /** The check that finds it. */
  readonly id: string;
  readonly about: string;
  readonly severity: Severity;
  /** The title, with the counts below. */
  readonly title: string;
  readonly open: readonly Collection[];
  readonly closed: readonly Collection[];
  /** Records for the counts: of each collection by name, with an id for others to name. */
  readonly records?: Readonly<Record<string, readonly object[]>>;
  /** The counts that the records give, by collection. */
  readonly count?: number;
  /** Deleted after the others were made, because the server refuses a rule with a missing collection. */
  readonly gone?: string;
}

const signedIn = '@request.auth.id != ""';
const role = fieldOf('select', 'role');
const isAdmin = '@request.auth.role = "admin"';
const users = accountsOf('users');
const author = relationOf('author', 'users');
const editors = relationOf('editors', 'users', { maxSelect: 5 });
const owned = 'author = @request.auth.id';
const ofStaff = '@request.auth.collectionName = "staff"';
const levelFields = [fieldOf('number', 'level'), fieldOf('bool', 'paid'), relationOf('team', 'teams')];
const teams = baseOf('teams', {}, [fieldOf('number', 'level')]);
const levelled = accountsOf('users', {}, levelFields);
const inTeam = (rules: Rules) => baseOf('posts', rules, [fieldOf('text', 'title'), ...levelFields]);
const posts = (rules: Rules, schema: object[] = [fieldOf('text', 'title'), author]) =>
  baseOf('posts', rules, schema);

export const holes: readonly Hole[] = [
  {
    id: 'chosen-at-sign-up',
    about: 'a role that the create rule does not test',
    severity: 'critical',
    title: 'Anyone can choose role when signing up; 1 rule trusts it',
    open: [accountsOf('users', { create: '' }, [role]), baseOf('secrets', { list: isAdmin })],
    closed: [
      accountsOf('users', { create: '@request.data.role:isset = false' }, [role]),
      baseOf('secrets', { list: isAdmin }),
    ],
  },
  {
    id: 'chosen-at-sign-up',
    about: 'one alternative without a test',
    severity: 'critical',
    title: 'Anyone can choose role when signing up; 2 rules trust it',
    open: [
      accountsOf('users', { create: 'role = "a" || username ~ "b"' }, [role]),
      baseOf('secrets', { list: isAdmin, view: isAdmin }),
    ],
    closed: [
      accountsOf('users', { create: `role = "a" || ${isAdmin}` }, [role]),
      baseOf('secrets', { list: isAdmin, view: isAdmin }),
    ],
  },
  {
    id: 'own-field-changed',
    about: 'a role that users change',
    severity: 'critical',
    title: 'Users can change their own role, which 1 rule trusts',
    // The stored role says nothing about the new one.
    open: [
      accountsOf('users', { update: 'id = @request.auth.id && role != "a"' }, [role]),
      baseOf('secrets', { list: isAdmin }),
    ],
    closed: [
      accountsOf('users', { update: 'id = @request.auth.id && @request.data.role:isset = false' }, [role]),
      baseOf('secrets', { list: isAdmin }),
    ],
  },
  {
    id: 'accounts-taken-over',
    about: 'a manage rule for all users',
    severity: 'critical',
    title: 'Any signed-in user can take over accounts of users',
    open: [accountsOf('users', { manage: signedIn })],
    closed: [accountsOf('users', { manage: '@request.auth.id = "x" || @request.auth.username = "boss"' })],
  },
  {
    id: 'accounts-taken-over',
    about: 'a manage rule for all but a few',
    severity: 'critical',
    title: 'Nearly any user can take over accounts of users',
    open: [accountsOf('users', { manage: '@request.auth.role != "a"' }, [role])],
    closed: [accountsOf('users', { manage: isAdmin }, [role])],
  },
  {
    id: 'accounts-taken-over',
    about: 'a manage rule for all verified users',
    severity: 'critical',
    title: 'Nearly any user can take over accounts of users',
    open: [accountsOf('users', { manage: '@request.auth.verified = true' })],
    closed: [accountsOf('users', { manage: '@request.auth.verified = true && id = @request.auth.id' })],
  },
  {
    id: 'accounts-taken-over',
    about: 'a manage rule for the accounts of an open sign-up',
    severity: 'critical',
    title: 'Any signed-in user can take over accounts of users',
    open: [
      accountsOf('users', { manage: '@request.auth.collectionName = "staff"' }),
      accountsOf('staff', { create: '' }),
    ],
    closed: [accountsOf('users', { manage: '@request.auth.collectionName = "staff"' }), accountsOf('staff')],
  },
  {
    id: 'view-secrets',
    about: 'a view of password hashes',
    severity: 'critical',
    title: 'A view shows passwordHash and tokenKey',
    open: [users, viewOf('staff', 'SELECT id, passwordHash, "tokenKey" AS t FROM users', { list: '' })],
    closed: [users, viewOf('staff', 'SELECT id, username FROM users', { list: null })],
  },
  {
    id: 'view-secrets',
    about: 'a token key under another name',
    severity: 'critical',
    title: 'A view shows tokenKey',
    open: [users, viewOf('staff', 'SELECT id, tokenKey AS t FROM users', { list: '' })],
    closed: [
      posts({ list: '' }, [fieldOf('text', 'tokenKey')]),
      viewOf('staff', 'SELECT id, tokenKey FROM posts', { list: '' }),
    ],
  },
  {
    id: 'view-secrets',
    about: 'a closed view of admins',
    severity: 'medium',
    title: 'A view shows _admins',
    open: [viewOf('staff', 'SELECT id, email FROM _admins')],
    closed: [posts({}, [fieldOf('text', '_admins')]), viewOf('staff', 'SELECT id, _admins FROM posts')],
  },
  {
    id: 'public-write',
    about: 'empty rules',
    severity: 'high',
    title: 'Everyone can create, update and delete posts',
    open: [users, posts({ create: '', update: '', delete: '' })],
    closed: [users, accountsOf('people', { create: '' }), posts({ create: signedIn, update: null })],
  },
  {
    id: 'guests-pass',
    about: 'records without an owner',
    severity: 'high',
    title: 'Guests can update and delete 2 records of posts',
    open: [users, posts({ update: 'author = @request.auth.id', delete: 'author = @request.auth.id' })],
    closed: [
      users,
      posts({
        update: `${signedIn} && author = @request.auth.id`,
        delete: `author = @request.auth.id && ${signedIn}`,
      }),
    ],
    records: { posts: [{ title: 'a' }, { title: 'b' }] },
    count: 2,
  },
  {
    id: 'guests-pass',
    about: 'a role that guests do not have',
    severity: 'high',
    title: 'Guests can list and view 1 record of posts',
    open: [
      accountsOf('users', {}, [role]),
      posts({ list: '@request.auth.role != "b"', view: '@request.auth.role != "b"' }),
    ],
    closed: [accountsOf('users', {}, [role]), posts({ list: 'title != ""', view: isAdmin })],
    records: { posts: [{ title: 'a' }] },
    count: 1,
  },
  {
    id: 'guests-pass',
    about: 'a create rule that guests meet',
    severity: 'high',
    title: 'Guests can create records of posts',
    open: [accountsOf('users', {}, [role]), posts({ create: '@request.auth.role != "b"' })],
    closed: [
      accountsOf('users', {}, [role]),
      posts({ create: `@request.auth.role != "b" && ${signedIn}` }),
      // A sign-up is for guests.
      accountsOf('people', { create: 'username != "root"' }),
    ],
  },
  {
    id: 'guests-pass',
    about: 'a create rule that only tests the owner',
    severity: 'high',
    title: 'Guests can create records of posts',
    open: [users, posts({ create: 'author = @request.auth.id' })],
    closed: [users, posts({ create: 'author != "" && author = @request.auth.id' })],
  },
  {
    id: 'guests-pass',
    about: 'a sign-up for signed-in people, which guests pass',
    severity: 'high',
    title: 'Guests can create records of users',
    open: [accountsOf('users', { create: '@request.auth.role != "b"' }, [role])],
    closed: [accountsOf('users', { create: isAdmin }, [role])],
  },
  {
    id: 'guests-will-pass',
    about: 'an owner that may be empty',
    severity: 'medium',
    title: 'Guests will get records of posts whose author is empty',
    open: [users, posts({ view: 'author = @request.auth.id' })],
    closed: [users, posts({ view: 'author = @request.auth.id' }, [relationOf('author', 'users', {}, true)])],
    count: 0,
  },
  {
    id: 'guests-will-pass',
    about: 'an owner that the view may leave empty',
    severity: 'medium',
    title: 'Guests will get records of all whose author is empty',
    open: [users, posts({}), viewOf('all', 'SELECT id, author FROM posts', { view: owned }, [author])],
    closed: [
      users,
      posts({}),
      viewOf('all', 'SELECT id, author FROM posts', { view: `author != "" && ${owned}` }, [author]),
    ],
    count: 0,
  },
  {
    id: 'guests-will-pass',
    about: 'a number of the person behind a relation',
    severity: 'medium',
    title: 'Guests will get records of posts whose team.level is empty',
    open: [levelled, teams, inTeam({ view: 'team.level = @request.auth.level' })],
    closed: [levelled, teams, inTeam({ view: 'level = @request.auth.level && paid = @request.auth.paid' })],
    count: 0,
  },
  {
    id: 'nearly-everyone',
    about: 'a list that differs from a text',
    severity: 'high',
    title: 'This condition holds for nearly everyone',
    open: [
      users,
      posts({ list: 'editors != @request.auth.id' }, [relationOf('editors', 'users', { maxSelect: 5 })]),
    ],
    closed: [
      users,
      posts({ list: `${signedIn} && editors !~ @request.auth.id` }, [
        relationOf('editors', 'users', { maxSelect: 5 }),
      ]),
    ],
  },
  {
    id: 'nearly-everyone',
    about: 'a list that differs from an empty text',
    severity: 'high',
    title: 'This condition holds for nearly everyone',
    open: [users, posts({ list: `${signedIn} && editors != ""` }, [editors])],
    closed: [users, posts({ list: `${signedIn} && editors:length > 0 && editors != "[]"` }, [editors])],
  },
  {
    id: 'nearly-everyone',
    about: 'any list that differs from a text',
    severity: 'high',
    title: 'This condition holds for nearly everyone',
    open: [users, posts({ list: `${signedIn} && editors ?!= @request.auth.id` }, [editors])],
    closed: [users, posts({ list: `${signedIn} && editors ?!~ @request.auth.id` }, [editors])],
  },
  {
    id: 'nearly-nobody',
    about: 'any list that equals a text',
    severity: 'medium',
    title: 'This condition excludes nearly everyone',
    open: [users, posts({ list: `${signedIn} && editors ?= @request.auth.id` }, [editors])],
    closed: [users, posts({ list: `${signedIn} && editors:each ?= @request.auth.id` }, [editors])],
  },
  {
    id: 'nearly-nobody',
    about: 'a list that equals an empty text',
    severity: 'medium',
    title: 'This condition excludes nearly everyone',
    open: [users, posts({ list: `${signedIn} && editors = ""` }, [editors])],
    closed: [users, posts({ list: `${signedIn} && editors:length = 0 && editors = "[]"` }, [editors])],
  },
  {
    id: 'nearly-everyone',
    about: 'any other record that differs',
    severity: 'high',
    title: 'This condition holds for nearly everyone',
    open: [
      users,
      baseOf('bans', {}, [author]),
      posts({ list: '@collection.bans.author ?!= @request.auth.id' }),
    ],
    closed: [
      users,
      baseOf('bans', {}, [author]),
      posts({ list: '@collection.bans.author != @request.auth.id' }),
    ],
  },
  {
    id: 'nearly-nobody',
    about: 'a list that equals a text',
    severity: 'medium',
    title: 'This condition excludes nearly everyone',
    open: [
      users,
      posts({ list: 'editors = @request.auth.id' }, [relationOf('editors', 'users', { maxSelect: 5 })]),
    ],
    closed: [
      users,
      posts({ list: 'editors.id ?= @request.auth.id' }, [relationOf('editors', 'users', { maxSelect: 5 })]),
    ],
  },
  {
    id: 'nearly-nobody',
    about: 'every record of another collection',
    severity: 'medium',
    title: 'This condition excludes nearly everyone',
    open: [
      users,
      baseOf('teams', {}, [author]),
      posts({ list: '@collection.teams.author = @request.auth.id' }),
    ],
    closed: [
      users,
      baseOf('teams', {}, [author]),
      posts({ list: '@collection.teams.author ?= @request.auth.id' }),
    ],
  },
  {
    id: 'nearly-nobody',
    about: ':isset of the person',
    severity: 'medium',
    title: 'This condition excludes nearly everyone',
    open: [accountsOf('users', {}, [role]), posts({ list: '@request.auth.role:isset = true' })],
    closed: [accountsOf('users', {}, [role]), posts({ list: '@request.query.role:isset = true' })],
  },
  {
    id: 'missing-name',
    about: 'a collection that is gone',
    severity: 'high',
    title: 'The rule names what does not exist',
    open: [users, posts({ list: '@collection.gone.title ?= title' })],
    closed: [users, posts({ list: '@collection.posts.title ?= title' })],
    gone: 'gone',
  },
  {
    id: 'missing-name',
    about: 'a field of the person that is gone',
    severity: 'high',
    title: 'The rule names what does not exist',
    open: [users, posts({ list: '@request.auth.nope = "x"' })],
    closed: [accountsOf('users', {}, [fieldOf('text', 'nope')]), posts({ list: '@request.auth.nope = "x"' })],
  },
  {
    id: 'missing-name',
    about: 'a field of the body that is gone',
    severity: 'high',
    title: 'The rule names what does not exist',
    open: [users, posts({ create: '@request.data.nope = "x"' })],
    closed: [users, accountsOf('people', { create: '@request.data.password = "x"' })],
  },
  {
    id: 'failing-rule',
    about: 'a path through a text',
    severity: 'high',
    title: 'The rule fails for users of users',
    open: [accountsOf('users', {}, [fieldOf('text', 'name')]), posts({ list: '@request.auth.name.x = "1"' })],
    closed: [
      accountsOf('users', {}, [fieldOf('json', 'name')]),
      posts({ list: '@request.auth.name.x = "1"' }),
    ],
  },
  {
    id: 'hidden-emails',
    about: 'an e-mail in a list rule',
    severity: 'medium',
    title: 'The list leaves out accounts with a hidden e-mail',
    open: [accountsOf('users', { list: 'email ~ "a"' })],
    closed: [accountsOf('users', { list: 'username ~ "a"', view: 'email ~ "a"' })],
  },
  {
    id: 'open-sign-up',
    about: 'an open sign-up, and users who may read',
    severity: 'medium',
    title: '"Signed in" means anyone: sign-up to users is open',
    open: [accountsOf('users', { create: '' }), posts({ list: signedIn })],
    closed: [
      accountsOf('users', { create: '' }),
      posts({ list: '@request.auth.collectionName = "staff"', view: '@request.auth.verified = true' }),
    ],
  },
  {
    id: 'open-sign-up',
    about: 'an open sign-up, and users who may write',
    severity: 'high',
    title: '"Signed in" means anyone: sign-up to users is open',
    open: [accountsOf('users', { create: '' }), posts({ delete: signedIn })],
    closed: [accountsOf('users', { create: null }), posts({ delete: signedIn })],
  },
  {
    id: 'open-sign-up',
    about: 'a sign-up whose rule stops nobody',
    severity: 'medium',
    title: '"Signed in" means anyone: sign-up to users is open',
    open: [
      accountsOf('users', { create: '@request.data.role:isset = false' }, [role]),
      posts({ list: `${signedIn} || title = "x"` }),
    ],
    // Only people who know the code can sign up.
    closed: [
      accountsOf('users', { create: 'code = "x7"' }, [fieldOf('text', 'code')]),
      posts({ list: signedIn }),
    ],
  },
  {
    id: 'accounts-listed',
    about: 'a public list of accounts',
    severity: 'medium',
    title: 'Everyone can list accounts of users: username and role; 1 e-mail is public',
    open: [accountsOf('users', { list: '' }, [role])],
    closed: [accountsOf('users', { list: signedIn, view: '' }, [role])],
    records: {
      users: [
        {
          username: 'anna',
          email: 'anna@example.net',
          emailVisibility: true,
          password: '1234567890',
          passwordConfirm: '1234567890',
        },
        { username: 'ben', email: 'ben@example.net', password: '1234567890', passwordConfirm: '1234567890' },
      ],
    },
    count: 1,
  },
  {
    id: 'made-for-another',
    about: 'an owner that the create rule does not test',
    severity: 'medium',
    title: "Records of posts can be created in someone else's name",
    open: [users, posts({ create: signedIn, update: `${signedIn} && author = @request.auth.id` })],
    closed: [
      users,
      posts({
        create: `${signedIn} && author = @request.auth.id`,
        update: `${signedIn} && author = @request.auth.id`,
      }),
    ],
  },
  {
    id: 'made-for-another',
    about: 'verified users, and an owner besides admins',
    severity: 'medium',
    title: "Records of posts can be created in someone else's name",
    open: [
      accountsOf('users', {}, [role]),
      posts({
        create: '@request.auth.verified = true && title != ""',
        update: `${isAdmin} || author = @request.auth.id && ${signedIn}`,
      }),
    ],
    closed: [
      accountsOf('users', {}, [role]),
      posts({
        create: `${isAdmin} || @request.auth.verified = true && author = @request.auth.id`,
        update: `${isAdmin} || author = @request.auth.id && ${signedIn}`,
      }),
    ],
  },
  {
    id: 'made-for-another',
    about: 'a team that the create rule does not test',
    severity: 'medium',
    title: "Records of posts can be created in someone else's name",
    open: [levelled, teams, inTeam({ create: signedIn, view: `${signedIn} && team = @request.auth.team` })],
    closed: [
      levelled,
      teams,
      inTeam({
        create: `${signedIn} && @request.data.team = @request.auth.team`,
        view: `${signedIn} && team = @request.auth.team`,
      }),
    ],
  },
  {
    id: 'given-away',
    about: 'an owner that the update rule tests only as stored',
    severity: 'medium',
    title: 'Owners of posts can give records away',
    open: [users, posts({ update: `${signedIn} && author = @request.auth.id` })],
    closed: [
      users,
      posts({ update: `${signedIn} && author = @request.auth.id && @request.data.author:isset = false` }),
    ],
  },
  {
    id: 'given-away',
    about: 'a test of the new owner that stops nothing',
    severity: 'medium',
    title: 'Owners of posts can give records away',
    open: [
      accountsOf('users', {}, [role]),
      posts({
        update: `${isAdmin} || ${signedIn} && author = @request.auth.id && @request.data.author != ""`,
      }),
    ],
    closed: [
      accountsOf('users', {}, [role]),
      posts({
        update: `${isAdmin} || ${signedIn} && author = @request.auth.id && @request.data.author = author`,
      }),
    ],
  },
  {
    id: 'open-files',
    about: 'a file without protection',
    severity: 'medium',
    title: 'Files of a closed collection are open',
    open: [posts({}, [fieldOf('file', 'scan')])],
    closed: [
      posts({}, [fieldOf('file', 'scan', { protected: true })]),
      baseOf('pages', { view: '' }, [fieldOf('file', 'photo')]),
    ],
  },
  {
    id: 'cascade-delete',
    about: 'a relation that deletes closed records',
    severity: 'medium',
    title: 'Deleting orders deletes 2 closed records of bills',
    open: [
      users,
      baseOf('orders', { delete: signedIn }),
      baseOf('bills', {}, [relationOf('order', 'orders', { cascadeDelete: true })]),
    ],
    closed: [
      users,
      baseOf('orders', { delete: signedIn }),
      baseOf('bills', {}, [relationOf('order', 'orders')]),
      baseOf('notes', { delete: signedIn }, [relationOf('order', 'orders', { cascadeDelete: true })]),
    ],
    records: {
      orders: [{ id: 'order0000000001', title: 'a' }],
      bills: [{ order: 'order0000000001' }, { order: 'order0000000001' }],
    },
    count: 2,
  },
  {
    id: 'cascade-delete',
    about: 'records that only one kind of users may delete',
    severity: 'medium',
    title: 'Deleting orders deletes closed records of bills',
    open: [
      users,
      accountsOf('staff'),
      baseOf('orders', { delete: signedIn }),
      baseOf('bills', { delete: ofStaff }, [relationOf('order', 'orders', { cascadeDelete: true })]),
    ],
    closed: [
      accountsOf('staff'),
      baseOf('orders', { delete: signedIn }),
      baseOf('bills', { delete: ofStaff }, [relationOf('order', 'orders', { cascadeDelete: true })]),
    ],
  },
  {
    id: 'guessed-fields',
    about: 'a list that leads to accounts',
    severity: 'medium',
    title: 'Closed fields of users can be guessed through posts',
    open: [users, posts({ list: '' })],
    closed: [users, posts({})],
  },
  {
    id: 'guessed-fields',
    about: 'a list that leads to a closed collection',
    severity: 'medium',
    title: 'Closed fields of people can be guessed through posts',
    open: [
      baseOf('people', {}, [fieldOf('text', 'phone')]),
      posts({ list: '' }, [fieldOf('text', 'title'), relationOf('person', 'people')]),
    ],
    closed: [
      baseOf('people', {}, [fieldOf('text', 'phone')]),
      posts({ view: '' }, [fieldOf('text', 'title'), relationOf('person', 'people')]),
    ],
  },
  {
    id: 'guessed-fields',
    about: 'a list to which a closed collection leads',
    severity: 'medium',
    title: 'Closed fields of bills can be guessed through orders',
    open: [
      baseOf('orders', { list: '' }),
      baseOf('bills', {}, [fieldOf('text', 'address'), relationOf('order', 'orders')]),
    ],
    closed: [
      baseOf('orders', { list: '' }),
      baseOf('bills', { list: '' }, [fieldOf('text', 'address'), relationOf('order', 'orders')]),
    ],
  },
  {
    id: 'wider-view',
    about: 'a public view of closed records',
    severity: 'medium',
    title: 'View all is wider than its source posts',
    open: [posts({}, [fieldOf('text', 'title')]), viewOf('all', 'SELECT id, title FROM posts', { list: '' })],
    closed: [
      posts({ list: '' }, [fieldOf('text', 'title')]),
      viewOf('all', 'SELECT id, title FROM posts', { list: '' }),
    ],
  },
  {
    id: 'wider-view',
    about: 'a view of e-mails',
    severity: 'medium',
    title: 'View all is wider than its source users; it shows e-mails',
    open: [users, viewOf('all', 'SELECT u.id, u.email FROM users u', { list: signedIn })],
    closed: [users, viewOf('all', 'SELECT u.id, u.email FROM users u')],
  },
];

/** A schema that an expert would leave as it is. */
export const wellLocked: readonly Collection[] = [
  accountsOf(
    'users',
    {
      list: 'id = @request.auth.id',
      view: 'id = @request.auth.id',
      create: '@request.data.role:isset = false',
      update: 'id = @request.auth.id && @request.data.role:isset = false',
      delete: isAdmin,
      manage: isAdmin,
    },
    [role, fieldOf('text', 'name')],
  ),
  posts({
    list: 'title != "" || author = @request.auth.id && @request.auth.id != ""',
    view: 'title != "" || author = @request.auth.id && @request.auth.id != ""',
    create: `${signedIn} && author = @request.auth.id`,
    update: `${signedIn} && author = @request.auth.id && @request.data.author:isset = false`,
    delete: `${isAdmin} || (author = @request.auth.id && ${signedIn})`,
  }),
  baseOf('notes', { list: 'owner = @request.auth.id', view: 'owner = @request.auth.id' }, [
    relationOf('owner', 'users', {}, true),
    fieldOf('file', 'scan', { protected: true }),
  ]),
];
