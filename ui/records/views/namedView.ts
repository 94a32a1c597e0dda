import { array, boolean, type Infer, is, nullable, number, string, type } from 'superstruct';
import type { Collection } from '../../model/collection';
import { askedSort, defaultSort } from '../../model/recordsQuery';
import { printSort } from '../../model/sort';
import { type KeyedColumn, type KnownColumn, printColumns } from './addressColumns';

const NamedView = type({
  name: string(),
  filter: string(),
  sort: string(),
  columns: array(type({ key: string(), name: string(), width: nullable(number()), isPinned: boolean() })),
});

export interface NamedView {
  readonly name: string;
  readonly filter: string;
  /** As in the address; '' for the default. */
  readonly sort: string;
  readonly columns: readonly KeyedColumn[];
}

/** The parts of the address that make a view. */
export interface ViewAddress {
  readonly view: string;
  readonly filter: string;
  readonly sort: string;
  readonly columns: string;
}

/** Skips views of another shape, because another program may have written the storage. */
export function readViews(stored: unknown): NamedView[] {
  if (!Array.isArray(stored)) return [];
  const views = stored.filter((view): view is Infer<typeof NamedView> => is(view, NamedView));
  return views.filter(({ name }, at) => name !== '' && views.findIndex((one) => one.name === name) === at);
}

/** Returns the address of a view, with the present names of its columns. */
export function addressOf(view: NamedView, known: readonly KnownColumn[]): ViewAddress {
  const { name, filter, sort } = view;
  const columns = view.columns.map((column) => ({
    ...column,
    name: known.find(({ key }) => key === column.key)?.name ?? column.name,
  }));
  return { view: name, filter, sort, columns: printColumns(columns) };
}

/** True if two addresses show the same. They may name the default sort or not. */
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

/** Returns why a view cannot have the name; null if it can. */
export function viewNameFault(name: string, taken: readonly string[]): string | null {
  const trimmed = name.trim();
  if (trimmed === '') return 'Enter a name.';
  if ([...trimmed].length > longestName) return `A name has at most ${longestName} characters.`;
  return taken.includes(trimmed) ? 'There is a view with this name already.' : null;
}
