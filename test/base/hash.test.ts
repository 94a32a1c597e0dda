import fc from 'fast-check';
import { suite, test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  currentLocation,
  guardLeaving,
  type HashLocation,
  navigate,
  parseHash,
  printHash,
  type Query,
  replaceQuery,
  subscribeToLocation,
} from '../../ui/base/hash';
import { resetDom } from '../support/dom';

const parsed: Array<[hash: string, path: string, query: Query]> = [
  ['', '/', {}],
  ['#/logs?filter=a?~1||b?=2&page=3', '/logs', { filter: 'a?~1||b?=2', page: '3' }],
  ['#/logs??a=b', '/logs', { '?a': 'b' }],
  ['#/logs?filter=%22%2541%22', '/logs', { filter: '"%41"' }],
  ['#/logs?filter=100%&b=%zz', '/logs', { filter: '100%', b: '%zz' }],
  ['#/logs?flag&empty=', '/logs', { flag: '', empty: '' }],
  ['#/logs?a=1&a=2', '/logs', { a: '2' }],
  ['#/confirm/eyJ.a-b_c%2F', '/confirm/eyJ.a-b_c%2F', {}],
];

for (const [hash, path, query] of parsed) {
  test(`parses the hash ${JSON.stringify(hash)}`, () => {
    assert.equal(parseHash(hash), { path, query });
  });
}

test('a key called __proto__ is an ordinary key and changes no prototype', () => {
  const { query } = parseHash('#/logs?__proto__=x&constructor=y');
  assert.equal(Object.entries(query), [
    ['__proto__', 'x'],
    ['constructor', 'y'],
  ]);
  assert.is(Object.getPrototypeOf(query), Object.prototype);
  assert.is(printHash('/logs', query), '#/logs?__proto__=x&constructor=y');
});

const printed: Array<[path: string, query: Record<string, string | undefined>, hash: string]> = [
  ['/', {}, '#/'],
  ['/logs', { a: undefined, b: '', c: '0' }, '#/logs?c=0'],
  ['/logs', { filter: 'a ?= "%41" #' }, '#/logs?filter=a%20%3F%3D%20%22%2541%22%20%23'],
  ['/é <x>', {}, '#/%C3%A9%20%3Cx%3E'],
];

for (const [path, query, hash] of printed) {
  test(`${path} with ${JSON.stringify(query)} is printed`, () => {
    assert.is(printHash(path, query), hash);
  });
}

const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({
    unit: fc.constantFrom('%', '2', '5', '4', '1', '+', '?', '=', '~', '&', '#', '"', ' ', 'ü', '/'),
  }),
);
const anyQuery = fc.dictionary(fc.oneof(anyText, fc.constant('__proto__')), anyText);

test('parsing a printed hash returns the same values without empty ones, for any texts', () => {
  fc.assert(
    fc.property(anyQuery, (query) => {
      const location = parseHash(printHash('/collections', query));
      assert.is(location.path, '/collections');
      assert.equal(
        Object.entries(location.query).sort(),
        Object.entries(query)
          .filter(([, value]) => value !== '')
          .sort(),
      );
    }),
    { numRuns: 500 },
  );
});

test('parsing never throws, whatever the user types', () => {
  fc.assert(
    fc.property(anyText, (typed) => {
      assert.ok(parseHash(`#${typed}`).path.startsWith('/'));
    }),
  );
});

test.run();

const address = suite('the address');

let stops: Array<() => void> = [];

function countChanges(): { count: number } {
  const told = { count: 0 };
  stops.push(
    subscribeToLocation(() => {
      told.count += 1;
    }),
  );
  return told;
}

/** Waits for the event that comes last when the hash has changed. */
const hashChange = () => new Promise((done) => window.addEventListener('hashchange', done, { once: true }));

address.before.each(async () => {
  resetDom();
  // happy-dom sends the events of the last test in the next turn.
  await new Promise((done) => setTimeout(done));
});

address.after.each(() => {
  for (const stop of stops) stop();
  stops = [];
});

address('going somewhere leaves the path and the real query of the page alone', () => {
  history.replaceState(null, '', '/_/?installer=1');
  navigate('/logs', { filter: 'a?=1' });
  assert.is(location.pathname, '/_/');
  assert.is(location.search, '?installer=1');
  assert.is(location.hash, '#/logs?filter=a%3F%3D1');
  navigate('/collections');
  replaceQuery({ page: '2' });
  assert.is(location.search, '?installer=1');
  assert.is(location.hash, '#/collections?page=2');
});

address('only going to another address adds a history entry', () => {
  const before = history.length;
  navigate('/logs', { filter: "it's" });
  assert.is(history.length, before + 1);
  const told = countChanges();
  navigate('/logs', { filter: "it's" });
  assert.is(told.count, 0);
  // Another writing of the present address is set right.
  history.replaceState(null, '', "#/logs?filter=it's+me");
  navigate('/logs', { filter: "it's me" });
  assert.is(location.hash, '#/logs?filter=it%27s%20me');
  navigate('/collections', {}, { replace: true });
  replaceQuery({ filter: 'x' });
  assert.equal([history.length, location.hash], [before + 1, '#/collections?filter=x']);
});

address('changes are merged into the query; undefined and an empty text take a key out', () => {
  navigate('/logs', { a: '1', b: '2', c: '3' });
  const first = currentLocation();
  assert.is(currentLocation(), first, 'the same object until the hash changes');
  replaceQuery({ a: undefined, b: '', c: '4', d: '5' });
  assert.equal(currentLocation(), { path: '/logs', query: { c: '4', d: '5' } });
});

address('every listener is told at once and once, not again by the later hashchange', async () => {
  const first = countChanges();
  const second = countChanges();
  let hashChanges = 0;
  const countEvent = () => {
    hashChanges += 1;
  };
  window.addEventListener('hashchange', countEvent);
  navigate('/logs');
  assert.equal([first.count, second.count], [1, 1]);
  await hashChange();
  window.removeEventListener('hashchange', countEvent);
  assert.is(hashChanges, 1, 'this test needs a hashchange that follows');
  assert.equal([first.count, second.count], [1, 1]);
});

address(
  'a hash typed by hand, back and forward are told once each, though there are two events',
  async () => {
    navigate('/logs');
    navigate('/collections');
    await hashChange();
    const told = countChanges();
    for (const [at, [act, path]] of (
      [
        [() => history.back(), '/logs'],
        [() => history.forward(), '/collections'],
        [() => location.assign('#/settings?a?=1'), '/settings'],
      ] as const
    ).entries()) {
      act();
      await hashChange();
      assert.equal([currentLocation().path, told.count], [path, at + 1]);
    }
  },
);

address(
  'who has stopped listening, even while it is told, is told nothing more; the others are',
  async () => {
    const gone = countChanges();
    const stop = subscribeToLocation(() => stop());
    stops.push(stop);
    const stays = countChanges();
    stops[0]?.();
    navigate('/logs');
    location.hash = '#/collections';
    await hashChange();
    assert.equal([gone.count, stays.count], [0, 2]);
  },
);

address.run();

const guarded = suite('the guard');

let asked: HashLocation[] = [];
let told = 0;

/** Refuses every URL from now on, except those that `allows` accepts. */
function guard(allows: (to: HashLocation) => boolean = () => false): void {
  asked = [];
  told = 0;
  guardLeaving((to) => {
    asked.push(to);
    return allows(to);
  });
}

guarded.before.each(async () => {
  resetDom();
  guardLeaving(null);
  stops = [
    subscribeToLocation(() => {
      told += 1;
    }),
  ];
  navigate('/logs');
  navigate('/collections', { recordId: 'x' });
  await hashChange();
});
guarded.after.each(() => {
  guardLeaving(null);
  for (const stop of stops) stop();
});

guarded(
  'a refused URL is not visited and tells nobody, an allowed one is; the current URL asks nothing',
  () => {
    guard();
    const before = history.length;
    navigate('/settings', { page: '2' });
    replaceQuery({ filter: 'a' });
    navigate('/collections', { recordId: 'x' });
    assert.equal(asked, [
      { path: '/settings', query: { page: '2' } },
      { path: '/collections', query: { recordId: 'x', filter: 'a' } },
    ]);
    assert.equal(currentLocation(), { path: '/collections', query: { recordId: 'x' } });
    assert.equal([told, history.length], [0, before]);
    guard(() => true);
    navigate('/settings');
    assert.equal([asked.length, told, currentLocation().path], [1, 1, '/settings']);
  },
);

for (const [what, leave, path] of [
  ['back button', () => history.back(), '/logs'],
  ['hash that was typed by hand', () => location.assign('#/settings'), '/settings'],
] as const) {
  guarded(`a refused ${what} is reverted; each one asks once and calls no listener`, async () => {
    guard();
    for (const times of [1, 2]) {
      leave();
      await hashChange();
      assert.equal(
        asked.map((to) => to.path),
        Array(times).fill(path),
      );
      assert.is(location.hash, '#/collections?recordId=x');
      assert.equal(currentLocation(), { path: '/collections', query: { recordId: 'x' } });
    }
    assert.is(told, 0);
  });
}

guarded('the target of a refused back button can be visited later', async () => {
  guard();
  history.back();
  await hashChange();
  guard(() => true);
  navigate('/logs');
  assert.is(told, 1);
  assert.is(currentLocation().path, '/logs');
  guard();
  guardLeaving(null);
  history.back();
  await hashChange();
  assert.is(currentLocation().path, '/collections', 'the page that was left is one step back');
});

guarded.run();
guarded.run();
