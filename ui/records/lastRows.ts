import { apiAddress, startRead } from '../backend/client';
import * as listedRecords from '../backend/listedRecords';
import type { Query } from '../base/hash';
import { readJson, remove, writeJson } from '../base/storage';
import { type Asked, type ListQuery, pageSize } from '../model/recordsQuery';
import * as collections from '../page/collections';

/**
 * The first request of the last record list. After a reload or a sign-in, it is sent together with the request for
 * the collections, and the list uses the response if it still asks for the same. Only the address of the request is
 * stored, no data of records and no search.
 */
interface LastRows {
  id: string;
  /** As in the address of the page. */
  sort: string;
  /** True if it was the first collection, which is shown if the address has none. */
  isFirst: boolean;
  address: string;
}

const key = 'lowlineLastRows';

export function remember({ collection, search }: Asked, sort: string | undefined, query: ListQuery): void {
  if (search !== '') return;
  const { id } = collection;
  const address = listedRecords.listAddress(id, { ...query, page: '1', perPage: String(pageSize) });
  const isFirst = collections.state.all[0]?.id === id;
  writeJson(key, { id, sort: sort ?? '', isFirst, address } satisfies LastRows);
}

/** Sends the stored request if the address asks for the same list. */
export function start({ collectionId, sort = '', filter, asOnly }: Query): void {
  const last = readJson(key) as Partial<LastRows> | null;
  if (filter || asOnly || last?.sort !== sort) return;
  const isAsked = collectionId ? collectionId === last.id : last.isFirst;
  // The token may only be sent to this server.
  if (isAsked && last.address?.startsWith(apiAddress(''))) startRead(last.address);
}

export function forget(): void {
  remove(key);
}
