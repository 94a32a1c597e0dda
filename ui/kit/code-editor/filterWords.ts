import { inSlices } from '../../base/slices';
import type { Collection } from '../../model/collection';
import {
  type FilterScope,
  type KeywordGroup,
  keywordGroupOf,
  keywordsOf,
  plainKeywords,
} from '../../model/filter/filterKeywords';

interface RecordChoice {
  readonly id: string;
  readonly text: string;
}

/** Returns the first few records of a collection that contain the typed text. */
export type FindRecords = (
  collection: Collection,
  typed: string,
  signal: AbortSignal,
) => Promise<readonly RecordChoice[]>;

/** The names that a filter can use: all names reachable from a collection, or only these. */
export type FilterWords =
  | (FilterScope & { readonly findRecords?: FindRecords | undefined })
  | readonly string[];

interface Found {
  readonly collections: readonly Collection[];
  readonly groups: Map<KeywordGroup, Promise<readonly string[]>>;
}

/** Several inputs for one collection share its words; a changed collection is a new key. */
const foundFor = new WeakMap<Collection, Found>();

/** Returns the words for the typed text; they need not match it yet. */
export async function wordsFor(words: FilterWords, typed: string): Promise<readonly string[]> {
  if (!('collection' in words)) return [...plainKeywords({}), ...words];
  const { collection, collections, isRule = false } = words;
  let found = foundFor.get(collection);
  if (found?.collections !== collections) {
    found = { collections, groups: new Map() };
    foundFor.set(collection, found);
  }
  const group = keywordGroupOf(typed, isRule);
  const known = found.groups.get(group) ?? inSlices(keywordsOf(words, group));
  found.groups.set(group, known);
  return known;
}
