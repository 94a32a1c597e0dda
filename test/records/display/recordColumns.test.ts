import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Collection } from '../../../ui/model/collection';
import { noLayout } from '../../../ui/model/columnLayout';
import type { AnyRecord } from '../../../ui/model/record';
import {
  columnKeyOf,
  columnsOf,
  emptyColumns,
  extraAt,
  fittedColumns,
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

test('a date that people fill has one column, as on a newer server', () => {
  const schema = [field('date', 'created')];
  assert.equal(names(of({ ...postsCollection, schema, builtIn: [{ ...field('text', 'id'), at: 0 }] })), [
    'id',
    'created',
  ]);
});

test('a password, which no response contains, has no column', () => {
  const schema = [field('password', 'pin'), field('text', 'title')];
  assert.equal(names(of({ ...postsCollection, schema })), ['id', 'title', 'created', 'updated']);
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
    schema: [field('vector', 'place')],
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
  assert.is(flag?.width, 143, 'room for the name');
});

const widthOf = (columns: readonly RecordColumn[]) => columns.reduce((sum, { width }) => sum + width, 0);

test('without records the columns are as wide as their heads, and many shrink; a width that a person set stays', () => {
  const users = emptyColumns(of(usersCollection));
  assert.ok(widthOf(users) < 1100);
  assert.is(users.find(({ name }) => name === 'emailVisibility')?.width, 143, 'whole heads');
  const schema = Array.from({ length: 15 }, (_, at) => field('number', `a_long_name_${at}`));
  const many = emptyColumns(of({ ...postsCollection, schema }));
  assert.ok(many.reduce((sum, { least = 0 }) => sum + least, 0) < 1100);
  const [, chosen] = withLayout(many, { ...noLayout, widths: { f_a_long_name_0: 333 } });
  assert.equal([chosen?.width, chosen?.least], [333, undefined]);
});

test('the columns fit the values of the first page', () => {
  const schema = [
    field('text', 'short'),
    field('text', 'long'),
    field('text', 'rare'),
    field('text', 'a_name_of_some_length'),
    field('number', 'n'),
    field('date', 'day'),
    field('file', 'one'),
    field('file', 'many', { maxSelect: 9 }),
    field('bool', 'on'),
    field('geoPoint', 'at'),
  ];
  const rows = Array.from({ length: 40 }, (_, at) => ({
    id: `r${at}`,
    short: 'abc',
    long: 'x'.repeat(at === 0 ? 1 : 150),
    rare: at < 4 ? 'x'.repeat(150) : 'x'.repeat(20),
    n: at === 7 ? 123456789012 : at,
    day: at === 7 ? '2026-11-21 00:00:00.000Z' : '',
    one: 'a.png',
    many: ['a.png', 'b.png', 'c.png'],
    on: true,
    at: { lon: 11.5819806, lat: 48.1351253 },
    created: '2026-11-21 00:00:00.000Z',
    updated: '',
  })) as unknown as AnyRecord[];
  const fitted = fittedColumns(of({ ...postsCollection, schema }), rows);
  assert.equal(Object.fromEntries(fitted.map(({ name, width }) => [name, width])), {
    id: 152,
    short: 96,
    long: 240,
    rare: 186,
    a_name_of_some_length: 160,
    n: 119,
    day: 168,
    one: 64,
    many: 120,
    on: 80,
    at: 190,
    created: 168,
    updated: 117,
  });
  const chosen = withLayout(fitted, { ...noLayout, widths: { [fitted[1]?.field?.id ?? '']: 333 } });
  assert.is(chosen[1]?.width, 333, 'the width that a person set');
});

test('a hidden field is stored by its id, so that it stays hidden after a rename; other columns by name', () => {
  const keys = '@id @username @email @emailVisibility @verified users_name users_avatar @created @updated';
  assert.is(of(usersCollection).map(columnKeyOf).join(' '), keys);
});

test('a column of a view is stored by its name: its id is another after each save of the view', () => {
  const fields = ['_clone_x4Zd', 'json144077867'].map((id, at) => ({ id, name: `f${at}`, type: 'text' }));
  assert.equal(of({ id: 'v', name: 'v', type: 'view', schema: fields }).map(columnKeyOf), [
    '@id',
    '@f0',
    'json144077867',
  ]);
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
