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

const settled = () => new Promise((done) => setTimeout(done, 30));

let asked: HashLocation[] = [];
let told = 0;
let stop = () => {};

/** From here on every address is refused but those that `allows` lets pass. */
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
  await settled();
});
test.after.each(() => {
  guardLeaving(null);
  stop();
});

test('an address that is refused is not gone to, and nobody is told', () => {
  guard();
  const before = history.length;
  navigate('/settings', { page: '2' });
  assert.equal(asked, [{ path: '/settings', query: { page: '2' } }]);
  assert.equal(currentLocation(), { path: '/collections', query: { recordId: 'x' } });
  assert.equal([told, history.length], [0, before]);
});

test('an address that is let pass is gone to after one question', () => {
  guard(() => true);
  navigate('/settings');
  assert.is(asked.length, 1);
  assert.is(told, 1);
  assert.is(currentLocation().path, '/settings');
});

test('a change of the query is a change, too; the present address is none', () => {
  guard();
  replaceQuery({ filter: 'a' });
  assert.equal(asked, [{ path: '/collections', query: { recordId: 'x', filter: 'a' } }]);
  assert.is(location.hash, '#/collections?recordId=x');
  guard();
  navigate('/collections', { recordId: 'x' });
  assert.equal(asked, []);
});

test('the back button is taken back, asked once and told to nobody', async () => {
  guard();
  history.back();
  await settled();
  assert.equal(
    asked.map(({ path }) => path),
    ['/logs'],
  );
  assert.is(location.hash, '#/collections?recordId=x');
  assert.equal(currentLocation(), { path: '/collections', query: { recordId: 'x' } });
  assert.is(told, 0);
});

test('a hash typed by hand is put back', async () => {
  guard();
  location.hash = '#/settings';
  await settled();
  assert.equal(
    asked.map(({ path }) => path),
    ['/settings'],
  );
  assert.is(location.hash, '#/collections?recordId=x');
  assert.is(told, 0);
});

test('what the back button asked for can be gone to after all', async () => {
  guard();
  history.back();
  await settled();
  guard(() => true);
  navigate('/logs');
  assert.is(told, 1);
  assert.is(currentLocation().path, '/logs');
  history.back();
  await settled();
  assert.is(currentLocation().path, '/collections', 'the page that was left is one step back');
});

test('each of two refused moves is asked', async () => {
  guard();
  history.back();
  await settled();
  history.back();
  await settled();
  assert.is(asked.length, 2);
  assert.is(location.hash, '#/collections?recordId=x');
});

test('without a guard every address is free again', async () => {
  guard();
  guardLeaving(null);
  history.back();
  await settled();
  assert.is(currentLocation().path, '/logs');
});

test.run();
