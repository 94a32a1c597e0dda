import { AnyRecord, type ListedRecord } from '../model/record';
import { type CallQuery, type ListAnswer, requestList } from './client';
import { pathSegment } from './pathSegment';

// Apart from what reads and saves single records, so that a list carries none of it.
const pathOf = (collectionId: string) => `collections/${pathSegment(collectionId)}/records`;

/** Either the next call with the same key gives this one up, or the signal does. */
type Cancelling = { key: string } | { signal: AbortSignal };

/**
 * One page of rows. Texts in them may be excerpts, which is why they are `ListedRecord`s: nothing that edits
 * a record takes one. The total is not counted.
 */
export async function list(
  collectionId: string,
  query: CallQuery,
  cancelling: Cancelling = { key: 'records' },
): Promise<ListAnswer<ListedRecord>> {
  const page = await requestList(pathOf(collectionId), AnyRecord, {
    query: { ...query, skipTotal: '1' },
    ...cancelling,
  });
  return { ...page, items: page.items as ListedRecord[] };
}

/** How many records fit the filter; slow on large tables. By default the count before it is given up. */
export async function count(
  collectionId: string,
  filter: string,
  cancelling: Cancelling = { key: 'records_count' },
): Promise<number> {
  const page = await requestList(pathOf(collectionId), AnyRecord, {
    query: { page: '1', perPage: '1', fields: 'id', filter: filter || undefined },
    ...cancelling,
  });
  return page.totalItems;
}
