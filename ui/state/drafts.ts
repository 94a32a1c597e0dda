import { randomText } from '../platform/random';
import {
  keysStartingWith,
  onChangeInOtherTab,
  readJson,
  readText,
  remove,
  writeText,
} from '../platform/storage';
import { heldElsewhere, hold, isHeldHere, tabId } from '../platform/tabs';
import * as session from './session';
import * as toasts from './toasts';

/**
 * What is typed into a record or a collection, kept in this browser until it is saved.
 *
 *   const draft = openDraft('record_draft_COLLECTION_RECORD');
 *   await draft.offers;               // what earlier forms left, the newest first; nothing restores itself
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

type DraftValues = Readonly<Record<string, unknown>>;

export interface Draft {
  /** Known as soon as the other tabs have said what they are writing. */
  readonly offers: Promise<readonly StoredDraft[]>;
  /** A function is asked for them when it is time to write. */
  write(values: DraftValues | (() => DraftValues)): void;
  /** Removes what this form has written; also after it was closed, for a save may end later. */
  drop(): void;
  close(): void;
}

const writtenEveryMs = 300;
/** A draft of a megabyte takes a while: it is written the less often. */
const restPerWriting = 20;
const formIdLength = 4;

let hasSaidNoRoom = false;

export function openDraft(baseKey: string): Draft {
  const ownKey = `${baseKey}_${tabId}${randomText(formIdLength)}`;
  let adminId = session.state.admin?.id ?? '';
  // The plain key is the one that the built-in dashboard used. Until the other tabs have answered it counts
  // as theirs.
  let isPlainFree = false;
  let key: string | null = null;
  /** What this form wrote last; null when nothing of it is in storage. */
  let written: string | null = null;
  let release: (() => void) | null = null;
  let pending: DraftValues | (() => DraftValues) | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isClosed = false;

  const offers = heldElsewhere().then((names) => {
    isPlainFree = !names.has(baseKey);
    return offersAt(baseKey).filter((offer) => !names.has(offer.key));
  });

  /** Where to write: where anything lies that this form has not written itself, it moves away. */
  function place(): string {
    if (key !== null && readText(key) === written) return key;
    const isPlain = key === null && isPlainFree && !isHeldHere(baseKey) && readText(baseKey) === null;
    release?.();
    key = isPlain ? baseKey : ownKey;
    release = hold(key);
    return key;
  }

  function flush(): void {
    if (pending === null) return;
    // Whoever typed it; the session may have ended meanwhile.
    adminId = session.state.admin?.id ?? adminId;
    const values = typeof pending === 'function' ? pending() : pending;
    const text = JSON.stringify({ adminId, savedAt: Date.now(), values });
    pending = null;
    if (writeText(place(), text)) written = text;
    else sayNoRoom();
  }

  function flushAndRest(): void {
    timer = undefined;
    if (pending === null) return;
    const started = performance.now();
    flush();
    timer = setTimeout(
      flushAndRest,
      Math.max(writtenEveryMs, restPerWriting * (performance.now() - started)),
    );
  }

  function drop(): void {
    clearTimeout(timer);
    timer = undefined;
    pending = null;
    if (key !== null && written !== null && readText(key) === written) remove(key);
    written = null;
  }

  // A tab that was too slow to answer counts as gone, and whoever logs out elsewhere removes its draft.
  function writeAgain(changed: string | null): void {
    if (key === null || written === null || (changed !== null && changed !== key)) return;
    if (readText(key) === null) writeText(key, written);
  }

  window.addEventListener('pagehide', flush);
  const stopListening = onChangeInOtherTab(writeAgain);

  return {
    offers,
    write(values) {
      if (isClosed) return;
      pending = values;
      if (timer === undefined) flushAndRest();
    },
    drop,
    close() {
      flush();
      isClosed = true;
      clearTimeout(timer);
      timer = undefined;
      window.removeEventListener('pagehide', flush);
      stopListening();
      release?.();
      release = null;
    },
  };
}

/** It was restored, or is not wanted. */
export function dropOffer(offer: StoredDraft): void {
  remove(offer.key);
}

/**
 * What earlier forms of this admin left under the key, or under the key and the id of a form. By the length of that
 * id the drafts of a new record are told from those of a record whose id begins with `_`.
 */
function offersAt(baseKey: string): StoredDraft[] {
  const ownLength = `${baseKey}_${tabId}`.length + formIdLength;
  return keysStartingWith(baseKey)
    .filter((key) => key === baseKey || (key.startsWith(`${baseKey}_`) && key.length === ownLength))
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
