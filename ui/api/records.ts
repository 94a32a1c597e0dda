import type { Collection } from '../model/collection';
import { type ExternalAuth, ExternalAuths } from '../model/externalAuth';
import { fieldTypeOf } from '../model/field';
import { idsFilter } from '../model/filter';
import { idBatches, maxQueryLength, serverQueryLength } from '../model/queryLength';
import { AnyRecord, type FullRecord, fieldValue, type ListedRecord } from '../model/record';
import { sliceItems, sliceJson } from '../platform/jsonText';
import {
  type CallQuery,
  type ListAnswer,
  request,
  requestList,
  requestSource,
  requestSourced,
  type SourcedAnswer,
  upload,
} from './client';
import { pathSegment } from './pathSegment';

const pathOf = (collectionId: string) => `collections/${pathSegment(collectionId)}/records`;
const pathTo = (collectionId: string, id: string) => `${pathOf(collectionId)}/${pathSegment(id)}`;

/** A record as the server holds it. */
export interface RecordAnswer {
  record: FullRecord;
  /** The text of each json field as the server sent it: no long number is rounded, no key moved. */
  sources: Readonly<Record<string, string>>;
}

/** What a save sends. */
export interface RecordBody {
  values: Readonly<Record<string, unknown>>;
  /** New files under the names of their fields. They are added to a field of many and replace that of one. */
  files: readonly (readonly [name: string, file: File])[];
}

interface SaveOptions {
  /** Names of relations whose records come along in the answer. */
  expand?: readonly string[] | undefined;
  /** From 0 to 1, while files are sent. */
  onProgress?: ((share: number) => void) | undefined;
}

/**
 * Records in full by their ids, each as the text that the server sent: no long number is rounded, no key moved.
 * Those that no longer exist are missing.
 */
export async function sourcesOf(collectionId: string, ids: readonly string[]): Promise<Map<string, string>> {
  const sources = new Map<string, string>();
  for (const batch of idBatches(ids)) {
    const text = await requestSource(pathOf(collectionId), {
      query: { perPage: String(batch.length), skipTotal: '1', filter: idsFilter(batch, 'plain') },
    });
    for (const source of sliceItems(text, ['items'])) {
      const id: unknown = JSON.parse(sliceJson(source, ['id']) ?? 'null');
      if (typeof id === 'string') sources.set(id, source);
    }
  }
  return sources;
}

/** A record by its id, in full. */
export async function get(
  collection: Collection,
  id: string,
  { signal }: { signal?: AbortSignal | undefined } = {},
): Promise<RecordAnswer> {
  const path = pathTo(collection.id, id);
  return readAs(collection, await requestSourced('GET', path, { answer: AnyRecord, signal }));
}

export async function create(
  collection: Collection,
  body: RecordBody,
  options: SaveOptions = {},
): Promise<RecordAnswer> {
  return readAs(collection, await send('POST', pathOf(collection.id), body, options));
}

/** Keys that are not sent stay as they are. */
export async function update(
  collection: Collection,
  id: string,
  body: RecordBody,
  options: SaveOptions = {},
): Promise<RecordAnswer> {
  return readAs(collection, await send('PATCH', pathTo(collection.id, id), body, options));
}

/** What cascades goes too. */
export function remove(collectionId: string, id: string): Promise<void> {
  return request('DELETE', pathTo(collectionId, id));
}

/** With files all other values go along as one part, of which the server reads the types as in a JSON body. */
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
  for (const [name, file] of files) form.append(name, file);
  return upload(method, path, { query, form, onProgress, answer: AnyRecord });
}

function readAs({ schema }: Collection, { value, source }: SourcedAnswer<AnyRecord>): RecordAnswer {
  const sources = schema
    .filter((field) => fieldTypeOf(field) === 'json' && fieldValue(value, field.name) !== undefined)
    .map(({ name }) => [name, sourceAt(source, name, fieldValue(value, name))] as const);
  return { record: value as FullRecord, sources: Object.fromEntries(sources) };
}

/** To find a text takes as long as to read the whole answer; of a mere word there is one way to write it. */
function sourceAt(source: string, name: string, value: unknown): string {
  const isWord = value === null || typeof value === 'boolean';
  return isWord ? String(value) : (sliceJson(source, [name]) ?? 'null');
}

interface ByIds {
  /** What of each record is asked for. */
  fields: string;
  signal?: AbortSignal | undefined;
}

/** Records by their ids, in no particular order; those that no longer exist are missing. */
export async function listByIds(
  collectionId: string,
  ids: readonly string[],
  options: ByIds,
): Promise<ListedRecord[]> {
  const pages = idBatches(ids).map((batch) => listBatch(collectionId, batch, options));
  return (await Promise.all(pages)).flat();
}

async function listBatch(
  collectionId: string,
  ids: readonly string[],
  { fields, signal }: ByIds,
): Promise<ListedRecord[]> {
  const query = { perPage: String(ids.length), skipTotal: '1', fields, filter: idsFilter(ids, 'plain') };
  // The ids of a view may be long texts.
  if (ids.length > 1 && serverQueryLength(query) > maxQueryLength) {
    const middle = Math.ceil(ids.length / 2);
    const halves = [ids.slice(0, middle), ids.slice(middle)];
    const found = halves.map((half) => listBatch(collectionId, half, { fields, signal }));
    return (await Promise.all(found)).flat();
  }
  return (await requestList(pathOf(collectionId), AnyRecord, { query, signal })).items as ListedRecord[];
}

/** By which accounts elsewhere a user signs in. */
export function listExternalAuths(collectionId: string, id: string): Promise<ExternalAuth[]> {
  return request('GET', `${pathTo(collectionId, id)}/external-auths`, { answer: ExternalAuths });
}

/** The user can no longer sign in by that provider. */
export function unlink(collectionId: string, id: string, provider: string): Promise<void> {
  return request('DELETE', `${pathTo(collectionId, id)}/external-auths/${pathSegment(provider)}`);
}

/** As `list`, for a list that stands beside the page's own: only one with the same key cancels it. */
export async function listApart(
  key: string,
  collectionId: string,
  query: CallQuery,
): Promise<ListAnswer<ListedRecord>> {
  const call = { query: { ...query, skipTotal: '1' }, key };
  const page = await requestList(pathOf(collectionId), AnyRecord, call);
  return { ...page, items: page.items as ListedRecord[] };
}
