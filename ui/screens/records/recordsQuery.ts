import {
  type Collection,
  collectionTypeOf,
  hasField,
  presentableFields,
  systemFieldNames,
} from '../../model/collection';
import { type SchemaField, targetOf } from '../../model/field';
import { type EscapeRules, type SearchColumn, toFilter } from '../../model/filter';
import { serverQueryLength } from '../../model/queryLength';
import { parseSort, printSort, type Sort } from '../../model/sort';

/** What a list call asks for, page aside. */
export type ListQuery = Readonly<Record<string, string>>;

export const pageSize = 40;

const newestFirst: Sort = { field: 'created', isDescending: true };
/** Room for the page and the like, which every call adds. */
const reservedLength = '&page=1000000&perPage=500&skipTotal=1'.length;

/** The database of older servers (0.22.20) refuses 64 or ends with its server; nobody tells rows apart that far down. */
const maxSortParts = 32;

/** A view has dates when its query selects them; its schema does not tell, its text may. */
function mayHave(collection: Collection, name: string): boolean {
  if (hasField(collection, name)) return true;
  if (collectionTypeOf(collection) !== 'view' || !/^(created|updated)$/.test(name)) return false;
  const query = collection.options && 'query' in collection.options ? String(collection.options.query) : '';
  return new RegExp(`\\b${name}\\b`, 'i').test(query);
}

/** Null when the address names no sort, or one that the collection cannot have. */
export function askedSort(text: string | undefined, collection: Collection): Sort | null {
  const asked = parseSort(text ?? '');
  return asked && mayHave(collection, asked.field) ? asked : null;
}

/** The sort that no one asked for: the newest first, or none where nothing tells the age of a record. */
export function defaultSort(collection: Collection): Sort | null {
  return mayHave(collection, newestFirst.field) ? newestFirst : null;
}

/**
 * The sort to try when the server refused one; undefined when the sort is not to blame. A view that mentions
 * `created` without selecting it cannot be sorted by it, nor by `updated`.
 */
export function sortInsteadOf(refused: Sort | null, collection: Collection): Sort | null | undefined {
  if (!refused || hasField(collection, refused.field)) return undefined;
  return refused.field === newestFirst.field ? null : defaultSort(collection);
}

/** What a list is asked for. */
export interface Asked {
  collection: Collection;
  sort: Sort | null;
  /** As it was typed; '' for everything. */
  search: string;
  rules: EscapeRules;
  /** Names of the columns that are not drawn. */
  hidden: readonly string[];
}

export interface ListCall {
  query: ListQuery;
  /** The columns that a term is looked for in, when they are not all of them. */
  narrowedTo: readonly string[] | null;
  /** By how many characters the call is longer than the server takes; 0 when it fits. */
  excess: number;
}

/**
 * The list call for a collection. Related records come along to be shown instead of their ids; long texts come as
 * excerpts. A query that would be longer than `maxLength` loses the excerpts of related records first, after
 * them the related records themselves, and then a term is looked for in fewer columns.
 */
export function listCallOf(
  asked: Asked,
  collectionById: (id: string) => Collection | undefined,
  maxLength: number,
): ListCall {
  const fits = (query: ListQuery) => lengthOf(query) <= maxLength;
  const { collection, sort, search, rules, hidden } = asked;
  const namesOf = (type: string) =>
    collection.schema.filter((field) => field.type === type).map(({ name }) => name);
  const relations = namesOf('relation').filter((name) => !hidden.includes(name));
  const own = ['*', ...namesOf('editor').map((name) => `${name}:excerpt(200,true)`)];
  const excerpts = relations.map((name) => `expand.${name}.*:excerpt(200)`);
  const columns = searchColumnsOf(collection);
  const base = {
    sort: sort ? printedSort(collection, sort, collectionById, fits) : '',
    filter: toFilter(search, columns, rules),
  };
  const plain = { ...base, fields: own.join(',') };
  const choices: ListQuery[] = [
    { ...base, fields: [...own, ...excerpts].join(','), expand: relations.join(',') },
    { ...base, fields: [...own, 'expand'].join(','), expand: relations.join(',') },
    plain,
    base,
  ].map(withoutEmpty);
  const fitting = choices.find(fits);
  if (fitting) return { query: fitting, narrowedTo: null, excess: 0 };

  // A filter that was typed is the same for any columns; a term becomes shorter with each that is left out.
  for (let count = columns.length - 1; count > 0; count--) {
    const fewer = columns.slice(0, count);
    const query = withoutEmpty({ ...plain, filter: toFilter(search, fewer, rules) });
    if (query['filter'] === base.filter) break;
    if (fits(query)) return { query, narrowedTo: fewer.map(({ name }) => name), excess: 0 };
  }
  const shortest = withoutEmpty(base);
  return { query: shortest, narrowedTo: null, excess: lengthOf(shortest) - maxLength };
}

/** Where a term is looked for, what tells records apart first: the last are left out when the call is too long. */
export function searchColumnsOf(collection: Collection): SearchColumn[] {
  const rank = ({ presentable, type }: SchemaField) => (presentable ? 0 : type === 'text' ? 1 : 2);
  const fields = [...collection.schema].sort((a, b) => rank(a) - rank(b));
  const names = systemFieldNames(collection);
  const early = ['id', 'username', 'email'].filter((name) => names.includes(name));
  // A view may only mention them, and then the server refuses the whole filter.
  const late = ['created', 'updated'].filter((name) => hasField(collection, name));
  return [...early.map((name) => ({ name })), ...fields, ...late.map((name) => ({ name }))];
}

/**
 * A relation is sorted by what stands for its records, every part in the same direction: by as many parts as a
 * server can take.
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
  const paths = parts.length > 0 ? parts.slice(0, maxSortParts) : [sort.field];
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
