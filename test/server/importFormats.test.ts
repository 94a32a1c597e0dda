// Exports of older and newer servers, converted to the format of this server line.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Collection } from '../../ui/model/collection';
import type { ImportedCollection } from '../../ui/model/collection-import/importedCollection';
import { findRepairs, repaired } from '../../ui/model/collection-import/olderFormat';
import { base, field, importServer, importText, text } from '../support/importOnServer';
import { failureOf, importCollections } from '../support/realBackend';
import { backends } from '../support/server';

/** A sample of the newer format with a field of each type; its users have the ids of a newer server. */
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

/** Fields that today's servers refuse, or read in a way that nobody means; each with the server's reason. */
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

for (const { name, binary } of backends()) {
  const server = importServer(binary);

  for (const [kind, sample] of [
    ['newer', newerSample],
    ['older', olderFields.map(([one], at) => base(`old${at}`, `older${at}`, [one]))],
  ] as const) {
    test(`${name}: our own sample of the ${kind} format`, async () => {
      for (const ways of [{ merges: true }, { deletesMissing: false }]) {
        await server.reset();
        await importText(text(sample), ways);
      }
    });
  }

  test(`${name}: each repair is needed, and enough`, async () => {
    const fresh = await server.reset();
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

  test.after(server.stop);
}

test.run();
