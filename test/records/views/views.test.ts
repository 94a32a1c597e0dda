import { mock } from 'node:test';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as toasts from '../../../ui/page/toasts';
import type { NamedView } from '../../../ui/records/views/namedView';
import * as views from '../../../ui/records/views/views';
import { resetDom } from '../../support/dom';

const view = (name: string, filter = ''): NamedView => ({ name, filter, sort: '', columns: [] });
const names = () => views.viewsOf('orders').map(({ name }) => name);
const stored = () => JSON.parse(localStorage.getItem('orders@views') ?? '[]') as NamedView[];
const inOtherTab = (list: readonly NamedView[]) => {
  localStorage.setItem('orders@views', JSON.stringify(list));
  window.dispatchEvent(new StorageEvent('storage', { key: 'orders@views' }));
};

test.before.each(() => {
  resetDom();
  toasts.closeAll();
  views.state.byCollection = {};
});
test.after.each(() => mock.restoreAll());

test('views are kept by collection, in the order of saving', () => {
  views.open('orders');
  views.put('orders', view('A'));
  views.put('orders', view('B'));
  views.put('orders', view('A', 'total > 1'));
  assert.equal(names(), ['A', 'B']);
  assert.is(views.find('orders', 'A')?.filter, 'total > 1');
  views.put('orders', view('X'), 'A');
  assert.equal(names(), ['X', 'B'], 'a renamed view keeps its place');
  views.put('orders', view('A'), 'X');
  views.open('customers');
  assert.equal(views.viewsOf('customers'), []);
  views.state.byCollection = {};
  views.open('orders');
  assert.equal(names(), ['A', 'B'], 'read again');
});

test('the collections with views are known without opening each', () => {
  inOtherTab([view('A')]);
  localStorage.setItem('orders@columns', '[]');
  assert.equal(views.collectionIds(), ['orders']);
  assert.equal(views.viewsOf('orders'), [], 'not opened yet');
  mock.method(Storage.prototype, 'setItem', () => {
    throw new Error('The storage is full.');
  });
  views.put('customers', view('B'));
  assert.equal(views.collectionIds(), ['orders', 'customers']);
});

test('a deleted view comes back to its place, but not over another', () => {
  views.open('orders');
  for (const name of ['A', 'B', 'C']) views.put('orders', view(name));
  const putBack = views.remove('orders', 'B');
  assert.equal(names(), ['A', 'C']);
  putBack();
  assert.equal(names(), ['A', 'B', 'C']);
  const putBackAgain = views.remove('orders', 'B');
  views.put('orders', view('B', 'new'));
  putBackAgain();
  assert.equal(names(), ['A', 'C', 'B']);
  assert.is(views.find('orders', 'B')?.filter, 'new');
});

test('another tab is followed, and its views are not overwritten', () => {
  views.open('orders');
  views.put('orders', view('A'));
  inOtherTab([view('A'), view('B')]);
  assert.equal(names(), ['A', 'B']);
  // Without an event, as when both write at once.
  localStorage.setItem('orders@views', JSON.stringify([view('A'), view('B'), view('C')]));
  views.put('orders', view('D'));
  assert.equal(
    stored().map(({ name }) => name),
    ['A', 'B', 'C', 'D'],
  );
});

test('without storage views stay until the tab is closed, which is said once', () => {
  mock.method(localStorage, 'setItem', () => {
    throw new Error('forbidden');
  });
  views.open('parcels');
  views.put('parcels', view('A'));
  views.put('parcels', view('B'));
  views.open('customers');
  views.open('parcels');
  assert.equal(
    views.viewsOf('parcels').map(({ name }) => name),
    ['A', 'B'],
  );
  assert.equal(
    toasts.state.items.map(({ message }) => message),
    ['This browser stores nothing for this page. The views stay until the tab is closed.'],
  );
});

test('stored nonsense is no view', () => {
  for (const text of ['[', 'null', '7', '{"a":1}', '[{"name":"A"}]']) {
    localStorage.setItem('orders@views', text);
    views.state.byCollection = {};
    views.open('orders');
    assert.equal(names(), [], text);
  }
});

test.run();
