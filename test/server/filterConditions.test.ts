// The conditions of the filter builder on real servers: each finds the records that its words say.

import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Collection } from '../../ui/model/collection';
import { toFilter } from '../../ui/model/filter/filter';
import { filterFields } from '../../ui/model/filter/filterFields';
import { conditionText, operatorsOf } from '../../ui/model/filter/valueCondition';
import { searchColumnsOf } from '../../ui/model/recordsQuery';
import type { FilterOperator } from '../../ui/model/types/conditionForms';
import { createCollection, createRecord, field, formOf, sharedBackend } from '../support/realBackend';
import { backends } from '../support/server';
import { askServer } from '../support/walk';

type Row = Readonly<Record<string, unknown>>;

const fieldList = (targetId: string) => [
  field('text', 'title'),
  field('editor', 'body'),
  field('number', 'total'),
  field('bool', 'paid'),
  field('email', 'mail'),
  field('url', 'site'),
  field('date', 'due'),
  field('select', 'kind', { values: ['open', 'closed', 'new "x"'], maxSelect: 1 }),
  field('select', 'labels', { values: ['a', 'ab', 'b'], maxSelect: 3 }),
  field('json', 'meta'),
  field('file', 'label', { maxSelect: 1, maxSize: 10_000 }),
  field('file', 'papers', { maxSelect: 3, maxSize: 10_000 }),
  field('relation', 'owner', { collectionId: targetId, maxSelect: 1 }),
  field('relation', 'team', { collectionId: targetId, maxSelect: null }),
];

const ids = ['aaaaaaaaaaaaaaa', 'bbbbbbbbbbbbbbb'];
const [anna = '', ben = ''] = ids;

const records: Row[] = [
  {},
  {
    title: 'Tea',
    body: '<p>Tea</p>',
    total: 5,
    paid: true,
    mail: 'a@example.com',
    site: 'https://a.example.com',
  },
  { title: 'tea time', total: -1.5, due: '2026-11-20 00:00:00.000Z', kind: 'open', labels: ['a'], meta: 5 },
  {
    title: '100%_\\',
    total: 100,
    due: '2026-11-20 23:59:59.999Z',
    kind: 'closed',
    labels: ['ab', 'b'],
    meta: '5',
  },
  { title: 'it\'s "x"', due: '2026-11-21 00:00:00.000Z', kind: 'new "x"', labels: ['a', 'b'], meta: [] },
  { title: 'a\\nb', due: '2026-11-19 10:00:00.000Z', meta: { b: 1, a: ['<x>'] }, owner: anna, team: [anna] },
  { title: 'ends\\', meta: 'Tea', owner: ben, team: [anna, ben] },
  { title: 'a\\b', meta: true, team: [ben] },
  { title: '5', meta: false },
  { title: 'new\nline', meta: '' },
  { title: '100', meta: {} },
];

const values: Readonly<Record<string, readonly string[]>> = {
  title: ['Tea', 'tea', '100%_\\', 'it\'s "x"', 'a\\nb', 'ends\\', 'a\\b', '5', '%', '_', 'new\nline', '\\'],
  body: ['tea', '<p>'],
  total: ['5', '0', '-1.5', '99'],
  paid: ['true', 'false'],
  mail: ['a@example.com', 'a@'],
  site: ['https://a.example.com'],
  due: ['2026-11-20', '2026-11-20 23:59:59.999Z', '@now'],
  kind: ['open', 'new "x"'],
  labels: ['a', 'ab'],
  meta: ['5', '"5"', '"Tea"', '{"b":1,"a":["<x>"]}', '[]', 'true', 'false', 'null'],
  label: ['one'],
  papers: ['two'],
  owner: [anna, ben],
  team: [anna, ben],
};

const contains = (value: unknown, part: string) =>
  (typeof value === 'string' ? value : JSON.stringify(value ?? ''))
    .toLowerCase()
    .includes(part.toLowerCase());

/** Tells whether a record is what the words say, as a person reads them. */
function isMeant(value: unknown, operator: FilterOperator, wanted: readonly string[], type: string): boolean {
  const [one = ''] = wanted;
  const isEmpty =
    value === null || value === '' || value === 0 || value === false
      ? type !== 'json' || value === null || value === ''
      : typeof value === 'object' && Object.keys(value).length === 0;
  switch (operator) {
    case 'empty':
      return isEmpty;
    case 'filled':
      return !isEmpty;
    case 'isNot':
      return !isMeant(value, 'is', wanted, type);
    case 'containsNot':
      return !isMeant(value, 'contains', wanted, type);
    case 'anyOf':
      return wanted.some((each) => isMeant(value, Array.isArray(value) ? 'contains' : 'is', [each], type));
    case 'contains':
      // SQLite reads a json true as 1.
      if (type === 'json' && typeof value === 'boolean') return String(Number(value)).includes(one);
      return Array.isArray(value) && type !== 'file' && type !== 'json'
        ? value.includes(one)
        : contains(value, one);
    case 'is':
      if (type === 'json') return JSON.stringify(sorted(value)) === JSON.stringify(sorted(JSON.parse(one)));
      if (type === 'date' && one.length === 10) return String(value).startsWith(one);
      return String(value) === one;
    default: {
      const at = one === '@now' ? new Date().toISOString().replace('T', ' ') : one;
      const moment = at.length === 10 ? `${at} 00:00:00.000Z` : at;
      const [left, right] = type === 'number' ? [Number(value), Number(one)] : [String(value), moment];
      if (left === '') return false;
      if (operator === 'before') return left < right;
      if (operator === 'after') return left > right;
      return operator === 'atLeast' ? left >= right : left <= right;
    }
  }
}

function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(sorted);
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

for (const { name, binary } of backends('every')) {
  const server = sharedBackend(binary);
  // Older servers find no text with a backslash.
  const isFindable = (value: string) => !['0.22.20', '0.23.1'].includes(name) || !/[\\<]/.test(value);
  let collection: Collection;
  let rows: Row[] = [];
  const find = async (filter: string) => {
    const query = new URLSearchParams({ perPage: '200', filter, fields: 'id' });
    const { status, json } = await askServer(await server.backend(), `collections/all/records?${query}`);
    assert.is(status, 200, filter);
    return (json.items as { id: string }[]).map(({ id }) => id).sort();
  };

  test.before(async () => {
    await server.connect();
    const target = await createCollection({ name: 'people', schema: [field('text', 'name')] });
    for (const id of ids) await createRecord(target, { id, name: id });
    collection = await createCollection({ name: 'all', schema: fieldList(target.id) });
    for (const record of records) await createRecord(collection, record);
    await createRecord(collection, formOf({ title: 'files', label: new File(['1'], 'one.txt') }));
    await createRecord(collection, formOf({ title: 'files', papers: new File(['2'], 'two.txt') }));
    const { json } = await askServer(await server.backend(), 'collections/all/records?perPage=200');
    rows = json.items;
    assert.is(rows.length, records.length + 2);
  });
  test.after(server.stop);

  test(`each condition finds what its words say (${name})`, async () => {
    let count = 0;
    const wrong: string[] = [];
    for (const of of filterFields(collection).filter(({ id }) => id !== '')) {
      const known = (values[of.name] ?? []).filter(isFindable);
      for (const operator of [...operatorsOf(of), 'empty', 'filled'] as const) {
        const isBare = operator === 'empty' || operator === 'filled';
        const asked = isBare ? [[]] : operator === 'anyOf' ? [known] : known.map((value) => [value]);
        for (const one of asked) {
          const text = conditionText(of, { field: of.name, operator, values: one });
          if (text === null) throw new Error(`${of.name} ${operator} ${one} has no text`);
          const meant = rows
            .filter((row) => isMeant(row[of.name], operator, one, of.type))
            .map(({ id }) => String(id))
            .sort();
          const found = await find(text);
          count += 1;
          const names = (some: string[]) =>
            JSON.stringify(rows.filter(({ id }) => some.includes(String(id))).map((row) => row[of.name]));
          if (JSON.stringify(found) !== JSON.stringify(meant))
            wrong.push(`${text} finds ${names(found)}, not ${names(meant)}`);
        }
      }
    }
    assert.equal(wrong, []);
    assert.ok(count > 100, `${count} conditions`);
  });

  test(`any column finds what a search term finds (${name})`, async () => {
    const filter = toFilter('tea', searchColumnsOf(collection));
    assert.equal(await find(`(${filter}) && total != 12`), await find(filter));
    const written = await find('title~"tea" || body~"tea" || meta~"tea"');
    assert.is(written.length, 3);
    const found = await find(filter);
    assert.equal(
      written.filter((id) => !found.includes(id)),
      [],
    );
    // The id of a record and the end of a file name are random, and may hold the term, too.
    const others = rows.filter(({ id }) => found.includes(id as string) && !written.includes(id as string));
    assert.ok(others.every((row) => contains(row, 'tea')));
  });
}

test.run();
