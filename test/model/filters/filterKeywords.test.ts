import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Collection } from '../../../ui/model/collection';
import { explainFilter } from '../../../ui/model/filters/explainFilter';
import {
  type FilterScope,
  type KeywordGroup,
  keywordGroupOf,
  keywordsOf,
  macros,
  maxKeywords,
} from '../../../ui/model/filters/filterKeywords';
import { valuesAt } from '../../../ui/model/filters/filterValues';
import { collection, field, largest, relation, steps, thousand } from '../../support/manyRelations';

const users = collection('users', [field('text', 'name'), relation('team', 'teams')], 'auth');
const teams = collection('teams', [field('text', 'label'), relation('country', 'countries')]);
const countries = collection('countries', [field('text', 'code'), relation('planet', 'planets')]);
const planets = collection('planets', [field('text', 'mass'), relation('sun', 'suns')]);
const suns = collection('suns', [field('text', 'heat')]);
const posts = collection('posts', [
  field('text', 'title'),
  field('select', 'kind', { maxSelect: 1 }),
  field('select', 'tags', { maxSelect: 3 }),
  field('file', 'files', { maxSelect: 5 }),
  field('json', 'meta', { maxSize: 2_000_000 }),
  relation('author', 'users'),
  relation('readers', 'users', null),
]);
const comments = collection('comments', [
  field('text', 'words'),
  relation('post', 'posts'),
  relation('by', 'users'),
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

const cases: [what: string, words: readonly string[], word: string, isOffered: boolean][] = [
  ['a constant', inPosts, 'null', true],
  ['a macro', inPosts, '@todayStart', true],
  ['a macro that the server does not know', inPosts, '@yesterday', false],
  ['a field', inPosts, 'title', true],
  ['a field of the system', inPosts, 'updated', true],
  ['a field that only accounts have', inPosts, 'verified', false],
  ['a field that accounts have', inUsers, 'emailVisibility', true],
  ['a field that the server does not compare', inUsers, 'passwordHash', false],
  ['the length of several choices', inPosts, 'tags:length', true],
  ['each of several files', inPosts, 'files:each', true],
  ['each of several relations', inPosts, 'readers:each', true],
  ['the length of one choice', inPosts, 'kind:length', false],
  ['the length of a text', inPosts, 'title:length', false],
  ['a path of two levels', inPosts, 'author.name', true],
  ['a path of three', inPosts, 'author.team.label', true],
  ['a path of four', inPosts, 'author.team.country.code', true],
  ['a path of five', inPosts, 'author.team.country.planet.mass', false],
  ['a back relation, to go on from', inPosts, 'comments_via_post.', true],
  ['a field of a back relation', inPosts, 'comments_via_post.words', true],
  ['a relation behind a back relation', inPosts, 'comments_via_post.by.name', true],
  [
    'two relations behind a back relation, which counts twice',
    inPosts,
    'comments_via_post.by.team.label',
    false,
  ],
  ['a back relation behind a back relation', inPosts, 'comments_via_post.by.posts_via_author.title', false],
  ['a back relation behind a relation', inPosts, 'author.comments_via_by.words', true],
  ['a relation by itself, to go on from: the field is there already', inPosts, 'author.', false],
  ['the request without being asked', inPosts, '@request.method', false],
  ['other collections without being asked', inPosts, '@collection.users.id', false],
  ['the context of a request', ofRequest, '@request.context', true],
  ['its headers, to go on from', ofRequest, '@request.headers.', true],
  ['a field of the account', ofRequest, '@request.auth.name', true],
  ['the collection of the account', ofRequest, '@request.auth.collectionName', true],
  ['a related record of the account', ofRequest, '@request.auth.team.label', true],
  ['a sent value', ofRequest, '@request.data.tags:each', true],
  ['whether it is sent', ofRequest, '@request.data.title:isset', true],
  ['whether the id is sent', ofRequest, '@request.data.id:isset', true],
  ['whether it is sent, of what the server sets', ofRequest, '@request.data.created:isset', false],
  ['whether it is sent, of another record', ofRequest, '@request.data.author.name:isset', false],
  ['a field of the collection itself', ofRequest, 'title', false],
  ['another collection, to go on from', ofCollections, '@collection.suns.', true],
  ['a field of another collection', ofCollections, '@collection.suns.heat', true],
  ['a path from another collection', ofCollections, '@collection.comments.post.title', true],
];

for (const [what, words, word, isOffered] of cases) {
  test(`${what} is ${isOffered ? '' : 'not '}offered: ${word}`, () => {
    assert.is(words.includes(word), isOffered);
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
    schema: [field('text', 'headline'), relation('parent', 'posts')],
  };
  const words = wordsOf({ collection: edited, collections: all });
  assert.ok(
    words.includes('headline') &&
      words.includes('parent.headline') &&
      words.includes('articles_via_parent.id'),
  );
  assert.not(words.includes('title'));

  const fresh = { ...collection('fresh', [relation('author', 'users')]), id: '' };
  assert.ok(wordsOf({ collection: fresh, collections: all }).includes('author.name'));
  assert.ok(wordsOf({ collection: fresh, collections: all }, 'collections').includes('@collection.fresh.id'));
});

test('a view has the dates that its query selects', () => {
  const view = collection('stats', [], 'view', { query: 'select id, max(created) as created from posts' });
  const words = wordsOf({ collection: view, collections: [view] });
  assert.equal([words.includes('created'), words.includes('updated')], [true, false]);
});

test('a relation without a target is an ordinary field', () => {
  const lost = collection('lost', [relation('gone', 'nowhere'), field('relation', 'bare')]);
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

for (const [typed, isRule, group] of groups) {
  test(`"${typed}" in a ${isRule ? 'rule' : 'search'} belongs to the ${group}`, () => {
    assert.is(keywordGroupOf(typed, isRule), group);
  });
}

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
  test(`a thousand related collections give a limited number of ${group}`, () => {
    const words = wordsOf(largest, group);
    assert.is(words.length, maxKeywords);
    assert.is(new Set(words).size, maxKeywords);
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

for (const group of ['fields', 'request', 'collections'] as const) {
  test(`the ${group} of a thousand collections are collected in many steps`, () => {
    // The bench measures the longest one.
    let count = 0;
    for (const work = keywordsOf(largest, group); !work.next().done; ) count += 1;
    assert.ok(count > 1_000, `${count} steps`);
  });
}

for (const macro of macros) {
  test(`model/filters/explainFilter.ts knows ${macro}`, () => {
    assert.is(explainFilter(`created > ${macro}`, ['created'], 'new'), null);
  });
}

test('model/filters/filterValues.ts offers only known macros', () => {
  const offered = valuesAt(['created'], 'created');
  assert.ok(offered?.kind === 'words' && offered.words.length > 0);
  for (const word of offered.words) assert.ok(macros.includes(word), word);
});

test.run();
