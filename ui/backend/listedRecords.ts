import { AnyRecord, type ListedRecord } from '../model/record';
import { countQuery } from '../model/recordsQuery';
import { pathSegment } from './addresses';
import { apiAddress, type CallOptions, type CallQuery, type ListAnswer, requestList } from './client';
import { unreadableError } from './responses';

// Rows of lists, which may be excerpts. See records.ts for complete records and writes.

export const recordsPath = (collectionId: string) => `collections/${pathSegment(collectionId)}/records`;

/** A request is cancelled by the next one with the same key, or by the signal. */
type Cancelling = { key: string } | { signal: AbortSignal };

export function listAddress(collectionId: string, query: CallQuery): string {
  return apiAddress(recordsPath(collectionId), { ...query, skipTotal: '1' });
}

/**
 * Reads one page of rows. Their texts may be excerpts, so they are `ListedRecord`s, which no editor accepts.
 * The total is not counted.
 */
export async function list(
  collectionId: string,
  query: CallQuery,
  options: Cancelling & Pick<CallOptions, 'isBackground'> = { key: 'records' },
): Promise<ListAnswer<ListedRecord>> {
  const page = await requestList(listAddress(collectionId, query), AnyRecord, options);
  return { ...page, items: page.items as ListedRecord[] };
}

/**
 * Returns the number of records that match the filter; slow on large tables. By default it cancels the
 * previous count.
 */
export async function count(
  collectionId: string,
  filter: string,
  options: CountOptions = { key: 'records_count' },
): Promise<number> {
  const { query, ...others } = options;
  const page = await requestList(recordsPath(collectionId), AnyRecord, {
    query: { ...query, ...countQuery, filter: filter || undefined },
    ...others,
  });
  return page.totalItems;
}

/** Counts the records that anyone can list, with a call that anyone can send. The list of logs leaves it out. */
export async function countAsGuest(collectionId: string, options: CountAsGuest): Promise<number> {
  const path = recordsPath(collectionId);
  const call = { query: countQuery, asGuest: true, asVisitor: true, ...options };
  const { totalItems } = await requestList(path, AnyRecord, call);
  if (totalItems < 0) throw unreadableError(apiAddress(path), 'the total is missing');
  return totalItems;
}

/** Counts the records that match the filter, and returns the id of one; '' if there is none. */
export async function countWithFirst(
  collectionId: string,
  filter: string,
  signal: AbortSignal,
): Promise<{ count: number; firstId: string }> {
  const query = { ...countQuery, filter };
  const { totalItems, items } = await requestList(recordsPath(collectionId), AnyRecord, { query, signal });
  return { count: totalItems, firstId: items[0]?.id ?? '' };
}

type CountAsGuest = Pick<CallOptions, 'isBackground'> & { signal: AbortSignal };
type CountOptions = Cancelling & Pick<CallOptions, 'isBackground'> & { query?: CallQuery | undefined };
