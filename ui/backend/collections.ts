import { Collection } from '../model/collection';
import { isResponseLost } from './ApiError';
import { collectionPath, collectionsPage } from './addresses';
import { fullList, request, requestList, startRead } from './client';
import { isNewer } from './dialect';
import { loadDoor } from './newer/door';

/** Returns all collections, sorted by name. */
export function listAll(signal?: AbortSignal): Promise<Collection[]> {
  if (isNewer()) {
    startRead('collections', collectionsPage(1));
    return loadDoor().then((door) => door.listCollections(signal));
  }
  return fullList((page) => requestList('collections', Collection, { query: collectionsPage(page), signal }));
}

export function get(idOrName: string, signal?: AbortSignal): Promise<Collection> {
  if (isNewer()) return loadDoor().then((door) => door.getCollection(idOrName, signal));
  return request('GET', collectionPath(idOrName), { answer: Collection, signal });
}

export function create(body: Readonly<Record<string, unknown>>): Promise<Collection> {
  if (isNewer()) return loadDoor().then((door) => door.createCollection(body));
  return request('POST', 'collections', { body, answer: Collection });
}

/** Missing keys stay unchanged; `schema` and `indexes` are replaced as a whole. */
export function update(id: string, body: Readonly<Record<string, unknown>>): Promise<Collection> {
  if (isNewer()) return loadDoor().then((door) => door.updateCollection(id, body));
  return request('PATCH', collectionPath(id), { body, answer: Collection });
}

export function remove(id: string): Promise<void> {
  return request('DELETE', collectionPath(id));
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

/**
 * Runs `send`. If the response is lost, or its error names no field, `find` looks whether the server has stored it:
 * a server that writes migrations sends an error for a second save within a second, although it has stored it.
 */
export async function verifyAfterError<Stored>(
  send: () => Promise<Stored>,
  find: () => Promise<Stored | null>,
): Promise<Stored> {
  try {
    return await send();
  } catch (error) {
    const isDoubtful = isResponseLost(error);
    const found = isDoubtful ? await find().catch(() => null) : null;
    if (found === null) throw error;
    return found;
  }
}
