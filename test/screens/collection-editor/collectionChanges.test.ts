import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { changesOf, isHarmless, sentIndexes } from '../../../ui/screens/collection-editor/collectionChanges';
import type { CollectionForm } from '../../../ui/screens/collection-editor/collectionForm';
import { edited, fieldNamed, newField, posts, stats, stored, withField } from './forms';

const told = (edit: (form: CollectionForm) => void, collection = posts) => {
  const changes = changesOf(edited(collection, edit), collection);
  const { renamed, renamedFields, removedFields, singledFields } = changes;
  const lines = [
    renamed && `${renamed.from} > ${renamed.to}`,
    ...renamedFields.map(({ from, to }) => `${from} > ${to}`),
    ...removedFields.map(({ name }) => `-${name}`),
    ...singledFields.map(({ name }) => `1 ${name}`),
  ].filter(Boolean);
  assert.is(isHarmless(changes), lines.length === 0);
  return lines;
};
const single = (form: CollectionForm, name: string) => {
  fieldNamed(form, name).options['maxSelect'] = 1;
};

const harmless: [what: string, edit: (form: CollectionForm) => void][] = [
  ['nothing', () => {}],
  [
    'a rule',
    (form) => {
      form.rules.listRule = null;
    },
  ],
  ['a new field', (form) => form.fields.push(newField('x'))],
  [
    'an option',
    (form) => {
      fieldNamed(form, 'title').options['min'] = 3;
    },
  ],
  ['another order', (form) => form.fields.reverse()],
  [
    'fewer of several',
    (form) => {
      fieldNamed(form, 'pictures').options['maxSelect'] = 2;
    },
  ],
  [
    'several of one',
    (form) => {
      fieldNamed(form, 'author').options['maxSelect'] = null;
    },
  ],
  [
    'an index',
    (form) => {
      form.indexes = [];
    },
  ],
];
for (const [what, edit] of harmless) test(`${what} breaks nothing`, () => assert.equal(told(edit), []));

test('a rename, a removal and one value of several are told by the names that are stored', () => {
  const lines = told((form) => {
    form.name = 'news';
    fieldNamed(form, 'title').name = 'headline';
    fieldNamed(form, 'body').isRemoved = true;
    for (const name of ['tags', 'pictures']) single(form, name);
  });
  assert.equal(lines, ['posts > news', 'title > headline', '-body', '1 tags', '1 pictures']);
});

test('a field that goes is not told as renamed or made single too', () => {
  const lines = told((form) => {
    single(form, 'tags');
    Object.assign(fieldNamed(form, 'tags'), { name: 'labels', isRemoved: true });
  });
  assert.equal(lines, ['-tags']);
});

test('a new field of the old name does not make up for the removed one', () => {
  const lines = told((form) => {
    fieldNamed(form, 'views').isRemoved = true;
    form.fields.push(newField('views', 'number'));
  });
  assert.equal(lines, ['-views']);
});

test('a relation without a maximum holds several', () => {
  const many = (maxSelect: number | null) =>
    withField(posts, 'author', { options: { collectionId: 'x', maxSelect } });
  const toOne = (form: CollectionForm) => single(form, 'author');
  assert.equal(told(toOne, many(null)), ['1 author']);
  assert.equal(told(toOne, many(3)), ['1 author']);
  assert.equal(told(toOne, many(1)), []);
});

test('of a view only its name counts, for the server makes its fields', () => {
  assert.equal(
    told((form) => {
      form.name = 'numbers';
      form.fields = [];
    }, stored(stats)),
    ['post_stats > numbers'],
  );
});

const on = (columns: string, rest = '') => `CREATE INDEX \`i\` ON \`posts\` (${columns})${rest}`;
const lost: [what: string, statement: string, rest: string | null | undefined][] = [
  ['its only column', on('`day`'), null],
  ['one of two columns', on('`title`, `Day`'), on('`title`')],
  ['an order of its own', on('`day` DESC, `title` COLLATE NOCASE'), on('`title` COLLATE NOCASE')],
  ['an expression', on('`title`, lower(`day`)'), null],
  ['the condition', on('`title`', " WHERE day != ''"), null],
  ['a column and the condition', on('`title`, `day`', " WHERE `day` != ''"), null],
  ['another column', on('`title`'), undefined],
  ['a word in a text', on('`title`', " WHERE title != 'day'"), undefined],
];
for (const [what, statement, rest] of lost) {
  test(`a field goes that is ${what} of an index`, () => {
    const form = edited(posts, (one) => {
      fieldNamed(one, 'day').isRemoved = true;
      one.indexes = [statement];
    });
    const expected = rest === undefined ? [] : [{ statement, rest }];
    assert.equal(changesOf(form, posts).lostIndexes, expected);
  });
}

test('an index goes by the name that its field has in the form, unless another field takes that name', () => {
  const form = edited(posts, (one) => {
    Object.assign(fieldNamed(one, 'day'), { name: 'date', isRemoved: true });
    one.indexes = [on('`date`')];
  });
  assert.is(changesOf(form, posts).lostIndexes.length, 1);
  form.fields.push(newField('DATE'));
  assert.is(changesOf(form, posts).lostIndexes.length, 0);
});

test('sent are the indexes that are not lost and those that are kept, each with its place', () => {
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
