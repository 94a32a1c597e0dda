import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Collection } from '../../../../ui/model/collection';
import { arrange } from '../../../../ui/model/views/columnLayout';
import { currentLocation, navigate } from '../../../../ui/platform/hash';
import {
  canMove,
  currentLayout,
  knownColumns,
  moveColumn,
  setPinned,
  setWidths,
  showColumns,
} from '../../../../ui/screens/records/views/tableLayout';
import * as preferences from '../../../../ui/state/preferences';
import { resetDom } from '../../../support/dom';

const field = (name: string) => ({ id: `f_${name}`, name, type: 'text' });
const orders = {
  id: 'orders',
  name: 'orders',
  type: 'base',
  schema: ['summary', 'status', 'total'].map(field),
} as unknown as Collection;
const users = { ...orders, id: 'users', name: 'users', type: 'auth', schema: [field('name')] };
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
const steps: [what: string, run: () => void, shown: string, columns: string][] = [
  [
    'hide',
    () => showColumns(orders, ['f_status'], false),
    'id summary total created updated',
    'summary,total,created,updated',
  ],
  [
    'move right',
    () => moveColumn(orders, 'f_summary', 1),
    'id status summary total created updated',
    'status,summary,total,created,updated',
  ],
  [
    'the first does not move before the id',
    () => moveColumn(orders, 'f_summary', -1),
    'id summary status total created updated',
    'summary,status,total,created,updated',
  ],
  [
    'pin',
    () => setPinned(orders, 'f_total', true),
    'id total summary status created updated',
    'total!,summary,status,created,updated',
  ],
  [
    'pin two, in the order of pinning',
    () => {
      setPinned(orders, 'f_total', true);
      setPinned(orders, 'f_status', true);
    },
    'id total status summary created updated',
    'total!,status!,summary,created,updated',
  ],
  [
    'a pinned column does not leave the pinned ones by moving',
    () => {
      setPinned(orders, 'f_total', true);
      moveColumn(orders, 'f_total', 1);
    },
    'id total summary status created updated',
    'total!,summary,status,created,updated',
  ],
  [
    'unpin goes before the others',
    () => {
      setPinned(orders, 'f_total', true);
      setPinned(orders, 'f_status', true);
      setPinned(orders, 'f_total', false);
    },
    'id status total summary created updated',
    'status!,total,summary,created,updated',
  ],
  [
    'widths',
    () => setWidths(orders, { f_total: 96, '@id': 200 }),
    'id summary status total created updated',
    'id:200,summary,status,total:96,created,updated',
  ],
  ['hide all', () => showColumns(orders, allKeys(orders), false), 'id', 'id'],
];

for (const [what, run, names, columns] of steps) {
  test(`${what}: this browser`, () => {
    run();
    assert.is(shown(), names);
    assert.is(inAddress(), undefined);
  });

  test(`${what}: the address`, () => {
    navigate('/collections', {
      collectionId: 'orders',
      columns: 'summary,status,total,created,updated',
    });
    run();
    assert.is(shown(), names);
    assert.is(inAddress(), columns);
    assert.equal(preferences.state.columns.layout.order, []);
    assert.equal(preferences.state.columns.layout.hidden, []);
  });
}

test('a hidden column comes back behind its neighbour after a move', () => {
  showColumns(orders, ['f_status'], false);
  moveColumn(orders, 'f_summary', 1);
  assert.is(shown(), 'id total summary created updated');
  showColumns(orders, allKeys(orders), true);
  assert.is(shown(), 'id total summary status created updated');
});

/** Steps on the table of accounts, one after the other. An address does not keep the places of hidden columns. */
const accountSteps: [what: string, run: () => void, shown: string, inAddress?: string][] = [
  ['none is chosen', () => {}, 'id username email name created updated'],
  [
    'one is chosen',
    () => showColumns(users, ['@verified'], true),
    'id username email verified name created updated',
  ],
  [
    'it moves like others',
    () => moveColumn(users, '@verified', 1),
    'id username email name verified created updated',
  ],
  [
    'it is hidden, and another column moves',
    () => {
      showColumns(users, ['@verified'], false);
      moveColumn(users, 'f_name', 1);
    },
    'id username email created name updated',
  ],
  [
    'it comes back at its place',
    () => showColumns(users, ['@verified'], true),
    'id username email created name verified updated',
    'id username email verified created name updated',
  ],
  ['hide all', () => showColumns(users, allKeys(users).slice(1), false), 'id'],
  [
    'show all',
    () => showColumns(users, allKeys(users).slice(1), true),
    'id username email emailVisibility created name verified updated',
    'id username email emailVisibility verified name created updated',
  ],
  [
    'it is pinned',
    () => setPinned(users, '@verified', true),
    'id verified username email emailVisibility created name updated',
    'id verified username email emailVisibility name created updated',
  ],
];

for (const columns of [undefined, 'username,email,name,created,updated']) {
  test(`optional columns are chosen, moved and hidden: ${columns ? 'the address' : 'this browser'}`, () => {
    navigate('/collections', { collectionId: 'users', columns });
    preferences.openColumns('users');
    for (const [what, run, names, named = names] of accountSteps) {
      run();
      assert.is(shown(users), columns ? named : names, what);
    }
    if (!columns) return;
    assert.equal(preferences.state.columns.layout.shown, []);
    assert.is(inAddress(), 'verified!,username,email,emailVisibility,name,created,updated');
  });
}

test('the choice of optional columns and of the others is stored apart', () => {
  preferences.openColumns('users');
  navigate('/collections', { collectionId: 'users' });
  showColumns(users, ['@verified'], true);
  assert.is(localStorage.getItem('users@hiddenColumns'), null);
  showColumns(users, ['@username'], false);
  showColumns(users, ['@username'], false);
  assert.is(localStorage.getItem('users@shownColumns'), '["@verified"]');
  assert.is(localStorage.getItem('users@hiddenColumns'), '["@username"]');
});

test('columns move only beside columns of their kind', () => {
  const keys = ['@id', 'a', 'b', 'c'];
  const can = (pinned: string[], key: string) =>
    ([-1, 1] as const).map((step) => canMove(pinned, keys, key, step));
  assert.equal(can([], 'a'), [false, true]);
  assert.equal(can([], 'c'), [true, false]);
  assert.equal(can(['a', 'b'], 'b'), [true, false]);
  assert.equal(can(['a', 'b'], 'c'), [false, false]);
});

test('the layout of another collection is not this one', () => {
  preferences.setColumns({ hidden: ['f_status'] });
  assert.equal(currentLayout({ ...orders, id: 'other' }).hidden, []);
});

test.run();
