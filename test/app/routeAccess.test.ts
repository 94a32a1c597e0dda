import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Access, decideAccess } from '../../ui/app/routeAccess';

const wanted = { path: '/collections', query: { collectionId: 'posts', filter: 'a?="b"' } };

type Flags = 'guest' | 'admin' | 'first run' | 'first run, admin';

/** Without a way the route is shown. */
const cases: Array<[route: Access, visitor: Flags, wants: boolean, goesTo?: string]> = [
  ['guest', 'guest', false],
  ['guest', 'guest', true],
  ['guest', 'admin', false, '/'],
  ['guest', 'admin', true, wanted.path],
  ['admin', 'admin', false],
  ['admin', 'admin', true],
  ['admin', 'guest', false, '/login'],
  ['anyone', 'guest', false],
  ['anyone', 'admin', false],
  ['start', 'guest', false, '/login'],
  ['start', 'admin', false, '/collections'],
  ['start', 'admin', true, '/collections'],
  ['start', 'first run', false],
  ['start', 'first run, admin', false],
  ['guest', 'first run', false, '/'],
  ['admin', 'first run, admin', false, '/'],
  ['anyone', 'first run', false, '/'],
  ['guest', 'first run, admin', true, '/'],
];

for (const [access, visitor, wants, goesTo] of cases) {
  const aim = wants ? ' who wanted another page' : '';
  test(`a route for "${access}", visitor: ${visitor}${aim}: ${goesTo ? `leads to ${goesTo}` : 'is shown'}`, () => {
    const decision = decideAccess({
      access,
      path: access === 'start' ? '/' : '/some',
      home: '/collections',
      isSignedIn: visitor.endsWith('admin'),
      isFirstRun: visitor.startsWith('first run'),
      wanted: wants ? wanted : null,
    });
    const query = goesTo === wanted.path && access === 'guest' ? wanted.query : {};
    assert.equal(decision, goesTo ? { shows: false, goTo: { path: goesTo, query } } : { shows: true });
  });
}

test('the start leads to the page that the admin chose', () => {
  const visit = { access: 'start', path: '/', isSignedIn: true, isFirstRun: false, wanted: null } as const;
  const goTo = { path: '/overview', query: {} };
  assert.equal(decideAccess({ ...visit, home: '/overview' }), { shows: false, goTo });
});

test.run();
