import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Collection } from '../../../ui/model/collection';
import { parseColumns } from '../../../ui/model/views/addressColumns';
import {
  addressOf,
  followRenames,
  isRenamed,
  isSameView,
  type NamedView,
  namesUsed,
  readViews,
  viewNameFault,
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
  // An older build kept former names, too.
  const older = { ...good, name: 'Older', formerNames: [good.names] };
  assert.equal(readViews([older]), [older]);
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
