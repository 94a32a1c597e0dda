import { idsFilter, joinFilters } from '../model/filters/filter';
import { idBatches, maxQueryLength, serverQueryLength } from '../model/queryLength';
import { AnyRecord, type ListedRecord } from '../model/record';
import { pathSegment } from './addresses';
import {
  apiAddress,
  type CallOptions,
  type CallQuery,
  confirmSession,
  type ListAnswer,
  requestList,
} from './client';

// Rows of lists, which may be excerpts. See records.ts for complete records and writes.

export const recordsPath = (collectionId: string) => `collections/${pathSegment(collectionId)}/records`;

/** A request is cancelled by the next one with the same key, or by the signal. */
type Cancelling = { key: string } | { signal: AbortSignal };

/** Returns the URL of one page of rows. */
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
    query: { ...query, page: '1', perPage: '1', fields: 'id', filter: filter || undefined },
    ...others,
  });
  return page.totalItems;
}

/** Counts the records that match the filter, and returns the id of one; '' if there is none. */
export async function countWithFirst(
  collectionId: string,
  filter: string,
  signal: AbortSignal,
): Promise<{ count: number; firstId: string }> {
  const query = { page: '1', perPage: '1', fields: 'id', filter };
  const { totalItems, items } = await requestList(recordsPath(collectionId), AnyRecord, { query, signal });
  return { count: totalItems, firstId: items[0]?.id ?? '' };
}

type CountOptions = Cancelling & Pick<CallOptions, 'isBackground'> & { query?: CallQuery | undefined };

interface ByIds {
  /** The requested fields of each record. */
  fields: string;
  /** Returns only the records that match it, too. */
  filter?: string | undefined;
  /** Further parameters. */
  query?: CallQuery | undefined;
  signal?: AbortSignal | undefined;
}

/** Returns records by their ids, in any order; deleted ones are missing. */
export async function listByIds(
  collectionId: string,
  ids: readonly string[],
  options: ByIds,
): Promise<ListedRecord[]> {
  const begun = Date.now();
  const pages = idBatches(ids).map((batch) => listBatch(collectionId, batch, options));
  const found = (await Promise.all(pages)).flat();
  if (found.length < ids.length && !options.filter) await confirmSession(recordsPath(collectionId), begun);
  return found;
}

async function listBatch(
  collectionId: string,
  ids: readonly string[],
  options: ByIds,
): Promise<ListedRecord[]> {
  const { fields, signal } = options;
  const filter = joinFilters(idsFilter(ids), options.filter);
  const query = { ...options.query, perPage: String(ids.length), skipTotal: '1', fields, filter };
  // The ids of a view may be long texts.
  if (ids.length > 1 && serverQueryLength(query) > maxQueryLength) {
    const middle = Math.ceil(ids.length / 2);
    const halves = [ids.slice(0, middle), ids.slice(middle)];
    const found = halves.map((half) => listBatch(collectionId, half, options));
    return (await Promise.all(found)).flat();
  }
  return (await requestList(recordsPath(collectionId), AnyRecord, { query, signal })).items as ListedRecord[];
}
