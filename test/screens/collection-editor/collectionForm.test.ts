import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Collection } from '../../../ui/model/collection';
import {
  type CollectionForm,
  changedPaths,
  formOf,
  isSameField,
  isSameForm,
  liveFields,
  newForm,
  optionsOfType,
  publicRules,
} from '../../../ui/screens/collection-editor/collectionForm';
import { dayIndex, edited, fieldNamed, newField, posts, stats, stored, users } from './forms';

test("a form has the server's values, and shares no object with them", () => {
  const collection = stored(posts);
  const form = formOf(collection);
  assert.equal([form.name, form.type, form.indexes, form.rules.listRule], ['posts', 'base', [dayIndex], '']);
  assert.equal(
    form.fields.map(({ key, id, name, isRemoved }) => [key, id, name, isRemoved]),
    posts.schema.map(({ id, name }) => [id, id, name, false]),
  );
  (fieldNamed(form, 'tags').options['values'] as string[]).push('more');
  form.indexes.push('x');
  assert.equal(collection, posts);
});

const titleIndex = 'CREATE INDEX `t` ON `posts` (`title`)';
const changes: [what: string, of: Collection, edit: (form: CollectionForm) => void, paths: string[]][] = [
  ['nothing', posts, () => {}, []],
  [
    'the name, which its indexes follow',
    posts,
    (form) => {
      form.name = 'news';
      form.indexes = [dayIndex.replace('`posts`', '`news`')];
    },
    ['name'],
  ],
  [
    'a rule',
    posts,
    (form) => {
      form.rules.viewRule = 'id = ""';
    },
    ['viewRule'],
  ],
  [
    'the manage rule and an option',
    users,
    (form) => {
      form.rules.manageRule = 'id = ""';
      form.options['requireEmail'] = true;
    },
    ['options.manageRule', 'options.requireEmail'],
  ],
  [
    'an option that is emptied another way',
    users,
    (form) => {
      form.options['onlyEmailDomains'] = [];
    },
    [],
  ],
  [
    'two things of one field',
    posts,
    (form) => {
      Object.assign(fieldNamed(form, 'title'), { required: false, presentable: false });
    },
    ['schema.TITLE'],
  ],
  [
    'a field, which its index follows',
    posts,
    (form) => {
      fieldNamed(form, 'day').name = 'date';
      form.indexes = [dayIndex.replace('`day`', '`date`')];
    },
    ['schema.DAY'],
  ],
  [
    'one removed, one new',
    posts,
    (form) => {
      fieldNamed(form, 'title').isRemoved = true;
      form.fields.push(newField('x'));
    },
    ['schema.TITLE', 'schema.new x'],
  ],
  [
    'one that is gone',
    posts,
    (form) => {
      form.fields = form.fields.filter(({ name }) => name !== 'title');
    },
    ['schema.TITLE'],
  ],
  ['the order', posts, (form) => form.fields.reverse(), ['schema']],
  ['a new index', posts, (form) => form.indexes.push(titleIndex), ['indexes.1']],
  [
    'an index that is another',
    posts,
    (form) => {
      form.indexes = [titleIndex];
    },
    ['indexes.0'],
  ],
  [
    'an index that is gone',
    posts,
    (form) => {
      form.indexes = [];
    },
    ['indexes.gone0'],
  ],
];
for (const [what, collection, edit, paths] of changes) {
  test(`changed is ${what}: ${paths.length}`, () => {
    const before = formOf(collection);
    const keys = paths.map((path) =>
      path.replace(/[A-Z]{3,}$/, (name) => fieldNamed(before, name.toLowerCase()).key),
    );
    assert.equal(changedPaths(edited(collection, edit), before), keys);
  });
}

test('public rules are the empty rules of the type, except the manage rule', () => {
  const { rules } = newForm();
  assert.equal(publicRules('base', rules), []);
  const open = { ...rules, listRule: '', viewRule: ' ', deleteRule: '', manageRule: '' };
  assert.equal(publicRules('auth', open), ['listRule', 'deleteRule']);
  assert.equal(publicRules('view', open), ['listRule']);
});

test('the manage rule is one of the rules, not of the options', () => {
  const form = formOf(stored(users, { options: { ...users.options, manageRule: 'verified = true' } }));
  assert.is(form.rules.manageRule, 'verified = true');
  assert.not.ok('manageRule' in form.options);
  assert.is(formOf(users).rules.manageRule, null);
});

test('properties missing from an older server are off, locked or empty', () => {
  const form = formOf({
    id: 'x',
    name: 'old',
    type: 'base',
    schema: [{ id: 'f', name: 'a', type: 'text', options: null }],
    indexes: null,
  });
  assert.equal(form.indexes, []);
  assert.is(form.rules.listRule, null);
  assert.equal(form.options, {});
  assert.equal(form.fields[0], {
    key: 'f',
    id: 'f',
    name: 'a',
    type: 'text',
    isSystem: false,
    required: false,
    presentable: false,
    options: {},
    isRemoved: false,
  });
});

test('a new collection is locked and empty; a new auth collection allows sign-in', () => {
  const form = newForm();
  assert.equal([form.name, form.type, form.fields, form.indexes], ['', 'base', [], []]);
  assert.ok(Object.values(form.rules).every((rule) => rule === null));
  const { allowEmailAuth, allowUsernameAuth, allowOAuth2Auth, minPasswordLength } = optionsOfType('auth');
  assert.equal(
    [allowEmailAuth, allowUsernameAuth, allowOAuth2Auth, minPasswordLength],
    [true, true, true, 8],
  );
  assert.equal([optionsOfType('view'), optionsOfType('base')], [{ query: '' }, {}]);
});

test('a removed field is no live field', () => {
  const form = edited(posts, (one) => {
    fieldNamed(one, 'title').isRemoved = true;
  });
  assert.equal(
    liveFields(form).map(({ name }) => name),
    posts.schema.slice(1).map(({ name }) => name),
  );
});

type Edit = (form: CollectionForm) => void;

const option =
  (field: string, name: string, value: unknown): Edit =>
  (form) => {
    fieldNamed(form, field).options[name] = value;
  };

const same: [what: string, edit: Edit][] = [
  ['an empty text for null', option('title', 'min', '')],
  ['an empty list for null', option('contact', 'exceptDomains', [])],
  ['null for an empty text', option('day', 'min', null)],
  ['an option that is empty where none was', option('title', 'newer', null)],
  [
    'an index written in another way',
    (form) => {
      form.indexes = ['create index idx_posts_day on posts (day)'];
    },
  ],
  [
    'rules in another order',
    (form) => {
      form.rules = Object.fromEntries(Object.entries(form.rules).reverse()) as CollectionForm['rules'];
    },
  ],
];
for (const [what, edit] of same) {
  test(`${what} is no change`, () => assert.ok(isSameForm(edited(posts, edit), formOf(posts))));
}

const different: [what: string, edit: Edit][] = [
  [
    'a name',
    (form) => {
      form.name = 'x';
    },
  ],
  [
    'a rule that is open instead of locked',
    (form) => {
      form.rules.createRule = '';
    },
  ],
  ['zero for null', option('title', 'min', 0)],
  ['false for null', option('title', 'newer', false)],
  ['a choice in another place', option('tags', 'values', ['draft', 'news', 'long'])],
  [
    'a removed field',
    (form) => {
      fieldNamed(form, 'title').isRemoved = true;
    },
  ],
  ['another order', (form) => form.fields.reverse()],
  ['a new field', (form) => form.fields.push(newField('x'))],
  [
    'a flag',
    (form) => {
      fieldNamed(form, 'title').presentable = true;
    },
  ],
  [
    'no index',
    (form) => {
      form.indexes = [];
    },
  ],
  [
    'a unique index',
    (form) => {
      form.indexes = [dayIndex.replace('INDEX', 'UNIQUE INDEX')];
    },
  ],
  [
    'another type',
    (form) => {
      form.type = 'auth';
    },
  ],
];
for (const [what, edit] of different) {
  test(`${what} is a change`, () => assert.not.ok(isSameForm(edited(posts, edit), formOf(posts))));
}

test('a field is compared by its id, not by its key', () => {
  const field = fieldNamed(formOf(posts), 'title');
  assert.ok(isSameField(field, { ...field, key: 'other' }));
  assert.not.ok(isSameField(field, { ...field, id: 'other' }));
});

test('opening a view changes nothing', () => assert.ok(isSameForm(formOf(stats), formOf(stored(stats)))));

test.run();
