// Our client against a real backend: one server for the tests of a file, and what they make on it.
//
//   const server = sharedBackend(binary, { data });
//   test('...', async () => {
//     const client = await server.connect();
//     await createCollection({ name: 'posts', schema: [field('text', 'title')] });
//     assert.is(client.unauthorized, 0);
//   });
//   test.after(server.stop);

import * as assert from 'uvu/assert';
import { ApiError } from '../../ui/api/ApiError';
import { configureClient, request } from '../../ui/api/client';
import { pathSegment } from '../../ui/api/pathSegment';
import * as recordLists from '../../ui/api/recordLists';
import { Collection } from '../../ui/model/collection';
import { maxQueryLength } from '../../ui/model/queryLength';
import { AnyRecord, type ListedRecord } from '../../ui/model/record';
import { columnsOf } from '../../ui/screens/records/recordColumns';
import { createRecordList, type RecordList } from '../../ui/screens/records/recordList';
import { askedSort, defaultSort, listCallOf } from '../../ui/screens/records/recordsQuery';
import { adminToken, type BackendOptions, startBackend, type TestBackend } from './server';

export interface ConnectedClient {
  /** Sent with every call from now on; '' for none. */
  token: string;
  /** How often the client has told of each. */
  unauthorized: number;
  forbidden: number;
  unreachable: number;
  /** Where it has asked, in order. */
  readonly asked: URL[];
}

/** Sends the calls of our client to this address. */
export function connectClient(url: string, token = ''): ConnectedClient {
  const client: ConnectedClient = { token, unauthorized: 0, forbidden: 0, unreachable: 0, asked: [] };
  configureClient({
    apiBase: `${url}/api/`,
    token: () => client.token,
    onUnauthorized: () => {
      client.unauthorized += 1;
    },
    onForbidden: () => {
      client.forbidden += 1;
    },
    onUnreachable: () => {
      client.unreachable += 1;
    },
    fetch: (input, init) => {
      client.asked.push(new URL(String(input)));
      return fetch(input, init);
    },
  });
  return client;
}

/** A backend that the first test to connect starts; every later one connects to the same. */
export function sharedBackend(binary: string, options: BackendOptions = {}) {
  let started: Promise<TestBackend> | null = null;
  const backend = () => {
    started ??= startBackend(binary, options);
    return started;
  };
  return {
    backend,
    /** Connects as the admin, or as a guest where there is none. */
    async connect(): Promise<ConnectedClient> {
      const running = await backend();
      return connectClient(running.url, running.admin ? await adminToken(running) : '');
    },
    async stop(): Promise<void> {
      await (await started)?.stop();
    },
  };
}

/** The error that a call ends in; fails when it ends well. */
export async function failureOf(call: Promise<unknown>): Promise<ApiError> {
  try {
    await call;
  } catch (error) {
    assert.instance(error, ApiError);
    return error as ApiError;
  }
  return assert.unreachable('The call ended well.') as never;
}

/** An id as the server wants it, 15 characters: rising with the number from 0 to 9. */
export function idOf(kind: string, at = 0): string {
  return kind.padEnd(14, '0').slice(0, 14) + at;
}

/** Options without which the server refuses a field. */
const neededOptions: Readonly<Record<string, object>> = {
  select: { values: ['a', 'b', 'c'], maxSelect: 1 },
  json: { maxSize: 100_000 },
  file: { maxSelect: 1, maxSize: 1_000_000 },
  relation: { collectionId: '_pb_users_auth_', maxSelect: 1 },
};

export function field(type: string, name: string, options: object = {}, presentable = false) {
  return { type, name, presentable, options: { ...neededOptions[type], ...options } };
}

interface NewCollection {
  name: string;
  type?: string;
  schema?: object[];
  [key: string]: unknown;
}

export function createCollection(collection: NewCollection): Promise<Collection> {
  return request('POST', 'collections', { body: { type: 'base', ...collection }, answer: Collection });
}

/** The only way to an id of one's own of any length. Twice as fast as one call each. */
export function importCollections(collections: readonly object[], deleteMissing = false): Promise<void> {
  return request('PUT', 'collections/import', { body: { collections, deleteMissing } });
}

export function createRecord({ id }: { id: string }, body: object | FormData): Promise<AnyRecord> {
  return request('POST', `collections/${pathSegment(id)}/records`, { body, answer: AnyRecord });
}

/** The first page as the table asks for it; `sort` as it stands in an address. */
export async function firstRows(
  collection: Collection,
  all: readonly Collection[],
  sort?: string,
): Promise<ListedRecord[]> {
  const asked = { collection, search: '', rules: 'plain', hidden: [] } as const;
  const { query } = listCallOf(
    { ...asked, sort: askedSort(sort, collection) ?? defaultSort(collection) },
    (id) => all.find((known) => known.id === id),
    maxQueryLength,
  );
  return (await recordLists.list(collection.id, { ...query, page: '1', perPage: '40' })).items;
}

/** What a fresh table shows of the collection; `sort` and `search` as they stand in an address. */
export async function openList(collection: Collection, sort?: string, search?: string): Promise<RecordList> {
  const list = createRecordList();
  await list.open({ collection, sort, search, hidden: [] });
  return list;
}

/** Every sort that the heads of the table offer gives as many rows as the first. */
export async function assertEverySortLists(
  collection: Collection,
  all: readonly Collection[],
  given?: readonly ListedRecord[],
): Promise<void> {
  const rows = given ?? (await firstRows(collection, all));
  for (const { name } of columnsOf(collection, rows[0])) {
    for (const sign of ['-', '+']) {
      const sorted = await firstRows(collection, all, sign + name);
      assert.is(sorted.length, rows.length, `${collection.name} by ${sign}${name}`);
    }
  }
}

export function formOf(values: Readonly<Record<string, string | Blob>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(values)) form.set(name, value);
  return form;
}

/** A black picture, 300 by 200 pixels. */
export function pngFile(name: string): File {
  const source =
    'iVBORw0KGgoAAAANSUhEUgAAASwAAADIAQAAAAB6pOH4AAAAHklEQVR42u3BMQEAAADCoPVPbQdvoAAAAAAAAADgNx54AAG94zQeAAAAAElFTkSuQmCC';
  return new File([Buffer.from(source, 'base64')], name, { type: 'image/png' });
}

/** Width and height of a PNG, from its head. */
export function pngSize(bytes: Uint8Array): [width: number, height: number] {
  const head = Buffer.from(bytes);
  assert.is(head.toString('latin1', 1, 4), 'PNG');
  return [head.readUInt32BE(16), head.readUInt32BE(20)];
}
