import '../../support/dom';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { pages } from '../../../ui/app/palette/paletteActs';
import {
  foundGroups,
  hrefOf,
  idIn,
  type Offers,
  type PaletteGroup,
  paletteGroups,
  searchItem,
  searchSentence,
} from '../../../ui/app/palette/paletteItems';
import type { RecordSearchState } from '../../../ui/app/palette/recordSearch';
import { shortcutGroups } from '../../../ui/app/palette/shortcutGroups';
import { routes } from '../../../ui/app/routes';
import type { Command } from '../../../ui/page/commands';
import { collections, postsCollection, statsCollection, usersCollection } from '../../support/samples';

const command = (id: string, title: string, more: Partial<Command> = {}): Command => ({
  id,
  title,
  group: 'page',
  run: () => {},
  ...more,
});

const offers: Offers = {
  collections,
  pinned: [postsCollection.id],
  recent: [
    { collectionId: postsCollection.id, id: 'abcdefghijklmno', label: 'Hello world' },
    { collectionId: 'gone', id: 'b', label: 'Of a deleted collection' },
  ],
  views: [
    {
      name: 'Late posts',
      collection: postsCollection,
      query: { collectionId: postsCollection.id, view: 'Late posts' },
    },
  ],
  pages,
  servers: [{ name: 'Staging', href: 'https://example.com/b/_/' }],
  commands: [
    command('newRecord', 'New record', { reason: 'A view has no records of its own.' }),
    command('logOut', 'Logout', { group: 'everywhere' }),
  ],
  here: postsCollection,
};

const printed = (groups: readonly PaletteGroup[]) =>
  groups.map(({ name, items }) => `${name}: ${items.map(({ title }) => title).join(', ')}`);

test('without a text: recent records, pinned collections, commands of the page', () => {
  assert.equal(printed(paletteGroups(offers, ' ')), [
    'Recent records: Hello world',
    'Pinned collections: posts',
    'This page: New record',
  ]);
});

const cases: [text: string, groups: string[]][] = [
  ['posts', ['Collections: posts, post_stats', 'Saved views: Late posts', 'Recent records: Hello world']],
  ['hello', ['Recent records: Hello world']],
  ['late p', ['Saved views: Late posts']],
  ['mail s', ['Actions and pages: Mail settings']],
  ['new rec', ['Actions and pages: New record']],
  ['nothing at all', []],
];

for (const [text, groups] of cases) {
  test(`"${text}" gives ${groups.join(' | ') || 'nothing'}`, () => {
    assert.equal(printed(paletteGroups(offers, text)), groups);
  });
}

test('the group of the best match is first', () => {
  const [first] = paletteGroups({ ...offers, commands: [command('a', 'use')] }, 'use');
  assert.is(first?.name, 'Actions and pages');
  assert.is(paletteGroups(offers, 'use')[0]?.name, 'Collections');
});

test('at most 8 of a group', () => {
  const many = Array.from({ length: 30 }, (_, at) => ({
    ...postsCollection,
    id: `p${at}`,
    name: `posts${at}`,
  }));
  assert.is(paletteGroups({ ...offers, collections: many }, 'posts')[0]?.items.length, 8);
});

test('rows lead to addresses; a command that cannot run has its reason', () => {
  const hrefs = (text: string) => paletteGroups(offers, text).flatMap(({ items }) => items.map(hrefOf));
  assert.equal(hrefs('posts /'), [
    `#/collections?collectionId=${postsCollection.id}&recordId=abcdefghijklmno`,
  ]);
  assert.equal(hrefs('posts')[0], `#/collections?collectionId=${postsCollection.id}`);
  assert.equal(hrefs('late p'), [`#/collections?collectionId=${postsCollection.id}&view=Late%20posts`]);
  assert.equal(hrefs('logout'), [null]);
  const [group] = paletteGroups(offers, 'new record');
  assert.is(group?.items[0]?.reason, 'A view has no records of its own.');
});

test('an id is found alone, or in an address', () => {
  const id = 'w6d19hnoyc3e5bl';
  const link = '#/collections?collectionId=x&recordId=';
  for (const text of [id, `  ${id}\n`, `https://a.example/_/${link}${id}`, `${link}${id}&sort=-created`]) {
    assert.is(idIn(text), id);
  }
  for (const text of [
    `recordId=${id}`,
    `?recordId=${id}9`,
    id.toUpperCase(),
    id.slice(1),
    `${id.slice(1)}%`,
    '',
  ]) {
    assert.is(idIn(text), null, text);
  }
});

test('an id is offered first, with the collection that a link names', () => {
  const act = (text: string) => paletteGroups(offers, text)[0]?.items[0]?.act;
  const id = 'w6d19hnoyc3e5bl';
  assert.equal(act(id), { kind: 'find', id, likely: postsCollection.id });
  assert.equal(act(`#/collections?collectionId=abc&recordId=${id}`), { kind: 'find', id, likely: 'abc' });
});

test('without a match, the text can go into the search of the collection', () => {
  const item = searchItem(offers, ' a = "b" ');
  assert.is(item?.title, 'Search posts for "a = "b""');
  assert.match((item && hrefOf(item)) ?? '', /filter=a%20%3D%20%22b%22/);
  assert.is(searchItem({ ...offers, here: null }, 'a'), null);
});

const search: RecordSearchState = {
  id: 'w6d19hnoyc3e5bl',
  isRunning: false,
  hits: [],
  looked: 3,
  total: 3,
  noun: 'collection',
  failed: 0,
  left: [],
  views: ['v'],
  hasLookedAmongAdmins: false,
  ms: 340,
};

const states: [what: string, state: Partial<RecordSearchState>, groups: string[], sentence: string][] = [
  [
    'none',
    {},
    ['Continue: Look in 1 view too, Look among admins, Look in the log'],
    'No record with this id in 3 collections.',
  ],
  ['running', { isRunning: true, looked: 1 }, [], 'Looked in 1 of 3 collections, 0.3 s'],
  [
    'a hit',
    { hits: [{ kind: 'record', collection: usersCollection, label: 'Oskar' }], looked: 2, left: ['x'] },
    ['Found in users: Oskar', 'Continue: Look in the other 1 collection too, Look in 1 view too'],
    'Looked in 2 of 3 collections, 0.3 s',
  ],
  [
    'stopped',
    { looked: 1, left: ['x', 'y'], views: [] },
    ['Continue: Look in the 2 collections too, Look among admins, Look in the log'],
    'Looked in 1 of 3 collections, 0.3 s',
  ],
  [
    'failures',
    { failed: 1, left: ['x'], views: [] },
    ['Continue: Look in the 1 collection too, Look among admins, Look in the log'],
    'Looked in 3 of 3 collections, 0.3 s. 1 collection could not be read.',
  ],
  [
    'a look in views after a failed collection',
    { noun: 'view', left: ['x'], views: [] },
    ['Continue: Look in the 1 collection too, Look among admins, Look in the log'],
    'No record with this id in 3 views.',
  ],
  [
    'admins that cannot be read',
    { noun: 'admin', looked: 1, total: 1, failed: 1, views: [] },
    ['Continue: Look among admins, Look in the log'],
    'The admins could not be read.',
  ],
  [
    'a collection and an admin',
    {
      hits: [
        { kind: 'collection', collection: statsCollection },
        { kind: 'admin', email: 'a@b.c' },
      ],
      views: [],
    },
    ['A collection has this id: post_stats', 'An admin has this id: a@b.c'],
    'Looked in 3 of 3 collections, 0.3 s',
  ],
  [
    'no admin',
    { noun: 'admin', looked: 1, total: 1, hasLookedAmongAdmins: true, views: [] },
    ['Continue: Look in the log'],
    'No admin has this id.',
  ],
];

for (const [what, state, groups, sentence] of states) {
  test(`a search: ${what}`, () => {
    const now = { ...search, ...state };
    assert.equal(printed(foundGroups(now, now.isRunning)), groups);
    assert.is(searchSentence(now), sentence);
  });
}

test('the palette offers every page that needs no more than its path', () => {
  const others = ['/collections/import', '/collections/from-file', '/backup', '/bin'];
  const all = routes.filter(({ access, path }) => access === 'admin' && !others.includes(path));
  assert.equal(
    pages.map(({ path, name }) => [path, name]).sort(),
    all.map(({ path, pageName }) => [path, pageName]).sort(),
  );
});

test('the shortcuts of the page are first, and a search finds them by words and keys', () => {
  const commands = [
    command('goTo', 'Go to', { group: 'everywhere', keys: 'Mod+K' }),
    command('save', 'Save changes', { keys: 'Mod+S' }),
    command('refresh', 'Refresh'),
  ];
  const names = (text: string) => shortcutGroups(commands, text).map(({ name, keys }) => [name, keys.length]);
  assert.equal(names('').slice(0, 2), [
    ['This page', 1],
    ['Everywhere', 2],
  ]);
  assert.equal(names('save ch'), [['This page', 1]]);
  assert.equal(shortcutGroups(commands, 'zzz'), []);
});

test.run();
