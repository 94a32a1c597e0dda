// A fake server that stores collections, counts their records and accepts an import.
//
//   const { backend, server } = startScene();
//   const form = await openForm();
//   await give(form, [{ ...postsCollection, listRule: null }]);
//   server.collections.pop();                            // as another admin would
//   await form.send();
//   assert.equal(callsOf(backend), ['GET collections']);

import {
  type CollectionImportForm,
  createCollectionImportForm,
} from '../../../ui/collections/import/collectionImportForm';
import type { Collection } from '../../../ui/model/collection';
import * as collections from '../../../ui/page/collections';
import * as session from '../../../ui/page/session/session';
import * as toasts from '../../../ui/page/toasts';
import { connect, settle } from '../../backend/connect';
import { type Call, type FakeBackend, fakeBackend } from '../../support/backend';
import { resetDom } from '../../support/dom';
import {
  admin,
  adminToken,
  listOf,
  postsCollection,
  statsCollection,
  usersCollection,
} from '../../support/samples';

export const routes = {
  list: 'GET /api/collections',
  send: 'PUT /api/collections/import',
  count: 'GET /api/collections/:id/records',
  backups: 'GET /api/backups',
  backup: 'POST /api/backups',
} as const;

export interface Server {
  /** The present content; a test changes it as another person does. */
  collections: Collection[];
  /** The number of records by the id of the collection; with a filter, by `id filter`. */
  counts: Record<string, number>;
  backups: { key: string; size: number; modified: string }[];
}

export const stored: readonly Collection[] = [usersCollection, postsCollection, statsCollection];

export function startScene(held: readonly Collection[] = stored) {
  resetDom();
  collections.forget();
  const server: Server = { collections: structuredClone([...held]), counts: {}, backups: [] };
  const backend = fakeBackend({
    [routes.list]: () => listOf(server.collections, 200),
    [routes.send]: null,
    [routes.count]: ({ params, query }: Call) => ({
      ...listOf([], 1),
      totalItems: server.counts[[params['id'], query['filter']].filter(Boolean).join(' ')] ?? 0,
    }),
    [routes.backups]: () => server.backups,
    [routes.backup]: () => {
      server.backups.push({ key: 'new.zip', size: 1, modified: new Date().toISOString().replace('T', ' ') });
      return null;
    },
    'GET /api/health': {},
  });
  session.begin({ token: adminToken(), admin });
  const page = connect(backend);
  Object.defineProperty(page, 'token', { get: session.token });
  return { backend, server };
}

const opened = new Map<CollectionImportForm, () => void>();

export async function openForm(): Promise<CollectionImportForm> {
  const form = createCollectionImportForm();
  opened.set(form, form.open());
  await settle();
  return form;
}

/** Closes the form as its page does. */
export function closeForm(form: CollectionImportForm): void {
  opened.get(form)?.();
  opened.delete(form);
}

/** Pass this to `test.after.each`. */
export function closeScene(): void {
  for (const form of [...opened.keys()]) closeForm(form);
  toasts.closeAll();
  session.end();
  collections.forget();
  resetDom();
}

export const textOf = (imported: readonly object[]) => JSON.stringify(imported);

/** Sets the text, which is parsed at once like a file. */
export const give = (form: CollectionImportForm, imported: readonly object[]) =>
  form.loadFile(new File([textOf(imported)], 'pb_schema.json'));

/**
 * Lists the changes of a plan: `-posts` for a deletion, `~posts` for a change, `+posts` for a new collection.
 */
export function doneBy({ state: { read } }: CollectionImportForm): string[] | null {
  const plan = read?.plan;
  if (!plan) return null;
  return [
    ...plan.deleted.map(({ name }) => `-${name}`),
    ...plan.changed.map(({ new: { name } }) => `~${name}`),
    ...plan.added.map(({ name }) => `+${name}`),
  ];
}

/** Returns method and path of the calls since the last time, in order. */
export const callsOf = (backend: FakeBackend) =>
  backend.calls.splice(0).map(({ method, path }) => `${method} ${path.replace('/api/', '')}`);

/** Returns the toasts as `warning: Look again.` */
export const told = () => toasts.state.items.map(({ kind, message }) => `${kind}: ${message}`);
