import { randomText } from '../../base/random';
import {
  keysStartingWith,
  onChangeInOtherTab,
  readJson,
  readText,
  remove,
  writeText,
} from '../../base/storage';
import { findHeldNames, hold, isHeldHere, tabId } from '../otherTabs';
import * as session from '../session/session';
import * as toasts from '../toasts';

/**
 * A draft of a record or a collection, stored in this browser until it is saved.
 *
 *   const draft = openDraft('record_draft_COLLECTION_RECORD');
 *   await draft.offers;               // what earlier forms left, the newest first; nothing restores itself
 *   draft.write({ title: 'Typed' });  // at once for the first time, then at most every 300 ms, and on pagehide
 *   draft.drop();                     // saved, or discarded
 *   draft.close();                    // the form goes; what was written stays
 *
 * Guarantees: two forms never overwrite each other's draft, in two tabs or in one. Another admin's draft is never
 * offered. A browser without storage causes one message and never stops the form. The caller leaves passwords and files
 * out.
 */
export interface StoredDraft {
  key: string;
  /** Milliseconds since 1970. */
  savedAt: number;
  values: Readonly<Record<string, unknown>>;
}

type DraftValues = Readonly<Record<string, unknown>>;
/** A function runs when the draft is written; null removes the draft. */
type Content = DraftValues | (() => DraftValues | null);

export interface Draft {
  /** Resolves after the other tabs have reported their open drafts. */
  readonly offers: Promise<readonly StoredDraft[]>;
  write(values: Content): void;
  /** Removes the draft of this form, also after `close`, because a save may end later. */
  drop(): void;
  close(): void;
}

/** Drafts of one store, each at its own key. Many that change at once are written in steps. */
export interface Drafts {
  write(baseKey: string, values: Content): void;
  drop(baseKey: string): void;
  /** Leaves the draft in the storage, as if the page had closed. */
  leave(baseKey: string): void;
  /** Writes at once all that waits. */
  flush(): void;
  close(): void;
}

const writtenEveryMs = 300;
/** For each millisecond of writing. So a draft of a megabyte, or a thousand drafts, are written less often. */
const pausePerWriteMs = 20;
const longestStepMs = 20;
const formIdLength = 4;

let hasReportedFullStorage = false;

export function openDraft(baseKey: string): Draft {
  const keys = keysAt(baseKey);
  const names = findHeldNames();
  const drafts = createDrafts(names);
  return {
    offers: names.then((held) => storedAt(keys, held)),
    write: (values) => drafts.write(baseKey, values),
    drop: () => drafts.drop(baseKey),
    close: drafts.close,
  };
}

export const openDrafts = (): Drafts => createDrafts(findHeldNames());

/** The key in the storage to which the draft of a form is written. */
interface Place {
  readonly key: string;
  /** The last text that was written there; null while there is none in storage. */
  written: string | null;
  readonly release: () => void;
}

function createDrafts(otherTabs: Promise<ReadonlySet<string>>): Drafts {
  let adminId = session.state.admin?.id ?? '';
  // The built-in dashboard used the keys without a suffix. Until the other tabs have answered, treat them as theirs.
  let heldNames: ReadonlySet<string> | null = null;
  const places = new Map<string, Place>();
  const pending = new Map<string, Content>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isClosed = false;

  void otherTabs.then((names) => {
    heldNames = names;
  });

  /** Returns the place to write to. If another form has written there, this form moves to a key of its own. */
  function placeOf(baseKey: string): Place {
    const known = places.get(baseKey);
    if (known && readText(known.key) === known.written) return known;
    const isFree = heldNames?.has(baseKey) === false && !isHeldHere(baseKey) && readText(baseKey) === null;
    known?.release();
    const key = !known && isFree ? baseKey : `${baseKey}_${tabId}${randomText(formIdLength)}`;
    const place = { key, written: null, release: hold(key) };
    places.set(baseKey, place);
    return place;
  }

  function writeOne(baseKey: string, content: Content): void {
    pending.delete(baseKey);
    const values = typeof content === 'function' ? content() : content;
    if (values === null) {
      drop(baseKey);
      return;
    }
    const place = placeOf(baseKey);
    const text = JSON.stringify({ adminId, savedAt: Date.now(), values });
    if (writeText(place.key, text)) place.written = text;
    else reportFullStorage();
  }

  function flush(): void {
    for (const [baseKey, content] of pending) writeOne(baseKey, content);
  }

  function writeStep(): void {
    timer = undefined;
    if (pending.size === 0) return;
    const started = performance.now();
    for (const [baseKey, content] of pending) {
      writeOne(baseKey, content);
      if (performance.now() - started > longestStepMs) break;
    }
    const pause = Math.max(writtenEveryMs, pausePerWriteMs * (performance.now() - started));
    timer = setTimeout(writeStep, pause);
  }

  function drop(baseKey: string): void {
    pending.delete(baseKey);
    if (pending.size === 0) {
      clearTimeout(timer);
      timer = undefined;
    }
    const place = places.get(baseKey);
    if (!place) return;
    if (place.written !== null && readText(place.key) === place.written) remove(place.key);
    // Another tab may write at this key now, and its draft must not count as one of this tab.
    places.delete(baseKey);
    place.release();
  }

  // A sign-out in another tab removes the drafts that no tab claims in time. If this tab answered too late, its drafts
  // are gone: write them again.
  function writeAgain(changed: string | null): void {
    for (const { key, written } of places.values()) {
      if (written === null || (changed !== null && changed !== key)) continue;
      if (readText(key) === null) writeText(key, written);
    }
  }

  window.addEventListener('pagehide', flush);
  const stopListening = onChangeInOtherTab(writeAgain);

  return {
    write(baseKey, values) {
      if (isClosed) return;
      // The author of the draft, kept if the session has ended. Another admin may be signed in when it is written.
      adminId = session.state.admin?.id ?? adminId;
      pending.set(baseKey, values);
      if (timer === undefined) writeStep();
    },
    drop,
    leave(baseKey) {
      const content = pending.get(baseKey);
      if (content) writeOne(baseKey, content);
      places.get(baseKey)?.release();
      places.delete(baseKey);
    },
    flush,
    close() {
      flush();
      isClosed = true;
      clearTimeout(timer);
      timer = undefined;
      window.removeEventListener('pagehide', flush);
      stopListening();
      for (const { release } of places.values()) release();
    },
  };
}

/** Finds the drafts of earlier visits of this admin whose keys begin like this, the newest first. */
export async function findDrafts(...beginnings: readonly string[]): Promise<StoredDraft[]> {
  const keys = beginnings.flatMap(keysStartingWith);
  return storedAt(keys, await findHeldNames());
}

/** False for an offer that was restored or rejected elsewhere. */
export const isStored = ({ key }: StoredDraft): boolean => readText(key) !== null;

export function dropOffer(offer: StoredDraft): void {
  remove(offer.key);
}

/**
 * Returns the keys of drafts under this one, with or without a form id. The length of that id separates drafts of a new
 * record from those of a record whose id starts with `_`.
 */
function keysAt(baseKey: string): string[] {
  const ownLength = `${baseKey}_${tabId}`.length + formIdLength;
  return keysStartingWith(baseKey).filter(
    (key) => key === baseKey || (key.startsWith(`${baseKey}_`) && key.length === ownLength),
  );
}

/**
 * Returns the drafts of this admin that no form holds, the newest first. Find the keys before the other tabs are asked:
 * a tab holds a key before it writes there.
 */
const storedAt = (keys: readonly string[], held: ReadonlySet<string>): StoredDraft[] =>
  keys
    .filter((key) => !held.has(key) && !isHeldHere(key))
    .flatMap((key) => storedDraft(key) ?? [])
    .sort((one, other) => other.savedAt - one.savedAt);

function storedDraft(key: string): StoredDraft | null {
  const stored = readJson(key);
  if (typeof stored !== 'object' || stored === null) return null;
  const { adminId, savedAt, values } = stored as Record<string, unknown>;
  const isMine = adminId === session.state.admin?.id;
  if (!isMine || typeof savedAt !== 'number' || typeof values !== 'object' || values === null) return null;
  return { key, savedAt, values: values as Record<string, unknown> };
}

function reportFullStorage(): void {
  if (hasReportedFullStorage) return;
  hasReportedFullStorage = true;
  toasts.warning('This browser cannot keep a draft.');
}
