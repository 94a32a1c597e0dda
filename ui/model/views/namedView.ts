import { array, boolean, type Infer, is, nullable, number, record, string, type } from 'superstruct';
import type { Collection } from '../collection';
import { searchTermOf } from '../filters/filter';
import { askedSort, defaultSort } from '../recordsQuery';
import { lookupOf, namesOf, partsOf } from '../rulePaths';
import { renamedRule, renameOf } from '../ruleRenames';
import { parseSort, printSort } from '../sort';
import { type KeyedColumn, type KnownColumn, printColumns, type ViewColumn } from './addressColumns';

/** The names of collections and of their fields by their ids, as they were when a view was saved. */
const KnownNames = record(string(), type({ name: string(), fields: record(string(), string()) }));
export type KnownNames = Readonly<Infer<typeof KnownNames>>;

const NamedView = type({
  name: string(),
  filter: string(),
  sort: string(),
  columns: array(type({ key: string(), name: string(), width: nullable(number()), isPinned: boolean() })),
  names: KnownNames,
});

/** A view that this browser keeps. */
export interface NamedView {
  readonly name: string;
  readonly filter: string;
  /** As in the address; '' for the default. */
  readonly sort: string;
  readonly columns: readonly KeyedColumn[];
  readonly names: KnownNames;
}

/** The parts of the address that show a view. */
export interface ViewAddress {
  readonly view: string;
  readonly filter: string;
  readonly sort: string;
  readonly columns: string;
}

/** Returns the views of a stored text. Other programs may have written it: a view of another shape is left out. */
export function readViews(stored: unknown): NamedView[] {
  if (!Array.isArray(stored)) return [];
  const views = stored.filter((view): view is Infer<typeof NamedView> => is(view, NamedView));
  return views.filter(({ name }, at) => name !== '' && views.findIndex((one) => one.name === name) === at);
}

/** Returns the names that a filter and the columns of its collection depend on. */
export function namesUsed(filter: string, owner: Collection, collections: readonly Collection[]): KnownNames {
  const lookup = lookupOf(collections);
  const paths = searchTermOf(filter) ? [] : namesOf(filter);
  const used = paths.flatMap((name) => partsOf(name, owner, lookup).map(({ collection }) => collection));
  return Object.fromEntries([owner, ...used].map((collection) => [collection.id, namesIn(collection)]));
}

function namesIn({ name, schema }: Collection): KnownNames[string] {
  return { name, fields: Object.fromEntries(schema.map((field) => [field.id, field.name])) };
}

/** True if one of the collections or fields has another name now. */
export function isRenamed(names: KnownNames, collections: readonly Collection[]): boolean {
  return collections.some((collection) => {
    const before = formerly(collection, names);
    const { name, fields } = renameOf(before, collection);
    return before !== collection && (name !== undefined || fields.size > 0);
  });
}

/** Returns the collection with its former names. A field that was added since is left out. */
function formerly(collection: Collection, names: KnownNames): Collection {
  const known = Object.hasOwn(names, collection.id) ? names[collection.id] : undefined;
  if (!known) return collection;
  const schema = collection.schema.flatMap((field) => {
    const name = Object.hasOwn(known.fields, field.id) ? known.fields[field.id] : undefined;
    return name === undefined ? [] : [{ ...field, name }];
  });
  return { ...collection, name: known.name, schema };
}

/** The texts of a view that hold names. */
interface ViewTexts {
  readonly filter: string;
  readonly sort: string;
  readonly columns: readonly ViewColumn[];
}

/** Returns the texts with the present names of what was renamed. */
export function withPresentNames<Texts extends ViewTexts>(
  texts: Texts,
  names: KnownNames,
  owner: Collection,
  collections: readonly Collection[],
): Texts {
  const before = collections.map((collection) => formerly(collection, names));
  const formerOwner = before.find(({ id }) => id === owner.id) ?? owner;
  const { fields } = renameOf(formerOwner, owner);
  const sort = parseSort(texts.sort);
  const sorted = sort && fields.get(sort.field);
  return {
    ...texts,
    filter: searchTermOf(texts.filter)
      ? texts.filter
      : renamedFilter(texts.filter, owner, before, collections),
    sort: sort && sorted ? printSort({ ...sort, field: sorted }) : texts.sort,
    columns: texts.columns.map((column) => ({ ...column, name: fields.get(column.name) ?? column.name })),
  };
}

/** Follows one collection after the other: each step expects the ones before it under their new names. */
function renamedFilter(
  filter: string,
  owner: Collection,
  before: readonly Collection[],
  now: readonly Collection[],
): string {
  let known = [...before];
  let result = filter;
  for (const after of now) {
    const former = known.find(({ id }) => id === after.id);
    const knownOwner = known.find(({ id }) => id === owner.id);
    if (!former || former === after || !knownOwner) continue;
    result = renamedRule(result, knownOwner, renameOf(former, after), known);
    known = known.map((one) => (one === former ? after : one));
  }
  return result;
}

/** Returns the view with the present names; the same object if nothing was renamed. */
export function followRenames(
  view: NamedView,
  owner: Collection,
  collections: readonly Collection[],
): NamedView {
  if (!isRenamed(view.names, collections)) return view;
  const renamed = withPresentNames(view, view.names, owner, collections);
  return { ...renamed, names: namesUsed(renamed.filter, owner, collections) };
}

/** Prints a view for the address, with the present names of its columns. */
export function addressOf(view: NamedView, known: readonly KnownColumn[]): ViewAddress {
  const { name, filter, sort } = view;
  const columns = view.columns.map((column) => ({
    ...column,
    name: known.find(({ key }) => key === column.key)?.name ?? column.name,
  }));
  return { view: name, filter, sort, columns: printColumns(columns) };
}

/** True if two addresses show the same. The default sort may be named or not. */
export function isSameView(one: ViewAddress, other: ViewAddress, collection: Collection): boolean {
  const sortOf = ({ sort }: ViewAddress) => {
    const shown = askedSort(sort, collection) ?? defaultSort(collection);
    return shown && printSort(shown);
  };
  return (
    one.filter.trim() === other.filter.trim() &&
    one.columns === other.columns &&
    sortOf(one) === sortOf(other)
  );
}

const longestName = 60;

/** Returns what is wrong with the name of a view; null for nothing. */
export function viewNameFault(name: string, taken: readonly string[]): string | null {
  const trimmed = name.trim();
  if (trimmed === '') return 'Enter a name.';
  if ([...trimmed].length > longestName) return `A name has at most ${longestName} characters.`;
  return taken.includes(trimmed) ? 'There is a view with this name already.' : null;
}
