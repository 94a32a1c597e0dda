import {
  accountTexts,
  type Collection,
  collectionTypeOf,
  dateNames,
  hasField,
  presentableFields,
  systemFieldNames,
  viewQuery,
} from './collection';
import type { SchemaField } from './field';
import { type SearchColumn, toFilter } from './filter/filter';
import { maxQueryLength, serverQueryLength } from './queryLength';
import { parseSort, printSort, type Sort } from './sort';
import { isSecret, targetOf, typeOf } from './types/fieldTypes';

/** The query parameters of a list request, without the page. */
export type ListQuery = Readonly<Record<string, string>>;

export const pageSize = 40;

export const countQuery = { page: '1', perPage: '1', fields: 'id' } as const;

/** In characters: longer texts of a list are cut. */
export const excerptLength = 200;

/** The `fields` of a list that shows all fields, with excerpts of long texts. */
export const excerpts = `*:excerpt(${excerptLength})`;

const newestFirst: Sort = { field: 'created', isDescending: true };
/** The order of storage, by which a newer server sorts tables that have no date. */
const lastStoredFirst: Sort = { field: '@rowid', isDescending: true };
/** Reserved for the paging parameters that every request adds. */
const reservedLength = '&page=1000000&perPage=500&skipTotal=1'.length;

/** Older servers (0.22.20) refuse 64 sort parts or crash. More than 32 parts make no difference for users. */
const maxSortParts = 32;
/** Newer servers refuse more. */
const maxSortPartsOfNewer = 8;

/**
 * The schema of a view does not list `created` and `updated`. A mention in its query is enough here, because
 * the list retries without the sort when the server refuses it. So the first screen does not load the SQL
 * parser (4 kB).
 */
function mayHave(collection: Collection, name: string): boolean {
  if (hasField(collection, name)) return true;
  return dateNames.includes(name) && new RegExp(`\\b${name}\\b`, 'i').test(viewQuery(collection) ?? '');
}

/** Lists the dates that records of the collection may have. */
export const possibleDates = (collection: Collection): string[] =>
  dateNames.filter((name) => mayHave(collection, name));

/** Returns null when the URL names no sort, or one that the collection cannot have. */
export function askedSort(text: string | undefined, collection: Collection): Sort | null {
  const asked = parseSort(text ?? '');
  return asked && mayHave(collection, asked.field) ? asked : null;
}

/** Returns the default sort: newest first, or none when the records have no date. */
export function defaultSort(collection: Collection): Sort | null {
  if (mayHave(collection, newestFirst.field)) return newestFirst;
  return collection.builtIn && collectionTypeOf(collection) !== 'view' ? lastStoredFirst : null;
}

/**
 * Returns the sort to try after the server refused one; undefined when the sort is not the cause. A view that
 * mentions `created` without selecting it cannot be sorted by it or by `updated`.
 */
export function sortInsteadOf(refused: Sort | null, collection: Collection): Sort | null | undefined {
  if (!refused || hasField(collection, refused.field) || refused === lastStoredFirst) return undefined;
  return refused.field === newestFirst.field ? null : defaultSort(collection);
}

/** The rows that another person gets. */
export interface OnlyRows {
  /** Replaces the search, which it contains. */
  readonly filter: string;
  /** Parameters that the filter reads. */
  readonly query: ListQuery;
}

/** The input for a list request. */
export interface Asked {
  collection: Collection;
  sort: Sort | null;
  /** The text as the user typed it; '' for all records. */
  search: string;
  hidden: readonly string[];
  /** Set in the Hidden mode of View as. */
  only?: OnlyRows | null;
}

export interface ListCall {
  query: ListQuery;
  /** The columns to search, or null when all are searched. */
  narrowedTo: readonly string[] | null;
  /** The number of characters above the server's limit; 0 when the request fits. */
  excess: number;
}

/**
 * Returns the list request for a collection. It expands related records to show them instead of their ids,
 * and loads long texts as excerpts. If the query is too long for the server, it drops the excerpts of related
 * records first, then the related records. At last it searches a term in fewer columns.
 */
export function listCallOf(asked: Asked, collectionById: (id: string) => Collection | undefined): ListCall {
  const fits = (query: ListQuery) => lengthOf(query) <= maxQueryLength;
  const { collection, sort, search, hidden, only } = asked;
  const ofType = (type: string) => collection.schema.filter((field) => field.type === type);
  const relations = ofType('relation').flatMap(({ id, name }) => (hidden.includes(id) ? [] : name));
  const own = ['*', ...ofType('editor').map(({ name }) => `${name}:excerpt(${excerptLength},true)`)];
  const related = relations.map((name) => `expand.${name}.${excerpts}`);
  const columns = searchColumnsOf(collection);
  const base = {
    ...only?.query,
    sort: sort ? printedSort(collection, sort, collectionById, fits) : '',
    filter: only ? only.filter : toFilter(search, columns),
  };
  const plain = { ...base, fields: own.join(',') };
  const choices: ListQuery[] = [
    { ...base, fields: [...own, ...related].join(','), expand: relations.join(',') },
    { ...base, fields: [...own, 'expand'].join(','), expand: relations.join(',') },
    plain,
    base,
  ].map(withoutEmpty);
  const fitting = choices.find(fits);
  if (fitting) return { query: fitting, narrowedTo: null, excess: 0 };

  // A typed filter is the same for any columns; a search term gets shorter with each column less.
  for (let count = columns.length - 1; count > 0 && !only; count--) {
    const fewer = columns.slice(0, count);
    const query = withoutEmpty({ ...plain, filter: toFilter(search, fewer) });
    if (query['filter'] === base.filter) break;
    if (fits(query)) return { query, narrowedTo: fewer.map(({ name }) => name), excess: 0 };
  }
  const shortest = withoutEmpty(base);
  return { query: shortest, narrowedTo: null, excess: lengthOf(shortest) - maxQueryLength };
}

/**
 * Returns the columns to search, the most helpful ones first. The last are dropped when the request is too
 * long.
 */
export function searchColumnsOf(collection: Collection): SearchColumn[] {
  const rank = (field: SchemaField) => (field.presentable ? 0 : typeOf(field).isPlainText ? 1 : 2);
  const readable = collection.schema.filter((field) => !isSecret(field));
  const fields = readable.sort((a, b) => rank(a) - rank(b));
  const names = systemFieldNames(collection);
  const early = ['id', ...accountTexts].filter((name) => names.includes(name));
  // A view may mention these names without selecting them; then the server refuses the whole filter.
  const late = dateNames.filter((name) => hasField(collection, name));
  return [...early.map((name) => ({ name })), ...fields, ...late.map((name) => ({ name }))];
}

/**
 * Sorts a relation by the presentable fields of its records, all in the same direction. Uses as many fields
 * as the server allows.
 */
function printedSort(
  collection: Collection,
  sort: Sort,
  collectionById: (id: string) => Collection | undefined,
  fits: (query: ListQuery) => boolean,
): string {
  const field = collection.schema.find(({ name }) => name === sort.field);
  const target = field && collectionById(targetOf(field) ?? '');
  const parts = target ? presentableFields(target).map(({ name }) => `${sort.field}.${name}`) : [];
  const paths =
    parts.length > 0 ? parts.slice(0, collection.builtIn ? maxSortPartsOfNewer : maxSortParts) : [sort.field];
  const print = () => paths.map((path) => printSort({ ...sort, field: path })).join(',');
  while (paths.length > 1 && !fits({ sort: print() })) paths.pop();
  return print();
}

function lengthOf(query: ListQuery): number {
  return serverQueryLength(query) + reservedLength;
}

function withoutEmpty(query: ListQuery): ListQuery {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''));
}
