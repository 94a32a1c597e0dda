import { Collection } from '../model/collection';
import { pathSegment } from './addresses';
import { fullList, request, requestList } from './client';
import { isNewer } from './dialect';
import { loadDoor } from './newer/door';

const batchSize = 200;

const pathTo = (id: string) => `collections/${pathSegment(id)}`;

/** Returns all collections, sorted by name. */
export function listAll(signal?: AbortSignal): Promise<Collection[]> {
  if (isNewer()) return loadDoor().then((door) => door.listCollections(signal));
  return fullList((page) =>
    requestList('collections', Collection, {
      query: { page: String(page), perPage: String(batchSize), sort: '+name' },
      signal,
    }),
  );
}

export function get(idOrName: string, signal?: AbortSignal): Promise<Collection> {
  if (isNewer()) return loadDoor().then((door) => door.getCollection(idOrName, signal));
  return request('GET', pathTo(idOrName), { answer: Collection, signal });
}

export function create(body: Readonly<Record<string, unknown>>): Promise<Collection> {
  if (isNewer()) return loadDoor().then((door) => door.createCollection(body));
  return request('POST', 'collections', { body, answer: Collection });
}

/** Missing keys stay unchanged; `schema` and `indexes` are replaced as a whole. */
export function update(id: string, body: Readonly<Record<string, unknown>>): Promise<Collection> {
  if (isNewer()) return loadDoor().then((door) => door.updateCollection(id, body));
  return request('PATCH', pathTo(id), { body, answer: Collection });
}

export function remove(id: string): Promise<void> {
  return request('DELETE', pathTo(id));
}

interface Import {
  collections: readonly object[];
  /** Deletes collections and fields that are not in the import, with their data. */
  deleteMissing: boolean;
}

/**
 * Imports all collections or none, in one transaction. Each one replaces its collection; only missing fields
 * may stay.
 */
export function importAll(body: Import): Promise<void> {
  if (isNewer())
    return loadDoor().then((door) => door.importCollections(body.collections, body.deleteMissing));
  return request('PUT', 'collections/import', { body });
}
