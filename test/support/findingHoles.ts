// Schemas with one hole each, and the same schemas without it. The holes are tried on real servers, too.

import type { Collection } from '../../ui/model/collection';
import { atRequest } from '../../ui/model/filter/ruleWords';
import { field } from './fields';

const body = atRequest.data;

type Rules = Partial<Record<'list' | 'view' | 'create' | 'update' | 'delete' | 'manage', string | null>>;

export const idOf = (name: string) => name.padEnd(15, '0').slice(0, 15);

const neededOptions: Readonly<Record<string, object>> = {
  select: { values: ['a', 'b', 'admin'], maxSelect: 1 },
  json: { maxSize: 100_000 },
  file: { maxSelect: 1, maxSize: 1_000_000 },
};

export const fieldOf = (type: string, name: string, options: object = {}, required = false) =>
  field(
    type,
    name,
    { ...neededOptions[type], ...options },
    { id: `f_${name}`.padEnd(8, '0'), required, presentable: false, system: false },
  );

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
}: Rules) => ({ listRule: list, viewRule: view, createRule: create, updateRule: update, deleteRule: remove });

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
  /** The severity and the title, with the counts below. */
  readonly found: string;
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
const title = fieldOf('text', 'title');
const author = relationOf('author', 'users');
const editors = relationOf('editors', 'users', { maxSelect: 5 });
const owned = 'author = @request.auth.id';
const ownedBySigned = `${signedIn} && ${owned}`;
const ofStaff = '@request.auth.collectionName = "staff"';
const levelFields = [fieldOf('number', 'level'), fieldOf('bool', 'paid'), relationOf('team', 'teams')];
const teams = baseOf('teams', {}, [fieldOf('number', 'level')]);
const levelled = accountsOf('users', {}, levelFields);
const inTeam = (rules: Rules) => baseOf('posts', rules, [title, ...levelFields]);
const posts = (rules: Rules, schema: object[] = [title, author]) => baseOf('posts', rules, schema);
const withEditors = (list: string) => posts({ list }, [editors]);
const roled = accountsOf('users', {}, [role]);
const withRole = (rules: Rules) => accountsOf('users', rules, [role]);
const withManage = (manage: string) => accountsOf('users', { manage });
const secrets = baseOf('secrets', { list: isAdmin });
const readSecrets = baseOf('secrets', { list: isAdmin, view: isAdmin });
const openUsers = accountsOf('users', { create: '' });
const adminsOrOwner = `${isAdmin} || ${owned} && ${signedIn}`;
const ofTeam = `${signedIn} && team = @request.auth.team`;
const phones = baseOf('people', {}, [fieldOf('text', 'phone')]);
const person = relationOf('person', 'people');
const orders = baseOf('orders', { delete: signedIn });
const cascade = [relationOf('order', 'orders', { cascadeDelete: true })];
const address = [fieldOf('text', 'address'), relationOf('order', 'orders')];
const password = { password: '1234567890', passwordConfirm: '1234567890' };

/** A hole that this check finds with this severity and title, and the schema without it. */
const of =
  (id: string, found: string) =>
  (
    about: string,
    open: readonly Collection[],
    closed: readonly Collection[],
    more: Pick<Hole, 'records' | 'count' | 'gone'> = {},
  ): Hole => ({ id, found, about, open, closed, ...more });

export const holes: readonly Hole[] = [
  of('chosen-at-sign-up', 'critical: Anyone can choose role when signing up; 1 rule trusts it')(
    'a role that the create rule does not test',
    [withRole({ create: '' }), secrets],
    [withRole({ create: `${body}.role:isset = false` }), secrets],
  ),
  of('chosen-at-sign-up', 'critical: Anyone can choose role when signing up; 2 rules trust it')(
    'one alternative without a test',
    [withRole({ create: 'role = "a" || username ~ "b"' }), readSecrets],
    [withRole({ create: `role = "a" || ${isAdmin}` }), readSecrets],
  ),
  // The stored role says nothing about the new one.
  of('own-field-changed', 'critical: Users can change their own role, which 1 rule trusts')(
    'a role that users change',
    [withRole({ update: 'id = @request.auth.id && role != "a"' }), secrets],
    [withRole({ update: `id = @request.auth.id && ${body}.role:isset = false` }), secrets],
  ),
  of('accounts-taken-over', 'critical: Any signed-in user can take over users of users')(
    'a manage rule for all users',
    [withManage(signedIn)],
    [withManage('@request.auth.id = "x" || @request.auth.username = "boss"')],
  ),
  of('accounts-taken-over', 'critical: Any signed-in user can take over users of users')(
    'a manage rule for the accounts of an open sign-up',
    [withManage(ofStaff), accountsOf('staff', { create: '' })],
    [withManage(ofStaff), accountsOf('staff')],
  ),
  of('accounts-taken-over', 'critical: Nearly any user can take over users of users')(
    'a manage rule for all but a few',
    [withRole({ manage: '@request.auth.role != "a"' })],
    [withRole({ manage: isAdmin })],
  ),
  of('accounts-taken-over', 'critical: Nearly any user can take over users of users')(
    'a manage rule for all verified users',
    [withManage('@request.auth.verified = true')],
    [withManage('@request.auth.verified = true && id = @request.auth.id')],
  ),
  of('view-secrets', 'critical: A view shows passwordHash and tokenKey')(
    'a view of password hashes',
    [users, viewOf('staff', 'SELECT id, passwordHash, "tokenKey" AS t FROM users', { list: '' })],
    [users, viewOf('staff', 'SELECT id, username FROM users', { list: null })],
  ),
  of('view-secrets', 'critical: A view shows tokenKey')(
    'a token key under another name',
    [users, viewOf('staff', 'SELECT id, tokenKey AS t FROM users', { list: '' })],
    [
      posts({ list: '' }, [fieldOf('text', 'tokenKey')]),
      viewOf('staff', 'SELECT id, tokenKey FROM posts', { list: '' }),
    ],
  ),
  of('view-secrets', 'medium: A view shows _admins')(
    'a closed view of admins',
    [viewOf('staff', 'SELECT id, email FROM _admins')],
    [posts({}, [fieldOf('text', '_admins')]), viewOf('staff', 'SELECT id, _admins FROM posts')],
  ),
  of('public-write', 'high: Everyone can create, update and delete posts')(
    'empty rules',
    [users, posts({ create: '', update: '', delete: '' })],
    [users, accountsOf('people', { create: '' }), posts({ create: signedIn, update: null })],
  ),
  of('guests-pass', 'high: Guests can update and delete 2 records of posts')(
    'records without an owner',
    [users, posts({ update: owned, delete: owned })],
    [users, posts({ update: ownedBySigned, delete: `author = @request.auth.id && ${signedIn}` })],
    { records: { posts: [{ title: 'a' }, { title: 'b' }] }, count: 2 },
  ),
  of('guests-pass', 'high: Guests can list and view 1 record of posts')(
    'a role that guests do not have',
    [roled, posts({ list: '@request.auth.role != "b"', view: '@request.auth.role != "b"' })],
    [roled, posts({ list: 'title != ""', view: isAdmin })],
    { records: { posts: [{ title: 'a' }] }, count: 1 },
  ),
  of('guests-pass', 'high: Guests can create records of posts')(
    'a create rule that guests meet',
    [roled, posts({ create: '@request.auth.role != "b"' })],
    [
      roled,
      posts({ create: `@request.auth.role != "b" && ${signedIn}` }),
      // A sign-up is for guests.
      accountsOf('people', { create: 'username != "root"' }),
    ],
  ),
  of('guests-pass', 'high: Guests can create records of posts')(
    'a create rule that only tests the owner',
    [users, posts({ create: owned })],
    [users, posts({ create: 'author != "" && author = @request.auth.id' })],
  ),
  of('guests-pass', 'high: Guests can create records of users')(
    'a sign-up for signed-in people, which guests pass',
    [withRole({ create: '@request.auth.role != "b"' })],
    [withRole({ create: isAdmin })],
  ),
  of('guests-will-pass', 'medium: Guests will get records of posts whose author is empty')(
    'an owner that may be empty',
    [users, posts({ view: owned })],
    [users, posts({ view: owned }, [relationOf('author', 'users', {}, true)])],
    { count: 0 },
  ),
  of('guests-will-pass', 'medium: Guests will get records of all whose author is empty')(
    'an owner that the view may leave empty',
    [users, posts({}), viewOf('all', 'SELECT id, author FROM posts', { view: owned }, [author])],
    [
      users,
      posts({}),
      viewOf('all', 'SELECT id, author FROM posts', { view: `author != "" && ${owned}` }, [author]),
    ],
    { count: 0 },
  ),
  of('guests-will-pass', 'medium: Guests will get records of posts whose team.level is empty')(
    'a number of the person behind a relation',
    [levelled, teams, inTeam({ view: 'team.level = @request.auth.level' })],
    [levelled, teams, inTeam({ view: 'level = @request.auth.level && paid = @request.auth.paid' })],
    { count: 0 },
  ),
  of('nearly-everyone', 'high: This condition holds for nearly everyone')(
    'a list that differs from a text',
    [users, withEditors('editors != @request.auth.id')],
    [users, posts({ list: `${signedIn} && editors !~ @request.auth.id` }, [editors])],
  ),
  of('nearly-everyone', 'high: This condition holds for nearly everyone')(
    'a list that differs from an empty text',
    [users, withEditors(`${signedIn} && editors != ""`)],
    [users, withEditors(`${signedIn} && editors:length > 0 && editors != "[]"`)],
  ),
  of('nearly-everyone', 'high: This condition holds for nearly everyone')(
    'any list that differs from a text',
    [users, withEditors(`${signedIn} && editors ?!= @request.auth.id`)],
    [users, withEditors(`${signedIn} && editors ?!~ @request.auth.id`)],
  ),
  of('nearly-everyone', 'high: This condition holds for nearly everyone')(
    'any other record that differs',
    [users, baseOf('bans', {}, [author]), posts({ list: '@collection.bans.author ?!= @request.auth.id' })],
    [users, baseOf('bans', {}, [author]), posts({ list: '@collection.bans.author != @request.auth.id' })],
  ),
  of('nearly-nobody', 'medium: This condition excludes nearly everyone')(
    'any list that equals a text',
    [users, withEditors(`${signedIn} && editors ?= @request.auth.id`)],
    [users, withEditors(`${signedIn} && editors:each ?= @request.auth.id`)],
  ),
  of('nearly-nobody', 'medium: This condition excludes nearly everyone')(
    'a list that equals an empty text',
    [users, withEditors(`${signedIn} && editors = ""`)],
    [users, withEditors(`${signedIn} && editors:length = 0 && editors = "[]"`)],
  ),
  of('nearly-nobody', 'medium: This condition excludes nearly everyone')(
    'a list that equals a text',
    [users, withEditors('editors = @request.auth.id')],
    [users, withEditors('editors.id ?= @request.auth.id')],
  ),
  of('nearly-nobody', 'medium: This condition excludes nearly everyone')(
    'every record of another collection',
    [users, baseOf('teams', {}, [author]), posts({ list: '@collection.teams.author = @request.auth.id' })],
    [users, baseOf('teams', {}, [author]), posts({ list: '@collection.teams.author ?= @request.auth.id' })],
  ),
  of('nearly-nobody', 'medium: This condition excludes nearly everyone')(
    ':isset of the person',
    [roled, posts({ list: '@request.auth.role:isset = true' })],
    [roled, posts({ list: '@request.query.role:isset = true' })],
  ),
  of('missing-name', 'high: The rule names what does not exist')(
    'a collection that is gone',
    [users, posts({ list: '@collection.gone.title ?= title' })],
    [users, posts({ list: '@collection.posts.title ?= title' })],
    { gone: 'gone' },
  ),
  of('missing-name', 'high: The rule names what does not exist')(
    'a field of the person that is gone',
    [users, posts({ list: '@request.auth.nope = "x"' })],
    [accountsOf('users', {}, [fieldOf('text', 'nope')]), posts({ list: '@request.auth.nope = "x"' })],
  ),
  of('missing-name', 'high: The rule names what does not exist')(
    'a field of the body that is gone',
    [users, posts({ create: `${body}.nope = "x"` })],
    [users, accountsOf('people', { create: `${body}.password = "x"` })],
  ),
  of('failing-rule', 'high: The rule fails for users of users')(
    'a path through a text',
    [accountsOf('users', {}, [fieldOf('text', 'name')]), posts({ list: '@request.auth.name.x = "1"' })],
    [accountsOf('users', {}, [fieldOf('json', 'name')]), posts({ list: '@request.auth.name.x = "1"' })],
  ),
  of('hidden-emails', 'medium: The list leaves out users with a hidden email')(
    'an e-mail in a list rule',
    [accountsOf('users', { list: 'email ~ "a"' })],
    [accountsOf('users', { list: 'username ~ "a"', view: 'email ~ "a"' })],
  ),
  of('open-sign-up', 'medium: Anyone can become "signed in": sign-up to users is open')(
    'an open sign-up, and users who may read',
    [openUsers, posts({ list: signedIn })],
    [openUsers, posts({ list: ofStaff, view: '@request.auth.verified = true' })],
  ),
  // Only people who know the code can sign up.
  of('open-sign-up', 'medium: Anyone can become "signed in": sign-up to users is open')(
    'a sign-up whose rule stops nobody',
    [withRole({ create: `${body}.role:isset = false` }), posts({ list: `${signedIn} || title = "x"` })],
    [accountsOf('users', { create: 'code = "x7"' }, [fieldOf('text', 'code')]), posts({ list: signedIn })],
  ),
  of('open-sign-up', 'high: Anyone can become "signed in": sign-up to users is open')(
    'an open sign-up, and users who may write',
    [openUsers, posts({ delete: signedIn })],
    [accountsOf('users', { create: null }), posts({ delete: signedIn })],
  ),
  of('accounts-listed', 'medium: Everyone can list users of users: username and role; 1 email is public')(
    'a public list of accounts',
    [withRole({ list: '' })],
    [withRole({ list: signedIn, view: '' })],
    {
      records: {
        users: [
          { username: 'anna', email: 'anna@example.net', emailVisibility: true, ...password },
          { username: 'ben', email: 'ben@example.net', ...password },
        ],
      },
      count: 1,
    },
  ),
  of('made-for-another', "medium: Records of posts can be created in someone else's name")(
    'an owner that the create rule does not test',
    [users, posts({ create: signedIn, update: ownedBySigned })],
    [users, posts({ create: ownedBySigned, update: ownedBySigned })],
  ),
  of('made-for-another', "medium: Records of posts can be created in someone else's name")(
    'verified users, and an owner besides admins',
    [roled, posts({ create: '@request.auth.verified = true && title != ""', update: adminsOrOwner })],
    [
      roled,
      posts({
        create: `${isAdmin} || @request.auth.verified = true && author = @request.auth.id`,
        update: adminsOrOwner,
      }),
    ],
  ),
  of('made-for-another', "medium: Records of posts can be created in someone else's name")(
    'a team that the create rule does not test',
    [levelled, teams, inTeam({ create: signedIn, view: ofTeam })],
    [levelled, teams, inTeam({ create: `${signedIn} && ${body}.team = @request.auth.team`, view: ofTeam })],
  ),
  of('given-away', 'medium: Owners of posts can give records away')(
    'an owner that the update rule tests only as stored',
    [users, posts({ update: ownedBySigned })],
    [users, posts({ update: `${signedIn} && ${owned} && ${body}.author:isset = false` })],
  ),
  of('given-away', 'medium: Owners of posts can give records away')(
    'a test of the new owner that stops nothing',
    [roled, posts({ update: `${isAdmin} || ${signedIn} && ${owned} && ${body}.author != ""` })],
    [roled, posts({ update: `${isAdmin} || ${signedIn} && ${owned} && ${body}.author = author` })],
  ),
  of('open-files', 'medium: Files of a closed collection are open')(
    'a file without protection',
    [posts({}, [fieldOf('file', 'scan')])],
    [
      posts({}, [fieldOf('file', 'scan', { protected: true })]),
      baseOf('pages', { view: '' }, [fieldOf('file', 'photo')]),
    ],
  ),
  of('cascade-delete', 'medium: Deleting orders deletes 2 closed records of bills')(
    'a relation that deletes closed records',
    [users, orders, baseOf('bills', {}, cascade)],
    [
      users,
      orders,
      baseOf('bills', {}, [relationOf('order', 'orders')]),
      baseOf('notes', { delete: signedIn }, cascade),
    ],
    {
      records: {
        orders: [{ id: 'order0000000001', title: 'a' }],
        bills: [{ order: 'order0000000001' }, { order: 'order0000000001' }],
      },
      count: 2,
    },
  ),
  of('cascade-delete', 'medium: Deleting orders deletes closed records of bills')(
    'records that only one kind of users may delete',
    [users, accountsOf('staff'), orders, baseOf('bills', { delete: ofStaff }, cascade)],
    [accountsOf('staff'), orders, baseOf('bills', { delete: ofStaff }, cascade)],
  ),
  of('guessed-fields', 'medium: Closed fields of users can be guessed through posts')(
    'a list that leads to accounts',
    [users, posts({ list: '' })],
    [users, posts({ list: 'author = @request.auth.id' })],
  ),
  of('guessed-fields', 'medium: Closed fields of people can be guessed through posts')(
    'a list that leads to a closed collection',
    [phones, posts({ list: '' }, [title, person])],
    [phones, posts({ view: '' }, [title, person])],
  ),
  of('guessed-fields', 'medium: Closed fields of bills can be guessed through orders')(
    'a list to which a closed collection leads',
    [baseOf('orders', { list: '' }), baseOf('bills', {}, address)],
    [baseOf('orders', { list: '' }), baseOf('bills', { list: '' }, address)],
  ),
  of('wider-view', 'medium: View all shows more than posts allows')(
    'a public view of closed records',
    [posts({}, [title]), viewOf('all', 'SELECT id, title FROM posts', { list: '' })],
    [posts({ list: '' }, [title]), viewOf('all', 'SELECT id, title FROM posts', { list: '' })],
  ),
  of('wider-view', 'medium: View all shows more than users allows; it shows emails')(
    'a view of e-mails',
    [users, viewOf('all', 'SELECT u.id, u.email FROM users u', { list: signedIn })],
    [users, viewOf('all', 'SELECT u.id, u.email FROM users u')],
  ),
];

/** A schema that an expert would leave as it is. */
export const wellLocked: readonly Collection[] = [
  accountsOf(
    'users',
    {
      list: 'id = @request.auth.id',
      view: 'id = @request.auth.id',
      create: `${body}.role:isset = false`,
      update: `id = @request.auth.id && ${body}.role:isset = false`,
      delete: isAdmin,
      manage: isAdmin,
    },
    [role, fieldOf('text', 'name')],
  ),
  posts({
    list: 'title != "" || author = @request.auth.id && @request.auth.id != ""',
    view: 'title != "" || author = @request.auth.id && @request.auth.id != ""',
    create: `${signedIn} && author = @request.auth.id`,
    update: `${signedIn} && author = @request.auth.id && ${body}.author:isset = false`,
    delete: `${isAdmin} || (author = @request.auth.id && ${signedIn})`,
  }),
  baseOf('notes', { list: 'owner = @request.auth.id', view: 'owner = @request.auth.id' }, [
    relationOf('owner', 'users', {}, true),
    fieldOf('file', 'scan', { protected: true }),
  ]),
];
