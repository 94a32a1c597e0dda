// An editor with a fake server that stores collections; an admin is signed in.
//
//   const { editor, server, calls } = await openEditor();
//   editor.edit('name', ({ rename }) => rename('news'));
//   const saving = editor.save();
//   await confirmed(editor);
//   assert.equal(calls(), ['GET', 'GET', 'PATCH {"name":"news"}']);

import * as assert from 'uvu/assert';
import {
  type CollectionEditor,
  createCollectionEditor,
} from '../../../ui/collections/editor/collectionEditor';
import type { CollectionForm } from '../../../ui/collections/editor/collectionForm';
import type { Confirmation } from '../../../ui/collections/editor/collectionSave';
import type { Collection } from '../../../ui/model/collection';
import * as collections from '../../../ui/page/collections';
import * as confirm from '../../../ui/page/confirm';
import * as session from '../../../ui/page/session/session';
import * as toasts from '../../../ui/page/toasts';
import { connect, settle } from '../../backend/connect';
import { type Call, type FakeBackend, failure, fakeBackend } from '../../support/backend';
import { resetDom } from '../../support/dom';
import { admin, adminToken, listOf, postsCollection, collections as samples } from '../../support/samples';

export const routes = {
  list: 'GET /api/collections',
  get: 'GET /api/collections/:id',
  update: 'PATCH /api/collections/:id',
  create: 'POST /api/collections',
  remove: 'DELETE /api/collections/:id',
  import: 'PUT /api/collections/import',
  refresh: 'POST /api/admins/auth-refresh',
} as const;

export interface Server {
  /** The stored collections, by id. `touch` changes one as another person does. */
  all: Map<string, Collection>;
  touch(id: string, changes: Partial<Collection>): void;
  make(body: Partial<Collection>): Collection;
}

const knownBody = ['name', 'type', 'schema', 'indexes', 'options'];

/** Applies a body to the stored collection as the server does: merges options, gives ids to new fields. */
function applied(collection: Collection, body: Partial<Collection>, at: number): Collection {
  for (const key of Object.keys(body)) assert.ok(knownBody.includes(key) || key.endsWith('Rule'), key);
  const { options, schema = collection.schema, ...rest } = body;
  return {
    ...collection,
    ...rest,
    updated: `2026-12-01 00:00:00.${at}Z`,
    schema: schema.map((field, place) => ({ ...field, id: field.id ?? `made${at}_${place}` })),
    options: { ...collection.options, ...options },
  };
}

interface Given {
  collection?: { id: string };
  isNew?: boolean;
}

export async function openEditor({ collection = postsCollection, isNew = false }: Given = {}) {
  const all = [...samples, collection] as unknown as Collection[];
  let changes = 100;
  const server: Server = {
    all: new Map(all.map((one) => [one.id, structuredClone(one)])),
    touch(id, given) {
      changes += 1;
      const one = server.all.get(id);
      if (one) server.all.set(id, applied(one, given, changes));
    },
    make(given) {
      changes += 1;
      const empty = { id: `made0000000${changes}0`, name: '', type: 'base', schema: [], indexes: [] };
      const made = applied(empty, given, changes);
      server.all.set(made.id, made);
      return made;
    },
  };
  const find = (key = '') => [...server.all.values()].find(({ id, name }) => id === key || name === key);
  const read = (key = '') => find(key) ?? failure(404, "The requested resource wasn't found.");
  const backend = fakeBackend({
    [routes.list]: () => listOf([...server.all.values()], 200),
    [routes.get]: ({ params }: Call) => read(params['id']),
    [routes.update]: ({ params, body }: Call) => {
      server.touch(params['id'] ?? '', body as Partial<Collection>);
      return read(params['id']);
    },
    [routes.create]: ({ body }: Call) => server.make(body as Partial<Collection>),
    [routes.remove]: ({ params }: Call) => {
      server.all.delete(params['id'] ?? '');
      return null;
    },
    [routes.import]: ({ body }: Call) => {
      for (const one of (body as { collections: Collection[] }).collections) {
        server.all.set(one.id, structuredClone(one));
        server.touch(one.id, {});
      }
      return null;
    },
    [routes.refresh]: () => ({ token: adminToken(), admin }),
  });
  session.begin({ token: adminToken(), admin });
  const page = connect(backend);
  Object.defineProperty(page, 'token', { get: session.token });
  await collections.load();
  backend.calls.length = 0;
  const editor = await opened(isNew ? null : collection.id);
  const now = () => server.all.get(collection.id) as Collection;
  return { editor, server, backend, page, now, calls: () => callsOf(backend) };
}

const closes: Array<() => void> = [];

/** Opens an editor as the panel does; a second call acts like a reload. */
export async function opened(collectionId: string | null = postsCollection.id): Promise<CollectionEditor> {
  const editor = createCollectionEditor(collectionId);
  closes.push(editor.close);
  await editor.open();
  return editor;
}

/** Pass this to `test.after.each`. */
export function closeScene(): void {
  for (const close of closes.splice(0)) close();
  confirm.no();
  toasts.closeAll();
  session.end();
  collections.forget();
  resetDom();
}

/** Returns method and body of the calls since the last time, in order. */
function callsOf(backend: FakeBackend): string[] {
  return backend.calls.splice(0).map(({ method, body, path }) => {
    const what = path.endsWith('/import') ? `${method} import` : method;
    return body === null || Object.keys(body as object).length === 0
      ? what
      : `${what} ${JSON.stringify(body)}`;
  });
}

/** Types a new name for the field. */
export function rename(editor: CollectionEditor, from: string, to: string): void {
  const key = keyOf(editor, from);
  editor.editFields(`schema.${key}.name`, (edits) => edits.rename(key, to));
}

export function removeField(editor: CollectionEditor, name: string): void {
  editor.editFields('schema', (edits) => edits.remove(keyOf(editor, name)));
}

export function setRule(
  editor: CollectionEditor,
  rule: string,
  name: 'listRule' | 'createRule' = 'listRule',
) {
  editor.edit(name, (edits) => edits.setRule(name, rule));
}

export function keyOf({ state }: CollectionEditor, name: string): string {
  return state.form.fields.find((field) => field.name === name)?.key ?? assert.unreachable(name) ?? '';
}

/** Answers the open question with Yes. */
export async function confirmed(editor: CollectionEditor, confirmation?: Confirmation): Promise<void> {
  await settle();
  assert.ok(editor.state.changes, 'no question stands');
  editor.confirmChanges(confirmation ?? { renamesMentions: false });
}

export const namesIn = ({ state }: CollectionEditor) =>
  state.form.fields.map(({ name, isRemoved }) => (isRemoved ? `-${name}` : name));

export const told = () => toasts.state.items.map(({ message }) => message);

/** Answers the open question, and returns its text. */
export async function answer(isYes: boolean): Promise<string> {
  await settle();
  const text = confirm.state.question?.text ?? 'no question';
  if (isYes) await confirm.yes();
  else confirm.no();
  return text;
}

/** Returns the forms of the stored drafts after the page has closed. */
export function drafts(): CollectionForm[] {
  window.dispatchEvent(new Event('pagehide'));
  const keys = Object.keys({ ...localStorage }).filter((key) => key.startsWith('collection_draft_'));
  return keys.map((key) => JSON.parse(localStorage.getItem(key) ?? 'null').values.form);
}

export const refused = (status: number, data: object = {}) =>
  failure(status, `Refused with ${status}.`, data);
