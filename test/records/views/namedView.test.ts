import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Collection } from '../../../ui/model/collection';
import { parseColumns } from '../../../ui/records/views/addressColumns';
import {
  addressOf,
  isSameView,
  type NamedView,
  readViews,
  viewNameFault,
} from '../../../ui/records/views/namedView';

const orderFields = { s: 'summary', c: 'colour', t: 'total' };
const orders = {
  id: 'orders',
  name: 'orders',
  type: 'base',
  schema: Object.entries(orderFields).map(([id, name]) => ({ id, name, type: 'text', options: {} })),
} as unknown as Collection;

const view = (filter: string, sort = '', columns = 'summary,total:96!'): NamedView => ({
  name: 'To pack',
  filter,
  sort,
  columns: parseColumns(columns).map((column) => ({
    ...column,
    key: Object.entries(orderFields).find(([, name]) => name === column.name)?.[0] ?? `@${column.name}`,
  })),
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

test('stored views of another shape are left out', () => {
  const good = view('total > 1');
  const stored = JSON.parse(JSON.stringify([good]));
  assert.equal(readViews(stored), [good]);
  for (const bad of [null, 7, 'a', {}, { views: [] }]) assert.equal(readViews(bad), []);
  const broken = [
    { ...good, name: 5 },
    { ...good, columns: [{ key: 's' }] },
    { ...good, columns: 'summary' },
    { ...good, filter: null },
  ];
  // An older build kept the names of fields, too.
  const older = { ...good, name: 'Older', names: { orders: { name: 'orders', fields: {} } } };
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
