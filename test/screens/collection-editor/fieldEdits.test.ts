import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type FieldType, fieldTypes } from '../../../ui/model/field';
import {
  type CollectionForm,
  formOf,
  isSameForm,
} from '../../../ui/screens/collection-editor/collectionForm';
import { checkCollection } from '../../../ui/screens/collection-editor/collectionRules';
import { createFieldEdits } from '../../../ui/screens/collection-editor/fieldEdits';
import {
  adds,
  all,
  dayIndex,
  type Edit,
  edited,
  field,
  fieldNamed,
  form,
  namesOf,
  newField,
  posts,
} from './forms';

const keyOf = (name: string) => posts.schema.find((field) => field.name === name)?.id ?? '';
const names = posts.schema.map(({ name }) => name);

/** The form of the posts, and its edits. */
function scene(prepare: Edit = () => {}) {
  const one = edited(posts, prepare);
  return { form: one, edits: createFieldEdits(one), columns: () => one.indexes.map(columnsIn) };
}

const columnsIn = (statement: string) => statement.slice(statement.indexOf('(')).replaceAll(/\s+/g, ' ');
const indexOn = (columns: string, name = 'i') => `CREATE INDEX \`${name}\` ON \`posts\` (${columns})`;

function typeName(edits: ReturnType<typeof createFieldEdits>, key: string, ...texts: string[]) {
  for (const text of texts) edits.rename(key, text);
}

/**
 * Returns the values of the input while the old name is deleted and the new one typed, character by
 * character.
 */
const lettersOf = (from: string, to: string) => [
  ...Array.from({ length: from.length }, (_, at) => from.slice(0, from.length - 1 - at)),
  ...Array.from({ length: to.length }, (_, at) => to.slice(0, at + 1)),
];

test('new fields have unique names, also beside removed ones', () => {
  const { form, edits } = scene();
  const keys = [edits.add('text'), edits.add('bool'), edits.add('json')];
  assert.equal(namesOf(form).slice(-3), ['field', 'field2', 'field3']);
  assert.is(new Set(keys).size, 3);
  edits.remove(keys[1] ?? '');
  edits.add('text');
  assert.equal(namesOf(form).slice(-3), ['field', 'field3', 'field2']);
});

for (const type of fieldTypes) {
  test(`a new ${type} field has valid options except for the required choices`, () => {
    const { form, edits } = scene();
    const key = edits.add(type);
    const lacking: Partial<Record<FieldType, string>> = { select: 'values', relation: 'collectionId' };
    const wanted = lacking[type] === undefined ? [] : [`schema.${key}.options.${lacking[type]}`];
    assert.equal(Object.keys(checkCollection(form, [])), wanted);
    const { id, required, presentable, isSystem, isRemoved } = form.fields.at(-1) ?? newField('');
    assert.equal([id, required, presentable, isSystem, isRemoved], ['', false, false, false, false]);
  });
}

test('a duplicate is behind its original, is new, and shares nothing with it', () => {
  const { form, edits } = scene(field('tags', { isSystem: true }));
  const first = edits.duplicate(keyOf('tags')) ?? '';
  edits.duplicate(keyOf('tags'));
  assert.equal(namesOf(form).slice(7, 10), ['tags', 'tags_copy2', 'tags_copy']);
  const copy = form.fields.find(({ key }) => key === first) ?? newField('');
  const { key, id, name, ...rest } = fieldNamed(form, 'tags');
  assert.equal({ ...copy, key, id, name }, { key, id, name, ...rest, isSystem: false });
  assert.is(copy.id, '');
  (copy.options['values'] as string[]).push('more');
  assert.equal(fieldNamed(form, 'tags').options['values'], ['news', 'draft', 'long']);
  edits.remove(keyOf('body'));
  assert.equal([edits.duplicate(keyOf('body')), edits.duplicate('nothing')], [null, null]);
});

test('a stored field is marked as removed, a new one is dropped at once, and Restore brings back the stored name', () => {
  const { form, edits } = scene();
  edits.rename(keyOf('day'), 'date');
  for (const key of [keyOf('day'), edits.add('text'), 'nothing']) edits.remove(key);
  assert.equal(
    namesOf(form),
    names.map((name) => (name === 'day' ? '-date' : name)),
  );
  edits.restore(keyOf('day'), 'day');
  assert.ok(isSameForm(form, formOf(posts)));
  assert.equal(form.indexes, [dayIndex]);
});

const renames: [what: string, texts: string[], columns: string][] = [
  ['at once', ['date'], '(`date`)'],
  ['letter by letter', lettersOf('day', 'date'), '(`date`)'],
  ['through the name of another field', ['body', 'bodyday'], '(`bodyday`)'],
  ['letter by letter through the name of another field', lettersOf('day', 'title_day'), '(`title_day`)'],
  ['through nothing', ['', 'date'], '(`date`)'],
  ['through names that differ only in case', ['DAY', 'Day', 'Days'], '(`Days`)'],
];
for (const [what, texts, columns] of renames) {
  test(`a rename ${what} changes the index too, and the way back restores the form`, () => {
    const { form, edits, columns: now } = scene();
    typeName(edits, keyOf('day'), ...texts);
    assert.equal(now(), [columns]);
    typeName(edits, keyOf('day'), ...texts.toReversed(), 'day');
    assert.ok(isSameForm(form, formOf(posts)));
    assert.equal(form.indexes, [dayIndex]);
  });
}

type Edits = ReturnType<typeof createFieldEdits>;
const day = keyOf('day');
const bodyAndDay = form({ indexes: [indexOn('`body`', 'i'), indexOn('`day`', 'j')] });

const indexCases: [
  what: string,
  prepare: Edit,
  act: (edits: Edits, form: CollectionForm) => void,
  columns: string[],
][] = [
  [
    'expressions and conditions follow, but no other column',
    form({ indexes: [indexOn('lower(day), `body`'), `${indexOn('`title`', 'j')} WHERE day > 1`, dayIndex] }),
    (edits) => typeName(edits, day, ...lettersOf('day', 'title2')),
    ['( lower(title2), `body` )', '(`title`) WHERE title2 > 1', '(`title2`)'],
  ],
  [
    'typing through the name of another field takes none of its columns',
    bodyAndDay,
    (edits) => typeName(edits, day, 'b', 'bo', 'bod', 'body', 'bodys'),
    ['(`body`)', '(`bodys`)'],
  ],
  [
    'two fields swap their names',
    bodyAndDay,
    (edits) => {
      edits.rename(day, 'x');
      edits.rename(keyOf('body'), 'day');
      edits.rename(day, 'body');
    },
    ['(`day`)', '(`body`)'],
  ],
  [
    'while another field has the old name, the indexes belong to that one',
    () => {},
    (edits) => {
      edits.rename(edits.add('date'), 'day');
      edits.rename(day, 'date');
    },
    ['(`day`)'],
  ],
  [
    'a rename continues after others have taken the old names',
    () => {},
    (edits) => {
      edits.rename(day, 'date');
      edits.rename(edits.add('date'), 'day');
      edits.rename(day, 'moment');
      edits.remove(keyOf('body'));
      edits.rename(day, 'body');
      edits.restore(keyOf('title'), 'title');
      edits.rename(day, 'then');
    },
    ['(`then`)'],
  ],
  [
    'a rename continues after a new field got the old name',
    all(adds(newField('field', 'date')), form({ indexes: [indexOn('`field`')] })),
    (edits) => {
      edits.rename('new field', 'date');
      edits.add('text');
      edits.rename('new field', 'dated');
    },
    ['(`dated`)'],
  ],
  [
    'an index edited between two key presses keeps the edit',
    () => {},
    (edits, { indexes }) => {
      edits.rename(day, 'date');
      indexes.push(indexOn('`date`, `title`'));
      edits.rename(day, 'dated');
    },
    ['(`dated`)', '( `dated`, `title` )'],
  ],
];
for (const [what, prepare, act, columns] of indexCases) {
  test(`the indexes follow: ${what}`, () => {
    const { form, edits, columns: now } = scene(prepare);
    act(edits, form);
    assert.equal(now(), columns);
  });
}

test('fields can be moved, flagged and given options', () => {
  const { form, edits } = scene();
  edits.move(0, 2);
  assert.equal(namesOf(form).slice(0, 3), ['body', 'views', 'title']);
  edits.move(2, 0);
  edits.setRequired(keyOf('title'), false);
  edits.setPresentable(keyOf('title'), true);
  edits.setOption(keyOf('title'), 'min', 3);
  const { required, presentable, options } = fieldNamed(form, 'title');
  assert.equal([required, presentable, options['min']], [false, true, 3]);
});

type Options = Record<string, unknown>;
const many: [type: string, before: Options, isMany: boolean, after: Options][] = [
  ['select', { maxSelect: 1, values: ['a', 'b', 'c'] }, true, { maxSelect: 3 }],
  ['select', { maxSelect: 1, values: [] }, true, { maxSelect: 2 }],
  ['select', { maxSelect: 1, values: ['a'] }, true, { maxSelect: 2 }],
  ['select', { maxSelect: 3, values: ['a', 'b', 'c'] }, false, { maxSelect: 1 }],
  ['file', { maxSelect: 1 }, true, { maxSelect: 99 }],
  ['file', { maxSelect: 9 }, false, { maxSelect: 1 }],
  ['relation', { minSelect: null, maxSelect: 1 }, true, { maxSelect: null }],
  ['relation', { minSelect: 2, maxSelect: 4 }, false, { minSelect: null, maxSelect: 1 }],
];
for (const [type, before, isMany, after] of many) {
  const text = JSON.stringify(before);
  test(`${type} ${text} to ${isMany ? 'Multiple' : 'Single'}: ${JSON.stringify(after)}`, () => {
    const { form, edits } = scene((one) => one.fields.push(newField('x', type, before)));
    edits.setMany('new x', isMany);
    assert.equal(fieldNamed(form, 'x').options, { ...before, ...after });
  });
}

test.run();
