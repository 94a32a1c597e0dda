import '../support/dom';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  currentLocation,
  guardLeaving,
  type HashLocation,
  navigate,
  replaceQuery,
  subscribeToLocation,
} from '../../ui/platform/hash';
import { resetDom } from '../support/dom';

/** Waits for the event that comes last when the hash has changed. */
const hashChange = () => new Promise((done) => window.addEventListener('hashchange', done, { once: true }));

let asked: HashLocation[] = [];
let told = 0;
let stop = () => {};

/** Refuses every URL from now on, except those that `allows` accepts. */
function guard(allows: (to: HashLocation) => boolean = () => false): void {
  asked = [];
  told = 0;
  guardLeaving((to) => {
    asked.push(to);
    return allows(to);
  });
}

test.before.each(async () => {
  resetDom();
  guardLeaving(null);
  stop = subscribeToLocation(() => {
    told += 1;
  });
  navigate('/logs');
  navigate('/collections', { recordId: 'x' });
  await hashChange();
});
test.after.each(() => {
  guardLeaving(null);
  stop();
});

test('a refused URL is not visited, and no listener is called', () => {
  guard();
  const before = history.length;
  navigate('/settings', { page: '2' });
  assert.equal(asked, [{ path: '/settings', query: { page: '2' } }]);
  assert.equal(currentLocation(), { path: '/collections', query: { recordId: 'x' } });
  assert.equal([told, history.length], [0, before]);
});

test('an allowed URL is visited after one question', () => {
  guard(() => true);
  navigate('/settings');
  assert.is(asked.length, 1);
  assert.is(told, 1);
  assert.is(currentLocation().path, '/settings');
});

test('a changed query counts as a change; the current URL does not', () => {
  guard();
  replaceQuery({ filter: 'a' });
  assert.equal(asked, [{ path: '/collections', query: { recordId: 'x', filter: 'a' } }]);
  assert.is(location.hash, '#/collections?recordId=x');
  guard();
  navigate('/collections', { recordId: 'x' });
  assert.equal(asked, []);
});

test('a refused back button is reverted, asks once and calls no listener', async () => {
  guard();
  history.back();
  await hashChange();
  assert.equal(
    asked.map(({ path }) => path),
    ['/logs'],
  );
  assert.is(location.hash, '#/collections?recordId=x');
  assert.equal(currentLocation(), { path: '/collections', query: { recordId: 'x' } });
  assert.is(told, 0);
});

test('a refused hash that was typed by hand is reverted', async () => {
  guard();
  location.hash = '#/settings';
  await hashChange();
  assert.equal(
    asked.map(({ path }) => path),
    ['/settings'],
  );
  assert.is(location.hash, '#/collections?recordId=x');
  assert.is(told, 0);
});

test('the target of a refused back button can be visited later', async () => {
  guard();
  history.back();
  await hashChange();
  guard(() => true);
  navigate('/logs');
  assert.is(told, 1);
  assert.is(currentLocation().path, '/logs');
  history.back();
  await hashChange();
  assert.is(currentLocation().path, '/collections', 'the page that was left is one step back');
});

test('each of two refused navigations asks', async () => {
  guard();
  history.back();
  await hashChange();
  history.back();
  await hashChange();
  assert.is(asked.length, 2);
  assert.is(location.hash, '#/collections?recordId=x');
});

test('without a guard every URL is allowed again', async () => {
  guard();
  guardLeaving(null);
  history.back();
  await hashChange();
  assert.is(currentLocation().path, '/logs');
});

test.run();
