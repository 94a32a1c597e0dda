import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Collection } from '../../../ui/model/collection';
import { noLayout } from '../../../ui/model/columnLayout';
import type { AnyRecord } from '../../../ui/model/record';
import {
  columnKeyOf,
  columnsOf,
  extraAt,
  type RecordColumn,
  withLayout,
} from '../../../ui/records/display/recordColumns';
import { field } from '../../support/fields';
import { postsCollection, statsCollection, statsRow, usersCollection } from '../../support/samples';

const names = (columns: readonly RecordColumn[]) => columns.map(({ name }) => name);
const of = (collection: object, record?: object) =>
  columnsOf(collection as Collection, record as AnyRecord | undefined);

test('a base collection has an id, its fields by their types, and its dates', () => {
  assert.equal(
    of(postsCollection).map(({ name, kind }) => [name, kind]),
    [
      ['id', 'id'],
      ...postsCollection.schema.map(({ name, type }) => [name, type]),
      ['created', 'date'],
      ['updated', 'date'],
    ],
  );
  assert.equal(names(of(postsCollection, { id: 'x' })).slice(-2), ['created', 'updated'], 'always');
});

test('an auth collection has the values of an account before its fields, and space for their icon', () => {
  const columns = of(usersCollection);
  assert.equal(
    columns.slice(0, 6).map(({ name, kind }) => `${name} ${kind}`),
    ['id id', 'username text', 'email email', 'emailVisibility bool', 'verified bool', 'name text'],
  );
  assert.ok((columns[0]?.width ?? 0) > (of(postsCollection)[0]?.width ?? 0));
});

test('another collection may have fields with these names, which are shown like all', () => {
  const schema = ['emailVisibility', 'verified'].map((name) => field('text', name));
  const columns = of({ ...postsCollection, schema });
  assert.equal(names(columns), ['id', 'emailVisibility', 'verified', 'created', 'updated']);
  assert.equal(names(withLayout(columns, noLayout)), names(columns));
});

test('a view has dates only if its first record has them', () => {
  assert.equal(names(of(statsCollection)), ['id', 'title', 'words']);
  assert.equal(names(of(statsCollection, statsRow)), ['id', 'title', 'words']);
  assert.equal(names(of(statsCollection, { ...statsRow, updated: '' })), ['id', 'title', 'words', 'updated']);
  assert.equal(names(of(statsCollection, { ...statsRow, created: '', updated: '' })).slice(-2), [
    'created',
    'updated',
  ]);
});

test('an unknown field type of a newer server is drawn as json, an unknown collection type as base', () => {
  const future = {
    ...postsCollection,
    type: 'future',
    schema: [field('geoPoint', 'place')],
  };
  assert.equal(
    of(future).map(({ name, kind }) => `${name}: ${kind}`),
    ['id: id', 'place: json', 'created: date', 'updated: date'],
  );
});

test('only texts share the remaining width, and every column has a width', () => {
  const columns = of(postsCollection);
  assert.equal(
    columns.filter(({ isFlexible }) => isFlexible).map(({ kind }) => kind),
    ['text', 'editor', 'email', 'url'],
  );
  assert.ok(columns.every(({ width }) => width > 0));
  const [flag] = of(usersCollection).filter(({ name }) => name === 'emailVisibility');
  assert.is(flag?.width, 160, 'room for the name');
});

test('without records the columns of users fit a window of 1440 pixels', () => {
  const widths = columnsOf(usersCollection as Collection, undefined, true).map(({ width }) => width);
  assert.ok(widths.reduce((sum, each) => sum + each, 0) < 1100);
});

test('a hidden field is stored by its id, so that it stays hidden after a rename; other columns by name', () => {
  const keys = '@id @username @email @emailVisibility @verified users_name users_avatar @created @updated';
  assert.is(of(usersCollection).map(columnKeyOf).join(' '), keys);
});

test('a layout arranges the columns; chosen widths and pinned columns are fixed', () => {
  const all = of(usersCollection);
  const shown = withLayout(all, {
    order: ['@email', '@username'],
    hidden: ['@updated'],
    shown: [],
    pinned: ['@created', '@email'],
    widths: { '@username': 90, '@created': 300, '@id': 200 },
  });
  assert.equal(
    shown
      .map(({ name, width, isFlexible, isPinned = false }) => [name, width, isFlexible, isPinned])
      .slice(0, 6),
    [
      ['id', 200, false, false],
      ['email', 188, false, true],
      ['created', 300, false, true],
      // It stays behind the e-mail, as in the collection.
      ['name', 188, true, false],
      ['avatar', 176, false, false],
      ['username', 90, false, false],
    ],
  );
  assert.not.ok(names(shown).includes('updated'));
  assert.is(extraAt(shown), 3);
  assert.is(extraAt(all), 1);
  const none = withLayout(all, noLayout);
  assert.equal(names(none), ['id', 'username', 'email', 'name', 'avatar', 'created', 'updated']);
  assert.ok(
    none.every((column) => all.includes(column)),
    'the same objects without a choice',
  );
});

test.run();
