// The server's refusals of an import: predicted before sending where certain, and shown at their place.
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
const s = (name: string, more: object = {}) => base('s0000', name, [field('s0001', 'f')], more);
const related = (collectionId: string) => b([field('f0001', 'f', 'relation', { collectionId })]);
const v = (query: string, more: object = {}) =>
  base('v0000', 'v', [], { type: 'view', options: { query }, ...more });
const thumbs = field('f0001', 'f', 'file', { maxSelect: 1, maxSize: 1, thumbs: ['0x0'] });
const twoIndexes = ['CREATE INDEX `i` ON `b` (`x`)', 'CREATE INDEX `j` ON `b` (`nope`)'];
const system = { system: true };
const otherName = /^A collection of the same name but another id exists/;
const otherField = /^A field of the same name/;
const badForm = /invalid formatting/;

/** The server's errors, each with its place (- for none), and what makes them. */
type Refusal = [place: string, said: RegExp, ...imported: object[]];
/** These are predicted before sending. */
const foreseen: Refusal[] = [
  ['a.y', /^Field type cannot be changed\.$/, a([field('f0009', 'z'), field('a0002', 'y', 'number')])],
  ['a', /^type: Collection type cannot be changed\.$/, a([x], { type: 'auth' })],
  ['b.f-g', /^name: Must be in a valid format\.$/, b([field('f0001', 'f-g')])],
  ['b', /^schema: Cannot be blank\.$/, b([])],
  ['_b', /^name: Must be in a valid format\.$/, named('_b')],
  ['a0000', /^name: The name must not match/, named('a0000')],
  ['new00', /^name: The name must not match/, named('new00')],
  ['-', /./, named('sqlite_x')],
  ['-', otherName, named('A')],
  ['-', otherName, named('a')],
  ['-', otherName, d('e'), e('f')],
  ['-', otherName, d('e'), e('d')],
  ['-', otherField, a([field('f0001', 'x')])],
  ['-', otherField, b([field('f0001', 'x'), field('f0002', 'X')])],
  ['-', otherField, a([field('f0001', 'created')])],
  ['b.created', /^name: Must not be in list\.$/, b([field('f0001', 'created')])],
  ['b', /^type: Must be a valid value\.$/, b([f], { type: 'other' })],
  ['b.f', /^options.collectionId: The relation collection doesn't exist\.$/, related('nowhere')],
  ['b.f', /^options.collectionId: Non view collections/, related('v0000')],
  [
    'a.r',
    /^options.collectionId: The relation collection cannot be changed\.$/,
    a([field('a0003', 'r', 'relation', { collectionId: 'a0000' })]),
  ],
  ['-', badForm, b([field('f0001', 'f', 'geoPoint')])],
  ['-', badForm, b([field('f0001', 'f', 'text', { max: '5' })])],
  ['-', badForm, b([field('f0001', 'f', 'text', { max: 1.5 })])],
  ['s2', /^name: System collections cannot be renamed\.$/, s('s2', system)],
  ['s', /^system: System collection state cannot be changed\.$/, s('s')],
];
const unforeseen: Refusal[] = [
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

for (const { name, binary } of backends()) {
  const server = importServer(binary);

  test(`${name}: shows a refusal at its place, and predicts it where certain`, async () => {
    const fresh = await server.reset();
    const author = field('a0003', 'r', 'relation', { collectionId: '_pb_users_auth_', maxSelect: 1 });
    await importCollections([a([x, field('a0002', 'y'), author]), v('select id, x from a')]);
    await importCollections([s('s', system), d('d'), e('e')]);
    const planOf = async (imported: object[], deletesMissing = false) => {
      const ways = { existing: await api.listAll(), merges: false, deletesMissing };
      return planImport({ ...ways, imported: imported as ImportedCollection[] });
    };
    for (const [place, said, ...imported] of [...foreseen, ...unforeseen]) {
      const plan = await planOf(imported);
      const isForeseen = foreseen.some(([, , first]) => first === imported[0]);
      assert.is(plan.refusals.length > 0, isForeseen, text(imported));
      const error = await failureOf(send(plan));
      assert.instance(error, ApiError);
      const [first, ...others] = importErrors(error, plan);
      assert.match(first?.text ?? '', said);
      const at = [first?.collection ?? '-', first?.field].filter(Boolean).join('.');
      assert.equal([at, others.length], [place, 0], text(imported));
    }
    await importText(text([e('f'), d('e')]), { deletesMissing: false });
    for (const [imported, said, foreseenCount] of [
      [fresh, /^The server deletes no system collection/, 1],
      [
        [...fresh, s('s', system), v('select id, x from a')],
        /^Its query fails\. .*no such table: main\.a/,
        0,
      ],
    ] as const) {
      const plan = await planOf([...imported], true);
      const [first] = importErrors(await failureOf(send(plan)), plan);
      assert.match(first?.text ?? '', said);
      assert.is(plan.refusals.length, foreseenCount);
    }
  });

  test.after(server.stop);
}

test.run();
