// The collection editor uses the editing machine, whose contract is test/page/forms/editing.test.ts. This file tests
// only its own rules.
import { mock } from 'node:test';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { CollectionEditor } from '../../../ui/collections/editor/collectionEditor';
import * as collections from '../../../ui/page/collections';
import * as unsaved from '../../../ui/page/forms/unsaved';
import * as history from '../../../ui/records/history/history';
import { settle } from '../../backend/connect';
import { failure, networkError } from '../../support/backend';
import { collections as samples } from '../../support/samples';
import {
  closeScene,
  confirmed,
  drafts,
  keyOf,
  namesIn,
  openEditor,
  opened,
  refused,
  removeField,
  rename,
  routes,
  setRule,
  told,
} from './editorScene';
import { posts, stored } from './forms';

// Nothing is kept: test/records/history tells what a delete reads before it.
history.state.keptDays = 0;

test.after.each(closeScene);

const rule = '@request.auth.id != ""';
const later = { id: 'theirs00', name: 'subtitle', type: 'text', options: {} };
const no = { code: 'c', message: 'No.' };
const addField = (editor: CollectionEditor) => editor.editFields('schema', (edits) => edits.add('text'));
const nameIt = (editor: CollectionEditor, name: string) => editor.edit('name', (edits) => edits.rename(name));
const fieldsOf = ({ schema }: { schema: { name: string }[] }) => schema.map(({ name }) => name);
const errorsOf = (editor: CollectionEditor) => Object.keys(editor.state.errors);

for (const collection of samples) {
  test(`opening the ${collection.type} collection ${collection.name} changes and sends nothing`, async () => {
    const { editor, calls } = await openEditor({ collection });
    assert.equal([calls(), editor.state.status, editor.state.isChanged], [['GET'], 'ready', false]);
    assert.is(await editor.save(), null);
    assert.equal([calls(), drafts()], [[], []]);
  });
}

test('an old error blocks no save of other changes, but a new one does until an edit', async () => {
  const old = stored(posts);
  Object.assign(old.schema[0]?.options ?? {}, { min: 5, max: 0 });
  const { editor, calls } = await openEditor({ collection: old });
  setRule(editor, rule);
  assert.is((await editor.save())?.kind, 'updated');
  calls();
  const key = keyOf(editor, 'title');
  editor.editFields(`schema.${key}`, (edits) => edits.setOption(key, 'min', 'x'));
  assert.is(await editor.save(), null);
  assert.equal([errorsOf(editor), calls()], [[`schema.${key}.options.min`], []]);
  editor.editFields(`schema.${key}.options.min`, (edits) => edits.setOption(key, 'min', 1));
  assert.equal(errorsOf(editor), []);
});

const asked: [what: string, edit: (editor: CollectionEditor) => void][] = [
  ['a removed field', (editor) => removeField(editor, 'views')],
  ['a rule that becomes public', (editor) => setRule(editor, '', 'createRule')],
];
for (const [what, edit] of asked) {
  test(`${what} is asked about; No sends nothing and keeps the form`, async () => {
    const { editor, calls, backend } = await openEditor();
    edit(editor);
    calls();
    const givingUp = editor.save();
    await settle();
    assert.ok(editor.state.changes);
    assert.is(await editor.save(), null, 'one save at a time');
    editor.cancelChanges();
    assert.is(await givingUp, null);
    // For mentions all collections are read.
    assert.equal([calls(), editor.state.changes], [['GET', 'GET'], null]);
    assert.equal([editor.state.isChanged, drafts().length], [true, 1]);
    const failing = editor.save();
    await settle();
    backend.answerOnce(routes.get, networkError);
    await confirmed(editor);
    assert.is(await failing, null);
    const saving = editor.save();
    // An answer is valid for one save.
    await confirmed(editor);
    assert.is((await saving)?.kind, 'updated');
    // The answer can take time, so the collection is read once more.
    assert.match(calls().slice(-2).join(), /^GET,PATCH/);
  });
}

const twoIndex = 'CREATE INDEX `idx_two` ON `posts` (\n  `title`,\n  `day`\n)';
const titleOnly = 'CREATE INDEX `idx_two` ON `posts` (`title`)';

for (const [what, keptIndexes, sent] of [
  ['go with it', [], []],
  ['stay without it where that is wished', [twoIndex], [titleOnly]],
] as const) {
  test(`the indexes of a removed field ${what}, in the same save`, async () => {
    const { editor, now } = await openEditor();
    editor.edit('indexes', ({ setIndex }) => setIndex(null, twoIndex));
    removeField(editor, 'day');
    const saving = editor.save();
    await settle();
    assert.equal(
      editor.state.changes?.lostIndexes.map(({ rest }) => rest),
      [null, titleOnly],
    );
    await confirmed(editor, { renamesMentions: false, keptIndexes });
    await saving;
    assert.equal([now().indexes, [...editor.state.form.indexes]], [[...sent], [...sent]]);
  });
}

test('a name that others gave to their field meanwhile is an error before anything is sent', async () => {
  const { editor, server, calls } = await openEditor();
  const key = addField(editor);
  editor.editFields('schema', (edits) => edits.rename(key, 'subtitle'));
  server.touch(posts.id, { schema: [...posts.schema, later] });
  calls();
  assert.is(await editor.save(), null);
  assert.equal(calls(), ['GET']);
  assert.is(editor.state.errors[`schema.${key}.name`]?.message, 'Another field has this name.');
});

for (const [what, given] of [
  ['an error without a field', refused(400)],
  ['a lost answer', networkError],
  ["a proxy's answer", refused(504)],
] as const) {
  test(`${what} to what was stored is verified by reading the collection again`, async () => {
    const { editor, server, backend, calls } = await openEditor();
    setRule(editor, rule);
    addField(editor);
    calls();
    backend.answerOnce(routes.update, ({ body }: { body: object }) => {
      server.touch(posts.id, body);
      return given;
    });
    assert.is((await editor.save())?.kind, 'updated');
    assert.equal(
      calls().map((call) => call.split(' ')[0]),
      ['GET', 'PATCH', 'GET'],
    );
    assert.equal(told(), ['Successfully updated collection.']);
    assert.match(keyOf(editor, 'field'), /^made/);
  });
}

test("the server's errors stay at the sent fields after removals, moves, and moves during the save", async () => {
  const { editor, backend } = await openEditor();
  editor.edit('indexes', ({ setIndex }) => setIndex(null, titleOnly.replaceAll('title', 'views')));
  for (const name of ['title', 'day']) removeField(editor, name);
  editor.editFields('schema', (edits) => edits.move(10, 1));
  const added = addField(editor);
  const author = keyOf(editor, 'author');
  backend.answerOnce(
    routes.update,
    refused(400, { schema: { 0: { name: no }, 9: { options: { min: no } } }, indexes: { 0: no } }),
  );
  const saving = editor.save();
  const release = backend.hold(routes.update);
  await confirmed(editor);
  await settle();
  editor.editFields('schema', (edits) => edits.move(1, 3));
  release();
  assert.is(await saving, null);
  assert.equal(errorsOf(editor), [`schema.${author}.name`, `schema.${added}.options.min`, 'indexes.1']);
});

test('a missing collection shows a message, and the form stays', async () => {
  const { editor, backend } = await openEditor();
  setRule(editor, rule);
  backend.answer(routes.update, refused(404));
  assert.is(await editor.save(), null);
  const gone = 'This collection no longer exists. What you have typed stays here until you close it.';
  assert.equal([told(), editor.state.form.rules.listRule, drafts().length], [[gone], rule, 1]);
});

test('edits of fields during a save stay, and the next save sends them', async () => {
  const { editor, backend, now } = await openEditor();
  const key = addField(editor);
  removeField(editor, 'views');
  const saving = editor.save();
  const release = backend.hold(routes.update);
  await confirmed(editor);
  await settle();
  assert.is(await editor.mayClose(), false);
  editor.editFields(`schema.${key}.name`, (edits) => edits.rename(key, 'typed_on'));
  const second = editor.editFields('schema', (edits) => edits.add('bool'));
  editor.editFields('schema', (edits) => edits.move(0, 1));
  release();
  assert.is((await saving)?.kind, 'updated');
  assert.not.ok(namesIn(editor).includes('-views'));
  const idOf = (name: string) => now().schema.find((field) => field.name === name)?.id;
  assert.equal([keyOf(editor, 'typed_on'), keyOf(editor, 'field')], [idOf('field'), second]);
  assert.equal([editor.state.isChanged, drafts().length], [true, 1]);
  const again = editor.save();
  await confirmed(editor);
  await again;
  assert.equal(fieldsOf(now()).toSpliced(2, 8), ['body', 'title', 'typed_on', 'field']);
  assert.equal(drafts(), []);
});

test('a new collection is checked, created and then changed like any other', async () => {
  const { editor, calls } = await openEditor({ isNew: true });
  assert.equal([editor.state.status, editor.state.isChanged], ['ready', false]);
  assert.is(await editor.save(), null);
  assert.equal([errorsOf(editor), calls()], [['name', 'schema'], []]);
  nameIt(editor, 'fresh');
  addField(editor);
  assert.is((await editor.save())?.kind, 'created');
  assert.match(calls().join(), /^POST [^P]*$/);
  assert.equal([told(), drafts()], [['Successfully created collection.'], []]);
  assert.ok(collections.find('fresh'));
  const id = keyOf(editor, 'field');
  rename(editor, 'field', 'title');
  const saving = editor.save();
  await confirmed(editor);
  assert.is((await saving)?.kind, 'created', 'the list has not seen it yet');
  assert.match(calls().at(-1) ?? '', `"id":"${id}"`);
});

test('a new collection that was stored despite an error becomes the open one', async () => {
  const { editor, server, backend } = await openEditor({ isNew: true });
  nameIt(editor, 'fresh');
  addField(editor);
  let madeId = '';
  backend.answerOnce(routes.create, ({ body }: { body: object }) => {
    madeId = server.make(body).id;
    return refused(400);
  });
  assert.is((await editor.save())?.kind, 'created');
  assert.is(editor.state.stored?.id, madeId);
});

test('a query that mentions a renamed field is renamed first, with an import of only these', async () => {
  const { editor, server, calls, now } = await openEditor();
  rename(editor, 'title', 'headline');
  removeField(editor, 'views');
  setRule(editor, 'title != "" && views > 1 && body != ""');
  calls();
  const saving = editor.save();
  await confirmed(editor, { renamesMentions: true });
  assert.is((await saving)?.kind, 'updated');
  const sent = calls();
  assert.equal(
    sent.map((call) => call.split(' ').slice(0, call.startsWith('PUT') ? 2 : 1)),
    [['GET'], ['GET'], ['GET'], ['GET'], ['PUT', 'import'], ['GET'], ['GET'], ['PATCH']],
  );
  const imported = JSON.parse(sent[4]?.slice('PUT import '.length) ?? '');
  // The import has all fields, so it deletes none.
  assert.equal(
    [imported.deleteMissing, imported.collections.map(({ name }: { name: string }) => name)],
    [false, ['posts', 'post_stats']],
  );
  assert.is(imported.collections[0].schema.length, posts.schema.length);
  assert.match(JSON.stringify([...server.all.values()]), 'SELECT id, headline AS title, length(body)');
  // The rule was typed with the old name, before the rename of the field.
  assert.is(now().listRule, 'headline != "" && views > 1 && body != ""');
  assert.not.ok(fieldsOf(now()).includes('views'));
  assert.equal([editor.state.isChanged, drafts()], [false, []]);
});

test('if the call after the import fails, the new names stay and the rest is unsaved', async () => {
  const { editor, backend } = await openEditor();
  rename(editor, 'title', 'headline');
  removeField(editor, 'views');
  backend.answerOnce(routes.update, refused(500));
  const saving = editor.save();
  await confirmed(editor, { renamesMentions: true });
  assert.is(await saving, null);
  assert.equal(namesIn(editor).slice(0, 3), ['headline', 'body', '-views']);
  assert.ok(told().includes('The renames were saved. The rest of your changes was not.'));
  const again = editor.save();
  await settle();
  assert.equal(
    [editor.state.changes?.renamedFields, editor.state.changes?.removedFields.map(({ name }) => name)],
    [[], ['views']],
  );
  await confirmed(editor);
  assert.is((await again)?.kind, 'updated');
  assert.is(collections.find('posts')?.schema[0]?.name, 'headline');
});

test('a refused delete shows the reason and keeps the form; a delete leaves no draft and no unsaved change', async () => {
  const { editor, backend, calls } = await openEditor();
  setRule(editor, 'typed');
  calls();
  backend.answerOnce(routes.remove, failure(400, 'It is needed.'));
  assert.is(await editor.remove(), false);
  assert.equal([editor.state.outcome, drafts().length], [null, 1]);
  assert.ok(collections.find('posts'));
  assert.is(await editor.remove(), true);
  assert.equal(
    calls().filter((call) => call.startsWith('DELETE')),
    ['DELETE', 'DELETE'],
  );
  assert.equal(told(), ['It is needed.', 'Successfully deleted collection "posts".']);
  assert.equal(editor.state.outcome, { kind: 'deleted', collectionId: posts.id });
  assert.is(collections.find('posts'), undefined);
  assert.equal([unsaved.hasAny(), drafts()], [false, []]);
});

/** Opens the panel again, as after a reload, and waits until the other tabs have answered. */
async function reopened(collectionId: string | null = posts.id): Promise<CollectionEditor> {
  mock.timers.enable({ apis: ['setTimeout'] });
  const editor = await opened(collectionId);
  mock.timers.tick(80);
  mock.timers.reset();
  await settle();
  return editor;
}

/** Types something and closes the page without saving. */
async function leave(type: (editor: CollectionEditor) => void, isNew = false) {
  const scene = await openEditor({ isNew });
  type(scene.editor);
  scene.editor.close();
  return scene;
}

test('a restored draft has all that was typed, also what cannot be saved yet', async () => {
  const { now } = await leave((editor) => {
    rename(editor, 'title', 'headline');
    removeField(editor, 'views');
    const key = addField(editor);
    editor.editFields('schema', (edits) => edits.setOption(key, 'min', '3x'));
    editor.edit('indexes', (edits) => edits.setIndex(null, 'CREATE IND'));
  });
  const editor = await reopened();
  for (const offer of editor.state.offers) await editor.restoreDraft(offer);
  assert.equal(namesIn(editor).slice(0, 3), ['headline', 'body', '-views']);
  const { form } = editor.state;
  const added = form.fields.at(-1);
  assert.equal([added?.name, added?.options['min'], form.indexes[1]], ['field', '3x', 'CREATE IND']);
  editor.editFields('schema', (edits) => edits.setOption(added?.key ?? '', 'min', 3));
  editor.edit('indexes', (edits) => edits.removeIndex(1));
  const saving = editor.save();
  await confirmed(editor);
  assert.is((await saving)?.kind, 'updated');
  assert.equal([now().schema[0]?.id, now().schema[0]?.name], [posts.schema[0]?.id, 'headline']);
  assert.equal(drafts(), []);
});

test('a draft in the format of another version is not offered', async () => {
  await leave((editor) => setRule(editor, 'typed'));
  const key = Object.keys({ ...localStorage }).find((name) => name.startsWith('collection_draft_')) ?? '';
  const good = JSON.parse(localStorage.getItem(key) ?? '');
  const { form, base } = good.values;
  const forms = [
    null,
    { ...form, fields: [{ name: 'x' }] },
    { ...form, rules: null },
    { ...form, indexes: [1] },
  ];
  for (const values of [{}, { form, base: 1 }, ...forms.map((bad) => ({ form: bad, base }))]) {
    localStorage.setItem(key, JSON.stringify({ ...good, values }));
    const editor = await reopened();
    assert.equal(editor.state.offers.length, 0, JSON.stringify(values).slice(0, 60));
    editor.close();
  }
});

test.run();
