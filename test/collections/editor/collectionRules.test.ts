import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { firstNewer, learn } from '../../../ui/backend/dialect';
import { newForm } from '../../../ui/collections/editor/collectionForm';
import { checkCollection } from '../../../ui/collections/editor/collectionRules';
import type { Collection } from '../../../ui/model/collection';
import {
  adds,
  addsIndex,
  all,
  dayIndex,
  type Edit,
  edited,
  field,
  form,
  newField,
  options,
  posts,
  rules,
  stats,
  stored,
  users,
} from './forms';

const told = (collection: Collection, edit: Edit, others: readonly Collection[] = []) =>
  Object.entries(checkCollection(edited(collection, edit), others)).map(
    ([path, { message }]) => `${path}: ${message}`,
  );
const blank = 'Cannot be blank.';
const length = 'options.minPasswordLength: Must be a number from 5 to 72.';

for (const collection of [posts, users, stats]) {
  test(`${collection.name} has no errors as the server stores it`, () => {
    const others = [posts, users, stats].filter((other) => other !== collection);
    assert.equal(
      told(collection, () => {}, others),
      [],
    );
  });
}

/** The options of one field of the type, and the expected errors. */
const optionCases: [type: string, options: Record<string, unknown>, wrong: string[]][] = [
  ['text', { min: 3, max: 3 }, []],
  ['text', { min: -1 }, ['min: Must be a whole number from 0.']],
  ['text', { max: 0 }, ['max: Must be a whole number from 1. Leave it empty for no limit.']],
  ['text', { min: 3, max: 2 }, ['max: Must be a whole number from 3. Leave it empty for no limit.']],
  ['text', { min: '-', max: 2 }, ['min: Must be a whole number.']],
  ['number', { min: 3, max: 2 }, ['max: Must be at least 3.']],
  ['number', { max: '1e' }, ['max: Must be a number.']],
  ['select', { values: [], maxSelect: 1 }, [`values: ${blank}`]],
  ['select', { values: ['a'], maxSelect: null }, [`maxSelect: ${blank}`]],
  ['select', { values: ['a', 'b'], maxSelect: '' }, ['maxSelect: Must be a whole number from 2.']],
  ['json', { maxSize: 0 }, ['maxSize: Must be at least 1.']],
  ['file', { maxSelect: null, maxSize: 0 }, ['maxSize: Must be at least 1.', `maxSelect: ${blank}`]],
  ['relation', { collectionId: '', maxSelect: 1 }, [`collectionId: ${blank}`]],
  ['relation', { collectionId: 'x', maxSelect: 3, minSelect: 5 }, ['maxSelect: Must be at least 5.']],
  ['relation', { collectionId: 'x', minSelect: 0 }, ['minSelect: Must be at least 1.']],
  ['relation', { collectionId: 'x', minSelect: 0, maxSelect: 1 }, []],
  ['of_a_newer_server', { any: 'thing' }, []],
];
for (const [type, given, wrong] of optionCases) {
  test(`${type} ${JSON.stringify(given)}: ${wrong.length ? wrong.join(' ') : 'fine'}`, () => {
    const path = 'schema.new x.options.';
    assert.equal(
      told(posts, adds(newField('x', type, given))),
      wrong.map((line) => path + line),
    );
  });
}

const cases: [what: string, of: Collection, edit: Edit, wrong: string[]][] = [
  ['a name that is taken', posts, form({ name: 'USERS' }), ['name: Another collection has this name.']],
  ['the name of an index elsewhere', posts, form({ name: 'idx_taken' }), ['name: An index has this name.']],
  [
    'two fields of one name',
    posts,
    adds(newField('Title')),
    [
      'schema.y45m8liw.name: Another field has this name.',
      'schema.new Title.name: Another field has this name.',
    ],
  ],
  [
    'the name of a removed field',
    posts,
    all(field('title', { isRemoved: true }), adds(newField('title'))),
    [],
  ],
  ['a removed field that is wrong', posts, field('title', { name: '', isRemoved: true }), []],
  [
    'a name of the system',
    posts,
    adds(newField('created')),
    ['schema.new created.name: The system uses this name.'],
  ],
  [
    'a name of accounts in accounts',
    users,
    adds(newField('email')),
    ['schema.new email.name: The system uses this name.'],
  ],
  ['no fields', posts, form({ fields: [] }), ['schema: A collection needs at least one field.']],
  ['accounts without fields', users, form({ fields: [] }), []],
  ['no query', stats, options({ query: ' \n' }), [`options.query: ${blank}`]],
  ['a view without fields', stats, form({ fields: [] }), []],
  ['a short password', users, options({ minPasswordLength: 4 }), [length]],
  [
    'no length where nobody has a password',
    users,
    options({ minPasswordLength: null, allowUsernameAuth: false, allowEmailAuth: false }),
    [],
  ],
  ['an empty manage rule', users, rules({ manageRule: '' }), [`options.manageRule: ${blank}`]],
  [
    'an index twice',
    posts,
    addsIndex(dayIndex.replace('posts_day', 'POSTS_DAY')),
    ['indexes.1: Another index has this name.'],
  ],
  [
    'an index of another collection',
    posts,
    addsIndex('create index IDX_taken on posts (title)'),
    ['indexes.1: The collection users has an index of this name.'],
  ],
  [
    'an index called like a collection',
    posts,
    addsIndex('create index Users on posts (title)'),
    ['indexes.1: A collection is called users.'],
  ],
  ['an index that is no statement', posts, addsIndex('nothing', 'nothing'), []],
];
const others = [stored(users, { indexes: ['CREATE INDEX `idx_taken` ON `users` (`name`)'] })];
for (const [what, collection, edit, wrong] of cases) {
  test(`${what}: ${wrong.length ? wrong.join(' ') : 'fine'}`, () => {
    const beside = others.filter(({ id }) => id !== collection.id);
    assert.equal(told(collection, edit, beside), wrong);
  });
}

const byName = 'CREATE UNIQUE INDEX `by_name` ON `users` (`username` COLLATE NOCASE)';
const byTwo = 'CREATE UNIQUE INDEX `by_two` ON `users` (`username`, `id`)';
const noNames = ['options.allowUsernameAuth: This needs a field "username" with a unique index.'];
for (const [what, names, indexes, wrong] of [
  ['no field', [], [], noNames],
  ['a field alone', ['username'], [byName.replace('UNIQUE ', ''), byTwo], noNames],
  ['an index alone', [], [byName], noNames],
  ['a field and its index', ['username'], [byName], []],
] as const) {
  test(`a sign-in by user name on a newer server, with ${what}: ${wrong.length ? 'refused' : 'fine'}`, () => {
    learn(firstNewer);
    const fields = names.map((one) => newField(one));
    const edit = form({ fields, indexes: [...indexes] });
    assert.equal(told(users, edit), wrong);
    learn(22);
  });
}

test('an empty new collection lacks a name and fields', () => {
  assert.equal(Object.keys(checkCollection(newForm(), [])), ['name', 'schema']);
});

test.run();
