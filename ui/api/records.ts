import { idsFilter } from '../model/filter';
import { idBatches } from '../model/queryLength';
import { AnyRecord, type ListedRecord } from '../model/record';
import { sliceItems, sliceJson } from '../platform/jsonText';
import { type CallQuery, type ListAnswer, requestList, requestSource } from './client';
import { pathSegment } from './pathSegment';

const pathOf = (collectionId: string) => `collections/${pathSegment(collectionId)}/records`;

/**
 * One page of rows. Texts in them may be excerpts, which is why they are `ListedRecord`s: nothing that edits
 * a record takes one. The total is not counted.
 */
export async function list(collectionId: string, query: CallQuery): Promise<ListAnswer<ListedRecord>> {
  const page = await requestList(pathOf(collectionId), AnyRecord, {
    query: { ...query, skipTotal: '1' },
    key: 'records',
  });
  return { ...page, items: page.items as ListedRecord[] };
}

/** How many records fit the filter; slow on large tables. */
export async function count(collectionId: string, filter: string): Promise<number> {
  const page = await requestList(pathOf(collectionId), AnyRecord, {
    query: { page: '1', perPage: '1', fields: 'id', filter: filter || undefined },
    key: 'records_count',
  });
  return page.totalItems;
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
