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
 * A draft of a record, a collection or the changed cells of a table, stored in this browser until it is saved.
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

export interface Draft {
  /** Resolves after the other tabs have reported their open drafts. */
  readonly offers: Promise<readonly StoredDraft[]>;
  /** A function runs when the draft is written; null removes the draft. */
  write(values: DraftValues | (() => DraftValues | null)): void;
  /** Removes the draft of this form, also after `close`, because a save may end later. */
  drop(): void;
  close(): void;
}

const writtenEveryMs = 300;
/** A draft of a megabyte takes long to write, so large drafts are written less often. */
const pausePerWriteMs = 20;
const formIdLength = 4;

let hasReportedFullStorage = false;

export function openDraft(baseKey: string): Draft {
  const ownKey = `${baseKey}_${tabId}${randomText(formIdLength)}`;
  let adminId = session.state.admin?.id ?? '';
  // The built-in dashboard used this key without a suffix. Until the other tabs have answered, treat it as
  // theirs.
  let isPlainFree = false;
  let key: string | null = null;
  /** The last text that this form wrote; null when it has none in storage. */
  let written: string | null = null;
  let release: (() => void) | null = null;
  let pending: DraftValues | (() => DraftValues | null) | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isClosed = false;

  const offers = findHeldNames().then((names) => {
    isPlainFree = !names.has(baseKey);
    return offersAt(baseKey).filter((offer) => !names.has(offer.key));
  });

  /** Returns the key to write to. If another form has written there, this form moves to a key of its own. */
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
    const values = typeof pending === 'function' ? pending() : pending;
    pending = null;
    if (values === null) {
      drop();
      return;
    }
    const text = JSON.stringify({ adminId, savedAt: Date.now(), values });
    if (writeText(place(), text)) written = text;
    else reportFullStorage();
  }

  function flushAndRest(): void {
    timer = undefined;
    if (pending === null) return;
    const started = performance.now();
    flush();
    timer = setTimeout(
      flushAndRest,
      Math.max(writtenEveryMs, pausePerWriteMs * (performance.now() - started)),
    );
  }

  function drop(): void {
    clearTimeout(timer);
    timer = undefined;
    pending = null;
    if (key !== null && written !== null && readText(key) === written) remove(key);
    written = null;
  }

  // A tab that answered too late counts as closed, and a sign-out in another tab removes its draft. Write it
  // again.
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
      // The author. The session may have ended already, and may be another one when the draft is written.
      adminId = session.state.admin?.id ?? adminId;
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

/** Removes an offer that was restored or rejected. */
export function dropOffer(offer: StoredDraft): void {
  remove(offer.key);
}

/**
 * Returns the drafts of earlier forms of this admin under the key, with or without a form id. The length of
 * that id separates drafts of a new record from those of a record whose id starts with `_`.
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

function reportFullStorage(): void {
  if (hasReportedFullStorage) return;
  hasReportedFullStorage = true;
  toasts.warning('This browser cannot keep a draft.');
}
