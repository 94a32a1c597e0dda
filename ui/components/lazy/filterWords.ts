import type { Collection } from '../../model/collection';
import {
  type FilterScope,
  type KeywordGroup,
  keywordGroupOf,
  keywordsOf,
  plainKeywords,
} from '../../model/keywords';
import { inSlices } from '../../platform/inSlices';

/** A record that a value may name. */
export interface RecordChoice {
  readonly id: string;
  /** What stands for it where people read. */
  readonly text: string;
}

/** The first few records of a collection that hold what is typed. */
export type FindRecords = (
  collection: Collection,
  typed: string,
  signal: AbortSignal,
) => Promise<readonly RecordChoice[]>;

/** What a filter may name: all that a collection leads to, or these names alone. */
export type FilterWords =
  | (FilterScope & { readonly findRecords?: FindRecords | undefined })
  | readonly string[];

interface Found {
  readonly collections: readonly Collection[];
  readonly groups: Map<KeywordGroup, Promise<readonly string[]>>;
}

/** Several inputs for one collection share what was found; it goes with the collection as it was then. */
const foundFor = new WeakMap<Collection, Found>();

/** The words for what is typed so far; they need not match it yet. */
export async function wordsFor(words: FilterWords, typed: string): Promise<readonly string[]> {
  if (!('collection' in words)) return [...plainKeywords, ...words];
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
