import { Collection } from '../model/collection';
import { request, requestList } from './client';
import { fullList } from './paging';
import { pathSegment } from './pathSegment';

const batchSize = 200;

const pathTo = (id: string) => `collections/${pathSegment(id)}`;

/** All collections by name. */
export function listAll(signal?: AbortSignal): Promise<Collection[]> {
  return fullList((page) =>
    requestList('collections', Collection, {
      query: { page: String(page), perPage: String(batchSize), sort: '+name' },
      signal,
    }),
  );
}

export function get(idOrName: string, signal?: AbortSignal): Promise<Collection> {
  return request('GET', pathTo(idOrName), { answer: Collection, signal });
}

export function create(body: Readonly<Record<string, unknown>>): Promise<Collection> {
  return request('POST', 'collections', { body, answer: Collection });
}

/** Keys that are not sent stay as they are; `schema` and `indexes` are replaced whole. */
export function update(id: string, body: Readonly<Record<string, unknown>>): Promise<Collection> {
  return request('PATCH', pathTo(id), { body, answer: Collection });
}

export function remove(id: string): Promise<void> {
  return request('DELETE', pathTo(id));
}

interface Import {
  collections: readonly object[];
  /** Collections and fields that are not sent go, and their data with them. */
  deleteMissing: boolean;
}

/** In one transaction, all or none. Each replaces its collection whole; only fields that are left out may stay. */
export function importAll(body: Import): Promise<void> {
  return request('PUT', 'collections/import', { body });
}
