// Exports of newer servers, converted to the format of this server line.
import { test } from 'uvu';
import { importServer, importText, text } from '../support/importOnServer';
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

for (const { name, binary } of backends()) {
  const server = importServer(binary);

  test(`${name}: our own sample of the newer format`, async () => {
    for (const ways of [{ merges: true }, { deletesMissing: false }]) {
      await server.reset();
      await importText(text(newerSample), ways);
    }
  });

  test.after(server.stop);
}

test.run();
