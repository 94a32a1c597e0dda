import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Collection } from '../../../../ui/model/collection';
import { fieldTypeNames, typeNamed } from '../../../../ui/model/types/fieldTypes';
import { importFields, isSimilarName, whyLeftOut } from '../../../../ui/records/import/plan/importFields';
import { postsCollection, usersCollection } from '../../../support/samples';

const described = (collection: Collection) =>
  importFields(collection).map(({ name, type, required }) => {
    const typeName = fieldTypeNames.find((one) => typeNamed(one) === type) ?? name;
    return `${name} ${typeName}${required ? ' required' : ''}`;
  });

test('a base collection: the id and every field but files', () =>
  assert.equal(described(postsCollection), [
    'id id',
    'title text required',
    'body editor',
    'views number',
    'published bool',
    'contact email',
    'source url',
    'day date',
    'tags select',
    'meta json',
    'author relation',
  ]));

test('accounts have five fields more', () => {
  assert.equal(described(usersCollection), [
    'id id',
    'username text',
    'email email',
    'emailVisibility bool',
    'verified bool',
    'password password required',
    'name text',
  ]);
  const strict = { ...usersCollection, options: { requireEmail: true } };
  assert.ok(described(strict).includes('email email required'));
});

const given: Collection = {
  ...postsCollection,
  schema: [
    ...postsCollection.schema,
    { id: 'a', name: 'collection_id', type: 'text' },
    { id: 'b', name: 'Pictures_', type: 'text' },
  ],
};

const names: [name: string, collection: Collection, expected: ReturnType<typeof whyLeftOut>][] = [
  ['title', postsCollection, null],
  ['__proto__', postsCollection, null],
  ['pictures', postsCollection, 'files'],
  ['password_hash', usersCollection, 'server'],
  ['PICTURES', given, null],
  ['collection id', postsCollection, 'server'],
  ['collectionId', given, 'server'],
  ['collection id', given, null],
  ['lowline_row', postsCollection, 'server'],
  ['Lowline_fault', postsCollection, 'server'],
];
for (const [name, collection, expected] of names) {
  test(`${collection === given ? 'with similar names, ' : ''}"${name}" of ${collection.name}: ${expected}`, () =>
    assert.is(whyLeftOut(name, collection), expected));
}

const pairs: [one: string, other: string, isSimilar: boolean][] = [
  ['packed_at', 'Packed At', true],
  ['ﬁeld', 'field', true],
  ['', '', false],
  ['_', '-', false],
];
for (const [one, other, isSimilar] of pairs) {
  test(`"${one}" and "${other}" are ${isSimilar ? '' : 'not '}similar`, () =>
    assert.is(isSimilarName(one, other), isSimilar));
}

test.run();
