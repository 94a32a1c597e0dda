import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ApiError } from '../../ui/api/ApiError';
import * as api from '../../ui/api/collections';
import * as recordLists from '../../ui/api/recordLists';
import type { Collection } from '../../ui/model/collection';
import { isEqual } from '../../ui/platform/equal';
import { importErrors } from '../../ui/screens/settings/import-collections/importErrors';
import type { ImportedCollection } from '../../ui/screens/settings/import-collections/importedCollection';
import {
  hasChanges,
  type ImportPlan,
  planImport,
} from '../../ui/screens/settings/import-collections/importPlan';
import { readImport } from '../../ui/screens/settings/import-collections/importText';
import { lostFields } from '../../ui/screens/settings/import-collections/lostData';
import { convertNewer } from '../../ui/screens/settings/import-collections/newerFormat';
import { findRepairs, repaired } from '../../ui/screens/settings/import-collections/olderFormat';
import { findOtherIds, withOriginalIds } from '../../ui/screens/settings/import-collections/originalIds';
import { type StoredCollection, storedForm } from '../../ui/screens/settings/import-collections/storedForm';
import { anyCollections } from '../screens/settings/import-collections/anyCollections';
import { lostLines } from '../support/lostLines';
import { createRecord, failureOf, importCollections, sharedBackend } from '../support/realBackend';
import { backends, fixtures } from '../support/server';

interface Ways {
  merges?: boolean;
  deletesMissing?: boolean;
}

/** As the page does it: converted, repaired, with the original ids. */
async function planOf(
  text: string,
  { merges = false, deletesMissing = true }: Ways = {},
): Promise<ImportPlan> {
  const existing = await api.listAll();
  const read = readImport(text);
  if ('fault' in read) throw new Error(read.fault);
  const imported = withOriginalIds(existing, repaired(convertNewer(read.collections).collections));
  assert.equal(findOtherIds(existing, imported), []);
  return planImport({ existing, imported, merges, deletesMissing });
}

const send = ({ sent }: ImportPlan): Promise<void> => api.importAll(sent);

/** The fields of a view are made by the server. */
const inStoredForm = (collections: readonly (Collection | StoredCollection)[]) =>
  collections
    .map(storedForm)
    .map((one) => (one.type === 'view' ? { ...one, schema: [] } : one))
    .sort((a, b) => (a.id < b.id ? -1 : 1));

async function assertPromised({ after }: ImportPlan): Promise<void> {
  const [there, promised] = [inStoredForm(await api.listAll()), inStoredForm(after)];
  assert.equal(
    there.map(({ id }) => id),
    promised.map(({ id }) => id),
  );
  for (const [at, one] of there.entries()) {
    if (!isEqual(one, promised[at])) assert.equal(one, promised[at], one.name);
  }
}

/** Imports the text; what comes of it is what was promised, and the same text again changes nothing. */
async function importText(text: string, ways: Ways = {}): Promise<ImportPlan> {
  const plan = await planOf(text, ways);
  assert.equal(plan.refusals, []);
  await send(plan);
  await assertPromised(plan);
  const again = await planOf(text, ways);
  assert.not.ok(hasChanges(again), JSON.stringify(again.changed.map((change) => change.new.name)));
  return plan;
}

const text = (collections: readonly object[]) => JSON.stringify(collections);
const base = (id: string, name: string, schema: object[], more: object = {}) => ({
  id,
  name,
  type: 'base',
  schema,
  ...more,
});
const field = (id: string, name: string, type = 'text', options: object = {}) => ({
  id,
  name,
  type,
  options,
});

/** One of the newer format with a field of each type; its users have the ids of a newer server. */
const newerSample = [
  { id: 'pbc_3142635823', name: '_superusers', type: 'auth', system: true, fields: [], indexes: [] },
  {
    id: 'pbc_1736455494',
    name: 'users',
    type: 'auth',
    system: false,
    listRule: 'id = @request.auth.id',
    createRule: '@request.body.name != ""',
    updateRule: 'name:lower = "x"',
    fields: [
      { id: 'text1', name: 'id', type: 'text', system: true, primaryKey: true, min: 15, max: 15 },
      { id: 'password1', name: 'password', type: 'password', system: true, hidden: true, min: 10 },
      { id: 'email1', name: 'email', type: 'email', system: true, required: true },
      { id: 'text2', name: 'name', type: 'text', min: 0, max: 0, pattern: '' },
      { id: 'file1', name: 'avatar', type: 'file', maxSelect: 0, maxSize: 0 },
    ],
    indexes: ["CREATE UNIQUE INDEX `idx_email_x` ON `users` (`email`) WHERE `email` != ''"],
    authRule: 'verified = true',
    manageRule: null,
    passwordAuth: { enabled: true, identityFields: ['email'] },
    oauth2: { enabled: true },
  },
  {
    id: 'pbc_2',
    name: 'things',
    type: 'base',
    system: false,
    fields: [
      { id: 'n1', name: 'n', type: 'number', min: null, max: 5, onlyInt: true },
      { id: 'b1000', name: 'b', type: 'bool', hidden: true },
      { id: 'e1000', name: 'e', type: 'email', exceptDomains: null, onlyDomains: ['example.com'] },
      { id: 'u1000', name: 'u', type: 'url', exceptDomains: [], onlyDomains: null },
      { id: 'r1000', name: 'r', type: 'editor', convertURLs: true, maxSize: 9 },
      { id: 'd1000', name: 'd', type: 'date', min: '', max: '2024-01-01 00:00:00.000Z' },
      { id: 's1000', name: 's', type: 'select', values: ['a', 'b'], maxSelect: 0 },
      { id: 'j1000', name: 'j', type: 'json', maxSize: 0 },
      { id: 'f1000', name: 'f', type: 'file', maxSelect: 3, maxSize: 0, thumbs: ['10x10'] },
      {
        id: 'l1000',
        name: 'l',
        type: 'relation',
        collectionId: 'pbc_1736455494',
        minSelect: 0,
        maxSelect: 2147483647,
      },
      { id: 'x1000', name: 'x', type: 'relation', collectionId: 'pbc_3142635823', maxSelect: 1 },
      { id: 'a1000', name: 'at', type: 'autodate', onCreate: true },
      { id: 'g1000', name: 'g', type: 'geoPoint', required: true },
      { id: 'p1000', name: 'p', type: 'password' },
    ],
    indexes: ['CREATE INDEX `idx_things_n` ON `things` (`n`)'],
  },
  {
    id: 'pbc_3',
    name: 'sums',
    type: 'view',
    system: false,
    viewQuery: 'select id, n from things',
    fields: [],
  },
];

/** What today's servers refuse, or take for what nobody means; each with the reason of the server. */
const olderFields: [field: object, isRefused: boolean][] = [
  [field('f0001', 'f', 'json'), true],
  [field('f0001', 'f', 'json', { maxSize: 0 }), true],
  [field('f0001', 'f', 'json', { maxSize: -1 }), true],
  [field('f0001', 'f', 'json', { maxSize: '' }), true],
  [field('f0001', 'f', 'file'), true],
  [field('f0001', 'f', 'file', { maxSelect: 1, maxSize: 1, mimeTypes: '' }), true],
  [{ ...field('f0001', 'f', 'file', { maxSelect: 1, maxSize: 1 }), unique: true }, true],
  [field('f0001', 'f', 'select', { values: ['a'] }), true],
  [field('f0001', 'f', 'select', { values: ['a'], maxSelect: 2 }), true],
  [field('f0001', 'f', 'relation', { collectionId: '_pb_users_auth_', maxSelect: 0 }), true],
  [field('f0001', 'f', 'relation', { collectionId: '_pb_users_auth_', maxSelect: '' }), true],
  [field('f0001', 'f', 'text', { min: '' }), true],
  [field('f0001', 'f', 'number', { max: '' }), true],
  [field('f0001', 'f', 'email', { onlyDomains: '' }), true],
  [field('f0001', 'f', 'text', { max: 0 }), false],
];

/** Every so-manieth takes the place of what is there, and the fields of both; their names may clash. */
function placedOver(
  there: readonly Collection[],
  other: readonly Collection[],
  every: number,
  isClashing: boolean,
): Collection[] {
  const placeOf = (at: number) => (at % every === 0 ? there[at] : undefined);
  const ids = new Map(other.map((one, at) => [one.id, placeOf(at)?.id ?? one.id]));
  return other.map((one, at) => {
    const schema = one.schema.map((each) => {
      const { collectionId, ...options } = (each.options ?? {}) as Record<string, unknown>;
      const target = typeof collectionId === 'string' ? { collectionId: ids.get(collectionId) } : {};
      return { ...each, name: isClashing ? each.name : `${each.name}_b`, options: { ...options, ...target } };
    });
    const indexes = (one.indexes ?? []).map((index) => index.replace(/\(.*\)/, `(\`${schema[0]?.name}\`)`));
    const same = placeOf(at);
    if (!same) return { ...one, name: `other${at}`, schema, indexes };
    const { id, type, options } = same;
    return { ...one, id, type, options, schema: [...same.schema.slice(1), ...schema], indexes };
  });
}

for (const { name, binary } of backends()) {
  const server = sharedBackend(binary);
  let fresh: readonly Collection[] = [];

  /** As after the installation. */
  const reset = async () => {
    await server.connect();
    if (fresh.length === 0) fresh = await api.listAll();
    await importCollections(fresh, true);
  };

  for (const [kind, sample] of [
    ['newer', newerSample],
    ['older', olderFields.map(([one], at) => base(`old${at}`, `older${at}`, [one]))],
  ] as const) {
    test(`${name}: our own sample of the ${kind} format`, async () => {
      for (const ways of [{ merges: true }, { deletesMissing: false }]) {
        await reset();
        await importText(text(sample), ways);
      }
    });
  }

  test(`${name}: what of the newer format has a place here, and what is told of the rest`, async () => {
    await reset();
    const { losses } = convertNewer(newerSample as unknown as ImportedCollection[]);
    assert.equal(
      losses.map(({ collection, field: lost }) => `${collection}.${lost ?? '-'}`),
      [
        '_superusers.-',
        'users.id',
        'users.-',
        'things.b',
        'things.r',
        'things.x',
        'things.at',
        'things.g',
        'things.p',
      ],
    );
    await importText(text(newerSample));
    const users = await api.get('users');
    assert.is(users.id, '_pb_users_auth_');
    assert.is(users.updateRule, null);
    assert.is(users.createRule, '@request.data.name != ""');
    const things = await api.get('things');
    assert.equal(
      things.schema.map((one) => `${one.name} ${one.type}`),
      [
        'n number',
        'b bool',
        'e email',
        'u url',
        'r editor',
        'd date',
        's select',
        'j json',
        'f file',
        'l relation',
        'at date',
        'g json',
      ],
    );
    assert.equal(
      (await api.get('sums')).schema.map((one) => one.name),
      ['n'],
    );
  });

  test(`${name}: each repair is needed, and enough`, async () => {
    await reset();
    for (const [one, isRefused] of olderFields) {
      const sample = [base('older00000', 'older', [one])] as ImportedCollection[];
      assert.ok(findRepairs(sample).length > 0);
      if (isRefused) await failureOf(importCollections(sample));
      await importCollections(repaired(sample));
      await importCollections(fresh, true);
    }
    const users = fresh[0] as Collection & { options: object };
    for (const options of [
      { minPasswordLength: 0 },
      { minPasswordLength: 4 },
      { minPasswordLength: 73 },
      { manageRule: '' },
      { onlyEmailDomains: '' },
    ]) {
      const sample = [{ ...users, options: { ...users.options, ...options } }];
      await failureOf(importCollections(sample));
      await importCollections(repaired(sample));
    }
    for (const end of [';', ' -- all', 'WHERE a = 1']) {
      const sample = [
        base('older00000', 'older', [field('f0001', 'a')], {
          indexes: [`CREATE INDEX \`i\` ON \`older\` (\`a\`)${end}`],
        }),
      ] as ImportedCollection[];
      assert.is(findRepairs(sample).length, 1);
      if (name === '0.22.55') await failureOf(importCollections(sample));
      await importCollections(repaired(sample));
    }
  });

  test(`${name}: an import without what has defaults, in another order, and with fields without ids`, async () => {
    await reset();
    const bare = [
      {
        id: 'bare0',
        name: 'bare',
        schema: [
          { name: 'a', type: 'text' },
          { name: 'd', type: 'date', options: { min: '2024-01-02' } },
        ],
      },
      { id: 'bare1', name: 'accounts', type: 'auth' },
      { id: 'bare2', name: 'rows', type: 'view', options: { query: 'select id, a from bare' } },
    ];
    await importCollections(bare);
    assert.not.ok(hasChanges(await planOf(text(bare), { merges: true })));
    const [first] = await Promise.all([api.get('bare')]);
    const reversed = { ...first, schema: first.schema.toReversed(), indexes: null, listRule: undefined };
    assert.not.ok(hasChanges(await planOf(text([reversed]), { merges: true })));
  });

  test(`${name}: made-up collections over others: the server does what the plan promises, or refuses what it refuses`, async () => {
    let refused = 0;
    const example = fc.tuple(
      anyCollections('a'),
      anyCollections('b'),
      fc.constantFrom(1, 2, 3),
      fc.constantFrom(0, 1, 2, 3),
      fc.boolean(),
      fc.boolean(),
    );
    for (const [there, other, moved, clash, merges, deletesMissing] of fc.sample(example, 25)) {
      await reset();
      await importText(text([...fresh, ...there]));
      const imported = placedOver(there, other, moved, clash === 0);
      const existing = await api.listAll();
      const plan = planImport({ existing, imported: [...fresh, ...imported], merges, deletesMissing });
      if (plan.refusals.length > 0) {
        refused += 1;
        await failureOf(send(plan));
      } else {
        await send(plan);
        await assertPromised(plan);
        const after = await api.listAll();
        assert.not.ok(
          hasChanges(
            planImport({ existing: after, imported: [...fresh, ...imported], merges, deletesMissing }),
          ),
        );
      }
    }
    assert.ok(refused < 20, `${refused} of 25 are refused`);
  });

  test(`${name}: what is missing goes as the plan says, with its data, and nothing else`, async () => {
    await reset();
    const keep = base('keep0', 'keep', [field('k0001', 'a'), field('k0002', 'b'), field('k0003', 'c')]);
    const gone = base('gone0', 'gone', [field('g0001', 'a')]);
    const other = base('other0', 'other', [field('o0001', 'a')]);
    await importCollections([keep, gone, other]);
    for (const { id } of [keep, gone, other])
      await createRecord({ id }, { a: 'first', b: 'second', c: 'third' });
    const imported = [
      ...fresh,
      { ...keep, name: 'kept', schema: [field('k0001', 'a'), field('new01', 'c')] },
      other,
    ] as ImportedCollection[];
    const existing = await api.listAll();
    const plan = planImport({ existing, imported, merges: false, deletesMissing: true });
    assert.equal(lostLines(plan), ['gone.*', 'keep.b (k0002)', 'keep.c (k0003)']);
    assert.equal(
      lostFields(plan).map(({ field: lost, loss }) => `${lost.name} ${loss}`),
      ['b gone', 'c remade'],
    );
    await send(plan);
    await assertPromised(plan);
    assert.equal(
      (await api.listAll()).map((one) => one.name),
      ['kept', 'other', 'users'],
    );
    const rows = async (id: string) =>
      (await recordLists.list(id, {})).items as unknown as Record<string, unknown>[];
    const [row] = await rows('kept');
    assert.equal([row?.['a'], 'b' in (row ?? {}), row?.['c']], ['first', false, '']);
    assert.is((await rows('other'))[0]?.['a'], 'first');
  });

  test(`${name}: without deletion a field that is missing stays, with its data, and so does a collection`, async () => {
    await reset();
    const keep = base('keep0', 'keep', [field('k0001', 'a'), field('k0002', 'b')], { listRule: '' });
    await importCollections([keep]);
    await createRecord({ id: 'keep0' }, { a: 'first', b: 'second' });
    const imported = [base('keep0', 'keep', [field('new01', 'c'), field('k0001', 'a', 'text', { max: 9 })])];
    const plan = await importText(text(imported), { deletesMissing: false });
    assert.equal([plan.deleted.length, plan.changed.length, plan.added.length], [0, 1, 0]);
    assert.equal(lostLines(plan), []);
    const there = await api.get('keep');
    assert.equal(
      there.schema.map((one) => one.name),
      ['a', 'b', 'c'],
    );
    assert.is(there.listRule, null);
    const [row] = (await recordLists.list('keep', {})).items as unknown as Record<string, unknown>[];
    assert.is(row?.['b'], 'second');
    const names = (await api.listAll()).map((one) => one.name);
    assert.equal(names, ['keep', 'users']);
  });

  /** What the server says, in the place that it is about; with what is refused before it is sent. */
  const refusals: [
    imported: object[],
    isForeseen: boolean,
    said: RegExp,
    collection: string | null,
    field?: string,
  ][] = [
    [
      [base('new00', 'b', [field('f0001', 'x'), field('f0002', 'y', 'json')])],
      false,
      /^options.maxSize: Cannot be blank\.$/,
      'b',
      'y',
    ],
    [
      [base('new00', 'b', [field('f0001', 'f', 'file', { maxSelect: 1, maxSize: 1, thumbs: ['0x0'] })])],
      false,
      /^options.thumbs.0: Must not be in list\.$/,
      'b',
      'f',
    ],
    [
      [base('new00', 'b', [field('f', 'f')])],
      false,
      /^id: The length must be between 5 and 255\.$/,
      'b',
      'f',
    ],
    [
      [base('a0000', 'a', [field('f0009', 'z'), field('a0002', 'y', 'number')])],
      true,
      /^Field type cannot be changed\.$/,
      'a',
      'y',
    ],
    [
      [base('a0000', 'a', [field('a0001', 'x')], { type: 'auth' })],
      true,
      /^type: Collection type cannot be changed\.$/,
      'a',
    ],
    [[base('new00', 'b', [field('f0001', 'f-g')])], true, /^name: Must be in a valid format\.$/, 'b', 'f-g'],
    [[base('new00', 'b', [])], true, /^schema: Cannot be blank\.$/, 'b'],
    [[base('new00', '_b', [field('f0001', 'f')])], true, /^name: Must be in a valid format\.$/, '_b'],
    [[base('new00', 'a0000', [field('f0001', 'f')])], true, /^name: The name must not match/, 'a0000'],
    [[base('new00', 'new00', [field('f0001', 'f')])], true, /^name: The name must not match/, 'new00'],
    [[base('new00', 'sqlite_x', [field('f0001', 'f')])], true, /./, null],
    [
      [base('new00', 'A', [field('f0001', 'f')])],
      true,
      /^A collection of the same name but another id exists/,
      null,
    ],
    [
      [base('new00', 'a', [field('f0001', 'f')])],
      true,
      /^A collection of the same name but another id exists/,
      null,
    ],
    [
      [base('a0000', 'a', [field('f0001', 'x')])],
      true,
      /^A field of the same name but another id exists/,
      null,
    ],
    [
      [base('new00', 'b', [field('f0001', 'x'), field('f0002', 'X')])],
      true,
      /^A field of the same name/,
      null,
    ],
    [
      [base('new00', 'b', [field('f0001', 'created')])],
      true,
      /^name: Must not be in list\.$/,
      'b',
      'created',
    ],
    [
      [base('d0000', 'e', [field('d0001', 'x')]), base('e0000', 'f', [field('e0001', 'x')])],
      true,
      /^A collection of the same name but another id exists/,
      null,
    ],
    [
      [base('d0000', 'e', [field('d0001', 'x')]), base('e0000', 'd', [field('e0001', 'x')])],
      true,
      /^A collection of the same name but another id exists/,
      null,
    ],
    [
      [base('new00', 'b', [field('f0001', 'f')], { type: 'other' })],
      true,
      /^type: Must be a valid value\.$/,
      'b',
    ],
    [[base('a0000', 'a', [field('f0001', 'created')])], true, /^A field of the same name/, null],
    [
      [base('new00', 'b', [field('f0001', 'f', 'relation', { collectionId: 'nowhere' })])],
      true,
      /^options.collectionId: The relation collection doesn't exist\.$/,
      'b',
      'f',
    ],
    [
      [base('new00', 'b', [field('f0001', 'f', 'relation', { collectionId: 'v0000' })])],
      true,
      /^options.collectionId: Non view collections/,
      'b',
      'f',
    ],
    [
      [base('a0000', 'a', [field('a0003', 'r', 'relation', { collectionId: 'a0000' })])],
      true,
      /^options.collectionId: The relation collection cannot be changed\.$/,
      'a',
      'r',
    ],
    [[base('new00', 'b', [field('f0001', 'f', 'geoPoint')])], true, /invalid formatting/, null],
    [[base('new00', 'b', [field('f0001', 'f', 'text', { max: '5' })])], true, /invalid formatting/, null],
    [[base('new00', 'b', [field('f0001', 'f', 'text', { max: 1.5 })])], true, /invalid formatting/, null],
    [
      [base('s0000', 's2', [field('s0001', 'f')], { system: true })],
      true,
      /^name: System collections cannot be renamed\.$/,
      's2',
    ],
    [
      [base('s0000', 's', [field('s0001', 'f')])],
      true,
      /^system: System collection state cannot be changed\.$/,
      's',
    ],
    [
      [base('a0000', 'a', [field('a0001', 'x')], { listRule: 'nope = 1' })],
      false,
      /^listRule: Invalid filter rule\. .*unknown field "nope"\.$/,
      'a',
    ],
    [
      [
        base('new00', 'b', [field('f0001', 'x')], {
          indexes: ['CREATE INDEX `i` ON `b` (`x`)', 'CREATE INDEX `j` ON `b` (`nope`)'],
        }),
      ],
      false,
      /^Failed to create index j .*no such column: nope.*\nCREATE INDEX `j`/s,
      'b',
    ],
    [
      [
        base('a0000', 'a', [field('a0001', 'x')], { indexes: ['CREATE INDEX `i` ON `a` (`x`)'] }),
        base('new00', 'b', [field('f0001', 'x')], { indexes: ['no index'] }),
      ],
      false,
      /^Invalid CREATE INDEX expression\.\nno index$/,
      'b',
    ],
    [
      [base('v0000', 'v', [], { type: 'view', options: { query: 'select id, count(*) from a' } })],
      false,
      /^Field number 1: name: Must be in a valid format\.$/,
      'v',
    ],
    [
      [base('v0000', 'v', [], { type: 'view', options: { query: 'select id, nope from a' } })],
      false,
      /no such column: nope/,
      null,
    ],
    [
      [base('v0000', 'v', [], { type: 'view', createRule: '', options: { query: 'select id from a' } })],
      false,
      /^createRule: Must be blank\.$/,
      'v',
    ],
  ];

  test(`${name}: what the server refuses is told where it belongs, and before it is sent where that is sure`, async () => {
    await reset();
    await importCollections([
      base('a0000', 'a', [
        field('a0001', 'x'),
        field('a0002', 'y'),
        field('a0003', 'r', 'relation', { collectionId: '_pb_users_auth_', maxSelect: 1 }),
      ]),
      base('v0000', 'v', [], { type: 'view', options: { query: 'select id, x from a' } }),
    ]);
    await importCollections([
      base('s0000', 's', [field('s0001', 'f')], { system: true }),
      base('d0000', 'd', [field('d0001', 'x')]),
      base('e0000', 'e', [field('e0001', 'x')]),
    ]);
    for (const [imported, isForeseen, said, collection, about = null] of refusals) {
      const existing = await api.listAll();
      const plan = planImport({
        existing,
        imported: imported as ImportedCollection[],
        merges: false,
        deletesMissing: false,
      });
      assert.is(plan.refusals.length > 0, isForeseen, text(imported));
      const error = await failureOf(send(plan));
      assert.instance(error, ApiError);
      const [first, ...others] = importErrors(error, plan);
      assert.match(first?.text ?? '', said);
      assert.equal(
        { ...first, others: others.length },
        { collection, field: about, text: first?.text, others: 0 },
        text(imported),
      );
    }
    const inOrder = [base('e0000', 'f', [field('e0001', 'x')]), base('d0000', 'e', [field('d0001', 'x')])];
    await importText(text(inOrder), { deletesMissing: false });
    const existing = await api.listAll();
    for (const imported of [
      fresh,
      [
        ...fresh,
        base('s0000', 's', [field('s0001', 'f')], { system: true }),
        base('v0000', 'v', [], { type: 'view', options: { query: 'select id, x from a' } }),
      ],
    ]) {
      const plan = planImport({
        existing,
        imported: imported as ImportedCollection[],
        merges: false,
        deletesMissing: true,
      });
      const messages = importErrors(await failureOf(send(plan)), plan);
      assert.match(
        messages[0]?.text ?? '',
        imported === fresh
          ? /^The server deletes no collection of the system/
          : /^A view needs what the import takes away/,
      );
      assert.is(plan.refusals.length, imported === fresh ? 1 : 0);
    }
  });

  test.after(server.stop);
}

const folder = fixtures();
const schemas =
  folder === null ? [] : readdirSync(path.join(folder, 'schemas')).filter((file) => file.endsWith('.json'));

for (const { name, binary } of folder === null ? [] : backends()) {
  const server = sharedBackend(binary);
  let fresh: readonly Collection[] = [];

  for (const file of schemas) {
    for (const ways of [{}, { merges: true }, { deletesMissing: false }] satisfies Ways[]) {
      test(`${name}: ${file} ${JSON.stringify(ways)} is imported as planned, and then changes nothing`, async () => {
        await server.connect();
        if (fresh.length === 0) fresh = await api.listAll();
        await importCollections(fresh, true);
        const plan = await importText(readFileSync(path.join(folder ?? '', 'schemas', file), 'utf8'), ways);
        assert.ok(plan.added.length > 0);
      });
    }
  }

  const filled = sharedBackend(binary, { data: path.join(folder ?? '', 'backend-testdata') });

  test(`${name}: what other people's data hold is exported and imported without a change, views with it`, async () => {
    await filled.connect();
    const exported = text(await api.listAll());
    for (const ways of [{}, { merges: true }, { deletesMissing: false }] satisfies Ways[]) {
      const plan = await planOf(exported, ways);
      assert.not.ok(hasChanges(plan));
      assert.equal(plan.refusals, []);
      await send(plan);
      await assertPromised(plan);
    }
    await server.connect();
    await importCollections(fresh, true);
    const plan = await importText(exported, { merges: true });
    assert.is(plan.added.filter(({ type }) => type === 'view').length, 3);
  });

  test.after(server.stop);
  test.after(filled.stop);
}

test.run();
