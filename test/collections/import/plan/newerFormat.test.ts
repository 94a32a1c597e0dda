import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { ImportedCollection } from '../../../../ui/collections/import/plan/importedCollection';
import { convertNewer, isNewer } from '../../../../ui/collections/import/plan/newerFormat';
import { anyCollections } from './anyCollections';

type Values = Record<string, unknown>;

const idField = {
  id: 'text3208210256',
  name: 'id',
  type: 'text',
  system: true,
  primaryKey: true,
  required: true,
  min: 15,
  max: 15,
  pattern: '^[a-z0-9]+$',
  autogeneratePattern: '[a-z0-9]{15}',
};
const autodate = (name: string) => ({
  id: `auto_${name}`,
  name,
  type: 'autodate',
  onCreate: true,
  onUpdate: name === 'updated',
});
const newer = (more: Values, fields: Values[] = []): ImportedCollection =>
  ({
    id: 'pbc_1',
    name: 'posts',
    type: 'base',
    system: false,
    fields: [idField, ...fields, autodate('created'), autodate('updated')],
    indexes: [],
    ...more,
  }) as ImportedCollection;

function convert(...items: ImportedCollection[]) {
  const { collections, losses } = convertNewer(items);
  return {
    collections: collections as unknown as Values[],
    schema: (collections[0]?.schema ?? []) as unknown as Values[],
    losses: losses.map(({ collection, field, text }) => {
      assert.match(text, /^[A-Z].*\.$|: [^:]*$/s);
      return `${collection}.${field ?? '-'} ${text}`;
    }),
  };
}

const hidden = 'The field is hidden on the newer server. Here everyone who can read the record can read it.';

const noLimits = { min: null, max: null, pattern: '' };
const files = (maxSelect: number, maxSize: number, types: unknown, thumbs: unknown) => ({
  ...{ maxSelect, maxSize, mimeTypes: types, thumbs, protected: true },
});
const related = (cascadeDelete: boolean, minSelect: unknown, maxSelect: unknown) => ({
  ...{ collectionId: 'pbc_2', cascadeDelete, minSelect, maxSelect },
});
const made = (minSelect: unknown, maxSelect: unknown) => ({
  ...related(true, minSelect, maxSelect),
  displayFields: null,
});
const day = '2024-01-01 00:00:00.000Z';
const marks = { required: true, presentable: true };

/** A field of a newer server, its options on this server (null: it is lost), and the reported losses. */
const fields: [type: string, there: Values, options: Values | null, ...losses: string[]][] = [
  ['text', { min: 0, max: 0, pattern: '', autogeneratePattern: '' }, noLimits],
  [
    'text',
    { autogeneratePattern: '[a-z]{3}', help: 'Why' },
    noLimits,
    'The help text of the field is lost.',
    'The autogenerate pattern is lost: this server generates no values.',
  ],
  ['text', { ...marks, hidden: true }, noLimits, hidden],
  ['number', { min: 0, max: null, onlyInt: true }, { min: 0, max: null, noDecimal: true }],
  ['date', { min: '', max: day }, { min: '', max: day }],
  ['email', { exceptDomains: null, onlyDomains: ['a.org'] }, { exceptDomains: null, onlyDomains: ['a.org'] }],
  ['editor', { convertURLs: true, maxSize: 0 }, { convertUrls: true }],
  ['editor', { maxSize: 9 }, { convertUrls: false }, 'The maximum size of the field is lost.'],
  ['select', { values: ['a', 'b'], maxSelect: 0 }, { values: ['a', 'b'], maxSelect: 1 }],
  ['select', { values: ['a', 'b'], maxSelect: 5 }, { values: ['a', 'b'], maxSelect: 2 }],
  ['json', { maxSize: 0 }, { maxSize: 2_000_000 }],
  ['file', files(0, 0, null, null), files(1, 5_242_880, null, null)],
  ['relation', related(true, 0, 0), made(null, 1)],
  ['relation', related(true, 2, 2_147_483_647), made(2, null)],
  [
    'autodate > date',
    { onCreate: true },
    { min: '', max: '' },
    'The field becomes a plain date: this server does not fill it.',
  ],
  [
    'geoPoint > json',
    marks,
    { maxSize: 2_000_000 },
    'The field becomes a JSON field: this server does not check that it is a point.',
  ],
  ['password', { hidden: true }, null, 'The field is lost: here only auth collections have passwords.'],
  ['vector', {}, null, 'The field is lost: this server does not know the type vector.'],
  [
    'relation',
    { collectionId: 'pbc_3142635823' },
    null,
    'The field is lost: it is related to a system collection of the newer server.',
  ],
  [
    'text',
    { name: 'expand' },
    null,
    'The field is lost: this name is not allowed here. The system uses this name.',
  ],
];

for (const [types, there, options, ...texts] of fields) {
  test(`${types} ${JSON.stringify(there)} ${options ? 'comes along' : 'is lost'}`, () => {
    const [type, here = type] = types.split(' > ');
    const field = { id: 'field01', name: 'f', type, ...there };
    const { schema, losses } = convert(newer({}, [field]));
    const { required = false, presentable = false } = there;
    const kept = {
      system: false,
      id: 'field01',
      name: 'f',
      type: here,
      required,
      presentable,
      unique: false,
    };
    assert.equal(schema, options ? [{ ...kept, options }] : []);
    assert.equal(
      losses,
      texts.map((text) => `posts.${field.name} ${text}`),
    );
  });
}

test('an id that is too short gets the same longer id every time, and each is unique', () => {
  const of = () =>
    convert(
      newer(
        {},
        ['ab', 'ab000', '', 'abcde'].map((id, at) => ({ id, name: `f${at}`, type: 'bool' })),
      ),
    ).schema;
  assert.equal(
    of().map(({ id }) => id),
    ['ab0000', 'ab000', undefined, 'abcde'],
  );
  assert.equal(of(), of());
});

const builtIn: [fields: Values[], ...losses: string[]][] = [
  [[]],
  [
    [{ name: 'created', type: 'text' }],
    'posts.created The field of the type text is lost: here created is the time that the server sets.',
  ],
  [[{ ...autodate('updated'), hidden: true }], `posts.updated ${hidden}`],
  [
    [{ ...idField, name: 'key', max: 36 }],
    'posts.key The length and the pattern of ids are lost: here an id has 15 letters and digits.',
  ],
];

for (const [more, ...texts] of builtIn) {
  test(`a field that is built in here is left out: ${JSON.stringify(more).slice(0, 80)}`, () => {
    const collection = newer({}, []);
    const { schema, losses } = convert({
      ...collection,
      fields: [...(more as never[]), ...(collection.fields ?? [])],
    });
    assert.equal(schema, []);
    assert.equal(losses, texts);
  });
}

const authFields = [
  { name: 'password', type: 'password', system: true, hidden: true, min: 10 },
  { name: 'tokenKey', type: 'text', system: true, hidden: true, autogeneratePattern: '[a-zA-Z0-9]{50}' },
  { name: 'email', type: 'email', system: true, required: true, exceptDomains: null, onlyDomains: ['a.org'] },
  { name: 'emailVisibility', type: 'bool', system: true },
  { name: 'verified', type: 'bool', system: true },
  { name: 'username', type: 'text', required: true, min: 3 },
];
const auth = (more: Values = {}, fields: Values[] = authFields): ImportedCollection =>
  newer(
    {
      type: 'auth',
      name: 'users',
      authRule: '',
      manageRule: null,
      passwordAuth: { enabled: true, identityFields: ['email'] },
      oauth2: { enabled: false },
      ...more,
    },
    fields,
  );
const signIns = {
  allowOAuth2Auth: false,
  allowUsernameAuth: false,
  allowEmailAuth: true,
  onlyVerified: false,
};
const off = { ...signIns, allowEmailAuth: false };
const passwordOf = (min: number) => [{ name: 'password', type: 'password', min }];

const accounts: [collection: ImportedCollection, options: Values, ...losses: string[]][] = [
  [
    auth(),
    {
      ...signIns,
      manageRule: null,
      requireEmail: true,
      exceptEmailDomains: null,
      onlyEmailDomains: ['a.org'],
      minPasswordLength: 10,
    },
  ],
  [
    auth({
      passwordAuth: { enabled: true, identityFields: ['username', 'email'] },
      oauth2: { enabled: true },
    }),
    { ...signIns, allowUsernameAuth: true, allowOAuth2Auth: true },
  ],
  [
    auth({ passwordAuth: { enabled: true, identityFields: ['phone'] } }),
    off,
    'Nobody can sign in by phone: this server supports an email or username with a password.',
  ],
  [auth({ authRule: 'verified = true' }), { ...signIns, onlyVerified: true }],
  [auth({ authRule: null, oauth2: { enabled: true } }), off],
  [
    auth({ authRule: 'role = "a"', oauth2: { enabled: true } }),
    off,
    'All sign-in methods are turned off: this server has no rule for who may sign in. The rule was: role = "a".',
  ],
  [auth({}, passwordOf(2)), { minPasswordLength: 5 }],
  [auth({}, passwordOf(100)), { minPasswordLength: 72 }],
  [auth({}, []), { minPasswordLength: 8, requireEmail: false, onlyEmailDomains: null }],
  [auth({ manageRule: '@request.body.a = 1' }), { manageRule: '@request.data.a = 1' }],
  [
    auth({ manageRule: '' }),
    { manageRule: null },
    'The manageRule is lost because it cannot be empty here: only admins manage the accounts.',
  ],
  [
    auth({ manageRule: 'a:lower = "b"' }),
    { manageRule: null },
    'The manageRule is lost, so only admins have access: this server does not know :lower.',
  ],
  [
    auth({
      oauth2: { enabled: true, providers: [{}], mappedFields: { id: '', name: 'name' } },
      mfa: { enabled: true },
      otp: { enabled: true },
      authAlert: { enabled: true },
      authToken: { duration: 1 },
    }),
    { ...signIns, allowOAuth2Auth: true },
    'The sign-in providers are lost: here they are settings of the whole server.',
    'The mapping of provider data to fields is lost: this server has none.',
    'Multi-factor sign-in is lost: here a password alone is enough.',
    'Signing in with a one-time password is lost.',
    'The sign-in alert email is lost.',
    'The durations of tokens and the email templates are lost: here they are settings of the whole server.',
  ],
  [
    auth({
      oauth2: { enabled: false, providers: [], mappedFields: { id: '' } },
      mfa: { enabled: false },
      otp: null,
      authAlert: {},
    }),
    signIns,
  ],
];

for (const [collection, options, ...texts] of accounts) {
  test(`accounts: ${JSON.stringify(options)}`, () => {
    const { collections, schema, losses } = convert(collection);
    assert.equal(schema, []);
    const given = collections[0]?.['options'] as Values;
    for (const [key, value] of Object.entries(options)) assert.equal(given[key], value, key);
    assert.is(Object.keys(given).length, 9);
    assert.equal(
      losses,
      texts.map((text) => `users.- ${text}`),
    );
  });
}

const rules: [there: string | null | undefined, here: string | null, unknown?: string][] = [
  [undefined, null],
  ['', ''],
  [
    '@request.body.a:isset = false && "@request.body.b" = \'@request.body.c\'',
    '@request.data.a:isset = false && "@request.body.b" = \'@request.body.c\'',
  ],
  [
    'a = "\\"@request.body" && @request.body.a = 1 // @request.body',
    'a = "\\"@request.body" && @request.data.a = 1 // @request.body',
  ],
  ['a:lower = "x"', null, ':lower'],
  ['geoDistance(a.lon, a.lat, 1, 2) < 5', null, 'geoDistance()'],
  ['strftime ("%Y", a) = "2"', null, 'strftime()'],
  ['a < @tomorrow', null, '@tomorrow'],
  ['a > @yesterday', null, '@yesterday'],
  [
    '"a:lower @yesterday geoDistance(" = 1 // strftime(',
    '"a:lower @yesterday geoDistance(" = 1 // strftime(',
  ],
  ['@request.auth.collectionName != "_superusers"', '@request.auth.collectionName != "_superusers"'],
  ['@collection._superusers.id ?= @request.auth.id', null, '_superusers'],
  ['@collection.pbc_3142635823:x.id ?= "a"', null, 'pbc_3142635823'],
  ['a.b._authOrigins_via_recordRef.id ?!= ""', null, '_authOrigins'],
  ['(id != "" || secret = "x")', null, 'secret'],
];

for (const [there, here, unknown] of rules) {
  test(`rule ${there}: ${here ?? unknown ?? null}`, () => {
    const item = newer({ updateRule: there }, [{ id: 'field01', name: 'secret', type: 'password' }]);
    const { collections, losses } = convert(item);
    assert.is(collections[0]?.['updateRule'], here);
    assert.is(collections[0]?.['listRule'], null);
    assert.equal(
      losses.slice(1),
      unknown
        ? [
            `posts.- The updateRule is lost, so only admins have access: this server does not know ${unknown}.`,
          ]
        : [],
    );
  });
}

test('leaves out indexes that the server creates itself, and indexes of lost fields', () => {
  const on = (columns: string) => `CREATE UNIQUE INDEX \`i\` ON \`users\` (${columns})`;
  const kept = [on('`email`, `created`'), on('`name`'), 'no index'];
  const own = [on('`tokenKey`'), `${on('email')} WHERE \`email\` != ''`, on('"username"')];
  const { collections, losses } = convert(
    auth({ indexes: [...own, ...kept, on('`name`, `secret`')] }, [{ name: 'secret', type: 'vector' }]),
  );
  assert.equal(collections[0]?.['indexes'], kept);
  assert.equal(losses.slice(1), [
    `users.- An index is lost because it needs the field "secret": ${on('`name`, `secret`')}`,
  ]);
  assert.equal(convert(newer({ indexes: own })).collections[0]?.['indexes'], own);
});

test('converts a whole collection, with its keys in this server’s order', () => {
  const { collections } = convert(
    newer({ listRule: '', created: 'x', updated: 'y', more: 1 }, [
      { id: 'field01', name: 'f', type: 'bool' },
    ]),
  );
  const field = {
    system: false,
    id: 'field01',
    name: 'f',
    type: 'bool',
    required: false,
    presentable: false,
    unique: false,
    options: {},
  };
  const expected = {
    id: 'pbc_1',
    name: 'posts',
    type: 'base',
    system: false,
    schema: [field],
    indexes: [],
    listRule: '',
    viewRule: null,
    createRule: null,
    updateRule: null,
    deleteRule: null,
    options: {},
  };
  assert.equal(collections, [expected]);
  assert.equal(Object.keys(collections[0] ?? {}), Object.keys(expected));
});

test('a view keeps its query', () => {
  const view = newer({
    type: 'view',
    viewQuery: 'select id from posts',
    fields: [{ name: 'x', type: 'text', hidden: true }],
  });
  const { collections, losses } = convert(view);
  assert.equal(collections[0]?.['options'], { query: 'select id from posts' });
  assert.equal(collections[0]?.['schema'], []);
  assert.equal(losses, [`posts.x ${hidden}`]);
});

test('leaves out system collections of newer servers; others of both formats keep their position', () => {
  const old = { id: 'old', name: 'old', schema: [], system: true };
  const both = { id: 'both', name: 'both', schema: [], fields: [] };
  const bare = { id: 'bare', name: 'bare', type: 'base' };
  const own = newer({ id: 'pbc_x', name: '_queue', system: true });
  const related = newer({}, [
    { id: 'field01', name: 'a', type: 'relation', collectionId: 'pbc_x' },
    { id: 'field02', name: 'b', type: 'relation', collectionId: 'old' },
  ]);
  const { collections, losses } = convertNewer([old, own, both, related, bare]);
  assert.equal(
    collections.map(({ id }) => id),
    ['old', 'both', 'pbc_1', 'bare'],
  );
  assert.ok(collections[0] === old && collections[1] === both && collections[3] === bare);
  assert.equal(
    losses.map(({ collection, field }) => [collection, field]),
    [
      ['_queue', null],
      ['posts', 'a'],
    ],
  );
  assert.equal([old, own, both, related, bare].map(isNewer), [false, true, false, true, false]);
});

test('a newer collection without fields gets no schema, so that it does not look empty', () => {
  const { fields, ...rest } = auth();
  assert.ok(fields);
  assert.ok(isNewer(rest));
  assert.not.ok('schema' in (convert(rest).collections[0] ?? {}));
});

test('a converted collection, or one in this format, stays unchanged', () => {
  fc.assert(
    fc.property(anyCollections(), (collections) => {
      const { collections: same, losses } = convertNewer(collections);
      assert.ok(same.every((one, at) => one === collections[at]));
      assert.equal(losses, []);
    }),
  );
  const { collections } = convertNewer([auth(), newer({}, [{ id: 'x', name: 'f', type: 'geoPoint' }])]);
  assert.equal(convertNewer(collections), { collections, losses: [] });
});

test.run();
