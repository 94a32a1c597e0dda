import { proxy, ref } from 'valtio/vanilla';
import { ApiError } from '../../backend/ApiError';
import * as listedRecords from '../../backend/listedRecords';
import { createPool } from '../../base/pool';
import type { Collection } from '../../model/collection';
import * as collections from '../../page/collections';
import { blockersOf, type EffectCheck } from './references';

// Finds the records that block the delete of another one, by its required relations. The server names them only in
// its log.

export interface Blocker {
  collectionId: string;
  collectionName: string;
  /** The required relation. */
  fieldName: string;
  /** The collections between both, whose records would be deleted too. */
  through: readonly string[];
  count: number;
  /** The id of one of them. */
  firstId: string;
  /** Finds all of them. */
  filter: string;
}

export interface BlockerSearchState {
  blockers: readonly Blocker[];
  isDone: boolean;
  hasGaps: boolean;
}

const relationsAtATime = 2;
/** The number of relations that are always counted. The others are counted only until a blocker is found. */
const mostCounted = 40;

/** True if the server refused the delete of a record for a reason that it does not name. */
export function isRefusedDelete(error: unknown): error is ApiError {
  if (!(error instanceof ApiError)) return false;
  return error.isOwn && error.status === 400 && Object.keys(error.fields).length === 0;
}

export function createBlockerSearch(collectionId: string, recordId: string) {
  const state = proxy<BlockerSearchState>({ blockers: ref([]), isDone: false, hasGaps: false });

  async function search(signal: AbortSignal): Promise<void> {
    const target = collections.find(collectionId);
    if (!target) return;
    const onFound = (blockers: readonly Blocker[]) => {
      state.blockers = ref(blockers);
    };
    state.hasGaps = await askRelations(target, recordId, signal, onFound);
    if (!signal.aborted) state.isDone = true;
  }

  return {
    state,
    /** Starts the search. The result stops it. */
    open(): () => void {
      const stopping = new AbortController();
      Object.assign(state, { blockers: ref([]), isDone: false, hasGaps: false });
      void search(stopping.signal);
      return () => stopping.abort();
    },
  };
}

/** Finds the first blocker of each of these records; `onFound` may name a record twice. */
export async function findBlockers(
  target: Collection,
  ids: readonly string[],
  signal: AbortSignal,
  onFound: (recordId: string, blocker: Blocker) => void,
): Promise<void> {
  for (const id of ids) {
    await askRelations(target, id, signal, ([first]) => first && onFound(id, first));
  }
}

/** Returns true if some relations could not be counted. */
async function askRelations(
  target: Collection,
  id: string,
  signal: AbortSignal,
  onFound: (blockers: readonly Blocker[]) => void,
): Promise<boolean> {
  const checks = blockersOf(target, id, collections.state.all);
  const found = new Map<EffectCheck, Blocker>();
  let begun = 0;
  let hasGaps = false;

  async function ask(check: EffectCheck): Promise<void> {
    begun += 1;
    if (found.size > 0 && begun > mostCounted) return;
    const { collection, path, filter } = check;
    if (filter === null) {
      hasGaps = true;
      return;
    }
    const answer = await listedRecords.countWithFirst(collection.id, filter, signal).catch(() => null);
    if (signal.aborted) return;
    if (!answer) hasGaps = true;
    if (!answer || answer.count < 1) return;
    found.set(check, {
      collectionId: collection.id,
      collectionName: collection.name,
      filter,
      ...answer,
      fieldName: path.at(-1)?.field.name ?? '',
      through: path.slice(0, -1).map((reference) => reference.collection.name),
    });
    // The nearest come first, even if they answer later.
    onFound(checks.flatMap((one) => found.get(one) ?? []));
  }

  await createPool(relationsAtATime, signal, ask).add(checks);
  return hasGaps;
}
