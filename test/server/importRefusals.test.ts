// The server's refusals of an import are shown at their place.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ApiError } from '../../ui/backend/ApiError';
import * as api from '../../ui/backend/collections';
import { importErrors } from '../../ui/collections/import/plan/importErrors';
import type { ImportedCollection } from '../../ui/collections/import/plan/importedCollection';
import { planImport } from '../../ui/collections/import/plan/importPlan';
import { base, field, importServer, importText, send, text } from '../support/importOnServer';
import { failureOf, importCollections } from '../support/realBackend';
import { backends } from '../support/server';

const f = field('f0001', 'f');
const x = field('a0001', 'x');
const b = (schema: object[] = [f], more: object = {}) => base('new00', 'b', schema, more);
const named = (name: string) => base('new00', name, [f]);
const a = (schema: object[], more: object = {}) => base('a0000', 'a', schema, more);
const d = (name: string) => base('d0000', name, [field('d0001', 'x')]);
const e = (name: string) => base('e0000', name, [field('e0001', 'x')]);
const own = { ...field('s0001', 'f'), system: true };
const s = (name: string, more: object = {}) => base('s0000', name, [own], more);
const related = (collectionId: string) => b([field('f0001', 'f', 'relation', { collectionId })]);
const v = (query: string, more: object = {}) =>
  base('v0000', 'v', [], { type: 'view', options: { query }, ...more });
const thumbs = field('f0001', 'f', 'file', { maxSelect: 1, maxSize: 1, thumbs: ['0x0'] });
const twoIndexes = ['CREATE INDEX `i` ON `b` (`x`)', 'CREATE INDEX `j` ON `b` (`nope`)'];
const system = { system: true };
const otherName = /^A collection of the same name but another id exists/;
const otherField = /^A field of the same name/;
const wrongType = /^options.max: The value has the wrong type\.$/;
const auth = (options: object) => ({
  id: '_pb_users_auth_',
  name: 'users',
  type: 'auth',
  schema: [],
  options,
});

/** The server's errors, each with its place (- for none), and what makes them. */
type Refusal = [place: string, said: RegExp, ...imported: object[]];
const refusals: Refusal[] = [
  ['a.y', /^Field type cannot be changed\.$/, a([field('f0009', 'z'), field('a0002', 'y', 'number')])],
  ['a', /^type: Collection type cannot be changed\.$/, a([x], { type: 'auth' })],
  ['b.f-g', /^name: Must be in a valid format\.$/, b([field('f0001', 'f-g')])],
  ['b', /^schema: Cannot be blank\.$/, b([])],
  ['_b', /^name: Must be in a valid format\.$/, named('_b')],
  ['a0000', /^name: The name must not match/, named('a0000')],
  ['new00', /^name: The name must not match/, named('new00')],
  ['-', /./, named('sqlite_x')],
  ['A', otherName, named('A')],
  ['a', otherName, named('a')],
  ['-', otherName, d('e'), e('f')],
  ['-', otherName, d('e'), e('d')],
  ['a.x', otherField, a([field('f0001', 'x')])],
  ['b.x', otherField, b([field('f0001', 'x'), field('f0002', 'X')])],
  ['a.created', otherField, a([field('f0001', 'created')])],
  ['b.created', /^name: Must not be in list\.$/, b([field('f0001', 'created')])],
  ['b', /^type: Must be a valid value\.$/, b([f], { type: 'other' })],
  ['b.f', /^options.collectionId: The relation collection doesn't exist\.$/, related('nowhere')],
  ['b.f', /^options.collectionId: Non view collections/, related('v0000')],
  [
    'a.r',
    /^options.collectionId: The relation collection cannot be changed\.$/,
    a([field('a0003', 'r', 'relation', { collectionId: 'a0000' })]),
  ],
  ['b.f', /^This server has no type geoPoint\.$/, b([field('f0001', 'f', 'geoPoint')])],
  ['b.f', wrongType, b([field('f0001', 'f', 'text', { max: '5' })])],
  ['b.f', wrongType, b([field('f0001', 'f', 'text', { max: 1.5 })])],
  ['users', /^options: Invalid options\.$/, auth({ onlyVerified: 'yes' })],
  [
    's',
    /^schema: System fields cannot be deleted or changed\.$/,
    s('s', { ...system, schema: [{ ...own, required: true }] }),
  ],
  ['s2', /^name: System collections cannot be renamed\.$/, s('s2', system)],
  ['s', /^system: System collection state cannot be changed\.$/, s('s')],
  ['b.y', /^options.maxSize: Cannot be blank\.$/, b([x, field('f0002', 'y', 'json')])],
  ['b.f', /^options.thumbs.0: Must not be in list\.$/, b([thumbs])],
  ['b.f', /^id: The length must be between 5 and 255\.$/, b([field('f', 'f')])],
  ['a', /^listRule: Invalid filter rule\. .*unknown field "nope"\.$/, a([x], { listRule: 'nope = 1' })],
  [
    'b',
    /^Failed to create index j .*no such column: nope.*\nCREATE INDEX `j`/s,
    b([field('f0001', 'x')], { indexes: twoIndexes }),
  ],
  [
    'b',
    /^Invalid CREATE INDEX expression\.\nno index$/,
    a([x], { indexes: ['CREATE INDEX `i` ON `a` (`x`)'] }),
    b([f], { indexes: ['no index'] }),
  ],
  ['v', /^Field number 1: name: Must be in a valid format\.$/, v('select id, count(*) from a')],
  ['v', /^Its query fails\. .*no such column: nope.*\nselect id, nope from a$/s, v('select id, nope from a')],
  ['v', /^createRule: Must be blank\.$/, v('select id from a', { createRule: '' })],
];

for (const { name, binary } of backends('contract')) {
  const server = importServer(binary);

  test(`${name}: shows a refusal at its place`, async () => {
    const fresh = await server.reset();
    const author = field('a0003', 'r', 'relation', { collectionId: '_pb_users_auth_', maxSelect: 1 });
    await importCollections([a([x, field('a0002', 'y'), author]), v('select id, x from a')]);
    await importCollections([s('s', system), d('d'), e('e')]);
    const planOf = async (imported: object[], deletesMissing = false) => {
      const ways = { existing: await api.listAll(), merges: false, deletesMissing };
      return planImport({ ...ways, imported: imported as ImportedCollection[] });
    };
    for (const [place, said, ...imported] of refusals) {
      const plan = await planOf(imported);
      assert.equal(plan.refusals, []);
      const error = await failureOf(send(plan));
      assert.instance(error, ApiError);
      const [first, ...others] = importErrors(error, plan);
      assert.match(first?.text ?? '', said);
      const at = [first?.collection ?? '-', first?.field].filter(Boolean).join('.');
      assert.equal([at, others.length], [place, 0], text(imported));
    }
    await importText(text([e('f'), d('e')]), { deletesMissing: false });
    const withoutUsers = (await api.listAll()).filter(({ name: one }) => one !== 'users');
    for (const [imported, said] of [
      [fresh, /^The server deletes no system collection/],
      [[...fresh, s('s', system), v('select id, x from a')], /^Its query fails\. .*no such table: main\.a/],
      [withoutUsers, /^options.collectionId: The relation collection doesn't exist\.$/],
      [[], /^The server refuses an import without collections\.$/],
    ] as const) {
      const plan = await planOf([...imported], true);
      const [first] = importErrors(await failureOf(send(plan)), plan);
      assert.match(first?.text ?? '', said);
    }
  });

  test.after(server.stop);
}

test.run();
