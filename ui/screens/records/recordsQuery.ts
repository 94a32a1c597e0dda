import { type Collection, collectionTypeOf, hasField, presentableFields } from '../../model/collection';
import { targetOf } from '../../model/field';
import { maxQueryLength, serverQueryLength } from '../../model/queryLength';
import { parseSort, printSort, type Sort } from '../../model/sort';

/** What a list call asks for, page aside. */
export type ListQuery = Readonly<Record<string, string>>;

export const pageSize = 40;

const newestFirst: Sort = { field: 'created', isDescending: true };
/** Room for the page and the like, which every call adds. */
const reservedLength = '&page=1000000&perPage=500&skipTotal=1'.length;

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
 * The list call for a collection. Related records come along to be shown instead of their ids; long texts come as
 * excerpts. From 0.22.25 on the server refuses a query over its length: then the excerpts of related records go
 * first, after them the related records themselves.
 */
export function listQueryOf(
  collection: Collection,
  sort: Sort | null,
  collectionById: (id: string) => Collection | undefined,
): ListQuery {
  const relations = collection.schema.filter((field) => field.type === 'relation').map(({ name }) => name);
  const editors = collection.schema.filter((field) => field.type === 'editor').map(({ name }) => name);
  const own = ['*', ...editors.map((name) => `${name}:excerpt(200,true)`)];
  const excerpts = relations.map((name) => `expand.${name}.*:excerpt(200)`);
  const base = sort ? { sort: printedSort(collection, sort, collectionById) } : {};
  const choices: ListQuery[] = [
    { ...base, fields: [...own, ...excerpts].join(','), expand: relations.join(',') },
    { ...base, fields: [...own, 'expand'].join(','), expand: relations.join(',') },
    { ...base, fields: own.join(',') },
    { ...base },
  ];
  const fitting = choices.find((query) => serverQueryLength(query) + reservedLength <= maxQueryLength);
  return withoutEmpty(fitting ?? base);
}

/** A relation is sorted by what stands for its records, every part in the same direction. */
function printedSort(
  collection: Collection,
  sort: Sort,
  collectionById: (id: string) => Collection | undefined,
): string {
  const field = collection.schema.find(({ name }) => name === sort.field);
  const target = field && collectionById(targetOf(field) ?? '');
  const parts = target ? presentableFields(target).map(({ name }) => `${sort.field}.${name}`) : [];
  return (parts.length > 0 ? parts : [sort.field])
    .map((path) => printSort({ ...sort, field: path }))
    .join(',');
}

function withoutEmpty(query: ListQuery): ListQuery {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''));
}
