import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { CollectionEditor } from '../../ui/collections/editor/collectionEditor';
import { pathOfRule } from '../../ui/collections/editor/collectionForm';
import { type CollectionTab, tabOfError } from '../../ui/collections/editor/collectionTabs';
import type { Collection } from '../../ui/model/collection';
import * as collections from '../../ui/page/collections';
import * as session from '../../ui/page/session/session';
import * as toasts from '../../ui/page/toasts';
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
type RuleName = 'listRule' | 'viewRule' | 'createRule' | 'updateRule' | 'deleteRule' | 'manageRule';

/** Adds a field `a` in front and removes the first one: the places that the server counts are not the form's. */
const fieldOf =
  (type: string, options: object): Edit =>
  (editor) => {
    const key = editor.editFields('schema', (edits) => edits.add(type as 'text'));
    editor.editFields(`schema.${key}.name`, (edits) => edits.rename(key, 'a'));
    for (const [name, value] of Object.entries(options)) {
      editor.editFields(`schema.${key}.options.${name}`, (edits) => edits.setOption(key, name, value));
    }
    editor.editFields('schema', (edits) => edits.move(editor.state.form.fields.length - 1, 0));
    editor.editFields('schema', (edits) => edits.remove(keyOf(editor, 'first')));
  };
const index =
  (...statements: string[]): Edit =>
  (editor) => {
    for (const one of statements) editor.edit('indexes', (edits) => edits.setIndex(null, one));
  };
const rule =
  (name: RuleName, text: string): Edit =>
  (editor) =>
    editor.edit(pathOfRule(name), (edits) => edits.setRule(name, text));
const settings =
  (options: object): Edit =>
  (editor) => {
    for (const [name, value] of Object.entries(options)) {
      editor.edit(`options.${name}`, (edits) => edits.setOption(name, value));
    }
  };
const query = (text: string) => settings({ query: text });
const toView: Edit = (editor) =>
  fieldOf('relation', { collectionId: collections.find('a_view')?.id })(editor);
const staleRule: Edit = (editor) => {
  rule('listRule', 'name != ""')(editor);
  query('SELECT id FROM users')(editor);
};

const thumbs = { thumbs: ['9x9', '0x0', 'x'] };
const fine = 'CREATE INDEX `fine` ON `x` (`first`)';
const unique = 'CREATE UNIQUE INDEX `a` ON `x` (`first`)';
const twoLists = { exceptDomains: ['a.com'], onlyDomains: ['b.com'] };
const twoEmailLists = { exceptEmailDomains: ['a.com'], onlyEmailDomains: ['b.com'] };
const inA = 'schema.FIELD.options';
const ofExcept = 'options.exceptEmailDomains';

/** An edit that the server refuses, the paths of its errors (FIELD is the field `a`), and a part of the message. */
type Refusal = [of: 'base' | 'auth' | 'view', what: string, edit: Edit, at: string, says: string];
const refusals: Refusal[] = [
  ['base', 'a wrong pattern', fieldOf('text', { pattern: '[' }), `${inA}.pattern`, 'missing closing'],
  ['base', 'two lists', fieldOf('email', twoLists), `${inA}.exceptDomains ${inA}.onlyDomains`, 'blank'],
  ['base', 'no domain', fieldOf('url', { onlyDomains: ['a.com', 'x y'] }), `${inA}.onlyDomains.1`, 'domain'],
  ['base', 'no size', fieldOf('file', thumbs), `${inA}.thumbs.1 ${inA}.thumbs.2`, 'list'],
  ['base', 'no target', fieldOf('relation', { collectionId: 'nowhere00000000' }), `${inA}.collectionId`, ''],
  ['base', 'a relation to a view', toView, `${inA}.collectionId`, ''],
  ['base', 'no statement', index(fine, 'CREATE INDEX'), 'indexes.1', 'Invalid CREATE INDEX'],
  ['base', 'no such column', index('CREATE INDEX `a` ON `x` (`b`)', fine), 'indexes.0', 'no such column'],
  ['base', 'equal values', index(unique), 'indexes.0', 'UNIQUE constraint'],
  ...(['listRule', 'viewRule', 'createRule', 'updateRule', 'deleteRule'] as const).map(
    (name): Refusal => ['base', 'an unknown field', rule(name, 'nope = 1'), name, 'field "nope"'],
  ),
  ['auth', 'no filter', rule('listRule', 'true'), 'listRule', 'invalid or incomplete'],
  ['auth', 'a blank rule', rule('listRule', ' '), 'listRule', 'empty filter'],
  ['auth', 'an unknown field', rule('manageRule', 'nope = 1'), 'options.manageRule', 'unknown field'],
  ['auth', 'no domain', settings({ exceptEmailDomains: ['a.com', 'x y'] }), `${ofExcept}.1`, 'domain'],
  ['auth', 'two lists', settings(twoEmailLists), `${ofExcept} options.onlyEmailDomains`, 'blank'],
  ['auth', 'a wrong kind', settings({ onlyVerified: 'maybe' }), 'options', ''],
  ['view', 'all columns', query('SELECT * FROM users'), 'options.query', 'column'],
  ['view', 'a comment at the end', query('SELECT id FROM users -- all'), 'options.query', 'incomplete input'],
  ['view', 'no name', query('SELECT id, name, count(*) FROM users'), 'schema.1.name', ''],
  ['view', 'a rule to write', rule('createRule', ''), 'createRule', 'blank'],
  ['view', 'a rule over a lost column', staleRule, 'listRule', 'unknown field "name"'],
];

/** The tab of a path. */
const tabs: [begins: RegExp, tab: CollectionTab][] = [
  [/^(schema|indexes|options\.query)/, 'fields'],
  [/Rule$/, 'rules'],
  [/^options/, 'options'],
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

  for (const [of, what, edit, at, says] of refusals) {
    test(`${version}: ${of}, ${what}: the errors are at ${at}`, async () => {
      await scene();
      const { id } = collections.find(`a_${of}`) ?? { id: '' };
      const editor = await openCollection(id);
      edit(editor);
      const key = editor.state.form.fields.find(({ name }) => name === 'a')?.key ?? '';
      assert.is(await saveWith(editor), null);
      const { errors } = editor.state;
      const paths = at.split(' ').map((path) => path.replace('FIELD', key));
      const told = toasts.state.items.map(({ message }) => message).join();
      assert.equal(Object.keys(errors).sort(), paths, told);
      assert.is(tabOfError(paths[0] ?? ''), tabs.find(([begins]) => begins.test(at))?.[1]);
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

  test.after.each(() => {
    toasts.closeAll();
    session.end();
    localStorage.clear();
  });
  test.after(server.stop);
}

test.run();
