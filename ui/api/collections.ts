import { Collection } from '../model/collection';
import { requestList } from './client';
import { fullList } from './paging';

const batchSize = 200;

/** All collections by name. */
export function listAll(signal?: AbortSignal): Promise<Collection[]> {
  return fullList((page) =>
    requestList('collections', Collection, {
      query: { page: String(page), perPage: String(batchSize), sort: '+name' },
      signal,
    }),
  );
}
