import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Collection } from '../../../ui/model/collection';
import { parseColumns, printColumns } from '../../../ui/model/views/addressColumns';
import {
  addressOf,
  followRenames,
  isRenamed,
  isSameView,
  missingFieldNote,
  type NamedView,
  namesOfAddress,
  namesUsed,
  readViews,
  viewNameFault,
  withPresentNames,
} from '../../../ui/model/views/namedView';

type Fields = Readonly<Record<string, string>>;

function collection(id: string, fields: Fields, options: object = {}): Collection {
  const schema = Object.entries(fields).map(([field, name]) => ({
    id: field,
    name,
    type: name === 'customer' || field === 'r' ? 'relation' : 'text',
    options: field === 'r' ? { collectionId: 'customers', maxSelect: 1 } : {},
  }));
  return { id, name: id, type: 'base', schema, ...options } as unknown as Collection;
}

const orderFields = { s: 'summary', c: 'colour', t: 'total', r: 'customer' };
const orders = collection('orders', orderFields);
const customers = collection('customers', { n: 'name', k: 'kind' });
const all = [orders, customers];

const view = (filter: string, sort = '', columns = 'summary,total:96!'): NamedView => ({
  name: 'To pack',
  filter,
  sort,
  columns: parseColumns(columns).map((column) => ({
    ...column,
    key: Object.entries(orderFields).find(([, name]) => name === column.name)?.[0] ?? `@${column.name}`,
  })),
  names: namesUsed(filter, orders, all),
});

const renamed = (fields: object) => collection('orders', { ...orderFields, ...fields });
const tint = [renamed({ c: 'tint' }), customers];
const titled = collection('customers', { n: 'title', k: 'kind' });

/** Renames of fields and collections, and what becomes of a filter. */
const renames: [what: string, filter: string, now: readonly Collection[], expected: string][] = [
  [
    'another collection',
    'customer.name ~ "a" && total > 1',
    [orders, titled],
    'customer.title ~ "a" && total > 1',
  ],
  ['a relation', 'customer.name ~ "a"', [renamed({ r: 'buyer' }), titled], 'buyer.title ~ "a"'],
  ['a filter that cannot be read stays', 'colour = (', tint, 'colour = ('],
  [
    'a new field with the old name',
    'colour = 1',
    [renamed({ c: 'tint', x: 'colour' }), customers],
    'tint = 1',
  ],
  [
    'a field that is gone stays named',
    'colour = 1 && total = 2',
    [collection('orders', { s: 'summary', t: 'sum', r: 'customer' }), customers],
    'colour = 1 && sum = 2',
  ],
];

for (const [what, filter, now, expected] of renames) {
  test(`a filter follows: ${what}`, () => {
    const [owner = orders] = now;
    const before = view(filter);
    const after = followRenames(before, owner, now);
    assert.is(after.filter, expected);
    assert.is(followRenames(after, owner, now), after, 'once');
    assert.is(isRenamed(after.names, now), false);
    assert.is(followRenames(before, orders, all), before, 'without a rename');
  });
}

test('an address with names of before is recognized by a column that is missing', () => {
  const rename = (name: string) => [renamed({ c: name }), customers];
  const before = view('colour = 1');
  const later = rename('tint');
  const latest = rename('shade');
  const once = followRenames(before, later[0] ?? orders, later);
  const twice = followRenames(once, latest[0] ?? orders, latest);
  const owner = latest[0] ?? orders;
  const namesFor = (missing: string[]) => namesOfAddress(twice, missing, owner);
  assert.equal(namesFor(['colour']), before.names);
  assert.equal(namesFor(['tint']), once.names);
  assert.is(namesFor(['unknown']), null);
  assert.is(namesFor([]), null);
  assert.is(namesOfAddress(before, ['colour'], orders), null, 'nothing was renamed');
  const texts = { filter: 'colour = 1', sort: 'colour', columns: parseColumns('colour!') };
  const followed = withPresentNames(texts, namesFor(['colour']) ?? {}, owner, latest);
  assert.is(
    `${followed.filter} ${followed.sort} ${printColumns(followed.columns)}`,
    'shade = 1 +shade shade!',
  );
  let many = before;
  for (let at = 0; at < 20; at += 1) {
    const now = rename(`name${at}`);
    many = followRenames(many, now[0] ?? orders, now);
  }
  assert.is(many.formerNames?.length, 5);
});

test('the default sort may be named or not', () => {
  const base = { view: '', filter: '', sort: '', columns: 'summary' };
  const cases: [Partial<typeof base>, boolean][] = [
    [{ sort: '-created' }, true],
    [{ sort: '+created' }, false],
    [{ filter: ' ' }, true],
    [{ filter: 'a = 1' }, false],
    [{ columns: 'summary:90' }, false],
  ];
  for (const [change, isSame] of cases)
    assert.is(isSameView(base, { ...base, ...change }, orders), isSame, JSON.stringify(change));
});

test('a filter with a field that is gone says so', () => {
  const { names } = view('colour = 1');
  const without = collection('orders', { s: 'summary', t: 'total', r: 'customer' });
  const said = (filter: string) => missingFieldNote(filter, names, without);
  assert.is(said('total = 1 && colour = 2'), 'The filter names colour, which no longer exists.');
  assert.is(said('colour:length > 1'), 'The filter names colour, which no longer exists.');
  assert.is(said('total = "colour"'), null);
  assert.is(said('colour'), null, 'a search term');
  assert.is(said('unknown = 1'), null, 'it was never there');
  assert.is(missingFieldNote('colour = 1', names, orders), null);
});

test('stored views of another shape are left out', () => {
  const good = view('total > 1');
  const stored = JSON.parse(JSON.stringify([good]));
  assert.equal(readViews(stored), [good]);
  for (const bad of [null, 7, 'a', {}, { views: [] }]) assert.equal(readViews(bad), []);
  const broken = [
    { ...good, name: 5 },
    { ...good, columns: [{ key: 's' }] },
    { ...good, columns: 'summary' },
    { ...good, names: { orders: { name: 'orders' } } },
    { ...good, filter: null },
  ];
  assert.equal(readViews([...broken, good, { ...good, filter: 'second' }]), [good]);
});

test('the address of a view has the present names; a column that is gone keeps its name', () => {
  const known = [{ key: 's', name: 'title' }];
  const address = { view: 'To pack', filter: 'a = 1', sort: '+total', columns: 'title,total:96!' };
  assert.equal(addressOf(view('a = 1', '+total'), known), address);
});

test('the name of a view', () => {
  const faults = ['  ', ' To pack ', 'é'.repeat(60), 'x'.repeat(61)].map((name) =>
    viewNameFault(name, ['To pack']),
  );
  const taken = 'There is a view with this name already.';
  assert.equal(faults, ['Enter a name.', taken, null, 'A name has at most 60 characters.']);
});

test.run();
