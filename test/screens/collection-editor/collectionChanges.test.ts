import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  changesOf,
  isHarmless,
  isStructural,
  sentIndexes,
} from '../../../ui/screens/collection-editor/collectionChanges';
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

test('tells which rules become public, and which admit every account', () => {
  const collection = stored(posts, { listRule: '', viewRule: null, createRule: '@request.auth.id != ""' });
  const form = edited(collection, ({ rules }) => {
    rules.listRule = '';
    rules.viewRule = '@request.auth.id != null';
    rules.createRule = '@request.auth.collectionName = "users"';
    rules.updateRule = '';
    rules.deleteRule = 'title = "x"';
  });
  const changes = changesOf(form, collection);
  assert.equal(
    [changes.madePublic, changes.madeForAccounts, isHarmless(changes), isStructural(changes)],
    [['updateRule'], ['viewRule'], false, false],
  );
});

test('a rename, a removal and a switch to single use the stored names', () => {
  const lines = told((form) => {
    form.name = 'news';
    fieldNamed(form, 'title').name = 'headline';
    fieldNamed(form, 'body').isRemoved = true;
    for (const name of ['tags', 'pictures']) single(form, name);
  });
  assert.equal(lines, ['posts > news', 'title > headline', '-body', '1 tags', '1 pictures']);
});

test('a removed field is not listed as renamed or made single too', () => {
  const lines = told((form) => {
    single(form, 'tags');
    Object.assign(fieldNamed(form, 'tags'), { name: 'labels', isRemoved: true });
  });
  assert.equal(lines, ['-tags']);
});

test('a new field with the old name does not replace the removed one', () => {
  const lines = told((form) => {
    fieldNamed(form, 'views').isRemoved = true;
    form.fields.push(newField('views', 'number'));
  });
  assert.equal(lines, ['-views']);
});

test('a relation without a maximum is multiple', () => {
  const many = (maxSelect: number | null) =>
    withField(posts, 'author', { options: { collectionId: 'x', maxSelect } });
  const toOne = (form: CollectionForm) => single(form, 'author');
  assert.equal(told(toOne, many(null)), ['1 author']);
  assert.equal(told(toOne, many(3)), ['1 author']);
  assert.equal(told(toOne, many(1)), []);
});

test('a save loses no values if the server stores only one', () => {
  const toOne = (name: string) => (form: CollectionForm) => single(form, name);
  const withMaximum = (name: string, maxSelect: number | null) =>
    withField(posts, name, { options: { collectionId: 'x', values: ['a'], maxSelect } });
  assert.equal(told(toOne('author'), withMaximum('author', 0)), []);
  assert.equal(told(toOne('tags'), withMaximum('tags', null)), []);
  assert.equal(told(toOne('tags'), withMaximum('tags', 0)), []);
  assert.equal(told(toOne('pictures'), withMaximum('pictures', null)), []);
});

test('a half-typed maximum does not switch the field to single', () => {
  for (const maxSelect of [null, '', '1x', '1']) {
    const lines = told((form) => {
      for (const name of ['tags', 'pictures']) fieldNamed(form, name).options['maxSelect'] = maxSelect;
    });
    assert.equal(lines, []);
  }
});

test('only the name of a view is compared, because the server makes its fields', () => {
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

test("an index is lost by the field's name in the form, unless another field takes that name", () => {
  const form = edited(posts, (one) => {
    Object.assign(fieldNamed(one, 'day'), { name: 'date', isRemoved: true });
    one.indexes = [on('`date`')];
  });
  assert.is(changesOf(form, posts).lostIndexes.length, 1);
  form.fields.push(newField('DATE'));
  assert.is(changesOf(form, posts).lostIndexes.length, 0);
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
