import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  changesOf,
  isHarmless,
  isStructural,
  sentIndexes,
} from '../../../ui/collections/editor/collectionChanges';
import type { Collection } from '../../../ui/model/collection';
import {
  adds,
  all,
  type Edit,
  edited,
  field,
  form,
  newField,
  option,
  posts,
  reverses,
  rules,
  stats,
  stored,
  withField,
} from './forms';

const single = (name: string) => option(name, { maxSelect: 1 });
const removed = (name: string) => field(name, { isRemoved: true });
const withMaximum = (name: string, maxSelect: number | null) =>
  withField(posts, name, { options: { collectionId: 'x', values: ['a'], maxSelect } });
const half = (maxSelect: unknown) => all(option('tags', { maxSelect }), option('pictures', { maxSelect }));

/** `breaks` lists the changed names with their new ones; `-` marks a removed field, `1` one that becomes single. */
const cases: [what: string, edit: Edit, breaks: string[], of?: Collection][] = [
  ['nothing', () => {}, []],
  ['another order', reverses, []],
  ['fewer of several', option('pictures', { maxSelect: 2 }), []],
  ['several of one', option('author', { maxSelect: null }), []],
  [
    'names of before, a removal, and single values',
    all(
      form({ name: 'news' }),
      field('title', { name: 'headline' }),
      removed('body'),
      single('tags'),
      single('pictures'),
    ),
    ['posts > news', 'title > headline', '-body', '1 tags', '1 pictures'],
  ],
  [
    'a removed field that was changed before',
    all(single('tags'), field('tags', { name: 'labels', isRemoved: true })),
    ['-tags'],
  ],
  [
    'a removed field beside a new one of its name',
    all(removed('views'), adds(newField('views'))),
    ['-views'],
  ],
  ['a relation to three', single('author'), ['1 author'], withMaximum('author', 3)],
  ['a relation to one', single('author'), [], withMaximum('author', 1)],
  // The server stores only one value of these.
  ['a relation to none', single('author'), [], withMaximum('author', 0)],
  ['a select without a maximum', single('tags'), [], withMaximum('tags', null)],
  ...[null, '1'].map((typed) => [`a half-typed ${typed}`, half(typed), []] as [string, Edit, string[]]),
  ['the fields of a view', form({ name: 'numbers', fields: [] }), ['post_stats > numbers'], stats],
];
for (const [what, edit, breaks, collection = posts] of cases) {
  test(`${what} breaks ${breaks.join(', ') || 'nothing'}`, () => {
    const changes = changesOf(edited(collection, edit), collection);
    const { renamed, renamedFields, removedFields, singledFields } = changes;
    const lines = [
      ...[...(renamed ? [renamed] : []), ...renamedFields].map(({ from, to }) => `${from} > ${to}`),
      ...removedFields.map(({ name }) => `-${name}`),
      ...singledFields.map(({ name }) => `1 ${name}`),
    ];
    assert.equal([lines, isHarmless(changes)], [breaks, breaks.length === 0]);
  });
}

test('tells which rules become public, and which admit every account', () => {
  const collection = stored(posts, { listRule: '', viewRule: null, createRule: '@request.auth.id != ""' });
  const edit = rules({
    listRule: '',
    viewRule: '@request.auth.id != null',
    createRule: '@request.auth.collectionName = "users"',
    updateRule: '',
    deleteRule: 'title = "x"',
  });
  const changes = changesOf(edited(collection, edit), collection);
  assert.equal(
    [changes.madePublic, changes.madeForAccounts, isHarmless(changes), isStructural(changes)],
    [['updateRule'], ['viewRule'], false, false],
  );
});

const on = (columns: string, rest = '') => `CREATE INDEX \`i\` ON \`posts\` (${columns})${rest}`;
const lost: [what: string, statement: string, rest: string | null | undefined][] = [
  ['its only column', on('`day`'), null],
  ['one of two columns', on('`title`, `Day`'), on('`title`')],
  ['an order of its own', on('`day` DESC, `title` COLLATE NOCASE'), on('`title` COLLATE NOCASE')],
  ['an expression', on('`title`, lower(`day`)'), null],
  ['the condition', on('`title`', " WHERE day != ''"), null],
  ['a word in a text', on('`title`', " WHERE title != 'day'"), undefined],
];
for (const [what, statement, rest] of lost) {
  test(`a field goes that is ${what} of an index`, () => {
    const one = edited(posts, all(removed('day'), form({ indexes: [statement] })));
    const expected = rest === undefined ? [] : [{ statement, rest }];
    assert.equal(changesOf(one, posts).lostIndexes, expected);
  });
}

test("an index is lost by the field's name in the form, unless another field takes that name", () => {
  const gone = field('day', { name: 'date', isRemoved: true });
  const one = edited(posts, all(gone, form({ indexes: [on('`date`')] })));
  assert.is(changesOf(one, posts).lostIndexes.length, 1);
  one.fields.push(newField('DATE'));
  assert.is(changesOf(one, posts).lostIndexes.length, 0);
});

test('the sent indexes are those not lost and those kept, each with its place', () => {
  const [gone, kept, other] = [on('`day`'), on('`title`, `day`'), on('`title`')];
  const found = [
    { statement: gone, rest: null },
    { statement: kept, rest: on('`title`') },
  ];
  const places = (keeps?: string[]) =>
    sentIndexes([gone, kept, other], found, keeps).map(({ statement, at }) => `${at} ${statement}`);
  assert.equal(places(), [`2 ${other}`]);
  assert.equal(places([gone, kept]), [`1 ${on('`title`')}`, `2 ${other}`]);
});

test.run();
