import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { newFile } from '../../support/anyRecord';
import type { Call } from '../../support/backend';
import { post, postsCollection } from '../../support/samples';
import { closeScene, drafts, openEditor, routes, type Server, told } from './editorScene';

test.after.each(closeScene);

const posts = postsCollection.schema;
const fieldsBut = (...names: string[]) => posts.filter(({ name }) => !names.includes(name));
const newField = (name: string, type: string, more: object = {}) => ({
  id: `new_${name}`,
  name,
  type,
  options: {},
  ...more,
});
const gone = { code: 'field_gone', message: 'This field no longer exists in the collection.' };
const goneToast = 'The collection has changed. Copy what you need from the marked fields, then clear them.';
/** Changes the server's collection as another admin does. */
function setSchema(server: Server, schema: readonly object[]): void {
  server.collection = { ...server.collection, schema };
}

for (const isNew of [false, true]) {
  const record = isNew ? 'a new record' : 'a record';

  test(`in ${record}, a field that was removed meanwhile keeps the typed value with a message until it is cleared`, async () => {
    const { editor, server, calls } = await openEditor({ isNew });
    editor.set('title', 'Typed');
    editor.set('contact', 'mine@example.com');
    editor.addFiles('pictures', [newFile('mine.png')]);
    setSchema(server, fieldsBut('contact', 'pictures', 'day'));
    for (const name of ['contact', 'pictures', 'day']) delete server.record[name];
    calls();
    for (let round = 0; round < 2; round += 1) {
      assert.is(await editor.save(), null);
      assert.equal(calls(), isNew ? [] : ['GET']);
      assert.equal(editor.state.errors, { contact: gone, pictures: gone });
      assert.is(editor.state.form.values['contact'], 'mine@example.com');
      assert.is(editor.state.form.files['pictures']?.added[0]?.name, 'mine.png');
      assert.is(editor.state.form.values['day'], undefined);
      assert.ok(told().includes(goneToast));
    }
    editor.set('contact', '');
    editor.removeAddedFile('pictures', 0);
    assert.ok(await editor.save());
    const sent = isNew ? ['POST {"id":"<made>","title":"Typed"}'] : ['PATCH {"title":"Typed"}'];
    assert.equal(calls().slice(isNew ? 0 : -1), sent);
    assert.is(editor.state.form.values['contact'], undefined);
    assert.equal([editor.state.isChanged, drafts()], [false, []]);
  });

  test(`in ${record}, a typed value does not move to a new field of the same name and another type`, async () => {
    const { editor, server, calls } = await openEditor({ isNew });
    editor.set('title', 'Typed');
    editor.set('source', 'https://example.com/mine');
    setSchema(server, [...fieldsBut('source'), newField('source', 'date')]);
    server.record['source'] = '2026-01-01 00:00:00.000Z';
    calls();
    assert.is(await editor.save(), null);
    assert.equal(editor.state.errors, { source: gone });
    assert.is(editor.state.form.values['source'], 'https://example.com/mine');
    assert.equal(editor.state.conflicts, null);
    editor.set('source', '');
    calls();
    assert.ok(await editor.save());
    assert.is(calls().at(-1), isNew ? 'POST {"id":"<made>","title":"Typed"}' : 'PATCH {"title":"Typed"}');
    assert.is(editor.state.form.values['source'], isNew ? '' : '2026-01-01 00:00:00');
  });
}

test('a required field that others added is reported and can be filled', async () => {
  const { editor, server, calls } = await openEditor();
  editor.set('title', 'Typed');
  setSchema(server, [...posts, newField('street', 'text', { required: true })]);
  server.record['street'] = '';
  assert.is(await editor.save(), null);
  assert.not(calls().some((call) => call.startsWith('PATCH')));
  assert.is(editor.state.errors['street']?.message, 'Missing required value.');
  assert.is(editor.state.collection?.schema.at(-1)?.name, 'street');
  editor.set('street', 'Main Street');
  assert.ok(await editor.save());
  assert.match(calls().at(-1) ?? '', /"title":"Typed","street":"Main Street"\}$/);
});

test('an untouched field is removed with its value, and the value of a new field is read', async () => {
  const { editor, server, calls } = await openEditor();
  editor.set('title', 'Typed');
  const notes = newField('notes', 'json');
  setSchema(server, [...fieldsBut('contact', 'body'), newField('body', 'date'), notes]);
  Object.assign(server.record, { body: '', notes: { a: 1 } });
  delete server.record['contact'];
  calls();
  assert.is((await editor.save())?.kind, 'updated');
  assert.is(calls().at(-1), 'PATCH {"title":"Typed"}');
  const {
    errors,
    isChanged,
    form: { values },
  } = editor.state;
  assert.equal([values['body'], values['contact'], errors, isChanged], ['', undefined, {}, false]);
  assert.is(values['notes'], '{\n  "a": 1\n}');
});

test('a field removed during the request keeps its typed value, and the rest is stored', async () => {
  const { editor, server, backend } = await openEditor({ isNew: true });
  editor.set('title', 'Typed');
  editor.set('contact', 'mine@example.com');
  backend.answerOnce(routes.create, ({ body }: Call) => {
    setSchema(server, fieldsBut('contact'));
    server.record = { ...post, ...(body as object) };
    delete server.record['contact'];
    return server.record;
  });
  assert.is((await editor.save())?.kind, 'created');
  assert.equal(editor.state.errors, { contact: gone });
  assert.equal([editor.state.form.values['contact'], editor.state.isChanged], ['mine@example.com', true]);
  assert.equal(drafts(), [{ contact: 'mine@example.com' }]);
});

test('a missing field in the response is accepted, even if the collection still has it', async () => {
  const { editor, backend } = await openEditor();
  editor.set('contact', 'mine@example.com');
  const { contact: _, ...hidden } = post;
  backend.answerOnce(routes.update, hidden);
  assert.is((await editor.save())?.kind, 'updated');
  assert.equal(editor.state.errors, {});
});

test.run();
