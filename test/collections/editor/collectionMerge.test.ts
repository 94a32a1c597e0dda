import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Choices } from '../../../ui/base/threeWayMerge';
import { type CollectionForm, formOf } from '../../../ui/collections/editor/collectionForm';
import { mergeCollection, mergeForms } from '../../../ui/collections/editor/collectionMerge';
import { bodyOf } from '../../../ui/collections/editor/collectionSave';
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
  namesOf,
  newField,
  option,
  options,
  posts,
  stats,
  stored,
  users,
  withField,
  withoutField,
} from './forms';

const merge = (theirs: Collection, edit: Edit = () => {}, choices?: Choices, base: Collection = posts) =>
  mergeCollection({ base, theirs, mine: edited(base, edit) }, choices);
const added = {
  id: 'theirs00',
  name: 'subtitle',
  type: 'text',
  options: { min: null, max: null, pattern: '' },
};
const names = posts.schema.map(({ name }) => name);
const withAdded = (at: number) => stored(posts, { schema: posts.schema.toSpliced(at, 0, added) });
const titleIndex = 'CREATE INDEX `idx_title` ON `posts` (`title`)';
const reordered = stored(posts, { schema: posts.schema.toReversed() });
const without = (...gone: string[]) => names.filter((name) => !gone.includes(name));

const removed = (name: string) => field(name, { isRemoved: true });
const onNews = (...indexes: string[]) => indexes.map((one) => one.replace('`posts`', '`news`'));

const theirsAlone: [what: string, theirs: Collection, base?: Collection][] = [
  ['added a field at the beginning', withAdded(0)],
  ['removed a field', withoutField(posts, 'views')],
  ['changed a field', withField(posts, 'title', { name: 'headline', required: false })],
  ['reordered the fields', reordered],
  ['renamed the collection', stored(posts, { name: 'news', indexes: onNews(dayIndex) })],
  ['added an index in front', stored(posts, { indexes: [titleIndex, dayIndex] })],
  ['removed the index', stored(posts, { indexes: [] })],
  [
    'changed the options',
    stored(users, { options: { ...users.options, manageRule: 'id != ""', onlyVerified: true } }),
    users,
  ],
  ['changed a query', stored(stats, { options: { query: 'SELECT id FROM posts' }, schema: [] }), stats],
];
for (const [what, theirs, base = posts] of theirsAlone) {
  test(`if I typed nothing and they ${what}, the form shows their version and sends nothing`, () => {
    const { form, conflicts } = merge(theirs, () => {}, {}, base);
    assert.equal(conflicts, []);
    assert.equal(form, formOf(theirs));
    assert.equal(bodyOf(form, theirs), {});
  });
}

const both: [what: string, theirs: Collection, edit: Edit, fields: string[]][] = [
  ['they added a field, I another', withAdded(99), adds(newField('mine')), [...names, 'mine', 'subtitle']],
  [
    'they added a field, I removed its neighbour',
    withAdded(1),
    removed('title'),
    ['-title', 'subtitle', ...without('title')],
  ],
  [
    'they reordered, I added behind a field',
    reordered,
    ({ fields }) => fields.splice(1, 0, newField('mine')),
    [...without('title').reverse(), 'title', 'mine'],
  ],
  [
    'both reordered: mine stands',
    reordered,
    ({ fields }) => fields.push(...fields.splice(0, 1)),
    [...without('title'), 'title'],
  ],
  ['both removed a field', withoutField(posts, 'views'), removed('views'), without('views')],
];
for (const [what, theirs, edit, fields] of both) {
  test(`${what}: both changes are kept`, () => {
    const { form, conflicts } = merge(theirs, edit);
    assert.equal(conflicts, []);
    assert.equal(namesOf(form), fields);
  });
}

const idOf = (name: string) => posts.schema.find((field) => field.name === name)?.id ?? '';
const clashes: [
  what: string,
  name: string,
  theirs: Collection,
  edit: Edit,
  texts: RegExp[],
  read: (form: CollectionForm) => unknown,
  results: [mine: unknown, theirs: unknown],
][] = [
  [
    'the name',
    'name',
    stored(posts, { name: 'theirs' }),
    form({ name: 'mine' }),
    [/^posts$/, /^mine$/, /^theirs$/],
    ({ name }) => name,
    ['mine', 'theirs'],
  ],
  [
    'a field',
    `field ${idOf('title')}`,
    withField(posts, 'title', { required: false }),
    option('title', { min: 3 }),
    [/^required, no min$/, /^required, min 3$/, /^not required, no min$/],
    (form) => [form.fields[0]?.required, form.fields[0]?.options['min']],
    [
      [true, 3],
      [false, null],
    ],
  ],
  [
    'a field that I removed and they changed',
    `field ${idOf('title')}`,
    withField(posts, 'title', { name: 'headline' }),
    removed('title'),
    [/^name title$/, /^\(removed\)$/, /^name headline$/],
    (form) => [form.fields[0]?.name, form.fields[0]?.isRemoved],
    [
      ['headline', true],
      ['headline', false],
    ],
  ],
  [
    'a field that they removed and I changed, which becomes a new one',
    `field ${idOf('title')}`,
    withoutField(posts, 'title'),
    field('title', { name: 'headline' }),
    [/title/, /headline/, /^\(removed\)$/],
    (form) => [form.fields[0]?.name, form.fields[0]?.id],
    [
      ['headline', ''],
      ['body', idOf('body')],
    ],
  ],
  [
    'an index',
    'index idx_posts_day',
    stored(posts, { indexes: [dayIndex.replace('`day`)', '`views`)')] }),
    form({ indexes: [] }),
    [/day/, /^\(removed\)$/, /views/],
    ({ indexes }) => indexes,
    [[], [dayIndex.replace('`day`)', '`views`)')]],
  ],
];
for (const [what, name, theirs, edit, texts, read, [mine, their]] of clashes) {
  test(`both changed ${what}: the person chooses, and my value stays until then`, () => {
    const { form, conflicts } = merge(theirs, edit);
    assert.equal(
      conflicts.map((one) => one.name),
      [name],
    );
    const [conflict] = conflicts;
    assert.match(String(conflict?.base), texts[0] ?? '');
    assert.match(String(conflict?.mine), texts[1] ?? '');
    assert.match(String(conflict?.theirs), texts[2] ?? '');
    assert.equal(read(form), mine);
    for (const [choice, result] of [
      ['mine', mine],
      ['theirs', their],
    ] as const) {
      const chosen = merge(theirs, edit, { [name]: choice });
      assert.equal(chosen.conflicts, []);
      assert.equal(read(chosen.form), result);
    }
  });
}

const mineIndex = 'CREATE INDEX `mine` ON `posts` (`body`)';
const renamedIndex = dayIndex.replace('idx_posts_day', 'by_day');
const locked = stored(posts, { listRule: null });
const indexCases: [what: string, theirs: Collection, edit: Edit, indexes: string[]][] = [
  [
    'my new one and theirs, theirs in their order',
    stored(posts, { indexes: [titleIndex, dayIndex] }),
    addsIndex(mineIndex),
    [titleIndex, dayIndex, mineIndex],
  ],
  ['one that I renamed', locked, form({ indexes: [renamedIndex] }), [renamedIndex]],
  ['an incomplete statement as typed', locked, addsIndex('CREATE IND'), [dayIndex, 'CREATE IND']],
  [
    'one that they added, on the table that I renamed',
    stored(posts, { indexes: [dayIndex, titleIndex] }),
    form({ name: 'news', indexes: onNews(dayIndex) }),
    onNews(dayIndex, titleIndex),
  ],
];
for (const [what, theirs, edit, indexes] of indexCases) {
  test(`of the indexes stays ${what}`, () => {
    const { form: merged, conflicts } = merge(theirs, edit);
    assert.equal([merged.indexes, conflicts], [indexes, []]);
  });
}

test('a view has the fields that the server made, whatever my form contains', () => {
  const theirs = stored(stats, { schema: [{ ...added, id: 'again' }] });
  const query = 'SELECT id FROM posts';
  const { form: merged } = merge(theirs, all(options({ query }), form({ fields: [] })), {}, stats);
  assert.equal([namesOf(merged), merged.options['query']], [['subtitle'], query]);
});

test('a stored field that is missing from my form is shown as removed', () => {
  const { form } = mergeForms({
    base: formOf(posts),
    theirs: formOf(posts),
    mine: edited(posts, ({ fields }) => fields.splice(2, 1)),
  });
  assert.equal(
    namesOf(form),
    names.map((name) => (name === 'views' ? '-views' : name)),
  );
});

/** A random edit of the fields of a form. */
const anyEdit = fc.oneof(
  fc.record({ act: fc.constant('remove' as const), at: fc.nat(10) }),
  fc.record({ act: fc.constant('flag' as const), at: fc.nat(10) }),
  fc.record({ act: fc.constant('move' as const), at: fc.nat(10), to: fc.nat(10) }),
  fc.record({ act: fc.constant('add' as const), at: fc.nat(11), name: fc.constantFrom('x', 'y', 'z') }),
);

test('after any edits of two people every stored field is shown exactly once', () => {
  fc.assert(
    fc.property(fc.array(anyEdit, { maxLength: 6 }), fc.array(anyEdit, { maxLength: 6 }), (my, their) => {
      const mine = edited(posts, (form) => {
        for (const edit of my) {
          const field = form.fields[edit.at];
          if (edit.act === 'add') {
            form.fields.splice(edit.at, 0, { ...newField(edit.name), key: `new ${form.fields.length}` });
          } else if (edit.act === 'move') form.fields.splice(edit.to, 0, ...form.fields.splice(edit.at, 1));
          else if (edit.act === 'flag' && field) field.presentable = !field.presentable;
          else if (field?.id) field.isRemoved = true;
        }
      });
      const theirs = stored(posts);
      for (const [at, edit] of their.entries()) {
        const { schema } = theirs;
        const field = schema[edit.at];
        if (edit.act === 'add') schema.splice(edit.at, 0, { ...added, id: `t${at}`, name: edit.name });
        else if (edit.act === 'move') schema.splice(edit.to, 0, ...schema.splice(edit.at, 1));
        else if (edit.act === 'flag' && field) field.required = !field.required;
        else schema.splice(edit.at, 1);
      }
      const { form } = mergeCollection({ base: posts, theirs, mine });
      const keys = form.fields.map(({ key }) => key);
      assert.is(new Set(keys).size, keys.length);
      for (const { id } of theirs.schema) assert.ok(keys.includes(id), `${id} is missing`);
      for (const { id, key } of mine.fields) if (id === '') assert.ok(keys.includes(key));
      const sent = bodyOf(form, theirs)['schema'] as { id?: string }[] | undefined;
      const ids = theirs.schema.map(({ id }) => id);
      // The server refuses or replaces a field with an unknown id.
      for (const { id } of sent ?? []) assert.ok(id === undefined || ids.includes(id));
    }),
  );
});

test.run();
