import { randomText } from '../platform/random';
import { keysStartingWith, readJson, remove, writeJson } from '../platform/storage';
import { heldElsewhere, hold, isHeldHere, tabId } from '../platform/tabs';
import { debounce } from '../platform/timers';
import * as session from './session';
import * as toasts from './toasts';

/**
 * What is typed into a record or a collection, kept in this browser until it is saved.
 *
 *   const draft = openDraft('record_draft_COLLECTION_RECORD');
 *   draft.offers;                     // what earlier forms left, the newest first; nothing restores itself
 *   draft.write({ title: 'Typed' });  // at once for the first time, then at most every 300 ms, and on pagehide
 *   draft.drop();                     // saved, or discarded
 *   draft.close();                    // the form goes; what was written stays
 *
 * Promises: two forms never overwrite each other's draft, be they in two tabs or in one; another admin's draft is
 * never offered; a browser that keeps nothing is told of once and never stops the form. The caller leaves
 * passwords and files out.
 */
export interface StoredDraft {
  key: string;
  /** Milliseconds since 1970. */
  savedAt: number;
  values: Readonly<Record<string, unknown>>;
}

export interface Draft {
  readonly offers: readonly StoredDraft[];
  write(values: Readonly<Record<string, unknown>>): void;
  /** Removes what this form has written, and an offer that was restored or refused. */
  drop(offer?: StoredDraft): void;
  close(): void;
}

const prefixes = ['record_draft_', 'collection_draft_'];
const writtenEveryMs = 300;

let hasSaidNoRoom = false;

export function openDraft(baseKey: string): Draft {
  const offers = offersAt(baseKey);
  const editorId = `${tabId}${randomText(4)}`;
  // The plain key is the one that the dashboard before this one used. It is free unless a draft lies there that
  // was not restored, or a live form writes to it.
  let isPlainFree = !isHeldHere(baseKey) && readJson(baseKey) === null;
  let key: string | null = null;
  let release: (() => void) | null = null;
  let pending: Readonly<Record<string, unknown>> | null = null;
  let isClosed = false;

  void heldElsewhere().then((names) => {
    if (names.has(baseKey)) isPlainFree = false;
  });

  function take(): string {
    key ??= isPlainFree && !isHeldHere(baseKey) ? baseKey : `${baseKey}_${editorId}`;
    release ??= hold(key);
    return key;
  }

  function flush(): void {
    if (pending === null || isClosed) return;
    const draft = { adminId: session.state.admin?.id ?? '', savedAt: Date.now(), values: pending };
    pending = null;
    if (!writeJson(take(), draft)) sayNoRoom();
  }

  const flushSoon = debounce(flush, writtenEveryMs);
  window.addEventListener('pagehide', flush);

  return {
    offers,
    write(values) {
      const isFirst = key === null;
      pending = values;
      if (isFirst) flush();
      else flushSoon();
    },
    drop(offer) {
      flushSoon.cancel();
      pending = null;
      if (offer) remove(offer.key);
      if (key !== null) remove(key);
    },
    close() {
      flush();
      isClosed = true;
      flushSoon.cancel();
      window.removeEventListener('pagehide', flush);
      release?.();
    },
  };
}

/** The person leaves: drafts go, but for what other live tabs are writing. */
export async function removeAll(): Promise<void> {
  const names = await heldElsewhere();
  for (const key of prefixes.flatMap(keysStartingWith)) if (!names.has(key)) remove(key);
}

/** What earlier forms of this admin left under the key, or under the key and the id of a form. */
function offersAt(baseKey: string): StoredDraft[] {
  return keysStartingWith(baseKey)
    .filter((key) => key === baseKey || key.startsWith(`${baseKey}_`))
    .filter((key) => !isHeldHere(key))
    .flatMap((key) => storedDraft(key) ?? [])
    .sort((one, other) => other.savedAt - one.savedAt);
}

function storedDraft(key: string): StoredDraft | null {
  const stored = readJson(key);
  if (typeof stored !== 'object' || stored === null) return null;
  const { adminId, savedAt, values } = stored as Record<string, unknown>;
  const isMine = adminId === session.state.admin?.id;
  if (!isMine || typeof savedAt !== 'number' || typeof values !== 'object' || values === null) return null;
  return { key, savedAt, values: values as Record<string, unknown> };
}

function sayNoRoom(): void {
  if (hasSaidNoRoom) return;
  hasSaidNoRoom = true;
  toasts.warning('This browser cannot keep a draft.');
}
