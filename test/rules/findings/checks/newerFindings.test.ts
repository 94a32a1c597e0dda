// The findings that only a newer server has, and the findings of 0.22 that would be wrong there.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Collection } from '../../../../ui/model/collection';
import { mentionsOf } from '../../../../ui/model/mentions';
import { asNewer } from '../../../support/fields';
import { factsOf, findingsOf, outcomesOf, titlesOf } from '../../../support/findingFacts';
import { accountsOf, baseOf, fieldOf } from '../../../support/findingHoles';

const foundIn = (...collections: Collection[]) => titlesOf(outcomesOf(factsOf(collections.map(asNewer))));

const accounts = (rules: object, options: object, schema = [fieldOf('bool', 'approved')]) =>
  accountsOf('users', rules, schema, options);
const plainProvider = { name: 'oidc', authURL: 'https://a.example.net', tokenURL: 'http://a.example.net' };
const own = 'id = @request.auth.id';

const cases: [what: string, collection: Collection, found: string[]][] = [
  ['everybody can sign in', accounts({}, { authRule: '' }), []],
  ['nobody can sign in', accounts({}, { authRule: null }), []],
  ['verified people can sign in', accounts({ create: '' }, { authRule: 'verified = true' }), []],
  [
    'people choose at sign-up that they can sign in',
    accounts({ create: '' }, { authRule: 'approved = true' }),
    ['critical: Anyone can choose approved when signing up; 1 rule trusts it'],
  ],
  [
    'the create rule stops it',
    accounts({ create: '@request.body.approved:isset = false' }, { authRule: 'approved = true' }),
    [],
  ],
  [
    'people unblock themselves',
    accounts({ update: own }, { authRule: 'approved != false' }),
    ['critical: Users can change their own approved, which 1 rule trusts'],
  ],
  [
    'a change is stopped by its modifier',
    accounts({ update: `${own} && @request.body.approved:changed = false` }, { authRule: 'approved = true' }),
    [],
  ],
  [
    'the sign-in rule names what is gone',
    accounts({}, { authRule: 'gone = true' }),
    ['high: The rule names what does not exist'],
  ],
  [
    'a provider is called without TLS',
    accounts({}, { oauth2: { enabled: true, providers: [plainProvider, { name: 'google', authURL: '' }] } }),
    ['high: Provider oidc is called without TLS'],
  ],
  [
    'a provider that is not in use',
    accounts({}, { oauth2: { enabled: false, providers: [plainProvider] } }),
    [],
  ],
  ['a list of addresses', accounts({ list: 'email ~ "@example.net" && @request.auth.id != ""' }, {}), []],
];
for (const [what, collection, found] of cases) {
  test(`${what}: ${found.length > 0 ? 'a finding' : 'no finding'}`, () => {
    assert.equal(foundIn(collection), found);
  });
}

test('a rule with a function is not judged, and no check has passed it', () => {
  const posts = baseOf('posts', { list: 'geoDistance(1, 2, 3, 4) < 5 || @request.auth.id = ""' });
  const outcomes = outcomesOf(factsOf([asNewer(posts)]), 1);
  assert.equal(findingsOf(outcomes, 'guests-pass'), []);
  const unjudged = outcomes.find(({ id }) => id === 'guests-pass')?.unjudged;
  assert.equal(unjudged, [{ place: 'posts, list', reason: 'The rule has a function.' }]);
});

test('a finding of the sign-in rule links to the options, which show the rule', () => {
  const users = asNewer(accounts({}, { authRule: 'gone = true' }));
  const [finding] = outcomesOf(factsOf([users])).flatMap(({ findings }) => findings);
  assert.equal([finding?.place.text, finding?.place.at], ['users, sign-in', 'options']);
});

test('a field in the rule of the sign-in is in use', () => {
  const users = asNewer(accounts({}, { authRule: 'approved = true' }));
  const mentions = mentionsOf({ collectionId: users.id, fieldName: 'approved' }, [users]);
  assert.equal(
    mentions.map(({ place, text }) => [place, text]),
    [['authRule', 'approved = true']],
  );
});

test.run();
