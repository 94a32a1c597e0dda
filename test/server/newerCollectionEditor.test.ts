// The collection editor, and Undo of a deleted collection, on newer servers.
import 'fake-indexeddb/auto';
import '../support/bareWindow';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Collection, fieldOf, systemFieldNames } from '../../ui/model/collection';
import { optionOf, type SchemaField } from '../../ui/model/field';
import * as collections from '../../ui/page/collections';
import * as session from '../../ui/page/session/session';
import * as toasts from '../../ui/page/toasts';
import * as history from '../../ui/records/history/history';
import * as undo from '../../ui/records/history/undo';
import { createUndoForm } from '../../ui/records/history/undoForm';
import type { UndoSource } from '../../ui/records/history/undoPlan';
import {
  keyOf,
  openCollection,
  rename,
  saved,
  saveWith,
  signInTo,
} from '../support/collectionEditorOnServer';
import { eventually } from '../support/eventually';
import { sharedBackend } from '../support/realBackend';
import { adminToken, backends } from '../support/server';
import { askServer } from '../support/walk';

for (const { name, binary } of backends('newer')) {
  const server = sharedBackend(binary);

  async function raw(method: string, path: string, body?: object) {
    const backend = await server.backend();
    const token = await adminToken(backend);
    return (await askServer(backend, path, { method, token, ...(body && { body }) })).json;
  }

  const signIn = async () => signInTo(await server.backend());

  const fieldIn = (one: Collection, field: string) => fieldOf(one, field) as SchemaField;
  const rawField = (one: { fields: Record<string, unknown>[] }, field: string) =>
    one.fields.find((each) => each['name'] === field) as Record<string, unknown>;

  test(`${name}: a new collection gets its dates, and its fields their ids`, async () => {
    await signIn();
    const editor = await openCollection(null);
    editor.edit('name', (edits) => edits.rename('posts'));
    for (const type of ['text', 'number', 'select', 'json', 'file', 'relation'] as const) {
      const key = editor.editFields('schema', (edits) => edits.add(type));
      editor.editFields('schema', (edits) => {
        edits.rename(key, `a_${type}`);
        if (type === 'select') edits.setOption(key, 'values', ['a', 'b']);
        if (type === 'relation') edits.setOption(key, 'collectionId', '_pb_users_auth_');
      });
    }
    editor.edit('indexes', (edits) => edits.setIndex(null, 'CREATE INDEX `i_text` ON `posts` (`a_text`)'));
    editor.edit('listRule', (edits) => edits.setRule('listRule', 'a_text != ""'));
    const made = await saved(editor);
    assert.equal(systemFieldNames(made), ['id', 'created', 'updated']);
    assert.equal(
      made.schema.map((field) => field.name),
      ['a_text', 'a_number', 'a_select', 'a_json', 'a_file', 'a_relation'],
    );
    assert.is(made.listRule, 'a_text != ""');
    assert.match(String(made.indexes), /i_text/);
    await raw('POST', 'collections/posts/records', { a_text: 'kept', a_number: 3 });
  });

  test(`${name}: an edit keeps what this page does not know, and a rename all rows and mentions`, async () => {
    await signIn();
    const before = await raw('GET', 'collections/posts');
    const newer = before.fields.map((one: Record<string, unknown>) =>
      one['name'] === 'a_text' ? { ...one, hidden: true, autogeneratePattern: '[a-z]{3}', max: 0 } : one,
    );
    await raw('PATCH', 'collections/posts', { fields: newer });
    const auto = { type: 'autodate', name: 'auto', onCreate: true };
    const secret = { type: 'password', name: 'secret', cost: 8 };
    const { fields } = await raw('GET', 'collections/posts');
    await raw('PATCH', 'collections/posts', { fields: [...fields, auto, secret] });
    await raw('POST', 'collections', { name: 'v', type: 'view', viewQuery: 'SELECT id, a_text FROM posts' });
    await collections.load();

    const editor = await openCollection(collections.find('posts')?.id ?? '');
    rename(editor, 'a_text', 'title');
    editor.edit('name', (edits) => edits.rename('articles'));
    const number = keyOf(editor, 'a_number');
    editor.editFields('schema', (edits) => edits.setOption(number, 'min', 1));
    const after = await saved(editor, { renamesMentions: true });

    assert.is(after.name, 'articles');
    const title = fieldIn(after, 'title');
    assert.equal(
      ['hidden', 'autogeneratePattern', 'max'].map((option) => optionOf(title, option)),
      [true, '[a-z]{3}', 0],
    );
    assert.equal(
      [optionOf(fieldIn(after, 'auto'), 'onCreate'), optionOf(fieldIn(after, 'secret'), 'cost')],
      [true, 8],
    );
    assert.is(optionOf(fieldIn(after, 'a_number'), 'min'), 1);
    assert.is(after.listRule, 'title != ""');
    assert.match(String(after.indexes), /ON `articles` \(`title`\)/);
    assert.match((await raw('GET', 'collections/v')).viewQuery, /title.* FROM articles/i);
    const [record] = (await raw('GET', 'collections/articles/records')).items;
    assert.equal([record.title, record.a_number], ['kept', 3]);
  });

  test(`${name}: a removed field goes, the others stay as they are`, async () => {
    await signIn();
    const before = await raw('GET', 'collections/articles');
    const editor = await openCollection(before.id);
    editor.editFields('schema', (edits) => edits.remove(keyOf(editor, 'a_json')));
    const after = await saved(editor);
    assert.is(fieldOf(after, 'a_json'), undefined);
    const now = await raw('GET', 'collections/articles');
    const others = before.fields.filter((one: { name: string }) => one.name !== 'a_json');
    const inOrder = (fields: { id: string }[]) => fields.sort((a, b) => (a.id < b.id ? -1 : 1));
    assert.equal(inOrder(now.fields), inOrder(others));
  });

  test(`${name}: what someone else adds or hides under an open editor stays so`, async () => {
    await signIn();
    const { id } = await raw('GET', 'collections/articles');
    const editor = await openCollection(id);
    const { fields } = await raw('GET', `collections/${id}`);
    const theirs = fields.map((one: { name: string }) =>
      one.name === 'a_number' ? { ...one, hidden: true } : one,
    );
    await raw('PATCH', `collections/${id}`, { fields: [...theirs, { type: 'text', name: 'theirs' }] });
    await raw('POST', 'collections/articles/records', { theirs: 'kept', a_number: 3 });
    editor.editFields('schema', (edits) => edits.rename(edits.add('bool'), 'mine'));
    const after = await saved(editor);
    assert.equal(
      ['mine', 'theirs'].map((one) => fieldOf(after, one)?.type),
      ['bool', 'text'],
    );
    assert.is(optionOf(fieldIn(after, 'a_number'), 'hidden'), true);
    const number = keyOf(editor, 'a_number');
    editor.editFields('schema', (edits) => edits.setOption(number, 'min', 2));
    assert.is(optionOf(fieldIn(await saved(editor), 'a_number'), 'hidden'), true);
    const found = await raw('GET', 'collections/articles/records?filter=(theirs="kept")');
    assert.equal([found.items[0].theirs, found.items[0].a_number], ['kept', 3]);
  });

  test(`${name}: an account collection keeps its groups, and a foreign rule of the sign-in`, async () => {
    await signIn();
    await raw('PATCH', 'collections/users', { authRule: 'name != ""', otp: { enabled: true, duration: 99 } });
    const before = await raw('GET', 'collections/users');
    const editor = await openCollection('_pb_users_auth_');
    editor.edit('options.allowEmailAuth', (edits) => edits.setOption('allowEmailAuth', false));
    editor.edit('options.minPasswordLength', (edits) => edits.setOption('minPasswordLength', 11));
    await saved(editor);
    const after = await raw('GET', 'collections/users');
    assert.equal([after.passwordAuth.enabled, rawField(after, 'password')['min']], [false, 11]);
    assert.equal(
      [after.authRule, after.otp, after.authToken],
      [before.authRule, before.otp, before.authToken],
    );
    assert.equal(after.indexes, before.indexes);
  });

  test(`${name}: a new account collection signs in by its email`, async () => {
    await signIn();
    const editor = await openCollection(null);
    editor.edit('name', (edits) => edits.rename('members'));
    editor.edit('type', (edits) => edits.setType('auth'));
    const made = await saved(editor);
    assert.equal(systemFieldNames(made).length, 6);
    const { passwordAuth, oauth2 } = await raw('GET', 'collections/members');
    assert.equal([passwordAuth, oauth2.enabled], [{ enabled: true, identityFields: ['email'] }, true]);
  });

  test(`${name}: a new account collection signs in by user name once it has unique ones`, async () => {
    await signIn();
    const editor = await openCollection(null);
    editor.edit('name', (edits) => edits.rename('named'));
    editor.edit('type', (edits) => edits.setType('auth'));
    editor.edit('options.allowUsernameAuth', (edits) => edits.setOption('allowUsernameAuth', true));
    assert.is(await saveWith(editor), null);
    assert.equal(Object.keys(editor.state.errors), ['options.allowUsernameAuth']);
    editor.editFields('schema', (edits) => edits.rename(edits.add('text'), 'username'));
    const unique = 'CREATE UNIQUE INDEX `by_name` ON `named` (`username` COLLATE NOCASE)';
    editor.edit('indexes', (edits) => edits.setIndex(null, unique));
    const { id } = await saved(editor);
    const { passwordAuth } = await raw('GET', `collections/${id}`);
    assert.equal(passwordAuth.identityFields, ['email', 'username']);
    await raw('DELETE', `collections/${id}`);
  });

  test(`${name}: a copy keeps the options of the system fields`, async () => {
    await signIn();
    const { fields } = await raw('GET', 'collections/members');
    const options: Record<string, object> = {
      id: { max: 20, pattern: '^[a-c]+$', autogeneratePattern: '[a-c]{15}' },
      password: { max: 40 },
    };
    const changed = fields.map((one: { name: string }) => ({ ...one, ...options[one.name] }));
    const isKept = ({ name }: { name: string }) => name !== 'updated';
    const before = await raw('PATCH', 'collections/members', { fields: changed.filter(isKept) });
    const editor = await openCollection(before.id);
    assert.ok(await editor.duplicate());
    const copy = await saved(editor);
    const after = await raw('GET', `collections/${copy.name}`);
    const withoutIds = (all: object[]) => all.map((one) => ({ ...one, id: 0 }));
    assert.equal(withoutIds(after.fields), withoutIds(before.fields));
    await raw('DELETE', `collections/${copy.id}`);
  });

  test(`${name}: a save of a view is no change by someone else`, async () => {
    await signIn();
    await raw('PATCH', 'collections/v', { listRule: null });
    const editor = await openCollection((await raw('GET', 'collections/v')).id);
    await raw('PATCH', 'collections/v', { viewRule: '' });
    editor.edit('listRule', (edits) => edits.setRule('listRule', 'a_text != "a"'));
    const after = await saved(editor);
    assert.equal([after.listRule, after.viewRule, editor.state.conflicts], ['a_text != "a"', '', null]);
    editor.edit('options.query', (edits) => edits.setOption('query', 'SELECT nothing FROM articles'));
    assert.is(await saveWith(editor), null);
    assert.ok('options.query' in editor.state.errors);
  });

  test(`${name}: a collection that another one names is not deleted, and the server says which`, async () => {
    await signIn();
    toasts.closeAll();
    const editor = await openCollection('_pb_users_auth_');
    assert.is(await editor.remove(), false);
    assert.match(JSON.stringify(toasts.state.items), /articles/);
    toasts.closeAll();
  });

  test(`${name}: Undo brings a deleted account collection back, without secrets`, async () => {
    await signIn();
    const provider = { name: 'google', clientId: 'id', clientSecret: 'secret' };
    await raw('PATCH', 'collections/members', { oauth2: { enabled: true, providers: [provider] } });
    const account = { email: 'a@example.com', password: '1234567890', passwordConfirm: '1234567890' };
    await raw('POST', 'collections/members/records', account);
    const before = await raw('GET', 'collections/members');
    await collections.load();
    const editor = await openCollection(before.id);
    assert.ok(await editor.remove());
    await history.load();
    const [act] = history.state.acts;
    const form = createUndoForm((await undo.readSource([act?.id ?? ''], null)) as UndoSource);
    await form.open();
    if (form.state.step === 'plan' && !form.isSilentEnd()) await form.send();
    assert.match(String(form.run.state.told), /providers are left out/);
    const after = await raw('GET', 'collections/members');
    const same = ({ created: _, updated: __, ...one }: Record<string, unknown>) => one;
    assert.equal(same(after), same({ ...before, oauth2: { ...before.oauth2, providers: [] } }));
    await eventually(async () => (await raw('GET', 'collections/members/records')).totalItems, 1);
  });

  test.after(server.stop);
}

test.after(() => session.end());

test.run();
