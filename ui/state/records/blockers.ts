import { proxy, ref } from 'valtio/vanilla';
import { ApiError } from '../../api/ApiError';
import * as deleteRefusals from '../../api/deleteRefusals';
import * as listedRecords from '../../api/listedRecords';
import type { Collection } from '../../model/collection';
import { idsFilter } from '../../model/filters/filter';
import { blockersOf, type EffectCheck } from '../../model/references';
import { createPool } from '../../platform/pool';
import * as collections from '../collections';

// Finds the records that block the delete of another one. The server names them only in its log, a few seconds later,
// and the log may be switched off. So the required relations are asked first.

export interface Blocker {
  /** The id of the collection; its name if only the log names it. */
  collectionId: string;
  collectionName: string;
  /** The required relation; '' if it is not known. */
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
  /** 'relations' are counted first, then the 'log' is asked. */
  status: 'relations' | 'log' | 'done';
  /** Some relations could not be counted. */
  hasGaps: boolean;
}

export interface BlockerSearch {
  state: BlockerSearchState;
  /** Starts the search. The result stops it. */
  open(): () => void;
}

const relationsAtATime = 2;
/** So many relations are counted in any case; the further ones only until a blocker is found. */
const mostCounted = 40;
/** The server writes its log three seconds after a request. In milliseconds after the refusal. */
const asksLogAfterMs = [3300, 4500];

/** True if the server refused the delete of a record for a reason that it does not name. */
export function isRefusedDelete(error: unknown): error is ApiError {
  if (!(error instanceof ApiError)) return false;
  return error.isOwn && error.status === 400 && Object.keys(error.fields).length === 0;
}

/** `refusedAt` in milliseconds since 1970. */
export function createBlockerSearch(
  collectionId: string,
  recordId: string,
  refusedAt: number,
): BlockerSearch {
  const state = proxy<BlockerSearchState>({ blockers: ref([]), status: 'relations', hasGaps: false });

  async function search(signal: AbortSignal): Promise<void> {
    const target = collections.find(collectionId);
    if (!target) return;
    const onFound = (blockers: readonly Blocker[]) => {
      state.blockers = ref(blockers);
    };
    state.hasGaps = await askRelations(target, recordId, signal, onFound);
    if (signal.aborted) return;
    state.status = 'log';
    const logged = await askLog(target, recordId, refusedAt, signal);
    if (signal.aborted) return;
    if (logged) state.blockers = ref(withLogged(state.blockers, logged));
    state.status = 'done';
  }

  return {
    state,
    open() {
      const stopping = new AbortController();
      Object.assign(state, { blockers: ref([]), status: 'relations', hasGaps: false });
      void search(stopping.signal);
      return () => stopping.abort();
    },
  };
}

/** Finds the first blocker of each of these records; `onFound` may name a record twice. */
export async function findBlockers(
  target: Collection,
  ids: readonly string[],
  refusedAt: number,
  signal: AbortSignal,
  onFound: (recordId: string, blocker: Blocker) => void,
): Promise<void> {
  const found = new Map<string, readonly Blocker[]>();
  for (const id of ids) {
    await askRelations(target, id, signal, (blockers) => {
      found.set(id, blockers);
      if (blockers[0]) onFound(id, blockers[0]);
    });
  }
  for (const id of ids) {
    const logged = await askLog(target, id, refusedAt, signal);
    const [first] = logged ? withLogged(found.get(id) ?? [], logged) : [];
    if (first && !signal.aborted) onFound(id, first);
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

/** Returns null if the log names no record: it may be switched off, or a hook may refuse the delete. */
async function askLog(
  target: Collection,
  id: string,
  refusedAt: number,
  signal: AbortSignal,
): Promise<Blocker | null> {
  for (const afterMs of asksLogAfterMs) {
    await waitUntil(refusedAt + afterMs, signal);
    if (signal.aborted) return null;
    const found = await readLog(target, id, signal).catch(() => null);
    if (found) return found;
  }
  return null;
}

async function readLog(target: Collection, id: string, signal: AbortSignal): Promise<Blocker | null> {
  const named = await deleteRefusals.lastRefusal(id, signal);
  if (!named) return null;
  const { collectionName, recordId } = named;
  const collection = collections.find(collectionName);
  const collectionId = collection?.id ?? collectionName;
  const filter = idsFilter([recordId], 'plain');
  const { count } = await listedRecords.countWithFirst(collectionId, filter, signal);
  // An older refusal may have named a record that is deleted now.
  if (count < 1) return null;
  const checks = blockersOf(target, id, collections.state.all).filter(
    (check) => check.collection.id === collection?.id,
  );
  const [only, another] = checks;
  return {
    collectionId,
    collectionName,
    count: 1,
    firstId: recordId,
    filter,
    fieldName: only && !another ? (only.path.at(-1)?.field.name ?? '') : '',
    through: [],
  };
}

/** The server knows why it refused. So its log counts if the relations name other collections only. */
function withLogged(found: readonly Blocker[], logged: Blocker): readonly Blocker[] {
  const same = found.filter(({ collectionId }) => collectionId === logged.collectionId);
  if (same.length === 0) return [logged];
  return [...same, ...found.filter((one) => !same.includes(one))];
}

function waitUntil(time: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, Math.max(0, time - Date.now()));
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
  });
}
