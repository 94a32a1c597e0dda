import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  createCollectionEdits,
  createFieldEdits,
  duplicateOf,
} from '../../../ui/collections/editor/collectionEdits';
import { formOf, isSameForm, newForm } from '../../../ui/collections/editor/collectionForm';
import { checkCollection } from '../../../ui/collections/editor/collectionRules';
import { bodyOf } from '../../../ui/collections/editor/collectionSave';
import { ruleNames } from '../../../ui/model/collection';
import { type FieldTypeName, fieldTypeNames } from '../../../ui/model/types/fieldTypes';
import {
  dayIndex,
  type Edit,
  edited,
  field,
  fieldNamed,
  form,
  namesOf,
  newField,
  posts,
  stored,
  users,
} from './forms';

test('the indexes follow the new table name, also through an empty name and back', () => {
  const form = edited(posts);
  const edits = createCollectionEdits(form);
  for (const name of ['post', '', 'n', 'news']) edits.rename(name);
  assert.equal(form.indexes, [dayIndex.replace('`posts`', '`news`')]);
  edits.rename('posts');
  assert.ok(isSameForm(form, formOf(posts)));
});

test('each type adds its options, keeps the fields, and restores its own options', () => {
  const form = newForm();
  const edits = createCollectionEdits(form);
  form.fields = formOf(posts).fields;
  const { fields } = form;
  edits.setType('auth');
  assert.is(form.options['minPasswordLength'], 8);
  edits.setOption('minPasswordLength', 12);
  edits.setType('view');
  assert.equal(form.options, { query: '' });
  edits.setOption('query', 'SELECT 1 AS id');
  edits.setType('base');
  assert.equal(form.options, {});
  edits.setType('view');
  assert.equal(form.options, { query: 'SELECT 1 AS id' });
  edits.setType('auth');
  edits.setType('auth');
  assert.is(form.options['minPasswordLength'], 12);
  assert.is(form.fields, fields);
});

test('a view has no write rules and no indexes; those of before come back behind it, and typed ones stay', () => {
  const form = newForm();
  const edits = createCollectionEdits(form);
  const rules = () => ruleNames.map((name) => form.rules[name]);
  for (const name of ruleNames) edits.setRule(name, 'id != ""');
  edits.setIndex(null, dayIndex);
  edits.setType('view');
  assert.equal([rules(), form.indexes], [['id != ""', 'id != ""', null, null, null], []]);
  edits.setRule('listRule', 'id = "a"');
  edits.lock('viewRule');
  edits.setType('auth');
  assert.equal(rules(), ['id = "a"', null, 'id != ""', 'id != ""', 'id != ""']);
  assert.equal(form.indexes, [dayIndex]);
});

test('a locked rule keeps its text, and Unlock restores it', () => {
  const form = edited(posts);
  const edits = createCollectionEdits(form);
  edits.unlock('createRule');
  assert.is(form.rules.createRule, '');
  edits.setRule('createRule', 'title != ""');
  edits.unlock('createRule');
  assert.is(form.rules.createRule, 'title != ""');
  edits.lock('createRule');
  edits.lock('createRule');
  assert.is(form.rules.createRule, null);
  edits.unlock('createRule');
  assert.is(form.rules.createRule, 'title != ""');
  edits.setRule('createRule', '');
  edits.lock('createRule');
  edits.unlock('createRule');
  assert.is(form.rules.createRule, '');
});

for (const collection of [posts, users]) {
  test(`a duplicate of ${collection.name} has no stored ids, and can be created at once`, () => {
    const indexes = [dayIndex, 'CREATE INDEX `i` ON `posts` (`title`) WHERE title != 1'];
    const original = stored(collection, {
      indexes,
      schema: collection.schema.map((field) => ({ ...field, system: true })),
    });
    const copy = duplicateOf(original);
    assert.is(copy.name, `${collection.name}_duplicate`);
    assert.equal(checkCollection({ ...copy, indexes: [] }, [original]), {});
    const text = JSON.stringify(bodyOf(copy, null));
    for (const { id } of original.schema) assert.not.match(text, id);
    assert.not.match(text, '"id"');
    assert.not.match(text, '"system":true');
    assert.equal(copy.rules, formOf(original).rules);
    assert.equal(copy.options, formOf(original).options);
    for (const statement of copy.indexes) {
      assert.match(statement, /^CREATE INDEX `idx_\w{7}` ON `\w+_duplicate` \(/);
    }
    assert.is(new Set(copy.indexes).size, 2);
    assert.match(copy.indexes[1] ?? '', 'WHERE title != 1');
  });
}

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

for (const type of fieldTypeNames) {
  test(`a new ${type} field has valid options except for the required choices`, () => {
    const { form, edits } = scene();
    const key = edits.add(type);
    const lacking: Partial<Record<FieldTypeName, string>> = { select: 'values', relation: 'collectionId' };
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
  const added = edits.add('text');
  form.indexes.push(
    'CREATE INDEX `a` ON `posts` (`field`)',
    'CREATE INDEX `b` ON `posts` (`title`, `field`)',
  );
  for (const key of [keyOf('day'), added, 'nothing']) edits.remove(key);
  assert.match(form.indexes.pop() ?? '', /\(`title`\)$/, 'an index loses the column, or goes with it');
  assert.equal(
    namesOf(form),
    names.map((name) => (name === 'day' ? '-date' : name)),
  );
  edits.restore(keyOf('day'), 'day');
  assert.ok(isSameForm(form, formOf(posts)));
  assert.equal(form.indexes, [dayIndex]);
});

const renames: [what: string, texts: string[], columns: string][] = [
  ['letter by letter', lettersOf('day', 'date'), '(`date`)'],
  ['letter by letter through the name of another field', lettersOf('day', 'title_day'), '(`title_day`)'],
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

/**
 * Runs steps with names of the beginning: `day>x` renames the field day to x, `-day` removes it, `~day` restores
 * it, and `+one` adds another.
 */
function run(edits: ReturnType<typeof createFieldEdits>, steps: string): void {
  const keys = new Map(names.map((name) => [name, keyOf(name)]));
  for (const step of steps.split(' ')) {
    const [name = '', to] = step.replace(/^[-~+]/, '').split('>');
    if (step.startsWith('+')) keys.set(name, edits.add('date'));
    const key = keys.get(name) ?? '';
    if (step.startsWith('-')) edits.remove(key);
    else if (step.startsWith('~')) edits.restore(key, name);
    else if (to !== undefined) edits.rename(key, to);
  }
}

const letters = lettersOf('day', 'title2').map((text) => `day>${text}`);
const follows: [what: string, columns: string[], steps: string, after: string[]][] = [
  [
    'expressions and conditions follow, but no other column',
    ['lower(day), `body`', '`title`) WHERE (day > 1', '`day`'],
    letters.join(' '),
    ['( lower(title2), `body` )', '(`title`) WHERE (title2 > 1)', '(`title2`)'],
  ],
  [
    'a name on the way that another field has takes none of its columns',
    ['`body`', '`day`'],
    'day>b day>bo day>bod day>body day>bodys',
    ['(`body`)', '(`bodys`)'],
  ],
  ['two fields swap their names', ['`body`', '`day`'], 'day>x body>day day>body', ['(`day`)', '(`body`)']],
  ['another field takes the name, and the index', ['`day`'], '+one>day day>date', ['(`day`)']],
  [
    'a rename continues after others have taken the names',
    ['`day`'],
    'day>date +one>day day>moment -body day>body ~title day>then',
    ['(`then`)'],
  ],
  ['a rename continues after a new field got the name', ['`field`'], '+one one>x +two one>y', ['(`y`)']],
];
for (const [what, columns, steps, after] of follows) {
  test(`the indexes follow: ${what}`, () => {
    const indexes = columns.map((column, at) => indexOn(column, `i${at}`));
    const { edits, columns: now } = scene(form({ indexes }));
    run(edits, steps);
    assert.equal(now(), after);
  });
}

test('an index edited between two key presses keeps the edit', () => {
  const { form: one, edits, columns } = scene();
  edits.rename(keyOf('day'), 'date');
  one.indexes.push(indexOn('`date`, `title`'));
  edits.rename(keyOf('day'), 'dated');
  assert.equal(columns(), ['(`dated`)', '( `dated`, `title` )']);
});

type Options = Record<string, unknown>;
const many: [type: string, before: Options, isMany: boolean, after: Options][] = [
  ['select', { maxSelect: 1, values: ['a', 'b', 'c'] }, true, { maxSelect: 3 }],
  ['select', { maxSelect: 1, values: ['a'] }, true, { maxSelect: 2 }],
  ['file', { maxSelect: 1 }, true, { maxSelect: 99 }],
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
