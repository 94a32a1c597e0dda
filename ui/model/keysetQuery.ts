import { type Collection, collectionTypeOf, fieldOf } from './collection';
import { type EscapeRules, escapeText } from './filters/filter';
import { withoutExponent } from './filters/filterLiterals';
import { maxQueryLength, serverQueryLength } from './queryLength';
import type { ListQuery } from './recordsQuery';
import type { Sort } from './sort';

/**
 * Queries that read all records of a collection, page by page, without page numbers. Each page begins after the
 * last record of the page before, so a record that is created or deleted meanwhile moves no other record.
 */

/** The value that orders the records. Records with the same value are in the order of their ids. */
export interface RecordKey {
  readonly field: string;
  readonly kind: 'id' | 'date' | 'number';
  readonly isDescending: boolean;
}

/** The last record of a page. */
export interface KeyPlace {
  readonly id: string;
  /** The value of the key, as the source text of the response. */
  readonly source: string;
}

/** The server refuses this condition to everyone but admins. So no page can be the smaller one of a guest. */
export const adminsOnly = '@request.method!=""';

export const idKey: RecordKey = { field: 'id', kind: 'id', isDescending: false };

/**
 * Returns the key for a sort; null when the records cannot be read by it. Columns of a view may be null, which
 * no comparison finds, so a view has only its id. Without a sort a view has an order of its own.
 */
export function recordKeyOf(sort: Sort | null, collection: Collection): RecordKey | null {
  if (!sort) return collectionTypeOf(collection) === 'view' ? null : idKey;
  const kind = keyKindOf(sort.field, collection);
  return kind && { ...sort, kind };
}

function keyKindOf(name: string, collection: Collection): RecordKey['kind'] | null {
  if (name === 'id') return 'id';
  // Filters read a name that begins with a digit as a number.
  if (collectionTypeOf(collection) === 'view' || /^\d/.test(name)) return null;
  if (name === 'created' || name === 'updated') return 'date';
  const type = fieldOf(collection, name)?.type;
  return type === 'date' || type === 'number' ? type : null;
}

export function keysetSort({ field, kind, isDescending }: RecordKey): string {
  const sort = `${isDescending ? '-' : ''}${field}`;
  return kind === 'id' ? sort : `${sort},id`;
}

interface FilterOptions {
  rules?: EscapeRules;
  /** Includes the record of the place. */
  isInclusive?: boolean;
}

/** Returns the filter for the records after a place. */
export function keysetFilter(
  { field, kind, isDescending }: RecordKey,
  { id, source }: KeyPlace,
  { rules = 'plain', isInclusive = false }: FilterOptions = {},
): string {
  const after = isDescending ? '<' : '>';
  const quotedId = `"${escapeText(id, rules)}"`;
  if (kind === 'id') return `id${after}${isInclusive ? '=' : ''}${quotedId}`;
  const value =
    kind === 'number' ? withoutExponent(source) : `"${escapeText(JSON.parse(source) as string, rules)}"`;
  return `${field}${after}${value}||(${field}=${value}&&id>${isInclusive ? '=' : ''}${quotedId})`;
}

/**
 * Returns the filter for records whose date is stored in another form than the server prints. A comparison
 * with the printed form would lose some of them.
 */
export function strangeDates({ field }: RecordKey): string {
  return `${field}!=""&&${field}!~"____-__-__ __:__:__.___Z%"`;
}

/**
 * Adds the names of the wanted fields to a query. With null, or if the query would get too long, the server
 * sends whole records.
 */
export function withFields(query: ListQuery, names: readonly string[] | null): ListQuery {
  const chosen = { ...query, fields: [...new Set(names)].join(',') };
  return names && serverQueryLength(chosen) <= maxQueryLength ? chosen : query;
}
