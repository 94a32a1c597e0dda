import { proxy, ref } from 'valtio/vanilla';
import { ApiError } from '../../backend/ApiError';
import * as listedRecords from '../../backend/listedRecords';
import { createPool } from '../../base/pool';
import type { Collection } from '../../model/collection';
import * as collections from '../../page/collections';
import { blockersOf, type EffectCheck } from './references';

// Finds the records whose required relations prevent the delete of a record. The server names them only in its log.

export interface Blocker {
  collectionId: string;
  collectionName: string;
  /** The required relation. */
  fieldName: string;
  /** The collections between the record and its blocker. Their records would be deleted, too. */
  through: readonly string[];
  count: number;
  /** The id of one of the records. */
  firstId: string;
  /** Finds all of the records. */
  filter: string;
}

export interface BlockerSearchState {
  blockers: readonly Blocker[];
  isDone: boolean;
  hasGaps: boolean;
}

const relationsAtATime = 2;
/** This many relations are always counted; more only until a blocker is found. */
const mostCounted = 40;

/** True if the server has refused the delete without a reason. */
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
    /** Starts the search. The returned function stops it. */
    open(): () => void {
      const stopping = new AbortController();
      Object.assign(state, { blockers: ref([]), isDone: false, hasGaps: false });
      void search(stopping.signal);
      return () => stopping.abort();
    },
  };
}

/** Finds the first blocker of each record. `onFound` may get the same record twice. */
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
    // The nearest are first, even if their response comes later.
    onFound(checks.flatMap((one) => found.get(one) ?? []));
  }

  await createPool(relationsAtATime, signal, ask).add(checks);
  return hasGaps;
}
