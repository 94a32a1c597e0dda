import { sliceRows } from '../base/jsonText';
import type { Collection } from '../model/collection';
import { idsFilter, joinFilters } from '../model/filter/filter';
import { atRequest } from '../model/filter/ruleWords';
import { idBatches, maxQueryLength, serverQueryLength } from '../model/queryLength';
import type { FullRecord, ListedRecord, RecordAnswer } from '../model/record';
import type { ListQuery } from '../model/recordsQuery';
import { typeOf } from '../model/types/fieldTypes';
import { requestSource } from './client';
import { recordsPath } from './listedRecords';
import { unreadableError } from './responses';

// Complete records as source texts, for readers of many records. The calls work for admins only.

/** A record as the server wrote it: long numbers are not rounded, and json values keep their keys in order. */
export interface RecordSource {
  readonly id: string;
  /** The JSON text of each value, by field name. */
  readonly values: ReadonlyMap<string, string>;
}

interface RecordPage {
  readonly rows: readonly RecordSource[];
  /** The length of the response in characters. */
  readonly size: number;
}

export interface PageCall {
  filter?: string | undefined;
  /** Parameters that the filter reads. */
  query?: Readonly<Record<string, string>> | undefined;
  sort?: string | undefined;
  page?: number | undefined;
  perPage: number;
  /** Null for whole records. The server rounds numbers inside json values of records that are not whole. */
  fields: readonly string[] | null;
  signal?: AbortSignal | undefined;
}

/**
 * The server refuses this condition to all but admins. Without it an expired session would get the smaller page of a
 * guest.
 */
export const adminsOnly = `${atRequest.method}!=""`;

/**
 * Adds the names of the wanted fields to a query. With null, or if the query would get too long, the server
 * sends whole records.
 */
export function withFields(query: ListQuery, names: readonly string[] | null): ListQuery {
  const chosen = { ...query, fields: [...new Set(names)].join(',') };
  return names && serverQueryLength(chosen) <= maxQueryLength ? chosen : query;
}

/** Reads one page. A hook of the server may leave rows out, so only a page without rows is surely the last one. */
export async function readPage(collectionId: string, call: PageCall): Promise<RecordPage> {
  const { filter, sort, page = 1, perPage, fields, signal } = call;
  const query = {
    ...call.query,
    ...(page > 1 && { page: String(page) }),
    perPage: String(perPage),
    skipTotal: '1',
    ...(sort && { sort }),
    filter: joinFilters(filter, adminsOnly),
  };
  const text = await requestSource(recordsPath(collectionId), { query: withFields(query, fields), signal });
  const rows = sliceRows(text, 'items').map(readSource);
  if (rows.length === 0 && !Array.isArray((JSON.parse(text) as { items?: unknown } | null)?.items)) {
    throw unreadableError(recordsPath(collectionId), 'the list of items is missing');
  }
  return { rows, size: text.length };
}

function readSource(values: ReadonlyMap<string, string>): RecordSource {
  // Parsing copies the id. A slice would keep the whole response in memory.
  return { id: String(JSON.parse(values.get('id') ?? 'null')), values };
}

type ByIds = Pick<PageCall, 'filter' | 'query' | 'fields' | 'signal'> & {
  /** Stops between two requests. */
  isStopped?: (() => boolean) | undefined;
};

const requestsAtOnce = 4;

/**
 * Reads the records with these ids, in their order. Those that are deleted or do not match the filter are missing.
 */
export async function readByIds(
  collectionId: string,
  ids: readonly string[],
  { isStopped, ...call }: ByIds,
): Promise<RecordSource[]> {
  const found = new Map<string, RecordSource>();
  const batches = idBatches(ids);
  for (let at = 0; at < batches.length && !isStopped?.(); at += requestsAtOnce) {
    const reading = batches
      .slice(at, at + requestsAtOnce)
      .map((batch) => readBatch(collectionId, batch, call));
    for (const row of (await Promise.all(reading)).flat()) found.set(row.id, row);
  }
  return ids.flatMap((id) => found.get(id) ?? []);
}

async function readBatch(
  collectionId: string,
  ids: readonly string[],
  call: ByIds,
): Promise<readonly RecordSource[]> {
  const filter = joinFilters(idsFilter(ids), call.filter);
  const names = (call.fields ?? []).join(',');
  const fields = names.length <= mostForFields ? names : '';
  const paging = { perPage: String(ids.length), skipTotal: '1' };
  const query = { ...call.query, ...paging, fields, filter: joinFilters(filter, adminsOnly) };
  // The ids of a view may be long texts.
  if (ids.length > 1 && serverQueryLength(query) > maxQueryLength) {
    const middle = Math.ceil(ids.length / 2);
    const halves = [ids.slice(0, middle), ids.slice(middle)];
    return (await Promise.all(halves.map((half) => readBatch(collectionId, half, call)))).flat();
  }
  return (await readPage(collectionId, { ...call, filter, perPage: ids.length })).rows;
}

export const sourceText = ({ values }: RecordSource): string =>
  `{${[...values].map(([name, text]) => `${JSON.stringify(name)}:${text}`).join(',')}}`;

export function toListed({ values }: RecordSource): ListedRecord {
  const entries = [...values].map(([name, text]) => [name, JSON.parse(text) as unknown]);
  return Object.fromEntries(entries) as ListedRecord;
}

/** Reads the records that match one of the comparisons, such as `ref="A-1"`; each matches at most two. */
export async function readMatching(
  collectionId: string,
  comparisons: readonly string[],
  call: Pick<PageCall, 'fields' | 'signal'>,
): Promise<RecordSource[]> {
  const found: RecordSource[] = [];
  for (let at = 0; at < comparisons.length; ) {
    const some = packComparisons(comparisons.slice(at, at + mostAtOnce), call.fields);
    const filter = some.join('||');
    const { rows } = await readPage(collectionId, { ...call, filter, perPage: 2 * some.length });
    found.push(...rows);
    at += some.length;
  }
  return found;
}

/**
 * Reads all records that match one of the comparisons, at most `most` and one page more. Each is listed once, in the
 * order of ids per request.
 */
export async function readAllMatching(
  collectionId: string,
  comparisons: readonly string[],
  call: Pick<PageCall, 'fields' | 'signal'> & { most: number },
): Promise<RecordSource[]> {
  const { most, ...rest } = call;
  const found = new Map<string, RecordSource>();
  for (let at = 0; at < comparisons.length && found.size <= most; ) {
    const some = packComparisons(comparisons.slice(at, at + mostAtOnce), call.fields);
    for (let last = ''; found.size <= most; ) {
      const after = last === '' ? undefined : `id>"${last}"`;
      const filter = joinFilters(some.join('||'), after);
      const { rows } = await readPage(collectionId, { ...rest, filter, sort: 'id', perPage: pageLength });
      for (const row of rows) found.set(row.id, row);
      last = rows.at(-1)?.id ?? '';
      if (rows.length < pageLength) break;
    }
    at += some.length;
  }
  return [...found.values()];
}

const pageLength = 500;

/** Returns as many of the first comparisons as one request can hold, at least one. */
function packComparisons(
  comparisons: readonly string[],
  fields: readonly string[] | null,
): readonly string[] {
  const { length } = (fields ?? []).join(',');
  const lengthLeft = maxQueryLength - reservedLength - (length <= mostForFields ? length * 2 : 0);
  let count = 0;
  for (let used = 0; count < Math.min(comparisons.length, mostAtOnce); count += 1) {
    used += serverQueryLength({ '': `${comparisons[count]}||` });
    if (used > lengthLeft) break;
  }
  return comparisons.slice(0, Math.max(count, 1));
}

/** Characters for paging and `adminsOnly`. */
const reservedLength = 150;
/** With more names of fields, the additional requests take longer than whole records. */
const mostForFields = 300;
/** The limit of nested conditions in the server's database. */
const mostAtOnce = 100;

/** Makes an answer of a whole record, as `records.get` returns it. */
export function toAnswer({ schema }: Collection, { values }: RecordSource): RecordAnswer {
  const record = Object.fromEntries(
    [...values].map(([name, source]) => [name, JSON.parse(source) as unknown]),
  );
  const sources = schema.flatMap((field) => {
    const source = values.get(field.name);
    return typeOf(field).hasSource && source !== undefined ? [[field.name, source] as const] : [];
  });
  return { record: record as unknown as FullRecord, sources: Object.fromEntries(sources) };
}
