import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as api from '../../ui/api/collections';
import * as listedRecords from '../../ui/api/listedRecords';
import type { Collection, CollectionType } from '../../ui/model/collection';
import { type FieldType, fieldTypes } from '../../ui/model/field';
import { createChangeImpact } from '../../ui/screens/collection-editor/changeImpact';
import { changesOf } from '../../ui/screens/collection-editor/collectionChanges';
import type { CollectionEditor } from '../../ui/screens/collection-editor/collectionEditor';
import * as collections from '../../ui/state/collections';
import * as session from '../../ui/state/session';
import * as toasts from '../../ui/state/toasts';
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
import { eventually } from '../support/walk';

/** All options of each type, first as created and then changed. */
const everyOption: Readonly<Record<FieldType, readonly [object, object]>> = {
  text: [
    { min: 1, max: 200, pattern: '^[a-z]+$' },
    { min: null, max: 5, pattern: '' },
  ],
  editor: [{ convertUrls: true }, { convertUrls: false }],
  number: [
    { min: -2.5, max: 7, noDecimal: false },
    { min: 0, max: null, noDecimal: true },
  ],
  bool: [{}, {}],
  email: [
    { exceptDomains: ['example.com', 'example.org'], onlyDomains: null },
    { exceptDomains: [], onlyDomains: ['example.net'] },
  ],
  url: [
    { exceptDomains: null, onlyDomains: ['example.com'] },
    { exceptDomains: ['example.net'], onlyDomains: [] },
  ],
  date: [
    { min: '2024-01-01 00:00:00.000Z', max: '2025-01-01 00:00:00.000Z' },
    { min: '', max: '2026-02-03 04:05:06.000Z' },
  ],
  select: [
    { values: ['a', 'b, c', 'd\\e'], maxSelect: 2 },
    { values: ['x'], maxSelect: 1 },
  ],
  json: [{ maxSize: 7 }, { maxSize: 2_000_000 }],
  file: [
    { maxSelect: 3, maxSize: 9, mimeTypes: ['image/png'], thumbs: ['100x100', '0x50f'], protected: true },
    { maxSelect: 1, maxSize: 5_242_880, mimeTypes: [], thumbs: [], protected: false },
  ],
  relation: [
    { collectionId: '_pb_users_auth_', cascadeDelete: true, minSelect: 2, maxSelect: 5 },
    { collectionId: '_pb_users_auth_', cascadeDelete: false, minSelect: null, maxSelect: 1 },
  ],
};

function setOptions(editor: CollectionEditor, key: string, options: object): void {
  for (const [name, value] of Object.entries(options)) {
    editor.editFields(`schema.${key}.options.${name}`, (edits) => edits.setOption(key, name, value));
  }
}

function addField(editor: CollectionEditor, type: FieldType, name: string, options: object = {}): string {
  const key = editor.editFields('schema', (edits) => edits.add(type));
  editor.editFields(`schema.${key}.name`, (edits) => edits.rename(key, name));
  setOptions(editor, key, options);
  return key;
}

const authOptions: readonly [object, object] = [
  {
    allowUsernameAuth: false,
    allowEmailAuth: true,
    allowOAuth2Auth: false,
    minPasswordLength: 12,
    ...{
      requireEmail: true,
      onlyVerified: true,
      exceptEmailDomains: ['example.com'],
      onlyEmailDomains: null,
    },
  },
  {
    allowUsernameAuth: true,
    allowEmailAuth: false,
    allowOAuth2Auth: true,
    minPasswordLength: 5,
    ...{
      requireEmail: false,
      onlyVerified: false,
      exceptEmailDomains: [],
      onlyEmailDomains: ['example.org'],
    },
  },
];

for (const { name: version, binary } of backends()) {
  const server = sharedBackend(binary);
  const scene = async () => signInTo(await server.backend());

  for (const type of ['base', 'auth', 'view'] as const satisfies CollectionType[]) {
    test(`${version}: reads a new ${type} collection with all options back as typed, and each change too`, async () => {
      const { calls } = await scene();
      const rule = type === 'view' ? 'id != ""' : 'id != "" && @request.auth.id != ""';
      const editor = await openCollection(null);
      editor.edit('type', (edits) => edits.setType(type));
      editor.edit('name', (edits) => edits.rename(`every_${type}`));
      editor.edit('listRule', (edits) => edits.setRule('listRule', rule));
      editor.edit('viewRule', (edits) => edits.unlock('viewRule'));
      if (type === 'view') {
        editor.edit('options.query', (edits) => edits.setOption('query', 'SELECT id, name FROM users'));
      } else {
        for (const one of fieldTypes) addField(editor, one, `a_${one}`, everyOption[one][0]);
        editor.edit('indexes', (edits) =>
          edits.setIndex(
            null,
            `create unique index every_${type}_i on x (lower(a_text) desc, a_number) where a_bool = 1`,
          ),
        );
        editor.edit('deleteRule', (edits) => edits.setRule('deleteRule', rule));
      }
      const setAuth = (options: object) => {
        for (const [key, value] of Object.entries(options)) {
          editor.edit(`options.${key}`, (edits) => edits.setOption(key, value));
        }
      };
      if (type === 'auth') {
        setAuth(authOptions[0]);
        editor.edit('options.manageRule', (edits) => edits.setRule('manageRule', rule));
      }
      const made = formNow(editor);
      assertStored(made, await saved(editor));
      assert.is(editor.state.outcome?.kind, 'created');
      assert.is(sent(calls).length, 1);

      // Opened again, it is equal, and nothing is sent.
      const again = await openCollection(editor.state.stored?.id ?? null);
      assert.is(again.state.isChanged, false);
      assert.is(await again.save(), null);
      assert.equal(sent(calls), []);
      editor.close();

      if (type === 'view') {
        again.edit('options.query', (edits) => edits.setOption('query', 'SELECT id, email, name FROM users'));
      } else {
        for (const one of fieldTypes) {
          const { maxSelect, ...options } = everyOption[one][1] as Record<string, unknown>;
          const key = keyOf(again, `a_${one}`);
          setOptions(again, key, options);
          if (maxSelect !== undefined) again.editFields('schema', (edits) => edits.setMany(key, false));
          again.editFields('schema', (edits) => edits.setRequired(key, true));
          again.editFields('schema', (edits) => edits.setPresentable(key, one === 'text'));
        }
        again.edit('indexes', (edits) => edits.removeIndex(0));
      }
      if (type === 'auth') {
        for (const [key, value] of Object.entries(authOptions[1])) {
          again.edit(`options.${key}`, (edits) => edits.setOption(key, value));
        }
        again.edit('options.manageRule', (edits) => edits.lock('manageRule'));
      }
      again.edit('listRule', (edits) => edits.lock('listRule'));
      again.edit('name', (edits) => edits.rename(`changed_${type}`));
      const changed = formNow(again);
      assertStored(changed, await saved(again));
      for (const [name, value] of Object.entries(changed.options)) {
        assert.equal(again.state.form.options[name] ?? [], value ?? []);
      }
      const [body] = sent(calls) as Record<string, unknown>[];
      assert.is('schema' in (body ?? {}), type !== 'view');
      assert.not.ok('viewRule' in (body ?? {}) || 'type' in (body ?? {}));
      again.close();
    });
  }

  test(`${version}: saving a rule from an older form deletes no column that someone else added and filled`, async () => {
    const { calls } = await scene();
    const made = await createCollection({ name: 'shared', schema: [field('text', 'title')] });
    const [first, second] = [await openCollection(made.id), await openCollection(made.id)];
    addField(first, 'text', 'subtitle');
    await saved(first);
    await createRecord(made, { title: 'a', subtitle: 'kept' });
    calls.length = 0;
    second.edit('listRule', (edits) => edits.setRule('listRule', 'id != ""'));
    const stored = await saved(second);
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

  test(`${version}: asks the user about what two editors both changed`, async () => {
    const { calls } = await scene();
    const made = await createCollection({
      name: 'both',
      schema: [field('text', 'title'), field('text', 'gone')],
    });
    const [first, second] = [await openCollection(made.id), await openCollection(made.id)];
    rename(first, 'title', 'theirs');
    await saved(first);
    rename(second, 'title', 'mine');
    calls.length = 0;
    const saving = second.save();
    await asked(second, 'conflicts');
    assert.equal(
      second.state.conflicts?.map(({ label, mine, theirs }) => [label, mine, theirs]),
      [['title', 'name mine', 'name theirs']],
    );
    assert.equal(sent(calls), []);
    second.resolveConflicts({});
    await asked(second, 'changes');
    assert.equal(
      second.state.changes?.renamedFields.map(({ from, to }) => [from, to]),
      [['theirs', 'mine']],
    );
    second.confirmChanges({ renamesMentions: false });
    assert.is((await saving)?.kind, 'updated');
    assert.is((await api.get(made.id)).schema[0]?.name, 'mine');
    for (const editor of [first, second]) editor.close();
  });

  test(`${version}: keeps a removed field as a new one, if its editor wants it`, async () => {
    await scene();
    const made = await createCollection({
      name: 'lost',
      schema: [field('text', 'title'), field('text', 'body')],
    });
    const [first, second] = [await openCollection(made.id), await openCollection(made.id)];
    first.editFields('schema', (edits) => edits.remove(keyOf(first, 'title')));
    await saved(first);
    rename(second, 'title', 'headline');
    const saving = second.save();
    await asked(second, 'conflicts');
    second.resolveConflicts({});
    assert.is((await saving)?.kind, 'updated');
    const { schema } = await api.get(made.id);
    assert.equal(
      schema.map(({ name }) => name),
      ['headline', 'body'],
    );
    assert.is.not(schema[0]?.id, made.schema[0]?.id);
    for (const editor of [first, second]) editor.close();
  });

  test(`${version}: renames a field with all mentions: the view still works, rules follow, then the removed parts go`, async () => {
    const { calls } = await scene();
    const rule = { listRule: 'author = @request.auth.id && title != "title"' };
    const made = await createCollection({
      ...{
        name: 'articles',
        ...rule,
        indexes: ['CREATE INDEX `by_title` ON `articles` (`title`, `author`)'],
      },
      schema: [field('text', 'title'), field('relation', 'author'), field('number', 'views')],
    });
    const notes = await createCollection({
      name: 'notes',
      schema: [field('relation', 'article', { collectionId: made.id }), field('text', 'title')],
      viewRule: 'article.title != "" && title != "" && @collection.articles.title ?= title',
    });
    const view = await createCollection({
      name: 'titles',
      type: 'view',
      listRule: 'title != ""',
      options: {
        query:
          'SELECT articles.id, articles.title, notes.title AS note FROM articles LEFT JOIN notes ON notes.article = articles.id',
      },
    });
    const { id } = await createRecord(made, { title: 'kept', views: 7 });
    await createRecord(notes, { article: id, title: 'noted' });
    await collections.load();
    const editor = await openCollection(made.id);
    calls.length = 0;
    rename(editor, 'title', 'headline');
    editor.edit('name', (edits) => edits.rename('stories'));
    editor.editFields('schema', (edits) => edits.remove(keyOf(editor, 'views')));
    editor.edit('createRule', (edits) => edits.setRule('createRule', 'title != "x"'));
    addField(editor, 'bool', 'shown');
    const stored = await saved(editor, { renamesMentions: true });

    assert.equal(
      calls.filter(({ method }) => method !== 'GET').map(({ method, url }) => `${method} ${url.pathname}`),
      ['PUT /api/collections/import', `PATCH /api/collections/${made.id}`],
    );
    assert.equal(
      [stored.name, stored.listRule, stored.createRule],
      ['stories', 'author = @request.auth.id && headline != "title"', 'headline != "x"'],
    );
    assert.equal(
      stored.schema.map(({ name }) => name),
      ['headline', 'author', 'shown'],
    );
    assert.match(stored.indexes?.[0] ?? '', /ON `stories` \(\s+`headline`,\s+`author`\s+\)/);
    const noted = await api.get(notes.id);
    assert.is(
      noted.viewRule,
      'article.headline != "" && title != "" && @collection.stories.headline ?= title',
    );
    const { options } = await api.get(view.id);
    assert.not.match(JSON.stringify(options), 'articles');
    const rows = await listedRecords.list(view.id, {});
    assert.equal(
      rows.items.map((row) => [
        (row as Record<string, unknown>)['title'],
        (row as Record<string, unknown>)['note'],
      ]),
      [['kept', 'noted']],
    );
    assert.is(await listedRecords.count(made.id, 'headline = "kept"'), 1);
    // The view can be saved: its query no longer names the removed field.
    const viewEditor = await openCollection(view.id);
    viewEditor.edit('viewRule', (edits) => edits.unlock('viewRule'));
    await saved(viewEditor);
    for (const one of [editor, viewEditor]) one.close();
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

  test(`${version}: a rename that the import refuses changes nothing, and shows the reason`, async () => {
    await scene();
    const made = await createCollection({
      name: 'refused',
      schema: [field('text', 'title')],
      listRule: 'title != ""',
    });
    const editor = await openCollection(made.id);
    rename(editor, 'title', 'headline');
    editor.edit('name', (edits) => edits.rename('TAKEN'));
    const saving = editor.save();
    await asked(editor, 'changes');
    // Someone takes the name while the user reads the question.
    await createCollection({ name: 'taken', schema: [field('text', 'title')] });
    editor.confirmChanges({ renamesMentions: true });
    assert.is(await saving, null);
    const told = toasts.state.items.map(({ message }) => message);
    assert.is(told[0], 'Failed to import the submitted collections.');
    assert.match(told[1] ?? '', 'name: TAKEN');
    assert.equal(await api.get(made.id), made);
    assert.equal([editor.state.form.name, keyOf(editor, 'headline') !== ''], ['TAKEN', true]);
    editor.close();
  });

  test(`${version}: counts by type the values that a change would lose`, async () => {
    await scene();
    const names = [...fieldTypes.map((type) => `a_${type}`), 'selects', 'relations', 'files'];
    const made = await createCollection({
      name: 'counted',
      schema: [
        ...fieldTypes.map((type) => field(type, `a_${type}`)),
        field('select', 'selects', { maxSelect: 3 }),
        field('relation', 'relations', { maxSelect: null }),
        field('file', 'files', { maxSelect: 3 }),
      ],
    });
    await collections.load();
    const users = await Promise.all(
      ['one', 'two'].map((username) =>
        createRecord(
          { id: '_pb_users_auth_' },
          { username, password: '1234567890', passwordConfirm: '1234567890' },
        ),
      ),
    );
    const [one = '', two = ''] = users.map(({ id }) => id);
    await createRecord(made, {});
    const values = {
      a_text: 'x',
      a_editor: '<p>x</p>',
      a_number: '-1',
      a_bool: 'true',
      a_email: 'a@example.com',
      ...{
        a_url: 'https://example.com',
        a_date: '2025-01-01 00:00:00.000Z',
        a_select: 'a',
        a_json: '{"a":1}',
      },
      a_relation: one,
      selects: 'a',
      relations: one,
    };
    const form = multipart({ ...values, a_file: pngFile('a.png'), files: pngFile('b.png') });
    await createRecord(made, form);
    const several = multipart(values);
    for (const [name, ...more] of [
      ['selects', 'b'],
      ['relations', two],
    ] as const) {
      for (const value of more) several.append(name, value);
    }
    for (const name of ['b.png', 'c.png']) several.append('files', pngFile(name));
    await createRecord(made, several);

    async function counts(edit: (editor: CollectionEditor) => void) {
      const editor = await openCollection(made.id);
      edit(editor);
      const stored = editor.state.stored ?? made;
      const impact = createChangeImpact(stored, formNow(editor), changesOf(formNow(editor), stored));
      const { reaches, counts } = impact.state;
      const counted = () => Object.values(counts).filter((count) => count !== 'counting');
      await eventually(() => counted().length, reaches.length);
      impact.stop();
      editor.close();
      return Object.fromEntries(reaches.map(({ name, fieldId }) => [name, counts[fieldId]]));
    }

    const removed = await counts((editor) => {
      for (const name of names) editor.editFields('schema', (edits) => edits.remove(keyOf(editor, name)));
    });
    // The second record has no file in the single field.
    assert.equal(removed, { ...Object.fromEntries(names.map((name) => [name, 2])), a_file: 1 });
    const singled = await counts((editor) => {
      for (const name of ['selects', 'relations', 'files']) {
        editor.editFields('schema', (edits) => edits.setMany(keyOf(editor, name), false));
      }
    });
    assert.equal(singled, { selects: 1, relations: 1, files: 1 });
  });

  test(`${version}: creates a duplicate as it is, with its relations and indexes`, async () => {
    await scene();
    const made = await createCollection({
      name: 'original',
      listRule: 'title != ""',
      schema: [field('text', 'title'), field('relation', 'author')],
      indexes: ['CREATE UNIQUE INDEX `original_title` ON `original` (`title`)'],
    });
    await collections.load();
    const editor = await openCollection(made.id);
    assert.is(await editor.duplicate(), true);
    const form = formNow(editor);
    assertStored(form, await saved(editor));
    assert.equal(await api.get(made.id), made);
    editor.close();
  });

  test(`${version}: refuses to delete a collection that another depends on, and deletes any other`, async () => {
    await scene();
    const made = await createCollection({ name: 'target', schema: [field('text', 'title')] });
    const other = await createCollection({
      name: 'pointing',
      schema: [field('relation', 'r', { collectionId: made.id })],
    });
    await collections.load();
    const editor = await openCollection(made.id);
    assert.is(await editor.remove(), false);
    await api.remove(other.id);
    assert.is(await editor.remove(), true);
    assert.is(collections.find('target'), undefined);
    editor.close();
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
