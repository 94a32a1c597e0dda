import fc from 'fast-check';
import { suite, test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  currentLocation,
  navigate,
  parseHash,
  printHash,
  type Query,
  replaceQuery,
  subscribeToLocation,
} from '../../ui/platform/hash';
import { resetDom } from '../support/dom';

const parsed: Array<[hash: string, path: string, query: Query]> = [
  ['', '/', {}],
  ['#', '/', {}],
  ['#/', '/', {}],
  ['#?a=b', '/', { a: 'b' }],
  ['#logs', '/logs', {}],
  ['#/collections', '/collections', {}],
  ['#/collections?', '/collections', {}],
  ['#/Collections/ABC', '/Collections/ABC', {}],
  ['#/collections?collectionId=x&sort=-name', '/collections', { collectionId: 'x', sort: '-name' }],
  ['#/logs?filter=tags?="a"', '/logs', { filter: 'tags?="a"' }],
  ['#/logs?filter=a?~1||b?=2&page=3', '/logs', { filter: 'a?~1||b?=2', page: '3' }],
  ['#/logs??a=b', '/logs', { '?a': 'b' }],
  ['#/logs?filter=%22%2541%22', '/logs', { filter: '"%41"' }],
  ['#/logs?filter=%2525', '/logs', { filter: '%25' }],
  ['#/logs?filter=a+b%20c%2Bd', '/logs', { filter: 'a b c+d' }],
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
  ['logs', {}, '#/logs'],
  ['/Collections', { a: 'b' }, '#/Collections?a=b'],
  ['/logs', { a: undefined, b: '', c: '0' }, '#/logs?c=0'],
  ['/logs', { filter: 'a + b' }, '#/logs?filter=a%20%2B%20b'],
  [
    '/logs',
    { filter: 'a ?= "%41" && b # c' },
    '#/logs?filter=a%20%3F%3D%20%22%2541%22%20%26%26%20b%20%23%20c',
  ],
  ['/a?b', {}, '#/a%3Fb'],
  ['/é <x>', {}, '#/%C3%A9%20%3Cx%3E'],
  ['/100%25', {}, '#/100%25'],
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

address('the browser keeps the hash as it was printed', () => {
  fc.assert(
    fc.property(anyText, anyQuery, (path, query) => {
      navigate(path, query);
      assert.is(location.hash, printHash(path, query));
    }),
  );
});

address('the location is the same object until the hash changes', () => {
  navigate('/logs', { page: '2' });
  const first = currentLocation();
  assert.is(currentLocation(), first);
  assert.equal(first, { path: '/logs', query: { page: '2' } });
  navigate('/logs', { page: '3' });
  assert.is.not(currentLocation(), first);
  assert.equal(currentLocation().query, { page: '3' });
});

address('going somewhere adds a history entry, replacing does not', () => {
  const before = history.length;
  navigate('/logs');
  assert.is(history.length, before + 1);
  navigate('/collections', {}, { replace: true });
  replaceQuery({ filter: 'x' });
  assert.is(history.length, before + 1);
  assert.is(location.hash, '#/collections?filter=x');
});

address('going to the present address adds no history entry and tells nobody', () => {
  navigate('/logs', { filter: "it's" });
  const before = history.length;
  const told = countChanges();
  navigate('/logs', { filter: "it's" });
  assert.is(history.length, before);
  assert.is(told.count, 0);
});

address('the present address in another writing is set right without a history entry', () => {
  history.replaceState(null, '', "#/logs?filter=it's+me");
  const before = history.length;
  navigate('/logs', { filter: "it's me" });
  assert.is(history.length, before);
  assert.is(location.hash, '#/logs?filter=it%27s%20me');
});

address('changes are merged into the query; undefined and an empty text take a key out', () => {
  navigate('/logs', { a: '1', b: '2', c: '3' });
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

address('a hash typed by hand is told once', async () => {
  const told = countChanges();
  location.hash = '#/logs?filter=tags?=1';
  await hashChange();
  assert.is(told.count, 1);
  assert.equal(currentLocation(), { path: '/logs', query: { filter: 'tags?=1' } });
});

address('back and forward are told once each, though the browser sends two events', async () => {
  navigate('/logs');
  navigate('/collections');
  await hashChange();
  const told = countChanges();
  history.back();
  await hashChange();
  assert.is(currentLocation().path, '/logs');
  assert.is(told.count, 1);
  history.forward();
  await hashChange();
  assert.is(currentLocation().path, '/collections');
  assert.is(told.count, 2);
});

address('who has stopped listening is told nothing more, the others are', async () => {
  const gone = countChanges();
  const stays = countChanges();
  stops[0]?.();
  navigate('/logs');
  location.hash = '#/collections';
  await hashChange();
  assert.equal([gone.count, stays.count], [0, 2]);
});

address('a change that nobody listened to is not told to the next listener', async () => {
  countChanges();
  navigate('/logs');
  stops[0]?.();
  navigate('/collections');
  const late = countChanges();
  await hashChange();
  assert.is(late.count, 0);
  navigate('/logs');
  assert.is(late.count, 1);
});

address('a listener may stop itself while it is told', () => {
  const other = { count: 0 };
  const stop = subscribeToLocation(() => stop());
  stops.push(
    stop,
    subscribeToLocation(() => {
      other.count += 1;
    }),
  );
  navigate('/logs');
  assert.is(other.count, 1);
});

address.run();
