// A server with records that former imports of this browser have written, and the journals of these imports.
import { apiAddress } from '../../ui/api/client';
import type { Collection } from '../../ui/model/collection';
import type { ImportJob, WriteEntry } from '../../ui/state/jobs/writeJob';
import type { WriteJournal } from '../../ui/state/jobs/writeJournal';
import { type Call, failure, fakeBackend } from './backend';
import { admin, adminToken, listOf, postsCollection } from './samples';

export const posts = postsCollection as Collection;
export const pages: Collection = { ...posts, id: 'pages', name: 'pages' };
const lines = {
  ...posts,
  id: 'lines',
  name: 'lines',
  schema: [
    { id: 'f_to', name: 'to', type: 'relation', options: { collectionId: posts.id, cascadeDelete: true } },
  ],
} as unknown as Collection;

const stamp = '2026-01-01 00:00:00.001Z';

export const importedCollections = [posts, pages, lines];

const keyOf = ({ params }: Call) => `${params['collection']}/${params['id']}`;

/** `table`: the titles of the records, by collection and id. */
export function importedBackend(table: Map<string, string>) {
  return fakeBackend({
    'GET /api/collections': listOf(importedCollections),
    'GET /api/collections/:collection': ({ params }: Call) =>
      importedCollections.find(({ id }) => id === params['collection']),
    'GET /api/collections/:collection/records': ({ params, query }: Call) => {
      const ids = [...(query['filter'] ?? '').matchAll(/\bid="(\w+)"/g)].map(([, id]) => id ?? '');
      const found = ids.filter((id) => table.has(`${params['collection']}/${id}`));
      const items = found.map((id) => ({ id, updated: stamp }));
      return { page: 1, perPage: 500, totalItems: -1, totalPages: -1, items };
    },
    'GET /api/collections/:collection/records/:id': (call: Call) =>
      table.has(keyOf(call))
        ? { id: call.params['id'], title: table.get(keyOf(call)), updated: stamp }
        : failure(404, "The requested resource wasn't found."),
    'PATCH /api/collections/:collection/records/:id': (call: Call) => {
      const { title } = call.body as { title: string };
      table.set(keyOf(call), title);
      return { id: call.params['id'], title, updated: '2026-01-01 00:00:00.002Z' };
    },
    'DELETE /api/collections/:collection/records/:id': (call: Call) => {
      table.delete(keyOf(call));
      return null;
    },
    'POST /api/admins/auth-refresh': { admin, token: adminToken(4102444801) },
  });
}

/** Adds an import that a former page made: the odd rows created a record, the even ones changed one. */
export async function addImport(
  journal: WriteJournal,
  table: Map<string, string>,
  { id, name }: Collection,
  count: number,
  state: WriteEntry['state'] = 'done',
): Promise<ImportJob> {
  const job: ImportJob = {
    id: `job of ${name}`,
    server: apiAddress(''),
    admin: admin.id,
    startedAt: new Date().toISOString(),
    total: count,
    isTakenBack: false,
    collectionId: id,
    collectionName: name,
    fileName: `${name}.csv`,
    columns: ['id', 'title'],
    format: 'csv',
  };
  const entries = Array.from({ length: count }, (_, place): WriteEntry => {
    const recordId = `record${String(place).padStart(9, '0')}`;
    const isNew = place % 2 === 1;
    table.set(`${id}/${recordId}`, 'new');
    return {
      place,
      number: place + 2,
      wave: 0,
      isSecond: false,
      password: null,
      kind: isNew ? 'create' : 'update',
      id: recordId,
      body: '{"title":"new"}',
      former: isNew ? null : '{"title":"old"}',
      stamp: isNew ? '' : '2026-01-01 00:00:00.000Z',
      state,
      updated: state === 'done' ? stamp : '',
      fault: null,
      cells: [],
    };
  });
  await journal.add(job, entries);
  return job;
}
