import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { currentLocation, navigate } from '../../../ui/base/hash';
import type { Collection } from '../../../ui/model/collection';
import { arrange } from '../../../ui/model/columnLayout';
import * as preferences from '../../../ui/page/preferences';
import {
  canMove,
  currentLayout,
  knownColumns,
  moveColumn,
  placeColumn,
  setPinned,
  setWidths,
  showColumns,
} from '../../../ui/records/views/tableLayout';
import { resetDom } from '../../support/dom';
import { field } from '../../support/fields';

const orders = {
  id: 'orders',
  name: 'orders',
  type: 'base',
  schema: ['summary', 'status', 'total'].map((name) => field('text', name)),
} as unknown as Collection;
const users = { ...orders, id: 'users', name: 'users', type: 'auth', schema: [field('text', 'name')] };
const inAddress = () => currentLocation().query['columns'];
const allKeys = (collection: Collection) => knownColumns(collection).map(({ key }) => key);
const shown = (collection = orders) =>
  arrange(knownColumns(collection), ({ key }) => key, currentLayout(collection))
    .map(({ name }) => name)
    .join(' ');

test.before.each(() => {
  resetDom();
  navigate('/collections', { collectionId: 'orders' });
  preferences.openColumns('orders');
});

/** Each step is tried twice: on the choice of this browser, and on an address with columns. */
const pin = (...names: string[]) => {
  for (const name of names) setPinned(orders, `f_${name}`, true);
};
const steps: [what: string, run: () => void, shown: string, columns: string][] = [
  ['hide', () => showColumns(orders, ['f_status'], false), 'summary total', 'summary,total'],
  ['move right', () => moveColumn(orders, 'f_summary', 1), 'status summary total', 'status,summary,total'],
  [
    'the first does not move before the id',
    () => moveColumn(orders, 'f_summary', -1),
    'summary status total',
    'summary,status,total',
  ],
  ['pin', () => pin('total'), 'total summary status', 'total!,summary,status'],
  [
    'a pinned column does not leave the pinned ones by moving',
    () => {
      pin('total');
      moveColumn(orders, 'f_total', 1);
    },
    'total summary status',
    'total!,summary,status',
  ],
  [
    'unpin goes before the others',
    () => {
      pin('total', 'status');
      setPinned(orders, 'f_total', false);
    },
    'status total summary',
    'status!,total,summary',
  ],
  [
    'widths',
    () => setWidths(orders, { f_total: 96, '@id': 200 }),
    'summary status total',
    'id:200,summary,status,total:96',
  ],
];

for (const [what, run, names, columns] of steps) {
  test(`${what}: this browser and the address`, () => {
    run();
    assert.is(shown(), `id ${names} created updated`);
    assert.is(inAddress(), undefined);

    resetDom();
    navigate('/collections', { collectionId: 'orders', columns: 'summary,status,total,created,updated' });
    preferences.openColumns('orders');
    run();
    assert.is(shown(), `id ${names} created updated`);
    assert.is(inAddress(), `${columns},created,updated`);
    assert.equal(preferences.state.columns.layout.order, []);
    assert.equal(preferences.state.columns.layout.hidden, []);
  });
}

test('all columns but the id can be hidden', () => {
  showColumns(orders, allKeys(orders), false);
  assert.is(shown(), 'id');
  navigate('/collections', { collectionId: 'orders', columns: 'summary' });
  showColumns(orders, allKeys(orders), false);
  assert.equal([shown(), inAddress()], ['id', 'id']);
});

test('a hidden column comes back behind its neighbour after a move', () => {
  showColumns(orders, ['f_status'], false);
  moveColumn(orders, 'f_summary', 1);
  assert.is(shown(), 'id total summary created updated');
  showColumns(orders, allKeys(orders), true);
  assert.is(shown(), 'id total summary status created updated');
});

test('a column is dropped at the place of another one, also of a hidden one', () => {
  showColumns(orders, ['f_status'], false);
  placeColumn(orders, '@updated', 'f_status');
  assert.is(shown(), 'id summary updated total created');
  showColumns(orders, ['f_status'], true);
  assert.is(shown(), 'id summary updated status total created');
});

test('the choice of optional columns and of the others is stored apart', () => {
  preferences.openColumns('users');
  navigate('/collections', { collectionId: 'users' });
  showColumns(users, ['@verified'], true);
  moveColumn(users, '@verified', 1);
  assert.is(shown(users), 'id username email name verified created updated', 'it moves like others');
  assert.is(localStorage.getItem('users@hiddenColumns'), null);
  showColumns(users, ['@username'], false);
  showColumns(users, ['@username'], false);
  assert.is(localStorage.getItem('users@shownColumns'), '["@verified"]');
  assert.is(localStorage.getItem('users@hiddenColumns'), '["@username"]');
});

test('columns move only beside columns of their kind', () => {
  const keys = ['@id', 'a', 'b', 'c'];
  const can = (pinned: string[], key: string) =>
    ([-1, 1] as const).map((step) => canMove(pinned, keys, key, step)).join();
  assert.equal([can([], 'a'), can([], 'c')], ['false,true', 'true,false']);
  assert.equal([can(['a', 'b'], 'b'), can(['a', 'b'], 'c')], ['true,false', 'false,false']);
});

test.run();
