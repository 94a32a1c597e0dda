import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as api from '../../ui/backend/collections';
import * as listedRecords from '../../ui/backend/listedRecords';
import type { CollectionEditor } from '../../ui/collections/editor/collectionEditor';
import type { Collection, CollectionType } from '../../ui/model/collection';
import { valueFilter } from '../../ui/model/filter/valueCondition';
import { type FieldTypeName, fieldTypeNames } from '../../ui/model/types/fieldTypes';
import * as collections from '../../ui/page/collections';
import * as session from '../../ui/page/session/session';
import * as toasts from '../../ui/page/toasts';
import {
  asked,
  assertStored,
  formNow,
  keyOf,
  openCollection,
  rename,
  saved,
  saveWith,
  sent,
  signInTo,
} from '../support/collectionEditorOnServer';
import {
  createCollection,
  createRecord,
  field,
  formOf as multipart,
  pngFile,
  sharedBackend,
} from '../support/realBackend';
import { backends } from '../support/server';

/** Options that the random edits of the round trips leave out. */
const oddOptions: Readonly<Partial<Record<FieldTypeName, object>>> = {
  select: { values: ['a', 'b, c', 'd\\e'], maxSelect: 2 },
  file: { maxSelect: 3, maxSize: 9, mimeTypes: ['image/png'], thumbs: ['100x100', '0x50f'], protected: true },
  relation: { collectionId: '_pb_users_auth_', cascadeDelete: true, minSelect: 2, maxSelect: 5 },
};
const authOptions = {
  allowUsernameAuth: false,
  allowEmailAuth: true,
  allowOAuth2Auth: false,
  minPasswordLength: 12,
  requireEmail: true,
  onlyVerified: true,
  exceptEmailDomains: ['example.com'],
  onlyEmailDomains: null,
};

function setOptions(editor: CollectionEditor, key: string, options: object): void {
  for (const [name, value] of Object.entries(options)) {
    editor.editFields(`schema.${key}.options.${name}`, (edits) => edits.setOption(key, name, value));
  }
}

function addField(editor: CollectionEditor, type: FieldTypeName, name: string, options: object = {}): string {
  const key = editor.editFields('schema', (edits) => edits.add(type));
  editor.editFields(`schema.${key}.name`, (edits) => edits.rename(key, name));
  setOptions(editor, key, options);
  return key;
}

for (const { name: version, binary } of backends()) {
  const server = sharedBackend(binary);
  const scene = async () => signInTo(await server.backend());

  for (const type of ['auth', 'view'] as const satisfies CollectionType[]) {
    test(`${version}: reads a new ${type} collection with all options back as typed, and each change too`, async () => {
      const { calls } = await scene();
      const rule = type === 'view' ? 'id != ""' : 'id != "" && @request.auth.id != ""';
      const editor = await openCollection(null);
      const setOption = (name: string, value: unknown) =>
        editor.edit(`options.${name}`, (edits) => edits.setOption(name, value));
      editor.edit('type', (edits) => edits.setType(type));
      editor.edit('name', (edits) => edits.rename(`every_${type}`));
      editor.edit('listRule', (edits) => edits.setRule('listRule', rule));
      editor.edit('viewRule', (edits) => edits.unlock('viewRule'));
      if (type === 'view') setOption('query', 'SELECT id, name FROM users');
      else {
        for (const one of fieldTypeNames) addField(editor, one, `a_${one}`, oddOptions[one]);
        const index = 'create unique index any_i on x (lower(a_text) desc, a_number) where a_bool = 1';
        editor.edit('indexes', (edits) => edits.setIndex(null, index));
        for (const [name, value] of Object.entries(authOptions)) setOption(name, value);
        editor.edit('options.manageRule', (edits) => edits.setRule('manageRule', rule));
      }
      assertStored(formNow(editor), await saved(editor));
      assert.equal([editor.state.outcome?.kind, sent(calls).length], ['created', 1]);

      // Opened again, it is equal, and nothing is sent.
      const again = await openCollection(editor.state.stored?.id ?? null);
      assert.is(await again.save(), null);
      assert.equal(sent(calls), []);
      again.close();

      if (type === 'view') setOption('query', 'SELECT id, email, name FROM users');
      else {
        for (const name of ['select', 'file', 'relation']) {
          editor.editFields('schema', (edits) => edits.setMany(keyOf(editor, `a_${name}`), false));
        }
        for (const [name, value] of Object.entries({ exceptEmailDomains: [], onlyEmailDomains: ['a.org'] })) {
          setOption(name, value);
        }
        editor.edit('indexes', (edits) => edits.removeIndex(0));
        editor.edit('options.manageRule', (edits) => edits.lock('manageRule'));
      }
      editor.edit('listRule', (edits) => edits.lock('listRule'));
      editor.edit('name', (edits) => edits.rename(`changed_${type}`));
      assertStored(formNow(editor), await saved(editor));
      const [body] = sent(calls) as Record<string, unknown>[];
      assert.is('schema' in (body ?? {}), type !== 'view');
      assert.not.ok('viewRule' in (body ?? {}) || 'type' in (body ?? {}));
      editor.close();
    });
  }

  test(`${version}: a rule that two changed is asked about, and no column is deleted that someone else added and filled`, async () => {
    const { calls } = await scene();
    const made = await createCollection({ name: 'shared', schema: [field('text', 'title')] });
    const [first, second] = [await openCollection(made.id), await openCollection(made.id)];
    addField(first, 'text', 'subtitle');
    first.edit('listRule', (edits) => edits.setRule('listRule', 'title != ""'));
    await saved(first);
    await createRecord(made, { title: 'a', subtitle: 'kept' });
    calls.length = 0;
    second.edit('listRule', (edits) => edits.setRule('listRule', 'id != ""'));
    const saving = second.save();
    await asked(second, 'conflicts');
    assert.equal(sent(calls), [], 'nothing is sent before the choice');
    second.resolveConflicts({ listRule: 'mine' });
    await saving;
    const stored = await api.get(made.id);
    assert.equal(sent(calls), [{ listRule: 'id != ""' }]);
    assert.equal(
      stored.schema.map(({ name }) => name),
      ['title', 'subtitle'],
    );
    assert.is(await listedRecords.count(made.id, 'subtitle = "kept"'), 1);

    // The same holds for a form whose fields were changed too.
    addField(first, 'number', 'views');
    await saved(first);
    rename(second, 'title', 'headline');
    addField(second, 'bool', 'shown');
    assert.equal((await saved(second)).schema.map(({ name }) => name).sort(), [
      'headline',
      'shown',
      'subtitle',
      'views',
    ]);
    assert.is(await listedRecords.count(made.id, 'subtitle = "kept" && headline = "a"'), 1);
    for (const editor of [first, second]) editor.close();
  });

  for (const renamesMentions of [false, true]) {
    test(`${version}: a field takes the name of a removed one${renamesMentions ? ', with its mentions' : ''}`, async () => {
      await scene();
      const made = await createCollection({
        name: `successors_${renamesMentions}`,
        schema: [field('text', 'title'), field('text', 'subtitle')],
        ...(renamesMentions && { listRule: 'subtitle != ""' }),
      });
      await createRecord(made, { title: 'goes', subtitle: 'stays' });
      await collections.load();
      const editor = await openCollection(made.id);
      rename(editor, 'title', 'renamed_before');
      editor.editFields('schema', (edits) => edits.remove(keyOf(editor, 'renamed_before')));
      rename(editor, 'subtitle', 'title');
      const stored = await saved(editor, { renamesMentions });
      assert.equal(
        stored.schema.map(({ id, name }) => [id, name]),
        [[made.schema[1]?.id, 'title']],
      );
      assert.is(stored.listRule, renamesMentions ? 'title != ""' : null);
      assert.is(await listedRecords.count(made.id, 'title = "stays"'), 1);
      editor.close();
    });
  }

  test(`${version}: finds by type the values that a change would lose`, async () => {
    await scene();
    const made = await createCollection({
      name: 'counted',
      schema: [
        ...fieldTypeNames.map((type) => field(type, `a_${type}`)),
        field('select', 'selects', { maxSelect: 3 }),
        field('relation', 'relations', { maxSelect: null }),
        field('file', 'files', { maxSelect: 3 }),
      ],
    });
    const password = { password: '1234567890', passwordConfirm: '1234567890' };
    const make = (username: string) => createRecord({ id: '_pb_users_auth_' }, { username, ...password });
    const [{ id: one }, { id: two }] = [await make('one'), await make('two')];
    const values = {
      ...{ a_text: 'x', a_editor: '<p>x</p>', a_number: '-1', a_bool: 'true', a_email: 'a@example.com' },
      ...{ a_url: 'https://example.com', a_date: '2025-01-01 00:00:00.000Z', a_json: '{"a":1}' },
      ...{ a_select: 'a', a_relation: one, selects: 'a', relations: one },
    };
    await createRecord(made, {});
    await createRecord(made, multipart({ ...values, a_file: pngFile('a.png'), files: pngFile('b.png') }));
    const several = multipart(values);
    several.append('selects', 'b');
    several.append('relations', two);
    for (const name of ['b.png', 'c.png']) several.append('files', pngFile(name));
    await createRecord(made, several);

    for (const one of made.schema) {
      const count = (isSingled: boolean) =>
        listedRecords.count(made.id, valueFilter(one, isSingled) ?? 'none', { key: 'test' });
      // The second record has no file in the single field.
      assert.is(await count(false), one.name === 'a_file' ? 1 : 2, one.name);
      if (one.name.endsWith('s')) assert.is(await count(true), 1, one.name);
    }
  });

  const automigrating = sharedBackend(binary, { automigrate: true });

  test(`${version}: with automatic migrations, saves within one second all succeed`, async () => {
    const { calls } = await signInTo(await automigrating.backend());
    const editor = await openCollection(null);
    editor.edit('name', (edits) => edits.rename('hurried'));
    addField(editor, 'text', 'title');
    await saved(editor);
    let made: Collection | null = null;
    for (const rule of ['title = "1"', 'title = "2"', 'title = "3"']) {
      editor.edit('listRule', (edits) => edits.setRule('listRule', rule));
      addField(editor, 'date', `d${rule.length}_${rule[9]}`, { min: '2024-01-01 00:00:00.000Z' });
      made = await saved(editor);
      assert.is(made.listRule, rule);
    }
    assert.is(made?.schema.length, 4);
    // At least one was refused: it was read again to find out that it had been stored.
    const acts = calls.map(({ method, url }) => `${method} ${url.pathname.split('/').length}`).join();
    assert.match(acts, /PATCH 4,GET 4,GET 4/);

    // A real refusal is shown as an error.
    editor.edit('listRule', (edits) => edits.setRule('listRule', 'nope = 1'));
    assert.is(await saveWith(editor), null);
    assert.equal(Object.keys(editor.state.errors), ['listRule']);
    editor.edit('listRule', (edits) => edits.setRule('listRule', 'title = "1"'));
    rename(editor, 'title', 'headline');
    const renamed = await saved(editor, { renamesMentions: true });
    assert.equal([renamed.listRule, renamed.schema[0]?.name], ['headline = "1"', 'headline']);
    editor.close();
  });

  test.after.each(() => {
    toasts.closeAll();
    session.end();
    localStorage.clear();
  });
  test.after(server.stop);
  test.after(automigrating.stop);
}

test.run();
