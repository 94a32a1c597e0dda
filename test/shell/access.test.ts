import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Access, decideAccess } from '../../ui/shell/access';

const wanted = { path: '/collections', query: { collectionId: 'posts', filter: 'a?="b"' } };

interface Case {
  access: Access;
  path?: string;
  signedIn?: boolean;
  firstRun?: boolean;
  wants?: boolean;
  /** Undefined: the route is shown. */
  goesTo?: string;
}

const cases: Array<[sentence: string, visit: Case]> = [
  ['a guest sees the sign-in', { access: 'guest' }],
  ['a guest who wants more sees the sign-in first', { access: 'guest', wants: true }],
  ['an admin does not see the sign-in, but the start', { access: 'guest', signedIn: true, goesTo: '/' }],
  [
    'an admin who has just signed in is led to what was wanted',
    { access: 'guest', signedIn: true, wants: true, goesTo: '/collections' },
  ],
  ['an admin sees an admin’s page', { access: 'admin', signedIn: true }],
  ['an admin who wanted another page sees this one', { access: 'admin', signedIn: true, wants: true }],
  ['a guest is led from an admin’s page to the sign-in', { access: 'admin', goesTo: '/login' }],
  ['anyone sees a page for anyone: a guest', { access: 'anyone' }],
  ['anyone sees a page for anyone: an admin', { access: 'anyone', signedIn: true }],
  ['the start leads a guest to the sign-in', { access: 'start', path: '/', goesTo: '/login' }],
  [
    'the start leads an admin to the collections',
    { access: 'start', path: '/', signedIn: true, goesTo: '/collections' },
  ],
  [
    'the start leads an admin to the collections, whatever was wanted once',
    { access: 'start', path: '/', signedIn: true, wants: true, goesTo: '/collections' },
  ],
  ['on the first run the start is the installer', { access: 'start', path: '/', firstRun: true }],
  [
    'on the first run the start is the installer for an admin too',
    { access: 'start', path: '/', firstRun: true, signedIn: true },
  ],
  ['on the first run the sign-in leads to the start', { access: 'guest', firstRun: true, goesTo: '/' }],
  [
    'on the first run an admin’s page leads to the start',
    { access: 'admin', firstRun: true, signedIn: true, goesTo: '/' },
  ],
  [
    'on the first run a page for anyone leads to the start',
    { access: 'anyone', firstRun: true, goesTo: '/' },
  ],
  [
    'on the first run what was wanted does not count',
    { access: 'guest', firstRun: true, signedIn: true, wants: true, goesTo: '/' },
  ],
];

for (const [sentence, { access, path = '/some', signedIn, firstRun, wants, goesTo }] of cases) {
  test(sentence, () => {
    const decision = decideAccess({
      access,
      path,
      isSignedIn: signedIn === true,
      isFirstRun: firstRun === true,
      wanted: wants ? wanted : null,
    });
    if (goesTo === undefined) assert.equal(decision, { shows: true });
    else {
      const query = goesTo === wanted.path && wants && access === 'guest' ? wanted.query : {};
      assert.equal(decision, { shows: false, goTo: { path: goesTo, query } });
    }
  });
}

test.run();
