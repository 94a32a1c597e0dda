// The server's refusals of an import: predicted before sending where certain, and shown at their place.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ApiError } from '../../ui/api/ApiError';
import * as api from '../../ui/api/collections';
import { importErrors } from '../../ui/model/collection-import/importErrors';
import type { ImportedCollection } from '../../ui/model/collection-import/importedCollection';
import { planImport } from '../../ui/model/collection-import/importPlan';
import { base, field, importServer, importText, send, text } from '../support/importOnServer';
import { failureOf, importCollections } from '../support/realBackend';
import { backends } from '../support/server';

/** The server's errors, each at its place, and whether they are predicted before sending. */
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
  [[base('new00', 'b', [field('f', 'f')])], false, /^id: The length must be between 5 and 255\.$/, 'b', 'f'],
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
  [[base('new00', 'b', [field('f0001', 'x'), field('f0002', 'X')])], true, /^A field of the same name/, null],
  [[base('new00', 'b', [field('f0001', 'created')])], true, /^name: Must not be in list\.$/, 'b', 'created'],
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
    /^Its query fails\. .*no such column: nope.*\nselect id, nope from a$/s,
    'v',
  ],
  [
    [base('v0000', 'v', [], { type: 'view', createRule: '', options: { query: 'select id from a' } })],
    false,
    /^createRule: Must be blank\.$/,
    'v',
  ],
];

for (const { name, binary } of backends()) {
  const server = importServer(binary);

  test(`${name}: shows a refusal at its place, and predicts it where certain`, async () => {
    const fresh = await server.reset();
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
          ? /^The server deletes no system collection/
          : /^Its query fails\. .*no such table: main\.a/,
      );
      assert.is(plan.refusals.length, imported === fresh ? 1 : 0);
    }
  });

  test.after(server.stop);
}

test.run();
