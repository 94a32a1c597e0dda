import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { DocsScene } from '../../../ui/collections/docs/docsContent';
import { printJson } from '../../../ui/collections/docs/literals';
import { bodyParametersOf } from '../../../ui/collections/docs/recordDocs';
import {
  bodyOf,
  datesOf,
  filesOf,
  recordOf,
  sampleOf,
  valueTypeOf,
} from '../../../ui/collections/docs/samples';
import type { Collection } from '../../../ui/model/collection';
import type { SchemaField } from '../../../ui/model/field';
import * as fields from '../../support/fields';
import { postsCollection, statsCollection, usersCollection } from '../../support/samples';

const field = (type: string, options: Record<string, unknown> | null = {}): SchemaField =>
  fields.field(type, 'x', options);
const plain = (one: SchemaField) => JSON.parse(printJson(sampleOf(one)));
const withOptions = (options: object): Collection => ({
  ...usersCollection,
  options: { ...usersCollection.options, ...options },
});

const cases: Array<
  [type: string, options: Record<string, unknown> | null, sample: unknown, valueType: string]
> = [
  ['text', { min: 6 }, 'testte', 'String'],
  ['text', { max: 2 }, 'te', 'String'],
  ['number', { min: 200 }, 200, 'Number'],
  ['bool', {}, true, 'Boolean'],
  ['email', { exceptDomains: ['example.com'] }, 'test@example.org', 'String'],
  ['url', {}, 'https://example.com', 'String'],
  ['date', { min: '', max: '' }, '2022-01-01 10:00:00.123Z', 'String'],
  ['date', { min: '2030-01-01 00:00:00.000Z' }, '2030-01-01 00:00:00.000Z', 'String'],
  ['select', { maxSelect: 1, values: ['a', 'b'] }, 'a', 'String'],
  ['select', { maxSelect: 2, values: ['a', 'b', 'c'] }, ['a', 'b'], 'Array<String>'],
  ['file', { maxSelect: 1 }, 'example.txt', 'File'],
  ['file', { maxSelect: 3, mimeTypes: ['image/png'] }, ['first.png', 'second.png'], 'Array<File>'],
  ['relation', { maxSelect: null }, ['RELATED_RECORD_ID'], 'Array<String>'],
  ['vector', {}, 'test', 'String'],
];

for (const [type, options, sample, valueType] of cases) {
  test(`${type} ${JSON.stringify(options)} is shown by ${JSON.stringify(sample)} of type ${valueType}`, () => {
    assert.equal(plain(field(type, options)), sample);
    assert.is(valueTypeOf(field(type, options)), valueType);
  });
}

test('a record has its dates, an account its own properties, a view only the selected columns', () => {
  const system = ['id', 'collectionId', 'collectionName', 'created', 'updated'];
  const fieldsOf = ({ schema }: { schema: { name: string }[] }) => schema.map(({ name }) => name);
  assert.equal([...recordOf(postsCollection).keys()], [...system, ...fieldsOf(postsCollection)]);
  const account = ['username', 'email', 'emailVisibility', 'verified'];
  assert.equal([...recordOf(usersCollection).keys()], [...system, ...account, ...fieldsOf(usersCollection)]);
  assert.equal(
    [...recordOf(statsCollection).keys()],
    ['id', 'collectionId', 'collectionName', ...fieldsOf(statsCollection)],
  );
  const dated = { ...statsCollection, options: { query: 'SELECT id, p.Created FROM posts p' } };
  assert.equal(datesOf(dated), ['created']);
});

test('a body contains no files, and only the writable properties of an account', () => {
  assert.not.ok(bodyOf(postsCollection, 'create').has('pictures'));
  assert.equal(
    filesOf(postsCollection).map(({ field: name }) => name),
    ['pictures', 'pictures'],
  );
  const password = ['password', 'passwordConfirm'];
  assert.equal(
    [...bodyOf(usersCollection, 'create').keys()],
    ['username', 'email', 'emailVisibility', ...password, 'name'],
  );
  assert.equal(
    [...bodyOf(usersCollection, 'update').keys()],
    ['username', 'emailVisibility', 'oldPassword', ...password, 'name'],
  );
});

const scene = (collection: Collection): DocsScene => ({
  collection,
  base: 'http://127.0.0.1:8090',
  nameOf: (id) => (id === usersCollection.id ? 'users' : null),
});
const tableOf = (collection: Collection, act: 'create' | 'update') =>
  Object.fromEntries(
    bodyParametersOf(scene(collection), act).map(({ name, isRequired, text }) => [
      name,
      { isRequired, text: text.map((part) => (typeof part === 'string' ? part : part.code)).join('') },
    ]),
  );

test('required properties are marked for a create, and none for an update', () => {
  const required = (collection: Collection, act: 'create' | 'update') =>
    Object.entries(tableOf(collection, act))
      .filter(([, { isRequired }]) => isRequired)
      .map(([name]) => name);
  assert.equal(required(postsCollection, 'create'), ['title']);
  assert.equal(required(usersCollection, 'create'), ['password', 'passwordConfirm']);
  assert.equal(required(withOptions({ requireEmail: true }), 'create'), [
    'email',
    'password',
    'passwordConfirm',
  ]);
  assert.equal(required(postsCollection, 'update'), []);
  assert.equal(required(usersCollection, 'update'), []);
});

test('a choice with backticks stays one piece of code', () => {
  const odd = { ...postsCollection, schema: [field('select', { maxSelect: 1, values: ['a`b`', `\${x}`] })] };
  const [, { text } = { text: [] }] = bodyParametersOf(scene(odd), 'create');
  assert.equal(text, ['One of ', { code: 'a`b`' }, ', ', { code: `\${x}` }, '.']);
});

test.run();
