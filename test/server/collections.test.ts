import path from 'node:path';
import { assert as assertStruct } from 'superstruct';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { listAll } from '../../ui/backend/collections';
import {
  Collection,
  collectionTypeOf,
  fieldOf,
  indexesOf,
  presentableFields,
  ruleOf,
} from '../../ui/model/collection';
import { hasProtectedFile } from '../../ui/model/file';
import { fieldTypeNames, isKnown, isMultiple, targetOf } from '../../ui/model/types/fieldTypes';
import * as collections from '../../ui/page/collections';
import { fixtures } from '../support/fixtures';
import { createCollection, field, importCollections, sharedBackend } from '../support/realBackend';
import { backends } from '../support/server';

const manyCount = 230;
const typeOrder = ['auth', 'base', 'view'];
const shared = fixtures();

/** Checks every row, because the list checks only its first. */
function assertAllFit(all: readonly Collection[]): void {
  for (const collection of all) {
    assertStruct(collection, Collection);
    for (const one of collection.schema) assert.ok(isKnown(one), `${collection.name}.${one.name}`);
  }
}

function assertSorted(all: readonly Collection[]): void {
  const marks = all.map((one) => `${typeOrder.indexOf(collectionTypeOf(one))} ${one.name.toLowerCase()}`);
  assert.equal(marks, [...marks].sort());
}

for (const { name, binary } of backends('contract')) {
  const server = sharedBackend(binary);

  test(`${name}: reads the one collection of a fresh server`, async () => {
    await server.connect();
    const [users, ...others] = await listAll();
    assert.is(others.length, 0);
    assertAllFit(users ? [users] : []);
    assert.is(users?.id, '_pb_users_auth_');
    assert.is(users && collectionTypeOf(users), 'auth');
    assert.is(users && ruleOf(users, 'createRule'), '');
    assert.is(users && ruleOf(users, 'listRule'), 'id = @request.auth.id');
  });

  test(`${name}: reads a collection with every type of field as in our model`, async () => {
    await server.connect();
    await createCollection({
      name: 'kitchen',
      schema: [
        ...fieldTypeNames.map((type) => field(type, `a_${type}`)),
        field('select', 'selects', { maxSelect: 2 }),
        field('file', 'files', { maxSelect: 9, protected: true }),
        field('relation', 'relations', { maxSelect: null }),
        field('relation', 'two', { maxSelect: 2 }),
        field('text', 'title', {}, true),
      ],
      indexes: ['CREATE UNIQUE INDEX `idx_kitchen` ON `kitchen` (`a_text`)'],
      viewRule: '',
    });
    await createCollection({
      name: 'kitchen_view',
      type: 'view',
      options: { query: 'SELECT id, title, a_file, count(*) AS total, max(a_number) AS top FROM kitchen' },
    });
    const all = await listAll();
    assertAllFit(all);
    const [kitchen, view] = ['kitchen', 'kitchen_view'].map((one) => all.find((known) => known.name === one));
    if (!kitchen || !view) return assert.unreachable('not listed');
    assert.equal(
      kitchen.schema.filter(isMultiple).map((one) => one.name),
      ['selects', 'files', 'relations', 'two'],
    );
    assert.is(hasProtectedFile(kitchen), true);
    assert.equal(
      presentableFields(kitchen).map((one) => one.name),
      ['title'],
    );
    const relation = fieldOf(kitchen, 'a_relation');
    assert.is(relation && targetOf(relation), '_pb_users_auth_');
    assert.is(indexesOf(kitchen).length, 1);
    assert.is(ruleOf(kitchen, 'listRule'), null);
    assert.is(ruleOf(kitchen, 'viewRule'), '');
    assert.is(collectionTypeOf(view), 'view');
    assert.equal(
      view.schema.map((one) => `${one.name} ${one.type}`),
      ['title text', 'a_file file', 'total number', 'top json'],
    );
  });

  test(`${name}: reads more than one batch of collections completely and in order`, async () => {
    const client = await server.connect();
    // Created in another order than the sorted one, with names in both cases.
    const names = Array.from(
      { length: manyCount },
      (_, at) => `${at % 2 ? 'Many' : 'many'}_${(at * 7) % 230}`,
    );
    await importCollections(names.map((one) => ({ name: one, type: 'base', schema: [field('text', 'a')] })));
    client.asked.length = 0;
    const all = await listAll();
    assert.is(client.asked.length, 2);
    assertAllFit(all);
    const found = all.map((one) => one.name);
    assert.equal([...found].sort(), [...names, 'users', 'kitchen', 'kitchen_view'].sort());
    assert.equal(found, [...found].sort());

    await collections.load();
    assert.is(collections.state.loadError, null);
    assert.is(collections.state.all.length, manyCount + 3);
    assertSorted(collections.state.all);
    assert.is(collections.find('MANY_2')?.name, 'many_2');
    collections.forget();
  });

  test.after(server.stop);

  if (shared) {
    const old = sharedBackend(binary, { data: path.join(shared, 'backend-testdata') });
    test(`${name}: accepts the collections of the server's own tests (fixtures)`, async () => {
      await old.connect();
      const all = await listAll();
      assertAllFit(all);
      assert.is(all.length, 11);
      assert.is(all.filter((one) => collectionTypeOf(one) === 'view').length, 3);
    });
    test.after(old.stop);
  }
}

test.run();
