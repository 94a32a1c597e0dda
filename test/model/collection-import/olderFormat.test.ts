import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type {
  ImportedCollection,
  ImportedField,
} from '../../../ui/model/collection-import/importedCollection';
import { findRepairs, repaired } from '../../../ui/model/collection-import/olderFormat';
import { anyCollections } from './anyCollections';

const withField = (field: object): ImportedCollection[] => [
  { id: 'posts', name: 'posts', schema: [{ name: 'f', ...field } as ImportedField] },
];
const missing = (name: string, value: number, was: string) =>
  `The option ${name} is set to ${value}: it cannot be ${was}.`;
const blank = (name: string) => `The option ${name} is set to null: it cannot be an empty text.`;

type Case = [field: object, result: object, ...texts: string[]];
const options = (type: string, given: object | undefined, result: object, ...texts: string[]): Case => [
  given === undefined ? { type } : { type, options: given },
  { type, options: result },
  ...texts,
];

const fields: Case[] = [
  options('json', undefined, { maxSize: 2_000_000 }, missing('maxSize', 2_000_000, 'missing')),
  options('json', { maxSize: '' }, { maxSize: 2_000_000 }, missing('maxSize', 2_000_000, 'missing')),
  options(
    'file',
    { thumbs: ['1x1'] },
    { thumbs: ['1x1'], maxSelect: 1, maxSize: 5_242_880 },
    missing('maxSelect', 1, 'missing'),
    missing('maxSize', 5_242_880, 'missing'),
  ),
  options(
    'file',
    { maxSelect: 3, maxSize: 9, mimeTypes: '' },
    { maxSelect: 3, maxSize: 9, mimeTypes: null },
    blank('mimeTypes'),
  ),
  options('select', { values: ['a'] }, { values: ['a'], maxSelect: 1 }, missing('maxSelect', 1, 'missing')),
  options(
    'select',
    { values: ['a'], maxSelect: 3 },
    { values: ['a'], maxSelect: 1 },
    'The option maxSelect is set to 1: there are no more choices.',
  ),
  options(
    'relation',
    { collectionId: 'x', maxSelect: 0 },
    { collectionId: 'x', maxSelect: 1 },
    missing('maxSelect', 1, '0'),
  ),
  options('relation', { collectionId: 'x' }, { collectionId: 'x' }),
  options(
    'relation',
    { collectionId: 'x', minSelect: '', maxSelect: '' },
    { collectionId: 'x', minSelect: null, maxSelect: null },
    blank('minSelect'),
    blank('maxSelect'),
  ),
  options(
    'text',
    { max: 0 },
    { max: null },
    'The option max is set to null: with 0 the server would refuse every text.',
  ),
  options('number', { min: '', max: '' }, { min: null, max: null }, blank('min'), blank('max')),
  options('date', { min: '' }, { min: '' }),
  options('unknown', { max: 0, maxSize: '' }, { max: 0, maxSize: '' }),
  [
    { type: 'file', unique: true, options: { maxSelect: 1, maxSize: 1 } },
    { type: 'file', unique: false, options: { maxSelect: 1, maxSize: 1 } },
    'The mark "unique" is removed: a file field cannot have it.',
  ],
];

for (const [field, result, ...texts] of fields) {
  test(`${JSON.stringify(field)}: ${texts.join(' ') || 'as it is'}`, () => {
    const given = withField(field);
    assert.equal(
      findRepairs(given),
      texts.map((text) => ({ collection: 'posts', field: 'f', text })),
    );
    assert.equal(repaired(given), withField(result));
    assert.equal(findRepairs(repaired(given)), []);
    if (texts.length === 0) assert.is(repaired(given)[0], given[0]);
  });
}

const index = 'CREATE INDEX `i` ON `t` (`a`)';
const anew = 'The index i is rewritten: servers refuse comments and text after the last bracket.';
const said = 'The minimum password length is set to';

const wholes: [given: object, result: object, ...texts: string[]][] = [
  [{ indexes: [index, `${index};`] }, { indexes: [index, index] }, anew],
  [{ indexes: [`${index} -- all`] }, { indexes: [index] }, anew],
  [{ indexes: ['create index i on t(a)where a = 1'] }, { indexes: [`${index} WHERE a = 1`] }, anew],
  [{ indexes: [`${index} WHERE a = 1;`] }, { indexes: [`${index} WHERE a = 1;`] }],
  [{ indexes: ['no index;'] }, { indexes: ['no index;'] }],
  [
    { indexes: null, schema: null, options: null },
    { indexes: null, schema: null, options: null },
  ],
  [
    { type: 'auth', options: { allowEmailAuth: true } },
    { type: 'auth', options: { allowEmailAuth: true, minPasswordLength: 8 } },
    `${said} 8: password sign-in needs one.`,
  ],
  [
    { type: 'auth', options: { minPasswordLength: 0 } },
    { type: 'auth', options: { minPasswordLength: 0 } },
  ],
  [
    { type: 'auth', options: { minPasswordLength: 80 } },
    { type: 'auth', options: { minPasswordLength: 72 } },
    `${said} 72: it must be between 5 and 72.`,
  ],
  [
    { type: 'auth', options: { manageRule: '', onlyEmailDomains: '' } },
    { type: 'auth', options: { manageRule: null, onlyEmailDomains: null } },
    blank('onlyEmailDomains'),
    'The manageRule is set to null: it cannot be empty.',
  ],
  [
    { type: 'base', options: { manageRule: '', minPasswordLength: 1 } },
    { type: 'base', options: { manageRule: '', minPasswordLength: 1 } },
  ],
];

for (const [given, result, ...texts] of wholes) {
  test(`${JSON.stringify(given)}: ${texts.join(' ') || 'as it is'}`, () => {
    const collection = { id: 'x', name: 'users', more: 1 };
    assert.equal(
      findRepairs([{ ...collection, ...given }]),
      texts.map((text) => ({ collection: 'users', field: null, text })),
    );
    assert.equal(repaired([{ ...collection, ...given }]), [{ ...collection, ...result }]);
    assert.equal(findRepairs(repaired([{ ...collection, ...given }])), []);
  });
}

const unique = (field: object) => ({ type: 'text', unique: true, ...field }) as ImportedField;
const uniques: [what: string, given: object, indexes: string[] | undefined, repairedFields: string[]][] = [
  [
    'a field with an id',
    { schema: [unique({ id: 'f1', name: 'a' }), unique({ name: 'b', unique: false })] },
    ['CREATE UNIQUE INDEX `idx_unique_f1` ON `posts` (`a`)'],
    ['a'],
  ],
  [
    'two fields, one without an id',
    { schema: [unique({ id: 'f1', name: 'a' }), unique({ name: 'b' })] },
    [
      'CREATE UNIQUE INDEX `idx_unique_f1` ON `posts` (`a`)',
      'CREATE UNIQUE INDEX `idx_unique_b` ON `posts` (`b`)',
    ],
    ['a', 'b'],
  ],
  ['a newer server: its list of indexes counts', { schema: [unique({ name: 'a' })], indexes: [] }, [], []],
  ['no schema', {}, undefined, []],
];

for (const [what, given, indexes, repairedFields] of uniques) {
  test(`the mark "unique" of ${what}`, () => {
    const collections = [{ id: 'x', name: 'posts', ...given }] as ImportedCollection[];
    assert.equal(
      findRepairs(collections),
      repairedFields.map((field) => ({
        collection: 'posts',
        field,
        text: 'A unique index is added: servers from 0.14 on ignore the mark "unique".',
      })),
    );
    assert.equal(repaired(collections)[0]?.indexes, indexes);
    assert.equal(findRepairs(repaired(collections)), []);
  });
}

test('an export of a current server needs no repair and stays the same', () => {
  fc.assert(
    fc.property(anyCollections(), (collections) => {
      assert.equal(findRepairs(collections), []);
      const result = repaired(collections);
      assert.ok(result.every((one, at) => one === collections[at]));
    }),
  );
});

test.run();
