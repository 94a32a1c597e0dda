import { proxy, ref } from 'valtio/vanilla';
import { subscribeKey } from 'valtio/vanilla/utils';
import { ApiError } from '../../../api/ApiError';
import * as api from '../../../api/collections';
import type { Collection } from '../../../model/collection';
import { isEqual } from '../../../platform/equal';
import { debounce } from '../../../platform/timers';
import * as collections from '../../../state/collections';
import { report } from '../../../state/report';
import * as toasts from '../../../state/toasts';
import { type ImportMessage, importErrors } from './importErrors';
import type { ImportedCollection } from './importedCollection';
import { hasChanges, type ImportPlan, planImport } from './importPlan';
import { mostCharacters, type ReadImport, readImport, tooLarge } from './importText';
import { convertNewer, isNewer, type Loss } from './newerFormat';
import { findRepairs, type Repair, repaired } from './olderFormat';
import { findOtherIds, type OtherId, withOriginalIds } from './originalIds';

/**
 * Collections as a text, what importing them would do, and the import.
 *
 *   const form = createImportForm();
 *   const close = form.open();        // what the server holds is read again
 *   form.setText(text);               // read when nothing has been typed for a moment
 *   await form.review();              // true when there is something to look at
 *   await form.send();                // true when it is imported
 *
 * Promises: nothing is sent but the plan that was looked at; should the server hold something else by then, the new
 * plan is shown instead. A refusal keeps the plan, with what the server says.
 */
export interface ImportForm {
  state: ImportState;
  /** Until the returned function runs the plan follows the collections of this server. */
  open(): () => void;
  setText(text: string): void;
  loadFile(file: File): Promise<void>;
  clear(): void;
  setMerges(merges: boolean): void;
  setDeletesMissing(deletes: boolean): void;
  /** Each writes the text anew. */
  convert(): void;
  repair(): void;
  useOriginalIds(): void;
  /** From then on the plan stays as it is looked at, until `endReview`. */
  review(): Promise<boolean>;
  endReview(): void;
  send(): Promise<boolean>;
}

export interface ImportState {
  text: string;
  /** The text is not read yet. */
  isPending: boolean;
  /** Why it cannot be read; '' for nothing. */
  fault: string;
  /** What of the text is imported, and what comes of it; null where there is nothing. (ref) */
  read: ImportReading | null;
  merges: boolean;
  deletesMissing: boolean;
  /** What the conversion has left out; until the text is another one. (ref) */
  losses: readonly Loss[];
  isReviewing: boolean;
  isSending: boolean;
  /** What the server says against the import. (ref) */
  messages: readonly ImportMessage[];
}

export interface ImportReading {
  collections: readonly ImportedCollection[];
  duplicates: readonly string[];
  /** Names of those in the format of newer servers; nothing is planned before they are converted. */
  newer: readonly string[];
  repairs: readonly Repair[];
  otherIds: readonly OtherId[];
  plan: ImportPlan | null;
}

/** Reading megabytes takes its time, which is not taken between two keys. */
const readAfterMs = 200;
const indent = 4;

export function createImportForm(): ImportForm {
  const state = proxy<ImportState>(initial());
  const readSoon = debounce(read, readAfterMs);
  /** Of two files the later one counts, however long each takes. */
  let files = 0;

  function read(): void {
    readSoon.cancel();
    state.isPending = false;
    state.messages = ref([]);
    if (state.text.trim() === '') {
      Object.assign(state, { fault: '', read: null });
      return;
    }
    const found = readImport(state.text);
    if ('fault' in found) Object.assign(state, { fault: found.fault, read: null });
    else Object.assign(state, { fault: '', read: ref(readingOf(found)) });
  }

  function readingOf({ collections: imported, duplicates }: ReadImport): ImportReading {
    const existing = collections.state.all as readonly Collection[];
    const newer = imported.filter(isNewer).map(({ name }) => name);
    const { merges, deletesMissing } = state;
    return {
      collections: imported,
      duplicates,
      newer,
      repairs: newer.length > 0 ? [] : findRepairs(imported),
      otherIds: newer.length > 0 ? [] : findOtherIds(existing, imported),
      plan:
        newer.length > 0 || !collections.state.isLoaded
          ? null
          : planImport({ existing, imported, merges, deletesMissing: deletesMissing && !merges }),
    };
  }

  function planAnew(): void {
    if (state.read && !state.isReviewing) state.read = ref(readingOf(state.read));
  }

  function write(imported: readonly ImportedCollection[], losses: readonly Loss[] = state.losses): void {
    Object.assign(state, { text: JSON.stringify(imported, null, indent), losses: ref([...losses]) });
    read();
  }

  function setText(text: string): void {
    if (text === state.text) return;
    Object.assign(state, { text, isPending: true, losses: ref([]) });
    readSoon();
  }

  /** False: what the server holds cannot be known, which has been told. */
  async function readCollections(): Promise<boolean> {
    // Somebody else of this page may ask for them at the same time.
    while (!(await collections.load())) if (collections.state.loadError) return false;
    return true;
  }

  return {
    state,

    open() {
      const stop = subscribeKey(collections.state, 'all', planAnew);
      void collections.load();
      return () => {
        stop();
        readSoon.cancel();
      };
    },

    setText,

    async loadFile(file) {
      files += 1;
      const mine = files;
      if (file.size > mostCharacters) {
        toasts.error(tooLarge(file.size));
        return;
      }
      const text = await file.text().catch(() => '');
      if (mine !== files) return;
      if (text.trim() === '') {
        toasts.error('Failed to load the imported JSON.');
        return;
      }
      Object.assign(state, { text, losses: ref([]) });
      read();
      if (!state.fault) return;
      toasts.error('Failed to load the imported JSON.');
      toasts.error(state.fault);
      Object.assign(state, { text: '', fault: '' });
    },

    clear() {
      files += 1;
      Object.assign(state, initial());
    },

    setMerges(merges) {
      state.merges = merges;
      planAnew();
    },

    setDeletesMissing(deletes) {
      state.deletesMissing = deletes;
      planAnew();
    },

    convert() {
      if (!state.read) return;
      const converted = convertNewer(state.read.collections);
      write(converted.collections, converted.losses);
    },

    repair() {
      if (state.read) write(repaired(state.read.collections));
    },

    useOriginalIds() {
      if (!state.read) return;
      write(withOriginalIds(collections.state.all as readonly Collection[], state.read.collections));
    },

    async review() {
      read();
      const { text } = state;
      if (!(await readCollections()) || state.text !== text) return false;
      planAnew();
      const plan = state.read?.plan;
      state.isReviewing = plan != null && hasChanges(plan);
      return state.isReviewing;
    },

    endReview() {
      state.isReviewing = false;
      planAnew();
    },

    async send() {
      const { read: reviewed, text } = state;
      if (!reviewed?.plan || state.isSending) return false;
      Object.assign(state, { isSending: true, messages: ref([]) });
      try {
        if (!(await readCollections()) || state.text !== text) return false;
        const now = readingOf(reviewed);
        if (!now.plan || !isSameImport(now.plan, reviewed.plan)) {
          state.read = ref(now);
          toasts.warning('Someone else changed the collections. Review the changes again.');
          return false;
        }
        await api.importAll(now.plan.sent);
        toasts.success('Successfully imported collections configuration.');
        // The review is not closed yet.
        const { isReviewing, isSending } = state;
        if (state.text === text) Object.assign(state, { ...initial(), isReviewing, isSending });
        collections.tellOtherTabs();
        void collections.load();
        return true;
      } catch (error) {
        if (error instanceof ApiError && error.kind === 'refused') {
          state.messages = ref(importErrors(error, reviewed.plan));
        } else report(error);
        return false;
      } finally {
        state.isSending = false;
      }
    },
  };
}

/** Both do the same to the same: what goes, changes and comes, from what it is to what it becomes. */
function isSameImport(one: ImportPlan, other: ImportPlan): boolean {
  return (['deleted', 'changed', 'added'] as const).every((kind) => isEqual(one[kind], other[kind]));
}

function initial(): ImportState {
  return {
    text: '',
    isPending: false,
    fault: '',
    read: null,
    merges: false,
    deletesMissing: true,
    losses: ref([]),
    isReviewing: false,
    isSending: false,
    messages: ref([]),
  };
}
