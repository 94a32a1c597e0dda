import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { routePattern } from '../../ui/app/routePattern';

const reset = '/confirm-password-reset/:token';

/** Returns the named parts, or null when the path does not match. */
function read(route: string, path: string): Record<string, string | undefined> | null {
  const { pattern, keys = [] } = routePattern(route);
  const found = pattern.exec(path);
  return found && Object.fromEntries(keys.map((key, index) => [key, found[index + 1]]));
}

const cases: Array<[route: string, path: string, expected: Record<string, string> | null]> = [
  ['/', '/', {}],
  ['/', '/login', null],
  ['/login', '/login', {}],
  ['/login', '/login/', {}],
  ['/login', '/Login', null],
  ['/login', '/login/x', null],
  ['/login', '/loginx', null],
  ['/login', '/a/login', null],
  ['/login', '/login//', null],
  [reset, '/confirm-password-reset/eyJ.a-b_c', { token: 'eyJ.a-b_c' }],
  [reset, '/confirm-password-reset/eyJ/', { token: 'eyJ' }],
  [reset, '/confirm-password-reset/100%', { token: '100%' }],
  [reset, '/confirm-password-reset/', null],
  [reset, '/confirm-password-reset', null],
  [reset, '/confirm-password-reset/a/b', null],
  ['/a/:b/c/:d', '/a/1/c/2', { b: '1', d: '2' }],
  ['/a/:b/c/:d', '/a/1/x/2', null],
  ['*', '/', {}],
  ['*', '/no/such page', {}],
];

test('a route matches its paths, also with a slash at the end, and returns the named parts', () => {
  for (const [route, path, expected] of cases) assert.equal(read(route, path), expected, `${route} ${path}`);
});

test.run();
