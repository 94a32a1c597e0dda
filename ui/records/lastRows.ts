import { apiAddress, startRead } from '../backend/client';
import * as listedRecords from '../backend/listedRecords';
import type { Query } from '../base/hash';
import { readJson, remove, writeJson } from '../base/storage';
import { type Asked, type ListQuery, pageSize } from '../model/recordsQuery';
import * as collections from '../page/collections';

/**
 * The first request of the record list that was opened last. After a reload and a sign-in it is sent beside the
 * request for the collections. The list takes over the response if it still asks for the same. Only the address
 * is stored: no data of records, and no search.
 */
interface LastRows {
  id: string;
  /** The raw sort of the page's address. */
  sort: string;
  /** True if it was the first collection, which an address without a collection shows. */
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

/** Reads the rows of the page's address in advance, if it shows the same list as the last visit. */
export function start({ collectionId, sort = '', filter, asOnly }: Query): void {
  const last = readJson(key) as Partial<LastRows> | null;
  if (filter || asOnly || last?.sort !== sort) return;
  const isAsked = collectionId ? collectionId === last.id : last.isFirst;
  // The token is sent to this server only.
  if (isAsked && last.address?.startsWith(apiAddress(''))) startRead(last.address);
}

export function forget(): void {
  remove(key);
}
