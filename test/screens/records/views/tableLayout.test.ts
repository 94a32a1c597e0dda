import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Collection } from '../../../../ui/model/collection';
import { arrange } from '../../../../ui/model/columnLayout';
import { currentLocation, navigate } from '../../../../ui/platform/hash';
import {
  canMove,
  changeLayout,
  currentLayout,
  hideColumn,
  knownColumns,
  moveColumn,
  setPinned,
  setWidths,
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
const inAddress = () => currentLocation().query['columns'];
const shown = () =>
  arrange(knownColumns(orders), ({ key }) => key, currentLayout(orders))
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
    () => hideColumn(orders, 'f_status'),
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
  [
    'hide all',
    () => changeLayout(orders, { hidden: knownColumns(orders).map(({ key }) => key) }),
    'id',
    'id',
  ],
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
  hideColumn(orders, 'f_status');
  moveColumn(orders, 'f_summary', 1);
  assert.is(shown(), 'id total summary created updated');
  changeLayout(orders, { hidden: [] });
  assert.is(shown(), 'id total summary status created updated');
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
