import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { changesOf, isHarmless } from '../../../ui/screens/collection-editor/collectionChanges';
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

test.run();
