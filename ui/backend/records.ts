// JSON.parse rounds long numbers, and the server sorts the keys of nested values. So json fields are edited and sent
// as the text that the server sent. With files a save is multipart; all other values go along as one `@jsonPayload`
// part.

import { sliceJson } from '../base/jsonText';
import { type ExternalAuth, ExternalAuths } from '../model/authProviders';
import type { Collection } from '../model/collection';
import { AnyRecord, type FullRecord, fieldValue, type RecordAnswer, type RecordBody } from '../model/record';
import { typeOf } from '../model/types/fieldTypes';
import { isMissing } from './ApiError';
import { pathSegment } from './addresses';
import { type CallOptions, request, requestSourced, type SourcedAnswer } from './client';
import { isNewer } from './dialect';
import { recordsPath } from './listedRecords';
import { loadDoor } from './newer/door';
import { takeTurn } from './recordTurns';
import { upload } from './upload';

const pathTo = (collectionId: string, id: string) => `${recordsPath(collectionId)}/${pathSegment(id)}`;

export interface SaveOptions {
  expand?: readonly string[] | undefined;
  /** Receives the sent share of the files, from 0 to 1. */
  onProgress?: ((share: number) => void) | undefined;
}

export async function get(
  collection: Collection,
  id: string,
  options: Pick<CallOptions, 'query' | 'key' | 'signal'> = {},
): Promise<RecordAnswer> {
  const path = pathTo(collection.id, id);
  return readAs(collection, await requestSourced('GET', path, { answer: AnyRecord, ...options }));
}

export async function getIfExists(collection: Collection, id: string): Promise<RecordAnswer | null> {
  try {
    return await get(collection, id);
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

export async function create(
  collection: Collection,
  body: RecordBody,
  options: SaveOptions = {},
): Promise<RecordAnswer> {
  return readAs(collection, await send('POST', recordsPath(collection.id), body, options));
}

/** Sends only what is given. For `writeRecord`, which takes the record's turn. */
export async function patch(
  collection: Collection,
  id: string,
  body: RecordBody,
  options: SaveOptions = {},
): Promise<RecordAnswer> {
  return readAs(collection, await send('PATCH', pathTo(collection.id, id), body, options));
}

/** Sends values that depend on nothing that is stored. Missing keys stay unchanged. */
export function update(
  collection: Collection,
  id: string,
  body: RecordBody,
  options: SaveOptions = {},
): Promise<RecordAnswer> {
  return takeTurn(collection.id, id, () => patch(collection, id, body, options));
}

/** Also deletes the records that the server cascades to. */
export function remove(collectionId: string, id: string): Promise<void> {
  return request('DELETE', pathTo(collectionId, id));
}

/**
 * With files, all other values are sent as one JSON part. The server then reads their types as in a JSON
 * body.
 */
function send(
  method: 'POST' | 'PATCH',
  path: string,
  { values, files }: RecordBody,
  { expand = [], onProgress }: SaveOptions,
): Promise<SourcedAnswer<AnyRecord>> {
  const query = { expand: expand.join(',') || undefined };
  if (files.length === 0) return requestSourced(method, path, { query, body: values, answer: AnyRecord });
  const form = new FormData();
  form.append('@jsonPayload', JSON.stringify(values));
  // A newer server replaces the files of a field by those under its plain name. One that holds a single file now may hold
  // many on the server.
  for (const [name, file] of files) form.append(isNewer() ? `${name}+` : name, file);
  return upload(method, path, { query, form, onProgress, answer: AnyRecord });
}

function readAs({ schema }: Collection, { value, source }: SourcedAnswer<AnyRecord>): RecordAnswer {
  const sources = schema
    .filter((field) => typeOf(field).hasSource && fieldValue(value, field.name) !== undefined)
    .map(({ name }) => [name, sourceAt(source, name, fieldValue(value, name))] as const);
  return { record: value as FullRecord, sources: Object.fromEntries(sources) };
}

/** To find the source means a scan of the whole response. A boolean or null has only one notation. */
function sourceAt(source: string, name: string, value: unknown): string {
  const isWord = value === null || typeof value === 'boolean';
  return isWord ? String(value) : (sliceJson(source, [name]) ?? 'null');
}

export function listExternalAuths(
  collectionId: string,
  id: string,
  signal?: AbortSignal,
): Promise<ExternalAuth[]> {
  if (isNewer()) return loadDoor().then((door) => door.listLinks(collectionId, id, signal));
  return request('GET', `${pathTo(collectionId, id)}/external-auths`, { answer: ExternalAuths, signal });
}

/** Removes the link to a provider, so that the user can no longer sign in with it. */
export function unlink(collectionId: string, id: string, provider: string): Promise<void> {
  if (isNewer()) return loadDoor().then((door) => door.removeLink(collectionId, id, provider));
  return request('DELETE', `${pathTo(collectionId, id)}/external-auths/${pathSegment(provider)}`);
}
