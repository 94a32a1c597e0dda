// The checks of rules: each reports its hole, and nothing for the same schema without the hole.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Collection } from '../../../../ui/model/collection';
import { checks, findAll } from '../../../../ui/rules/findings/checks/allFindings';
import { textOfSentence } from '../../../../ui/rules/findings/checks/finding';
import { factsOf, findingsOf, outcomesOf, titlesOf } from '../../../support/findingFacts';
import {
  accountsOf,
  baseOf,
  fieldOf,
  holes,
  relationOf,
  viewOf,
  wellLocked,
} from '../../../support/findingHoles';
import { publicSchemas } from '../../../support/fixtures';

for (const { id, about, found, open, closed, count } of holes) {
  test(`${id}: ${about}`, () => {
    assert.equal(titlesOf(outcomesOf(factsOf(open), count), id), [found]);
    assert.equal(titlesOf(outcomesOf(factsOf(closed), count), id), []);
  });
}

test('a well-locked schema has nothing critical or high', () => {
  const found = findingsOf(outcomesOf(factsOf(wellLocked)));
  assert.equal(
    found
      .filter(({ severity }) => severity === 'critical' || severity === 'high')
      .map(({ title }) => textOfSentence(title)),
    [],
  );
});

const signedIn = '@request.auth.id != ""';
const role = fieldOf('select', 'role');
const isAdmin = '@request.auth.role = "admin"';
const posts = (rules: Parameters<typeof baseOf>[1]) =>
  baseOf('posts', rules, [fieldOf('text', 'title'), relationOf('author', 'users')]);

test('rules with the same text are one finding, which names each of them', () => {
  const own = 'author = @request.auth.id';
  const facts = factsOf([accountsOf('users', {}), posts({ view: own, update: own })]);
  for (const [count, id] of [
    [1, 'guests-pass'],
    [0, 'guests-will-pass'],
  ] as const) {
    const found = findingsOf(outcomesOf(facts, count)).filter((one) => one.id === id);
    assert.equal(
      found.map(({ place }) => place.text),
      ['posts, view and update'],
    );
  }
});

/** Create rules of accounts, and whether a person can choose the role. */
const createRules: [rule: string, outcome: 'open' | 'limited' | 'unclear'][] = [
  ['username != "x"', 'open'],
  [signedIn, 'open'],
  ['@request.auth.verified = true', 'open'],
  ['@request.data.role:isset = true', 'open'],
  ['@request.data.role != ""', 'open'],
  ['role != ""', 'open'],
  ['@request.auth.role != "b"', 'open'],
  ['@request.data.role:isset = false || username = "x"', 'open'],
  ['@request.data.role:isset != true', 'limited'],
  ['@request.data.role != "admin"', 'limited'],
  ['role = "a"', 'limited'],
  ['(username = "x" || email != "") && role = "a"', 'limited'],
  ['@request.auth.role = "b"', 'limited'],
  ['@request.auth.collectionName = "staff"', 'limited'],
  ['@request.auth.id = "x"', 'limited'],
  // Only a value that no rule trusts may be chosen.
  ['role = "admin"', 'open'],
  ['@request.data.role = "admin"', 'open'],
  ['role != "b"', 'open'],
  ['@request.data.role ~ "adm"', 'open'],
  ['role ~ "b"', 'limited'],
  ['@request.data.role !~ "ADMIN"', 'limited'],
  ['@request.data.role = username', 'limited'],
  ['@collection.codes.title ?= @request.data.username', 'unclear'],
  ['@request.headers.x_key = "1"', 'unclear'],
  ['username ~ ', 'unclear'],
];

/** Update rules of accounts, and whether people can change their own role. */
const updateRules: [rule: string, outcome: 'open' | 'limited' | 'unclear'][] = [
  ['', 'open'],
  [signedIn, 'open'],
  ['id = @request.auth.id', 'open'],
  ['@request.auth.id = id && role = "a"', 'open'],
  ['id = @request.auth.id && @request.data.role = role', 'limited'],
  [`id = @request.auth.id && ${isAdmin}`, 'limited'],
  ['id = @request.auth.id && @request.data.role = "a"', 'limited'],
  ['id = @request.auth.id && @request.data.role != "admin"', 'limited'],
  ['id = @request.auth.id && @request.data.role != "a"', 'open'],
  [`id = @request.auth.id || @request.auth.role = "a"`, 'open'],
  // Nobody knows who has it.
  ['id = @request.auth.id && @request.auth.role = "a"', 'unclear'],
  ['id = @request.auth.id && @request.auth.active = true', 'unclear'],
  ['@request.auth.active = true', 'limited'],
  ['boss = @request.auth.id', 'unclear'],
];

test('a create or update rule limits a field or not', () => {
  for (const [id, act, rules] of [
    ['chosen-at-sign-up', 'create', createRules],
    ['own-field-changed', 'update', updateRules],
  ] as const) {
    for (const [rule, expected] of rules) {
      const collections = [
        accountsOf('users', { [act]: rule }, [role, relationOf('boss', 'users')]),
        baseOf('codes'),
        baseOf('secrets', { list: isAdmin }),
      ];
      const outcome = outcomesOf(factsOf(collections)).find((one) => one.id === id);
      const found = outcome?.findings.length ? 'open' : outcome?.unjudged.length ? 'unclear' : 'limited';
      assert.is(found, expected, `${act}: ${rule}`);
    }
  }
});

/** Rules that trust a field of the person, and whether it is found at an open sign-up and at a change of oneself. */
const trusts: [rule: string, signUp: boolean, change: boolean][] = [
  [isAdmin, true, true],
  ['@request.auth.roles ~ "admin"', true, true],
  ['@request.auth.level > 3', true, true],
  ['@request.auth.team.name = "x"', true, true],
  // An account whose field is empty meets these, too.
  ['@request.auth.role != "b"', false, true],
  ['@request.auth.isBanned = false', false, true],
  ['@request.auth.isBanned != true', false, true],
  ['@request.auth.level ?= 0', false, true],
  ['@request.auth.isStaff = true', true, true],
  ['@request.auth.username = "boss"', false, false],
];

test('a field is trusted at a sign-up unless it may be left empty', () => {
  const fields = [
    ...[role, fieldOf('select', 'roles', { maxSelect: 3 }), fieldOf('number', 'level')],
    ...[fieldOf('bool', 'isBanned'), fieldOf('bool', 'isStaff'), relationOf('team', 'teams')],
  ];
  for (const [rule, signUp, change] of trusts) {
    const outcomes = outcomesOf(
      factsOf([
        accountsOf('users', { create: '', update: 'id = @request.auth.id' }, fields),
        baseOf('teams', {}, [fieldOf('text', 'name')]),
        baseOf('secrets', { list: rule }, [relationOf('team', 'teams')]),
      ]),
    );
    assert.is(titlesOf(outcomes, 'chosen-at-sign-up').length, signUp ? 1 : 0, rule);
    assert.is(titlesOf(outcomes, 'own-field-changed').length, change ? 1 : 0, rule);
  }
});

test('a rule gives no right by what it asks for itself', () => {
  const found = (update: string) =>
    titlesOf(outcomesOf(factsOf([accountsOf('users', { update }, [role])])), 'own-field-changed');
  assert.equal(found(`id = @request.auth.id && ${isAdmin}`), []);
  assert.equal(found(`id = @request.auth.id || ${isAdmin}`), [
    'critical: Users can change their own role, which 1 rule trusts',
  ]);
});

test('a list of roles may hold a trusted one besides', () => {
  const roles = fieldOf('select', 'roles', { maxSelect: 3, values: ['a', 'admin'] });
  for (const [rule, found] of [
    ['@request.data.roles ~ "a"', 1],
    ['roles:each = "a"', 0],
    ['roles !~ "admin"', 0],
    ['roles:length = 0', 0],
  ] as const) {
    const collections = [
      accountsOf('users', { create: rule }, [roles]),
      baseOf('secrets', { list: '@request.auth.roles ~ "admin"' }),
    ];
    assert.is(titlesOf(outcomesOf(factsOf(collections)), 'chosen-at-sign-up').length, found, rule);
  }
});

test('a rule that protects a field does not trust it', () => {
  const own = 'id = @request.auth.id && role = @request.auth.role';
  assert.equal(
    titlesOf(outcomesOf(factsOf([accountsOf('users', { update: own }, [role])])), 'own-field-changed'),
    [],
  );
  const staff = '@request.auth.collectionName = "staff" && @request.auth.role = "admin"';
  const both = [
    accountsOf('users', { create: '' }, [role]),
    accountsOf('staff', {}, [role]),
    baseOf('secrets', { list: staff }),
  ];
  assert.equal(titlesOf(outcomesOf(factsOf(both)), 'chosen-at-sign-up'), []);
});

/** Rules, and the filter that counts the records of guests; null if none is needed. */
const guestFilters: [rule: string, filter: string | null][] = [
  [signedIn, null],
  ['@request.auth.role = "b"', null],
  ['author = @request.auth.id', 'author = @request.auth.id'],
  ['title="x"||author=@request.auth.id', 'author = @request.auth.id'],
  [`(title = "x" || author = @request.auth.id) && ${signedIn}`, null],
  ['@request.auth.role != "b"', '@request.auth.role != "b"'],
];

test('a reading rule is counted without the part that is public on purpose', () => {
  for (const [rule, filter] of guestFilters) {
    const collections = [accountsOf('users', {}, [role]), posts({ view: rule })];
    assert.equal(
      findAll(factsOf(collections)).wanted.map((one) => one.filter),
      filter === null ? [] : [filter],
      rule,
    );
  }
});

test('a rule that reads the request is not counted, and the check says so', () => {
  const collections = [
    accountsOf('users'),
    posts({ update: 'author = @request.auth.id && @request.data.title = title' }),
  ];
  const facts = factsOf(collections);
  assert.equal(findAll(facts).wanted, []);
  const outcome = outcomesOf(facts).find(({ id }) => id === 'guests-pass');
  assert.equal(outcome?.unjudged, [
    { place: 'posts, update', reason: 'The rule reads @request.data, which guests choose.' },
  ]);
});

test('a part of an update rule that guests meet with the body is not counted', () => {
  const schema = [fieldOf('text', 'title'), fieldOf('bool', 'paid'), relationOf('author', 'users')];
  const of = (rules: { update?: string; delete?: string }) =>
    factsOf([accountsOf('users'), baseOf('posts', rules, schema)]);
  const wanted = (rules: { update?: string; delete?: string }) =>
    findAll(of(rules)).wanted.map(({ filter }) => filter);
  const owned = 'author = @request.auth.id';
  for (const [part, isChosen] of [
    ['@request.data.author:isset = false', true],
    ['@request.data.title != "x"', true],
    ['true = @request.data.paid', true],
    // It may be a secret.
    ['@request.data.title = "x"', false],
    ['@request.data.title = title', false],
    ['@request.query.a = "x"', false],
  ] as const) {
    assert.equal(wanted({ update: `${owned} && ${part}` }), isChosen ? [owned] : [], part);
    assert.equal(wanted({ delete: `${owned} && ${part}` }), [], part);
    assert.equal(
      titlesOf(outcomesOf(of({ update: `title = "a" && ${owned} || ${part}` })), 'guests-pass'),
      isChosen ? ['high: Guests can update all records of posts'] : [],
      part,
    );
  }
});

test('a rule of too many alternatives is not judged, and the checks say so', () => {
  const many = Array.from({ length: 7 }, (_, at) => `(title = "${at}" || author = @request.auth.id)`);
  const collections = [accountsOf('users'), posts({ view: `${many.join(' && ')} && ${signedIn}` })];
  const facts = factsOf(collections);
  assert.equal(findAll(facts).wanted, []);
  const unjudged = outcomesOf(facts).filter((outcome) => outcome.unjudged.length > 0);
  assert.equal(
    unjudged.map(({ id }) => id),
    ['guests-pass', 'guests-will-pass'],
  );
  const owned = many.join(' && ');
  const others = [accountsOf('users'), posts({ create: signedIn, update: `${owned} && ${signedIn}` })];
  assert.equal(
    outcomesOf(factsOf(others)).flatMap(({ id, unjudged }) => unjudged.map(({ place }) => `${id}: ${place}`)),
    ['guests-pass', 'guests-will-pass', 'made-for-another', 'given-away'].map((id) => `${id}: posts, update`),
  );
});

test('a rule that cannot be read is told', () => {
  const outcomes = outcomesOf(factsOf([baseOf('posts', { list: 'title = ', view: '' })]));
  assert.equal(
    outcomes
      .filter(({ unjudged }) => unjudged.length > 0)
      .map(({ id, unjudged }) => [id, unjudged[0]?.place]),
    'guests-pass guests-will-pass nearly-everyone nearly-nobody missing-name failing-rule hidden-emails'
      .split(' ')
      .map((id) => [id, 'posts, list']),
  );
});

/** Tests, and what is to be written instead. */
const better: [rule: string, fix: string][] = [
  ['tags != @request.auth.id', 'Write tags !~ @request.auth.id.'],
  ['tags = "a"', 'Write tags ~ "a".'],
  ['tags = ""', 'Write tags:length = 0.'],
  ['"" != tags', 'Write tags:length > 0.'],
  ['@collection.posts.title = @request.auth.id', 'Write @collection.posts.title ?= @request.auth.id.'],
  ['@collection.posts.title ?!= @request.auth.id', 'Write @collection.posts.title != @request.auth.id.'],
  ['@collection.posts.tags = "a"', 'Write @collection.posts.tags ?~ "a".'],
  ['tags ?= "a"', 'Write tags ~ "a".'],
  ['@request.auth.team:isset = true', 'Write @request.auth.team != "".'],
  [
    'nope = 1 && nope = 2',
    'Create what is missing, or remove nope = 1. Create what is missing, or remove nope = 2.',
  ],
  ['nope = 1 || nope = 1', 'Create what is missing, or remove nope = 1.'],
];

test('a fix says what to write', () => {
  for (const [rule, fix] of better) {
    const schema = [fieldOf('text', 'title'), fieldOf('select', 'tags', { maxSelect: 3 })];
    const collections = [
      accountsOf('users', {}, [fieldOf('text', 'team')]),
      baseOf('posts', { view: rule }, schema),
    ];
    assert.equal(
      findingsOf(outcomesOf(factsOf(collections))).map((finding) => textOfSentence(finding.fix)),
      [fix],
      rule,
    );
  }
});

test('a count that failed is an error, and one that was not tried is told', () => {
  const collections = [accountsOf('users', { list: '' })];
  const facts = factsOf(collections);
  const { wanted } = findAll(facts);
  const keys = wanted.map((one) => `${one.collectionId} ${one.filter}`);
  const outcomeWith = (canRetry: boolean) => {
    const counts = new Map(keys.map((key) => [key, { reason: 'No answer.', canRetry }]));
    return findAll({ ...facts, counts }).outcomes.find(({ id }) => id === 'accounts-listed');
  };
  assert.is(outcomeWith(true)?.error, 'No answer.');
  assert.equal(outcomeWith(false)?.unjudged, [{ place: 'users', reason: 'No answer.' }]);
  // The rest of the finding holds without the count.
  assert.is(outcomeWith(true)?.findings.length, 1);
});

test('the key changes with the rules, but not with a count', () => {
  const keyOf = (rule: string, count: number) =>
    findingsOf(outcomesOf(factsOf([accountsOf('users'), posts({ delete: rule })]), count), 'guests-pass').map(
      ({ key }) => key,
    );
  const rule = 'author = @request.auth.id';
  assert.is(keyOf(rule, 1).length, 1);
  assert.equal(keyOf(rule, 1), keyOf(rule, 2));
  assert.is.not(keyOf(`${rule} || title = "x"`, 1)[0], keyOf(rule, 1)[0]);
});

test('a large collection needs an index for the fields of its list rule', () => {
  const posts = (indexes: string[]) =>
    baseOf(
      'posts',
      { list: 'author.name = "x" && title = @request.auth.name && meta.a = 1 && id != ""' },
      [fieldOf('text', 'title'), fieldOf('json', 'meta'), relationOf('author', 'users')],
      { indexes },
    );
  const found = (count: number, indexes: string[] = []) => {
    const accounts = accountsOf('users', {}, [fieldOf('text', 'name')]);
    return titlesOf(outcomesOf(factsOf([accounts, posts(indexes)]), count), 'missing-index');
  };
  assert.equal(found(1000), []);
  assert.equal(found(1001), [
    'low: No index for author, which rules read',
    'low: No index for title, which rules read',
  ]);
  assert.equal(found(1001, ['CREATE INDEX i ON posts (`title`, `author`)']), [
    'low: No index for author, which rules read',
  ]);
});

test('passwords may be short only where no password is used', () => {
  const found = (options: object) =>
    titlesOf(outcomesOf(factsOf([accountsOf('users', {}, [], options)])), 'short-password');
  assert.equal(found({ minPasswordLength: 7 }), ['medium: Passwords of 7 characters are enough']);
  assert.equal(found({ minPasswordLength: 8 }), []);
  assert.equal(found({ minPasswordLength: 5, allowEmailAuth: false, allowUsernameAuth: false }), []);
});

test('views of the same rules cannot be compared, and the check says so', () => {
  const collections = [
    baseOf('posts', { list: 'title = "a"' }),
    viewOf('all', 'SELECT id, title FROM posts', { list: 'title != "b"' }, [fieldOf('text', 'title')]),
  ];
  const outcome = outcomesOf(factsOf(collections)).find(({ id }) => id === 'wider-view');
  assert.is(outcome?.findings.length, 0);
  assert.is(outcome?.unjudged[0]?.place, 'all, list');
});

const hostileNames = '__proto__ constructor toString hasOwnProperty <b>x</b> ";-- é'
  .split(' ')
  .concat('a b', '');
const hostileRules = [
  ...['', ' ', '((((', '"', 'a = "\\'],
  '@request.auth.constructor = "x"',
  '@request.auth.__proto__.a = "x"',
  '@collection.constructor.id ?= "x"',
  '@request.data.toString = 1',
  '@request.auth. = 1',
  `${'('.repeat(400)}id = 1${')'.repeat(400)}`,
  Array.from({ length: 20 }, () => '(id = 1 || id = 2)').join(' && '),
  `id = "${'x'.repeat(100_000)}"`,
];

test('hostile names and rules do no harm', () => {
  for (const name of hostileNames) {
    for (const rule of hostileRules) {
      const every = { list: rule, view: rule, create: rule, update: rule, delete: rule, manage: rule };
      const schema = [fieldOf('text', name), relationOf('r', name), fieldOf('file', `${name}f`)];
      const collections = [
        accountsOf(name, every, schema),
        baseOf(`${name}2`, every, schema),
        viewOf(`${name}3`, `SELECT ${name} FROM ${name}`, every, schema),
        { ...baseOf('x', every), schema, indexes: null, options: null } as Collection,
      ];
      const facts = factsOf(collections);
      const outcomes = outcomesOf(facts, 1);
      assert.is(outcomes.length, checks.filter(({ isOn }) => isOn?.(facts) !== false).length);
      for (const { title, why, fix } of findingsOf(outcomes)) {
        assert.is(textOfSentence([...title, ...why, ...fix]).includes('undefined'), false);
      }
    }
  }
});

/** Returns how often the checks read a property of a collection. */
function readsFor(size: number): number {
  let reads = 0;
  const counted = (one: Collection): Collection =>
    new Proxy(one, {
      get(collection, key) {
        reads += 1;
        return Reflect.get(collection, key);
      },
    });
  const many = Array.from({ length: size }, (_, at) =>
    baseOf(`c${at}x`, { list: 'author = @request.auth.id', update: `${isAdmin} || ${signedIn}` }, [
      fieldOf('text', 'title'),
      relationOf('author', 'users'),
      relationOf('next', `c${(at + 1) % size}x`),
    ]),
  );
  const facts = factsOf([accountsOf('users', {}, [role]), ...many].map(counted));
  outcomesOf(facts, 1);
  return reads;
}

test('twice as many collections are twice as much work', () => {
  const [some, twice] = [readsFor(100), readsFor(200)];
  assert.ok(some > 100 && twice < 2.2 * some, `${some} reads, then ${twice}`);
});

/** Critical and high findings of published schemas, read by a person. */
const published: Readonly<Record<string, readonly string[]>> = {
  'AREDL-Old-Backend.json': ['missing-name users, create'],
  'Indecisive.json': [
    'public-write freakz_csrf_token, create',
    'public-write armory_character_snapshot, create',
    'public-write armory_character_snapshot_stats, create',
    'public-write armory_character_snapshot_artifact, create',
    'public-write armory_character, update',
  ],
  'L3DGT-Corrida.json': ['public-write answers, create'],
  'lofifocus-docker.json': [],
  'mirai.json': [],
  'pb-chat.json': [],
};

for (const { name, content } of publicSchemas()) {
  const expected = published[name];
  if (!expected) continue;
  test(`the published schema ${name} has known findings (fixtures)`, () => {
    const found = findingsOf(outcomesOf(factsOf(content as Collection[])));
    assert.equal(
      found
        .filter(({ severity }) => severity === 'critical' || severity === 'high')
        .map(({ id, place }) => `${id} ${place.text}`),
      expected,
    );
  });
}

test.run();
