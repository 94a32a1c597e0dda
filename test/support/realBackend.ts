// Our client against a real backend: one server for the tests of a file, and helpers for its data.
//
//   const server = sharedBackend(binary, { data });
//   test('...', async () => {
//     const client = await server.connect();
//     await createCollection({ name: 'posts', schema: [field('text', 'title')] });
//     assert.is(client.unauthorized, 0);
//   });
//   test.after(server.stop);

import * as assert from 'uvu/assert';
import { ApiError } from '../../ui/backend/ApiError';
import { pathSegment } from '../../ui/backend/addresses';
import { configureClient, request } from '../../ui/backend/client';
import * as collections from '../../ui/backend/collections';
import * as dialect from '../../ui/backend/dialect';
import * as listedRecords from '../../ui/backend/listedRecords';
import type { Collection } from '../../ui/model/collection';
import { AnyRecord, fieldValue, type ListedRecord } from '../../ui/model/record';
import { askedSort, defaultSort, listCallOf } from '../../ui/model/recordsQuery';
import { permit } from '../../ui/page/session/writeLock';
import { columnsOf } from '../../ui/records/display/recordColumns';
import { createRecordList, type RecordList } from '../../ui/records/recordList';
import { confirmsLikePage } from '../backend/connect';
import { neededOptions } from './dialects';
import { eventually } from './eventually';
import { fakeXhr } from './fakeXhr';
import { newField } from './fields';
import { adminToken, type BackendOptions, dialectAt, startBackend, type TestBackend } from './server';

export interface ConnectedClient {
  /** Sent with every request from now on; '' for none. */
  token: string;
  /** The number of calls of each handler. */
  unauthorized: number;
  forbidden: number;
  unreachable: number;
  /** The requested URLs, in order. */
  readonly asked: URL[];
}

/** Tells the configured client which server it calls. The page asks for the health; a test knows what it has started. */
export function learnServer(url: string): void {
  dialect.learn(dialectAt(url).isNewer ? dialect.firstNewer : 22);
}

/** Sends the requests of our client to this URL. */
export function connectClient(url: string, token = ''): ConnectedClient {
  const client: ConnectedClient = { token, unauthorized: 0, forbidden: 0, unreachable: 0, asked: [] };
  configureClient({
    apiBase: `${url}/api/`,
    token: () => client.token,
    confirmSession: confirmsLikePage(),
    onUnauthorized: () => {
      client.unauthorized += 1;
    },
    onForbidden: () => {
      client.forbidden += 1;
    },
    onUnreachable: () => {
      client.unreachable += 1;
    },
    permitWrite: permit,
    fetch: (input, init) => {
      client.asked.push(new URL(String(input)));
      return fetch(input, init);
    },
    xhr: () =>
      fakeXhr(async ({ method, path, query, body, headers }) => {
        const { 'content-type': _, ...sent } = headers as Record<string, string>;
        const asked = new URL(path, url);
        asked.search = new URLSearchParams(query).toString();
        const response = await fetch(asked, { method, headers: sent, body: body as FormData });
        const contentType = response.headers.get('Content-Type') ?? '';
        return { status: response.status, text: await response.text(), contentType };
      }),
  });
  learnServer(url);
  return client;
}

/** Returns a backend that starts with the first test that connects; later tests share it. */
export function sharedBackend(binary: string, options: BackendOptions = {}) {
  let started: Promise<TestBackend> | null = null;
  const backend = () => {
    started ??= startBackend(binary, options);
    return started;
  };
  return {
    backend,
    /** Connects as the admin, or as a guest if there is none. */
    async connect(): Promise<ConnectedClient> {
      const running = await backend();
      return connectClient(running.url, running.admin ? await adminToken(running) : '');
    },
    async stop(): Promise<void> {
      await (await started)?.stop();
    },
  };
}

/** Returns the error of a request; fails when the request succeeds. */
export async function failureOf(call: Promise<unknown>): Promise<ApiError> {
  try {
    await call;
  } catch (error) {
    assert.instance(error, ApiError);
    return error as ApiError;
  }
  return assert.unreachable('The call ended well.') as never;
}

/** Returns a valid id of 15 characters that increases with the number from 0 to 9. */
export function idOf(kind: string, at = 0): string {
  return kind.padEnd(14, '0').slice(0, 14) + at;
}

export function field(type: string, name: string, options: object = {}, presentable = false) {
  return { ...newField(type, name, { ...neededOptions[type], ...options }), presentable };
}

/** Options of an auth collection whose accounts sign in with a password of eight characters. */
export const authOptions = {
  allowEmailAuth: true,
  allowUsernameAuth: true,
  allowOAuth2Auth: false,
  minPasswordLength: 8,
  requireEmail: false,
  onlyVerified: false,
};

interface NewCollection {
  name: string;
  type?: string;
  schema?: object[];
  [key: string]: unknown;
}

export function createCollection(collection: NewCollection): Promise<Collection> {
  return collections.create({ type: 'base', ...collection });
}

/** Only an import can set ids of any length. It is twice as fast as single requests. */
export function importCollections(given: readonly object[], deleteMissing = false): Promise<void> {
  return collections.importAll({ collections: given, deleteMissing });
}

export async function createRecord({ id }: { id: string }, body: object | FormData): Promise<AnyRecord> {
  const record = await request('POST', `collections/${pathSegment(id)}/records`, { body, answer: AnyRecord });
  await passMillisecond(fieldValue(record, 'created'));
  return record;
}

/** Lists sort by `created`, and two records of the same millisecond have no order. So the next one must be later. */
export async function passMillisecond(created: unknown): Promise<void> {
  await eventually(() => Date.now() <= Date.parse(String(created)), false);
}

/** Reads the first page like the table; `sort` as written in a URL. */
export async function firstRows(
  collection: Collection,
  all: readonly Collection[],
  sort?: string,
): Promise<ListedRecord[]> {
  const asked = { collection, search: '', hidden: [] } as const;
  const { query } = listCallOf(
    { ...asked, sort: askedSort(sort, collection) ?? defaultSort(collection) },
    (id) => all.find((known) => known.id === id),
  );
  return (await listedRecords.list(collection.id, { ...query, page: '1', perPage: '40' })).items;
}

/** Opens the list of a collection like a fresh table; `sort` and `search` as written in a URL. */
export async function openList(collection: Collection, sort?: string, search?: string): Promise<RecordList> {
  const list = createRecordList();
  await list.open({ collection, sort, search, hidden: [] });
  return list;
}

/** Asserts that every sort of the table headers returns as many rows as the first. */
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

/** Returns a black image of 300 by 200 pixels. */
export function pngFile(name: string): File {
  const source =
    'iVBORw0KGgoAAAANSUhEUgAAASwAAADIAQAAAAB6pOH4AAAAHklEQVR42u3BMQEAAADCoPVPbQdvoAAAAAAAAADgNx54AAG94zQeAAAAAElFTkSuQmCC';
  return new File([Buffer.from(source, 'base64')], name, { type: 'image/png' });
}

/** Reads width and height from the header of a PNG. */
export function pngSize(bytes: Uint8Array): [width: number, height: number] {
  const head = Buffer.from(bytes);
  assert.is(head.toString('latin1', 1, 4), 'PNG');
  return [head.readUInt32BE(16), head.readUInt32BE(20)];
}
