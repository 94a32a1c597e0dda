import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Collection } from '../../../ui/model/collection';
import { valuePlaceAt, valuesAt } from '../../../ui/model/filter/filterValues';
import { field } from '../../support/fields';

const places: [before: string, place: [path: string, typed: string, quote: string] | null][] = [
  ['', null],
  ['state ', null],
  ['state =', ['state', '', '']],
  ['state ?!~\n', ['state', '', '']],
  ['state = @tod', ['state', '@tod', '']],
  ['state = dr ', null],
  ['state = "', ['state', '', '"']],
  ["state = 'in st", ['state', 'in st', "'"]],
  ["state = 'it\\'s", ['state', "it\\'s", "'"]],
  ['state = "it\'s', ['state', "it's", '"']],
  ['state = 5', null],
  ['a = 1 && (rel.state:each ?= "', ['rel.state:each', '', '"']],
  ['a = "x = " || b > ', ['b', '', '']],
  ['a = "x = ', ['a', 'x = ', '"']],
  ['"text" = dr', null],
  ['a = b && dr', null],
  ['a = // b = ', null],
  ['@request.data.state = ', ['@request.data.state', '', '']],
];
for (const [before, place] of places) {
  test(`the value after ${JSON.stringify(before)} belongs to ${place?.[0] ?? 'nothing'}`, () => {
    const [path, typed, quote] = place ?? [];
    assert.equal(valuePlaceAt(before), place && { path, typed, quote });
  });
}

const accounts = {
  id: 'accounts_id',
  name: 'accounts',
  type: 'auth',
  schema: [field('select', 'role', { values: ['admin', 'guest'] })],
} as unknown as Collection;
const tags = {
  id: 'tags_id',
  name: 'tags',
  type: 'base',
  schema: [field('bool', 'open'), field('relation', 'owner', { collectionId: 'accounts_id' })],
} as unknown as Collection;
const posts = {
  id: 'posts_id',
  name: 'posts',
  type: 'base',
  schema: [
    field('text', 'title'),
    field('bool', 'hidden'),
    field('date', 'due'),
    field('select', 'state', { values: ['draft', 'done'], maxSelect: 2 }),
    field('relation', 'tag', { collectionId: 'tags_id' }),
    field('relation', 'lost', { collectionId: 'nowhere' }),
    field('select', 'empty', { values: null }),
  ],
} as unknown as Collection;
const scope = { collection: posts, collections: [posts, tags, accounts] };

const bools = 'true false';
const moments = '@now @todayStart @todayEnd @monthStart @monthEnd @yearStart @yearEnd';
const values: [path: string, expected: string | null][] = [
  ['title', null],
  ['hidden', bools],
  ['due', moments],
  ['state', '"draft" "done"'],
  ['state:each', '"draft" "done"'],
  ['state:length', null],
  ['empty', ''],
  ['id', 'records of posts'],
  ['tag.id', 'records of tags'],
  ['tag.open', bools],
  ['tag.owner', 'records of accounts'],
  ['tag.owner.role', '"admin" "guest"'],
  ['tag.verified', null],
  ['lost', null],
  ['@request.method', '"GET" "POST" "PATCH" "DELETE"'],
  ['@request.data.state', '"draft" "done"'],
  ['@request.data.tag:isset', bools],
  ['@request.auth.id', 'records of accounts'],
  ['@request.auth.posts_via_tag.hidden', bools],
  ['@collection.tags.open', bools],
  ['@collection.tags:other.owner', 'records of accounts'],
  ['@collection.nothing.open', null],
];
for (const [path, expected] of values) {
  test(`${path} is compared with ${expected ?? 'values that cannot be listed'}`, () => {
    const found = valuesAt(scope, path);
    const shown =
      found?.kind === 'texts'
        ? found.texts.map((text) => `"${text}"`).join(' ')
        : found?.kind === 'words'
          ? found.words.join(' ')
          : found && `records of ${found.collection.name}`;
    assert.is(shown, expected);
  });
}

test('without a collection only the dates are known', () => {
  assert.is(valuesAt(['created', 'level'], 'created')?.kind, 'words');
  assert.is(valuesAt(['created', 'level'], 'level'), null);
});

test.run();
