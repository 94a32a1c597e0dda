import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as collections from '../../../ui/state/collections';
import * as unsaved from '../../../ui/state/forms/unsaved';
import * as session from '../../../ui/state/session';
import { settle } from '../../api/connect';
import { networkError } from '../../support/backend';
import { admin, adminToken, usersCollection } from '../../support/samples';
import {
  answer,
  callsOf,
  closeScene,
  confirmed,
  drafts,
  keyOf,
  namesIn,
  openEditor,
  refused,
  removeField,
  rename,
  routes,
  setRule,
  told,
} from './editorScene';
import { posts, stored } from './forms';

test.after.each(closeScene);

const rule = '@request.auth.id != ""';
const sentRule = JSON.stringify({ listRule: rule });
const later = { id: 'theirs00', name: 'subtitle', type: 'text', options: {} };

test('a save reads again and sends only the changed key', async () => {
  const { editor, calls, now } = await openEditor();
  assert.equal(calls(), ['GET']);
  setRule(editor, rule);
  assert.equal([editor.state.isChanged, unsaved.hasAny(), drafts().length], [true, true, 1]);
  const outcome = await editor.save();
  assert.equal(calls(), ['GET', `PATCH ${sentRule}`]);
  assert.equal(outcome, { kind: 'updated', collection: now() });
  assert.equal(editor.state.outcome, outcome);
  assert.equal(told(), ['Successfully updated collection.']);
  assert.equal([editor.state.isChanged, unsaved.hasAny(), drafts().length], [false, false, 0]);
  assert.is(collections.find('posts')?.listRule, rule);
});

test('a save without changes sends no call', async () => {
  const { editor, calls } = await openEditor();
  calls();
  setRule(editor, rule);
  setRule(editor, '');
  assert.is(await editor.save(), null);
  assert.equal([calls(), told()], [[], []]);
});

test('an error stops the save before any call, and an edit removes it', async () => {
  const { editor, calls } = await openEditor();
  calls();
  rename(editor, 'title', '');
  const key = keyOf(editor, '');
  assert.is(await editor.save(), null);
  assert.is(editor.state.errors[`schema.${key}.name`]?.message, 'Cannot be blank.');
  assert.equal([calls(), told(), editor.state.isSaving], [[], [], false]);
  rename(editor, '', 'headline');
  assert.equal(editor.state.errors, {});
});

test('an old error does not block a save of other changes', async () => {
  const old = stored(posts);
  Object.assign(old.schema[0]?.options ?? {}, { min: 5, max: 0 });
  const { editor, calls } = await openEditor({ collection: old });
  calls();
  setRule(editor, rule);
  assert.is((await editor.save())?.kind, 'updated');
  assert.equal(calls(), ['GET', `PATCH ${sentRule}`]);
  const key = keyOf(editor, 'title');
  editor.editFields(`schema.${key}`, (edits) => edits.setOption(key, 'min', 'x'));
  assert.is(await editor.save(), null);
  assert.equal(Object.keys(editor.state.errors), [`schema.${key}.options.min`]);
});

test('a field that others added meanwhile stays in the body and in the form', async () => {
  const { editor, server, calls, now } = await openEditor();
  server.touch(posts.id, { schema: [...posts.schema, later] });
  setRule(editor, rule);
  await editor.save();
  assert.equal(calls().slice(1), ['GET', `PATCH ${sentRule}`]);
  const key = keyOf(editor, 'title');
  server.touch(posts.id, { schema: [...now().schema, { ...later, id: 'theirs01', name: 'more' }] });
  editor.editFields('schema', (edits) => edits.setPresentable(key, true));
  await editor.save();
  assert.equal(
    now()
      .schema.slice(-2)
      .map(({ id }) => id),
    ['theirs00', 'theirs01'],
  );
  assert.equal(namesIn(editor).slice(-2), ['subtitle', 'more']);
});

test('after a refused save the form shows what others saved, and does not count it as my change', async () => {
  const { editor, server, backend } = await openEditor();
  setRule(editor, rule);
  server.touch(posts.id, { createRule: '', schema: [...posts.schema, later] });
  backend.answerOnce(routes.update, refused(400, { listRule: { code: 'x', message: 'No.' } }));
  assert.is(await editor.save(), null);
  assert.is(editor.state.form.rules.createRule, '');
  assert.equal([namesIn(editor).at(-1), drafts().length], ['subtitle', 1]);
  setRule(editor, '');
  assert.is(editor.state.isChanged, false);
});

test('a conflict is shown, and nothing is sent before the person has chosen', async () => {
  const { editor, server, calls, now } = await openEditor();
  setRule(editor, rule);
  server.touch(posts.id, { listRule: null, viewRule: null });
  calls();
  const saving = editor.save();
  await settle();
  assert.equal(calls(), ['GET']);
  assert.equal(
    editor.state.conflicts?.map(({ name, mine, theirs }) => [name, mine, theirs]),
    [['listRule', rule, 'Admins only']],
  );
  assert.is(editor.state.isSaving, false);
  assert.is(await editor.save(), null, 'one save at a time');
  editor.resolveConflicts({ listRule: 'mine' });
  assert.is((await saving)?.kind, 'updated');
  // The choice takes time, so the collection is read once more.
  assert.equal(calls(), ['GET', `PATCH ${sentRule}`]);
  assert.equal([now().listRule, now().viewRule, editor.state.conflicts], [rule, null, null]);
});

test('a field that others add during the choice is not dropped', async () => {
  const { editor, server, now } = await openEditor();
  setRule(editor, rule);
  rename(editor, 'views', 'visits');
  server.touch(posts.id, { listRule: null });
  const saving = editor.save();
  await settle();
  assert.is(editor.state.conflicts?.length, 1);
  server.touch(posts.id, { schema: [...posts.schema, later] });
  editor.resolveConflicts({ listRule: 'mine' });
  await confirmed(editor);
  assert.is((await saving)?.kind, 'updated');
  const names = now().schema.map(({ name }) => name);
  assert.ok(names.includes(later.name) && names.includes('visits'), names.join());
});

test('if the person chooses theirs, nothing is sent and the form counts as saved', async () => {
  const { editor, server, calls } = await openEditor();
  setRule(editor, rule);
  server.touch(posts.id, { listRule: null });
  calls();
  const saving = editor.save();
  await settle();
  editor.resolveConflicts({ listRule: 'theirs' });
  assert.is((await saving)?.kind, 'updated');
  assert.equal([calls(), editor.state.form.rules.listRule, drafts()], [['GET', 'GET'], null, []]);
});

test('cancelling a conflict restores the form, and the next save asks again', async () => {
  const { editor, server, calls } = await openEditor();
  setRule(editor, rule);
  server.touch(posts.id, { listRule: null, viewRule: null });
  for (let round = 0; round < 2; round += 1) {
    calls();
    const saving = editor.save();
    await settle();
    assert.is(editor.state.conflicts?.length, 1);
    editor.cancelConflicts();
    assert.is(await saving, null);
    const { rules } = editor.state.form;
    assert.equal([calls(), rules.listRule, rules.viewRule], [['GET'], rule, '']);
    assert.equal([editor.state.isSaving, drafts().length], [false, 1]);
  }
});

const asked: [what: string, edit: (editor: Awaited<ReturnType<typeof openEditor>>['editor']) => void][] = [
  ['a renamed collection', (editor) => editor.edit('name', (edits) => edits.rename('news'))],
  ['a renamed field', (editor) => rename(editor, 'title', 'headline')],
  ['a removed field', (editor) => removeField(editor, 'views')],
  [
    'one value instead of several',
    (editor) => editor.editFields('schema', (edits) => edits.setMany(keyOf(editor, 'tags'), false)),
  ],
];
for (const [what, edit] of asked) {
  test(`${what} needs a confirmation; No sends nothing and keeps the form`, async () => {
    const { editor, calls } = await openEditor();
    edit(editor);
    calls();
    const givingUp = editor.save();
    await settle();
    assert.ok(editor.state.changes);
    assert.is(editor.state.isSaving, false);
    assert.is(await editor.save(), null, 'one save at a time');
    editor.cancelChanges();
    assert.is(await givingUp, null);
    assert.equal([calls(), editor.state.changes, editor.state.isSaving], [['GET', 'GET'], null, false]);
    assert.equal([editor.state.isChanged, drafts().length], [true, 1]);
    const saving = editor.save();
    await confirmed(editor);
    assert.is((await saving)?.kind, 'updated');
    // All collections are read for mentions. The answer can take time, so this one is read once more.
    const [, , third, patch = ''] = calls();
    assert.is(third, 'GET');
    assert.match(patch, /^PATCH/);
  });
}

test('a change by others during the question is asked about again if it matters', async () => {
  const { editor, server, now } = await openEditor();
  removeField(editor, 'views');
  const saving = editor.save();
  await settle();
  server.touch(posts.id, { viewRule: null });
  editor.confirmChanges({ renamesMentions: false });
  await settle();
  assert.is(editor.state.changes, null, 'a rule makes none');
  await saving;
  assert.not.ok(now().schema.some(({ name }) => name === 'views'));
  assert.is(now().viewRule, null);

  removeField(editor, 'meta');
  const again = editor.save();
  await settle();
  const named = now().schema.map((field) => (field.name === 'meta' ? { ...field, name: 'data' } : field));
  server.touch(posts.id, { schema: named });
  editor.confirmChanges({ renamesMentions: false });
  await settle();
  assert.equal(
    editor.state.conflicts?.map(({ mine, theirs }) => [mine, theirs]),
    [['(removed)', 'name data']],
  );
  editor.resolveConflicts({});
  await settle();
  assert.equal(
    editor.state.changes?.removedFields.map(({ name }) => name),
    ['data'],
  );
  editor.confirmChanges({ renamesMentions: false });
  assert.is((await again)?.kind, 'updated');
});

test('an answer is valid for one save: after a failure the question comes again', async () => {
  const { editor, backend, now } = await openEditor();
  removeField(editor, 'views');
  const failing = editor.save();
  await settle();
  assert.is(await editor.save(), null, 'one save at a time');
  backend.answerOnce(routes.get, networkError);
  await confirmed(editor);
  assert.is(await failing, null);
  assert.ok(now().schema.some(({ name }) => name === 'views'));
  const saving = editor.save();
  await confirmed(editor);
  assert.is((await saving)?.kind, 'updated');
  assert.not.ok(now().schema.some(({ name }) => name === 'views'));
});

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
    assert.equal(now().indexes, [...sent]);
    assert.equal([[...editor.state.form.indexes], editor.state.isChanged], [[...sent], false]);
  });
}

test('an index that the server refuses has its error at its place in the form, which keeps all indexes', async () => {
  const { editor, backend } = await openEditor();
  editor.edit('indexes', ({ setIndex }) => setIndex(null, titleOnly));
  removeField(editor, 'day');
  backend.answerOnce(routes.update, refused(400, { indexes: { 0: { code: 'x', message: 'No.' } } }));
  const saving = editor.save();
  await confirmed(editor);
  assert.is(await saving, null);
  assert.equal(Object.keys(editor.state.errors), ['indexes.1']);
  assert.is(editor.state.form.indexes.length, 2);
});

test('closing the panel during a question ends the save', async () => {
  const { editor, calls } = await openEditor();
  rename(editor, 'title', 'headline');
  const saving = editor.save();
  await settle();
  calls();
  editor.close();
  assert.is(await saving, null);
  assert.equal([calls(), drafts().length], [[], 1]);
});

test('a name that others gave to their field meanwhile is an error before anything is sent', async () => {
  const { editor, server, calls } = await openEditor();
  const key = editor.editFields('schema', (edits) => edits.add('text'));
  editor.editFields('schema', (edits) => edits.rename(key, 'subtitle'));
  server.touch(posts.id, { schema: [...posts.schema, later] });
  calls();
  assert.is(await editor.save(), null);
  assert.equal(calls(), ['GET']);
  assert.is(editor.state.errors[`schema.${key}.name`]?.message, 'Another field has this name.');
});

for (const [what, given, heard] of [
  ['no response', networkError, 1],
  ['a failing server', refused(500), 0],
  ['a refusal to this admin', refused(403), 1],
  ['a token that is refused', refused(401), 1],
] as const) {
  for (const route of [routes.get, routes.update]) {
    test(`${what} on the ${route.split(' ')[0]} of a save loses nothing, and the save can be repeated`, async () => {
      const { editor, backend, page, now } = await openEditor();
      setRule(editor, rule);
      const key = editor.editFields('schema', (edits) => edits.add('text'));
      backend.answerOnce(route, given);
      assert.is(await editor.save(), null);
      const { form, status, isSaving, isChanged } = editor.state;
      assert.equal([form.rules.listRule, form.fields.at(-1)?.key], [rule, key]);
      assert.equal([status, isSaving, isChanged], ['ready', false, true]);
      assert.equal(
        drafts().map(({ rules, fields }) => [rules.listRule, fields.length]),
        [[rule, posts.schema.length + 1]],
      );
      assert.equal([told().length, page.told.length], [1, heard]);
      assert.is((await editor.save())?.kind, 'updated');
      assert.is(now().listRule, rule);
      assert.equal(drafts(), []);
    });
  }
}

test('form and draft survive the end of the session, and can be saved after a sign-in', async () => {
  const { editor, backend, now } = await openEditor();
  setRule(editor, rule);
  backend.answerOnce(routes.update, () => {
    session.end();
    return refused(401);
  });
  assert.is(await editor.save(), null);
  assert.equal([unsaved.hasAny(), drafts().length], [true, 1]);
  setRule(editor, `${rule} `);
  session.adopt({ token: adminToken(), admin });
  assert.is((await editor.save())?.kind, 'updated');
  assert.equal([now().listRule, drafts()], [`${rule} `, []]);
});

for (const route of [routes.get, routes.update]) {
  test(`a missing collection on the ${route.split(' ')[0]} shows a message, and the form stays`, async () => {
    const { editor, backend } = await openEditor();
    setRule(editor, rule);
    backend.answer(route, refused(404));
    assert.is(await editor.save(), null);
    assert.equal(told(), [
      'This collection no longer exists. What you have typed stays here until you close it.',
    ]);
    assert.equal([editor.state.form.rules.listRule, editor.state.status], [rule, 'ready']);
    assert.is(drafts().length, 1);
  });
}

test('a rule that becomes public is asked about; one that stays public is not', async () => {
  const { editor, calls } = await openEditor();
  editor.edit('createRule', ({ setRule }) => setRule('createRule', ''));
  const saving = editor.save();
  await confirmed(editor);
  assert.is((await saving)?.kind, 'updated');
  assert.is(calls().at(-1), 'PATCH {"createRule":""}');
  editor.edit('updateRule', ({ setRule }) => setRule('updateRule', '@request.auth.id != ""'));
  assert.is((await editor.save())?.kind, 'updated');
});

for (const [what, answer] of [
  ['an error without a field', refused(400)],
  ['a lost answer', networkError],
  ["a proxy's answer", refused(504)],
] as const) {
  test(`${what} is verified by reading the collection again`, async () => {
    const { editor, server, backend, calls } = await openEditor();
    setRule(editor, rule);
    editor.editFields('schema', (edits) => edits.add('text'));
    calls();
    backend.answerOnce(routes.update, ({ body }: { body: object }) => {
      server.touch(posts.id, body);
      return answer;
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

test('an update that nobody could verify counts as saved at the next save', async () => {
  const { editor, server, backend, calls } = await openEditor();
  setRule(editor, rule);
  editor.editFields('schema', (edits) => edits.add('text'));
  backend.answerOnce(routes.update, ({ body }: { body: object }) => {
    server.touch(posts.id, body);
    backend.answerOnce(routes.get, networkError);
    return networkError;
  });
  assert.is(await editor.save(), null);
  assert.is(editor.state.isChanged, true);
  setRule(editor, 'views > 1');
  calls();
  assert.is((await editor.save())?.kind, 'updated');
  assert.equal(calls(), [`GET`, `PATCH {"listRule":"views > 1"}`]);
  assert.is(editor.state.form.fields.filter(({ name }) => name === 'field').length, 1);
  assert.match(keyOf(editor, 'field'), /^made/);
  assert.equal([editor.state.errors, editor.state.isChanged], [{}, false]);
});

test('an update without a response is no base for the duplicate that is created after it', async () => {
  const { editor, server, backend, calls } = await openEditor();
  setRule(editor, 'views > 1');
  backend.answerOnce(routes.update, networkError);
  assert.is(await editor.save(), null);
  const duplicated = editor.duplicate();
  await answer(true);
  assert.is(await duplicated, true);
  backend.answerOnce(routes.create, ({ body }: { body: object }) => server.make(body));
  assert.is((await editor.save())?.kind, 'created');
  setRule(editor, 'views > 1');
  calls();
  assert.is((await editor.save())?.kind, 'created');
  assert.equal(calls().at(-1), 'PATCH {"listRule":"views > 1"}');
});

test('an error that stands leaves the form as it was', async () => {
  const { editor, backend } = await openEditor();
  setRule(editor, 'views > 1');
  backend.answerOnce(routes.update, refused(400));
  assert.is(await editor.save(), null);
  assert.equal(told().at(-1), 'Refused with 400.');
  assert.is(editor.state.isChanged, true);
});

test('an error with a field is not verified, and neither is one followed by a failed read', async () => {
  const { editor, backend, calls } = await openEditor();
  setRule(editor, rule);
  const wrong = { listRule: { code: 'validation_invalid_rule', message: 'Invalid filter rule.' } };
  backend.answerOnce(routes.update, refused(400, wrong));
  calls();
  assert.is(await editor.save(), null);
  assert.is(calls().length, 2);
  assert.equal(editor.state.errors, wrong);
  backend.answerOnce(routes.update, () => {
    backend.answerOnce(routes.get, networkError);
    return refused(400);
  });
  assert.is(await editor.save(), null);
  assert.equal(told().at(-1), 'Refused with 400.');
});

test('a new collection that was stored despite an error becomes the open one', async () => {
  const { editor, server, backend } = await openEditor({ isNew: true });
  editor.edit('name', (edits) => edits.rename('fresh'));
  editor.editFields('schema', (edits) => edits.add('text'));
  let madeId = '';
  backend.answerOnce(routes.create, ({ body }: { body: object }) => {
    madeId = server.make(body).id;
    return refused(400);
  });
  assert.is((await editor.save())?.kind, 'created');
  assert.is(editor.state.stored?.id, madeId);
});

test("the server's errors stay at their fields after removals and moves", async () => {
  const { editor, backend } = await openEditor();
  removeField(editor, 'title');
  editor.editFields('schema', (edits) => edits.move(10, 1));
  const added = editor.editFields('schema', (edits) => edits.add('text'));
  const error = { code: 'c', message: 'No.' };
  backend.answerOnce(
    routes.update,
    refused(400, { schema: { 0: { name: error }, 10: { options: { min: error } } } }),
  );
  const saving = editor.save();
  await confirmed(editor);
  assert.is(await saving, null);
  assert.equal(Object.keys(editor.state.errors), [
    `schema.${keyOf(editor, 'author')}.name`,
    `schema.${added}.options.min`,
  ]);
});

test('errors stay at the sent fields although others moved meanwhile', async () => {
  const { editor, backend } = await openEditor();
  setRule(editor, rule);
  const release = backend.hold(routes.update);
  backend.answerOnce(routes.update, refused(400, { schema: { 0: { name: { code: 'c', message: 'No.' } } } }));
  const key = keyOf(editor, 'title');
  const saving = editor.save();
  await settle();
  editor.editFields('schema', (edits) => edits.move(0, 3));
  release();
  await saving;
  assert.equal(Object.keys(editor.state.errors), [`schema.${key}.name`]);
});

test('an error at a name without an input is shown', async () => {
  const { editor, backend } = await openEditor();
  setRule(editor, rule);
  backend.answerOnce(routes.update, refused(400, { system: { code: 'locked' }, listRule: {} }));
  assert.is(await editor.save(), null);
  assert.equal(told(), ['Refused with 400.', 'system: locked']);
  assert.equal(editor.state.errors, { listRule: { code: '', message: 'Invalid value' } });
});

test('the server decides the fields of a view and their order', async () => {
  const view = {
    ...posts,
    id: 'view00000000000',
    name: 'v',
    type: 'view',
    options: { query: 'SELECT 1' },
    indexes: [],
  };
  const { editor, backend } = await openEditor({ collection: view });
  editor.edit('options.query', (edits) => edits.setOption('query', 'SELECT 2'));
  backend.answerOnce(routes.update, refused(400, { schema: { 1: { name: { code: 'c', message: 'No.' } } } }));
  await editor.save();
  assert.equal(Object.keys(editor.state.errors), ['schema.1.name']);
});

test('edits during a save stay and are unsaved', async () => {
  const { editor, backend, now } = await openEditor();
  const key = editor.editFields('schema', (edits) => edits.add('text'));
  removeField(editor, 'views');
  const saving = editor.save();
  await confirmed(editor);
  const release = backend.hold(routes.update);
  await settle();
  assert.is(editor.state.isSaving, true);
  assert.is(await editor.mayClose(), false);
  assert.is(await editor.save(), null, 'one save at a time');
  editor.editFields(`schema.${key}.name`, (edits) => edits.rename(key, 'typed_on'));
  setRule(editor, rule);
  const second = editor.editFields('schema', (edits) => edits.add('bool'));
  editor.editFields('schema', (edits) => edits.move(0, 1));
  release();
  assert.is((await saving)?.kind, 'updated');
  assert.not.ok(namesIn(editor).includes('-views'));
  assert.equal(namesIn(editor).slice(-2), ['typed_on', 'field']);
  assert.equal([editor.state.isChanged, unsaved.hasAny(), drafts().length], [true, true, 1]);
  const idOf = (name: string) => now().schema.find((field) => field.name === name)?.id;
  assert.is(keyOf(editor, 'typed_on'), idOf('field'), 'it is the one that is stored now');
  assert.is(keyOf(editor, 'field'), second);
  const again = editor.save();
  await confirmed(editor);
  await again;
  assert.equal([now().listRule, namesIn(editor).slice(0, 2)], [rule, ['body', 'title']]);
  assert.equal(
    now()
      .schema.slice(-2)
      .map(({ name }) => name),
    ['typed_on', 'field'],
  );
  assert.equal(drafts(), []);
});

test('edits during the creation of a collection go into the draft of the new collection', async () => {
  const { editor, backend, calls } = await openEditor({ isNew: true });
  editor.edit('name', (edits) => edits.rename('fresh'));
  editor.editFields('schema', (edits) => edits.add('text'));
  const release = backend.hold(routes.create);
  const saving = editor.save();
  await settle();
  setRule(editor, rule);
  release();
  assert.is((await saving)?.kind, 'created');
  assert.equal([editor.state.isChanged, drafts().map(({ rules }) => rules.listRule)], [true, [rule]]);
  calls();
  assert.is((await editor.save())?.kind, 'created', 'the list has not seen it yet');
  assert.equal(calls(), ['GET', `PATCH ${sentRule}`]);
  assert.equal(drafts(), []);
});

test('pressing Ctrl+S twice saves once', async () => {
  const { editor, calls } = await openEditor();
  setRule(editor, rule);
  calls();
  const [first, second] = await Promise.all([editor.save(), editor.save()]);
  assert.equal([first?.kind, second], ['updated', null]);
  assert.equal(calls(), ['GET', `PATCH ${sentRule}`]);
  assert.is(await editor.save(), null);
  assert.equal(calls(), []);
});

test('a new collection becomes an existing one, which can be changed like any other', async () => {
  const { editor, backend, calls } = await openEditor({ isNew: true });
  assert.equal(calls(), []);
  editor.edit('name', (edits) => edits.rename('fresh'));
  const key = editor.editFields('schema', (edits) => edits.add('text'));
  assert.is((await editor.save())?.kind, 'created');
  assert.equal(
    calls().map((call) => call.split(' ')[0]),
    ['POST'],
  );
  assert.equal(told(), ['Successfully created collection.']);
  assert.ok(collections.find('fresh'));
  const id = keyOf(editor, 'field');
  assert.is.not(id, key);
  rename(editor, 'field', 'title');
  const saving = editor.save();
  await confirmed(editor);
  assert.is((await saving)?.kind, 'created');
  const patch = callsOf(backend).at(-1) ?? '';
  assert.match(patch, `"id":"${id}"`);
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
  const asked = calls();
  assert.equal(
    asked.map((call) => call.split(' ').slice(0, call.startsWith('PUT') ? 2 : 1)),
    [['GET'], ['GET'], ['GET'], ['GET'], ['PUT', 'import'], ['GET'], ['GET'], ['PATCH']],
  );
  const imported = JSON.parse(asked[4]?.slice('PUT import '.length) ?? '');
  assert.is(imported.deleteMissing, false);
  assert.equal(
    imported.collections.map(({ name }: { name: string }) => name),
    ['posts', 'post_stats'],
  );
  // The import has all fields, so it deletes none.
  assert.is(imported.collections[0].schema.length, posts.schema.length);
  assert.match(JSON.stringify([...server.all.values()]), 'SELECT id, headline AS title, length(body)');
  // The rule was typed with the old name, before the rename of the field.
  assert.is(now().listRule, 'headline != "" && views > 1 && body != ""');
  assert.not.ok(now().schema.some(({ name }) => name === 'views'));
  assert.equal([editor.state.isChanged, drafts()], [false, []]);
});

test('a refused import changes nothing and shows the reason', async () => {
  const { editor, backend, calls } = await openEditor();
  rename(editor, 'title', 'headline');
  const reason = { code: 'collections_import_validate_failure', message: 'Data validations failed for "x".' };
  backend.answerOnce(routes.import, refused(400, { collections: reason }));
  const saving = editor.save();
  await confirmed(editor, { renamesMentions: true });
  assert.is(await saving, null);
  assert.not.ok(calls().some((call) => call.startsWith('PATCH')));
  assert.equal(told(), ['Refused with 400.', reason.message]);
  assert.equal([editor.state.errors, namesIn(editor)[0], drafts().length], [{}, 'headline', 1]);
});

test('if the call after the import fails, the new names stay and the rest is unsaved', async () => {
  const { editor, backend, calls } = await openEditor();
  rename(editor, 'title', 'headline');
  removeField(editor, 'views');
  backend.answerOnce(routes.update, refused(500));
  const saving = editor.save();
  await confirmed(editor, { renamesMentions: true });
  assert.is(await saving, null);
  assert.equal(namesIn(editor).slice(0, 3), ['headline', 'body', '-views']);
  calls();
  const again = editor.save();
  await settle();
  assert.equal(
    [editor.state.changes?.renamedFields, editor.state.changes?.removedFields.map(({ name }) => name)],
    [[], ['views']],
  );
  editor.confirmChanges({ renamesMentions: false });
  assert.is((await again)?.kind, 'updated');
  assert.is(collections.find('posts')?.schema[0]?.name, 'headline');
});

test('options are sent one by one', async () => {
  const { editor, calls } = await openEditor({ collection: usersCollection });
  calls();
  editor.edit('options.onlyVerified', (edits) => edits.setOption('onlyVerified', true));
  editor.edit('options.manageRule', (edits) => edits.setRule('manageRule', rule));
  await editor.save();
  assert.equal(calls(), [
    'GET',
    `PATCH ${JSON.stringify({ options: { onlyVerified: true, manageRule: rule } })}`,
  ]);
});

test.run();
