import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Collection } from '../../../ui/model/collection';
import { explainFilter } from '../../../ui/model/filter/explainFilter';
import {
  type FilterScope,
  type KeywordGroup,
  keywordGroupOf,
  keywordsOf,
  maxKeywords,
} from '../../../ui/model/filter/filterKeywords';
import { valuesAt } from '../../../ui/model/filter/filterValues';
import { macros } from '../../../ui/model/filter/ruleWords';
import { collectionOf, field, relation } from '../../support/fields';
import { largest, steps, thousand } from '../../support/manyRelations';

const users = collectionOf('users', [field('text', 'name'), relation('team', 'id_teams')], { type: 'auth' });
const teams = collectionOf('teams', [field('text', 'label'), relation('country', 'id_countries')]);
const countries = collectionOf('countries', [field('text', 'code'), relation('planet', 'id_planets')]);
const planets = collectionOf('planets', [field('text', 'mass'), relation('sun', 'id_suns')]);
const suns = collectionOf('suns', [field('text', 'heat')]);
const posts = collectionOf('posts', [
  field('text', 'title'),
  field('select', 'kind', { maxSelect: 1 }),
  field('select', 'tags', { maxSelect: 3 }),
  field('file', 'files', { maxSelect: 5 }),
  field('json', 'meta', { maxSize: 2_000_000 }),
  relation('author', 'id_users'),
  relation('readers', 'id_users', null),
]);
const comments = collectionOf('comments', [
  field('text', 'words'),
  relation('post', 'id_posts'),
  relation('by', 'id_users'),
]);
const all = [users, teams, countries, planets, suns, posts, comments];

/** Runs all steps at once. */
function wordsOf(scope: FilterScope, group: KeywordGroup = 'fields'): string[] {
  const steps = keywordsOf(scope, group);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

const inPosts = wordsOf({ collection: posts, collections: all });
const inUsers = wordsOf({ collection: users, collections: all });
const ofRequest = wordsOf({ collection: posts, collections: all, isRule: true }, 'request');
const ofCollections = wordsOf({ collection: posts, collections: all, isRule: true }, 'collections');

/** Words that are offered, and words that are not. */
const cases: [where: string, words: readonly string[], offered: string, others: string][] = [
  ['constants and macros', inPosts, 'null @todayStart', '@yesterday'],
  ['own fields', inPosts, 'title updated', 'verified'],
  // The server does not compare a hash.
  ['fields of accounts', inUsers, 'emailVisibility', 'passwordHash'],
  ['several values', inPosts, 'tags:length files:each readers:each', 'kind:length title:length'],
  [
    'paths of up to four levels',
    inPosts,
    'author.name author.team.label author.team.country.code',
    'author.team.country.planet.mass',
  ],
  // A back relation counts twice. A word with a dot at its end is there to go on from.
  [
    'back relations',
    inPosts,
    'comments_via_post. comments_via_post.words comments_via_post.by.name author.comments_via_by.words',
    'comments_via_post.by.team.label comments_via_post.by.posts_via_author.title author.',
  ],
  ['a search', inPosts, '', '@request.method @collection.users.id'],
  ['the request', ofRequest, '@request.context @request.headers.', 'title'],
  ['the account', ofRequest, '@request.auth.name @request.auth.collectionName @request.auth.team.label', ''],
  [
    'sent values',
    ofRequest,
    '@request.data.tags:each @request.data.title:isset @request.data.id:isset',
    '@request.data.created:isset @request.data.author.name:isset',
  ],
  [
    'other collections',
    ofCollections,
    '@collection.suns. @collection.suns.heat @collection.comments.post.title',
    '',
  ],
];

for (const [where, words, offered, others] of cases) {
  test(`the words of ${where}`, () => {
    const missing = offered.split(' ').filter((word) => word !== '' && !words.includes(word));
    const wrong = others.split(' ').filter((word) => words.includes(word));
    assert.equal([missing, wrong], [[], []]);
  });
}

test('there are fourteen macros, and every word appears once', () => {
  assert.is(new Set(macros).size, 14);
  for (const words of [inPosts, ofRequest, ofCollections]) assert.is(new Set(words).size, words.length);
});

test('shorter words come first', () => {
  for (const words of [inPosts, inUsers, ofRequest, ofCollections]) {
    const lengths = words.map(({ length }) => length);
    assert.equal(
      lengths,
      lengths.toSorted((a, b) => a - b),
    );
  }
});

test('the edited version of the collection counts, also a new one', () => {
  const edited = {
    ...posts,
    name: 'articles',
    schema: [field('text', 'headline'), relation('parent', 'id_posts')],
  };
  const words = wordsOf({ collection: edited, collections: all });
  assert.ok(
    words.includes('headline') &&
      words.includes('parent.headline') &&
      words.includes('articles_via_parent.id'),
  );
  assert.not(words.includes('title'));

  const fresh = collectionOf('fresh', [relation('author', 'id_users')], { id: '' });
  assert.ok(wordsOf({ collection: fresh, collections: all }).includes('author.name'));
  assert.ok(wordsOf({ collection: fresh, collections: all }, 'collections').includes('@collection.fresh.id'));
});

test('a view has the dates that its query selects', () => {
  const view = collectionOf('stats', [], {
    type: 'view',
    options: { query: 'select id, max(created) as created from posts' },
  });
  const words = wordsOf({ collection: view, collections: [view] });
  assert.equal([words.includes('created'), words.includes('updated')], [true, false]);
});

test('a relation without a target is an ordinary field', () => {
  const lost = collectionOf('lost', [relation('gone', 'id_nowhere'), field('relation', 'bare')]);
  const words = wordsOf({ collection: lost, collections: [lost] });
  assert.ok(words.includes('gone') && words.includes('bare'));
});

const groups: [typed: string, isRule: boolean, group: KeywordGroup][] = [
  ['', true, 'fields'],
  ['@', true, 'fields'],
  ['@r', true, 'request'],
  ['@request.auth', true, 'request'],
  ['@c', true, 'collections'],
  ['@r', false, 'fields'],
  ['@c', false, 'fields'],
  ['r', true, 'fields'],
];

test('what is typed chooses the group of words', () => {
  for (const [typed, isRule, group] of groups) assert.is(keywordGroupOf(typed, isRule), group, typed);
});

/** Returns every word, found by simple recursion. */
function everyWord(from: Collection, prefix = '', level = 0): string[] {
  const system = from.type === 'auth' ? ['username', 'email', 'emailVisibility', 'verified'] : [];
  const own = ['id', 'created', 'updated', ...system].map((name) => prefix + name);
  for (const { name, type, options } of from.schema) {
    own.push(prefix + name);
    if (type !== 'relation') continue;
    own.push(`${prefix}${name}:each`, `${prefix}${name}:length`);
    const target = thousand.find(({ id }) => id === options?.['collectionId']);
    if (target && level < 3) own.push(...everyWord(target, `${prefix}${name}.`, level + 1));
  }
  if (level >= 2) return own;
  for (const [at, step] of steps.entries()) {
    const number = Number(from.name.split('_')[1]);
    const referring = thousand[(number - step + 1_000) % 1_000];
    if (!referring) throw new Error(`nothing is ${step} before ${number}, relation ${at}`);
    const path = `${prefix}${referring.name}_via_to_${step}.`;
    own.push(path, ...everyWord(referring, path, level + 2));
  }
  return own;
}

for (const group of ['fields', 'request', 'collections'] as const) {
  test(`a thousand related collections give a limited number of ${group}, in many steps`, () => {
    const words = wordsOf(largest, group);
    assert.equal([words.length, new Set(words).size], [maxKeywords, maxKeywords]);
    // The bench measures the longest step.
    let count = 0;
    for (const work = keywordsOf(largest, group); !work.next().done; ) count += 1;
    assert.ok(count > 1_000, `${count} steps`);
  });
}

test('a shortened list contains the shortest of all words', () => {
  const every = new Set([...everyWord(largest.collection), 'true', 'false', 'null', ...macros]);
  assert.ok(every.size > 2 * maxKeywords, `${every.size} words`);
  const words = wordsOf(largest);
  const lengths = [...every].map(({ length }) => length).sort((a, b) => a - b);
  assert.equal(
    words.map(({ length }) => length),
    lengths.slice(0, maxKeywords),
  );
  assert.equal(
    words.filter((word) => !every.has(word)),
    [],
  );
});

test('explainFilter.ts knows all macros, and filterValues.ts offers only these', () => {
  for (const macro of macros) assert.is(explainFilter(`created > ${macro}`, ['created']), null, macro);
  const offered = valuesAt(['created'], 'created');
  assert.ok(offered?.kind === 'words' && offered.words.length > 0);
  for (const word of offered.words) assert.ok(macros.includes(word), word);
});

test.run();
