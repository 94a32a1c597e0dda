import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Collection } from '../../ui/model/collection';
import type { CollectionEditor } from '../../ui/screens/collection-editor/collectionEditor';
import { pathOfRule } from '../../ui/screens/collection-editor/collectionForm';
import { type CollectionTab, tabOfError } from '../../ui/screens/collection-editor/collectionTabs';
import * as collections from '../../ui/state/collections';
import * as session from '../../ui/state/session';
import * as toasts from '../../ui/state/toasts';
import {
  keyOf,
  openCollection,
  rename,
  saved,
  saveWith,
  signInTo,
} from '../support/collectionEditorOnServer';
import { createCollection, createRecord, field, sharedBackend } from '../support/realBackend';
import { backends } from '../support/server';

type Edit = (editor: CollectionEditor) => void;
interface Refusal {
  what: string;
  of: 'base' | 'auth' | 'view';
  edit: Edit;
  /** The paths of the errors; FIELD is the key of the field `a`. */
  at: string[];
  tab: CollectionTab | null;
  /** A part of the first message. */
  says?: string;
}

const option =
  (type: string, options: object): Edit =>
  (editor) => {
    const key = editor.editFields('schema', (edits) => edits.add(type as 'text'));
    editor.editFields(`schema.${key}.name`, (edits) => edits.rename(key, 'a'));
    for (const [name, value] of Object.entries(options)) {
      editor.editFields(`schema.${key}.options.${name}`, (edits) => edits.setOption(key, name, value));
    }
    // The index that the server counts differs from the position in the form.
    editor.editFields('schema', (edits) => edits.move(editor.state.form.fields.length - 1, 0));
    editor.editFields('schema', (edits) => edits.remove(keyOf(editor, 'first')));
  };
const index =
  (...statements: string[]): Edit =>
  (editor) => {
    for (const one of statements) editor.edit('indexes', (edits) => edits.setIndex(null, one));
  };
const rule =
  (
    name: 'listRule' | 'viewRule' | 'createRule' | 'updateRule' | 'deleteRule' | 'manageRule',
    text: string,
  ): Edit =>
  (editor) =>
    editor.edit(pathOfRule(name), (edits) => edits.setRule(name, text));
const query =
  (text: string): Edit =>
  (editor) =>
    editor.edit('options.query', (edits) => edits.setOption('query', text));
const setting =
  (name: string, value: unknown): Edit =>
  (editor) =>
    editor.edit(`options.${name}`, (edits) => edits.setOption(name, value));

const fields: Refusal[] = (
  [
    ['text', { pattern: '[' }, ['options.pattern'], 'missing closing'],
    ['number', { min: 1.5, max: 3, noDecimal: true }, ['options.min'], 'ecimal'],
    [
      'email',
      { exceptDomains: ['a.com'], onlyDomains: ['b.com'] },
      ['options.exceptDomains', 'options.onlyDomains'],
      'blank',
    ],
    ['url', { onlyDomains: ['a.com', 'no domain'] }, ['options.onlyDomains.1'], 'domain'],
    ['date', { min: '2025-01-01 00:00:00.000Z', max: '2024-01-01 00:00:00.000Z' }, ['options.max'], ''],
    ['select', { values: ['x', 'y'], maxSelect: 5 }, ['options.maxSelect'], 'no greater than 2'],
    ['file', { thumbs: ['100x100', '0x0', 'big'] }, ['options.thumbs.1', 'options.thumbs.2'], 'list'],
    ['relation', { collectionId: 'nowhere00000000' }, ['options.collectionId'], ''],
  ] as const
).map(([type, options, paths, says]) => ({
  what: `${type} ${JSON.stringify(options)}`,
  of: 'base',
  edit: option(type, options),
  at: paths.map((path) => `schema.FIELD.${path}`),
  tab: 'fields',
  says,
}));

const refusals: Refusal[] = [
  ...fields,
  {
    what: 'a relation to a view',
    of: 'base',
    edit: (editor) => option('relation', { collectionId: collections.find('a_view')?.id })(editor),
    at: ['schema.FIELD.options.collectionId'],
    tab: 'fields',
  },
  {
    what: 'the second of two indexes, which is no statement',
    of: 'base',
    edit: index('CREATE INDEX `fine` ON `x` (`first`)', 'CREATE INDEX'),
    at: ['indexes.1'],
    tab: 'fields',
    says: 'Invalid CREATE INDEX',
  },
  {
    what: 'an index on a column that is not there',
    of: 'base',
    edit: index('CREATE INDEX `a` ON `x` (`missing`)', 'CREATE INDEX `b` ON `x` (`first`)'),
    at: ['indexes.0'],
    tab: 'fields',
    says: 'no such column',
  },
  {
    what: 'a unique index over values that are not',
    of: 'base',
    edit: index('CREATE UNIQUE INDEX `a` ON `x` (`first`)'),
    at: ['indexes.0'],
    tab: 'fields',
    says: 'UNIQUE constraint failed',
  },
  ...(['listRule', 'viewRule', 'createRule', 'updateRule', 'deleteRule'] as const).map(
    (name): Refusal => ({
      what: `a ${name} of an unknown field`,
      of: 'base',
      edit: rule(name, 'nope = 1'),
      at: [name],
      tab: 'rules',
      says: 'unknown field "nope"',
    }),
  ),
  {
    what: 'a rule that is no filter',
    of: 'auth',
    edit: rule('listRule', 'true'),
    at: ['listRule'],
    tab: 'rules',
    says: 'invalid or incomplete',
  },
  {
    what: 'a blank rule',
    of: 'auth',
    edit: rule('listRule', ' '),
    at: ['listRule'],
    tab: 'rules',
    says: 'empty filter',
  },
  {
    what: 'a bracket that is not closed',
    of: 'auth',
    edit: rule('listRule', '(id != ""'),
    at: ['listRule'],
    tab: 'rules',
    says: 'bracket',
  },
  {
    what: 'a manage rule of an unknown field',
    of: 'auth',
    edit: rule('manageRule', 'nope = 1'),
    at: ['options.manageRule'],
    tab: 'rules',
    says: 'unknown field',
  },
  {
    what: 'what is no domain',
    of: 'auth',
    edit: setting('exceptEmailDomains', ['a.com', 'no domain']),
    at: ['options.exceptEmailDomains.1'],
    tab: 'options',
    says: 'domain',
  },
  {
    what: 'both lists of domains',
    of: 'auth',
    edit: (editor) => {
      setting('exceptEmailDomains', ['a.com'])(editor);
      setting('onlyEmailDomains', ['b.com'])(editor);
    },
    at: ['options.exceptEmailDomains', 'options.onlyEmailDomains'],
    tab: 'options',
    says: 'blank',
  },
  {
    what: 'options of a wrong kind',
    of: 'auth',
    edit: setting('onlyVerified', 'maybe'),
    at: ['options'],
    tab: 'options',
  },
  {
    what: 'a query of all columns',
    of: 'view',
    edit: query('SELECT * FROM users'),
    at: ['options.query'],
    tab: 'fields',
    says: 'column',
  },
  {
    what: 'a query without id',
    of: 'view',
    edit: query('SELECT name FROM users'),
    at: ['options.query'],
    tab: 'fields',
    says: 'missing required id column',
  },
  {
    what: 'a query of what is not there',
    of: 'view',
    edit: query('SELECT id, nope FROM users'),
    at: ['options.query'],
    tab: 'fields',
    says: 'no such column: nope',
  },
  {
    what: 'a comment at its end',
    of: 'view',
    edit: query('SELECT id, name FROM users -- all'),
    at: ['options.query'],
    tab: 'fields',
    says: 'incomplete input',
  },
  {
    what: 'an expression without a name',
    of: 'view',
    edit: query('SELECT id, name, count(*) FROM users'),
    at: ['schema.1.name'],
    tab: 'fields',
  },
  {
    what: 'a name of the system',
    of: 'view',
    edit: query('SELECT id, name AS collectionId FROM users'),
    at: ['schema.0.name'],
    tab: 'fields',
  },
  {
    what: 'a rule to write to a view',
    of: 'view',
    edit: rule('createRule', ''),
    at: ['createRule'],
    tab: 'rules',
    says: 'blank',
  },
  {
    what: 'a rule over a column that the query no longer has',
    of: 'view',
    edit: (editor) => {
      rule('listRule', 'name != ""')(editor);
      query('SELECT id FROM users')(editor);
    },
    at: ['listRule'],
    tab: 'rules',
    says: 'unknown field "name"',
  },
];

for (const { name: version, binary } of backends('contract')) {
  const server = sharedBackend(binary);
  const made = new Map<string, Promise<Collection>>();

  async function makeAll(): Promise<Collection> {
    const base = await createCollection({
      name: 'a_base',
      schema: [field('text', 'first'), field('text', 'other')],
    });
    for (const first of ['same', 'same']) await createRecord(base, { first });
    const query = 'SELECT id, name FROM users';
    await createCollection({ name: 'a_view', type: 'view', options: { query } });
    const options = { allowEmailAuth: true, minPasswordLength: 8 };
    await createCollection({ name: 'a_auth', type: 'auth', schema: [], options });
    await collections.load();
    return base;
  }

  async function scene() {
    await signInTo(await server.backend());
    const all = made.get('all') ?? makeAll();
    made.set('all', all);
    await all;
    await collections.load();
  }

  for (const { what, of, edit, at, tab, says = '' } of refusals) {
    test(`${version}: ${of}, ${what}: ${at.join(' and ')}`, async () => {
      await scene();
      const { id } = collections.find(`a_${of}`) ?? { id: '' };
      const editor = await openCollection(id);
      edit(editor);
      const key = editor.state.form.fields.find(({ name }) => name === 'a')?.key ?? '';
      assert.is(await saveWith(editor), null);
      const { errors } = editor.state;
      assert.equal(
        Object.keys(errors).sort(),
        at.map((path) => path.replace('FIELD', key)),
        toasts.state.items.map(({ message }) => message).join(),
      );
      assert.equal([...new Set(Object.keys(errors).map(tabOfError))], [tab]);
      assert.match(Object.values(errors)[0]?.message ?? '', says);
      // Nothing is stored, and nothing typed is lost.
      assert.is(editor.state.isChanged, true);
      editor.close();
    });
  }

  test(`${version}: refuses a name above the tabs that someone else has just taken`, async () => {
    await scene();
    const editor = await openCollection(null);
    await createCollection({ name: 'just_taken', schema: [field('text', 'a')] });
    editor.edit('name', (edits) => edits.rename('Just_Taken'));
    editor.editFields('schema', (edits) => edits.add('text'));
    assert.is(await saveWith(editor), null);
    assert.equal(Object.keys(editor.state.errors), ['name']);
    assert.match(editor.state.errors['name']?.message ?? '', 'unique');
    assert.is(tabOfError('name'), null);
    editor.edit('name', (edits) => edits.rename('not_taken'));
    assert.equal(editor.state.errors, {});
    await saved(editor);
    editor.close();
  });

  test(`${version}: never renames or removes parts of the system`, async () => {
    await scene();
    const { id } = await createCollection({
      name: 'of_the_system',
      system: true,
      schema: [{ ...field('text', 'kept'), system: true }, field('text', 'free')],
    });
    const editor = await openCollection(id);
    editor.edit('name', (edits) => edits.rename('other'));
    assert.is(await saveWith(editor), null);
    assert.match(editor.state.errors['name']?.message ?? '', 'System collections cannot be renamed.');
    editor.edit('name', (edits) => edits.rename('of_the_system'));
    editor.editFields('schema', (edits) => edits.remove(keyOf(editor, 'kept')));
    assert.is(await saveWith(editor), null);
    assert.equal(Object.keys(editor.state.errors), ['schema']);
    editor.editFields('schema', (edits) => edits.restore(editor.state.form.fields[0]?.key ?? '', 'kept'));
    rename(editor, 'free', 'freed');
    assert.equal(
      (await saved(editor)).schema.map(({ name, system }) => [name, system]),
      [
        ['kept', true],
        ['freed', false],
      ],
    );
    editor.close();
  });

  test(`${version}: never changes the target of a stored relation`, async () => {
    await scene();
    const { id } = await createCollection({ name: 'related', schema: [field('relation', 'a')] });
    const editor = await openCollection(id);
    const key = keyOf(editor, 'a');
    const target = collections.find('a_base')?.id;
    editor.editFields('schema', (edits) => edits.setOption(key, 'collectionId', target));
    assert.is(await saveWith(editor), null);
    assert.equal(Object.keys(editor.state.errors), [`schema.${key}.options.collectionId`]);
    editor.close();
  });

  test.after.each(() => {
    toasts.closeAll();
    session.end();
    localStorage.clear();
  });
  test.after(server.stop);
}

test.run();
