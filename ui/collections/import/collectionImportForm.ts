import { proxy, ref } from 'valtio/vanilla';
import { subscribeKey } from 'valtio/vanilla/utils';
import { ApiError } from '../../backend/ApiError';
import * as api from '../../backend/collections';
import { isEqual } from '../../base/equal';
import { countOf } from '../../base/text';
import { debounce } from '../../base/timers';
import type { Collection } from '../../model/collection';
import { can } from '../../page/capabilities';
import * as collections from '../../page/collections';
import { perform } from '../../page/perform';
import { report } from '../../page/report';
import * as toasts from '../../page/toasts';
import { asInner, asWritten, isOwnOfServer, planNewerImport, withIdsByName } from './newerImport';
import { type ImportMessage, importErrors } from './plan/importErrors';
import { type ImportedCollection, isOlder } from './plan/importedCollection';
import { hasChanges, type ImportPlan, planImport } from './plan/importPlan';
import { mostCharacters, type ReadImport, readImport, tooLarge } from './plan/importText';
import { convertNewer, isNewer, isOfOlderLine, type Loss } from './plan/newerFormat';
import { findOtherIds, type OtherId, withOriginalIds } from './plan/originalIds';

export type CollectionImportForm = ReturnType<typeof createCollectionImportForm>;

export interface ImportState {
  text: string;
  /** True if the text has changed and is not parsed yet. */
  isPending: boolean;
  /** Why the text is invalid; '' if it is valid. */
  fault: string;
  /** The parsed text and its plan; null while there is none. */
  read: ImportReading | null;
  merges: boolean;
  deletesMissing: boolean;
  /** Parts that a conversion has dropped. */
  losses: readonly Loss[];
  isReviewing: boolean;
  isSending: boolean;
  /** Errors of the server about the import. */
  messages: readonly ImportMessage[];
}

export interface ImportReading {
  collections: readonly ImportedCollection[];
  duplicates: readonly string[];
  /** Names of collections in the format of newer servers. They must be converted before there is a plan. */
  newer: readonly string[];
  /** Names of collections in the format of 0.22, which are converted for a newer server. */
  upgraded: readonly string[];
  /** Names of collections from a server before 0.14. */
  older: readonly string[];
  otherIds: readonly OtherId[];
  plan: ImportPlan | null;
}

/** In milliseconds. Parsing megabytes is slow, so it waits for a pause in typing. */
const readAfterMs = 200;
const indent = 4;

/**
 * Collections as text, the plan of their import, and the import. Guarantees: only the reviewed plan is sent; if the
 * collections of the server have changed since, the new plan is shown instead. A refused plan stays, with the
 * errors of the server.
 */
export function createCollectionImportForm() {
  const state = proxy<ImportState>(initial());
  const readSoon = debounce(read, readAfterMs);
  /** Counts the files, so that the last one wins even if it is read faster. */
  let files = 0;

  function read(): void {
    readSoon.cancel();
    state.isPending = false;
    state.messages = ref([]);
    if (state.text.trim() === '') {
      Object.assign(state, { fault: '', read: null });
      return;
    }
    const found = readImport(state.text, can('importMerges'));
    if ('fault' in found) Object.assign(state, { fault: found.fault, read: null });
    else Object.assign(state, { fault: '', read: ref(readingOf(found)) });
  }

  function readingOf({ collections: imported, duplicates }: ReadImport): ImportReading {
    const existing = collections.state.all as readonly Collection[];
    const { merges } = state;
    const deletesMissing = state.deletesMissing && !merges;
    if (can('importMerges')) {
      const items = withIdsByName(imported, existing).filter((item) => !isOwnOfServer(item));
      const upgraded = items.filter(isOfOlderLine).map(({ name }) => name);
      return {
        ...{ collections: items, duplicates, newer: [], upgraded, older: [] },
        // A field without an id is found by its name.
        otherIds: findOtherIds(existing, items.map(asInner)).filter(({ importedId }) => importedId !== ''),
        plan: collections.state.isLoaded
          ? planNewerImport({ existing, imported: items, deletesMissing })
          : null,
      };
    }
    const newer = imported.filter(isNewer).map(({ name }) => name);
    return {
      collections: imported,
      duplicates,
      newer,
      upgraded: [],
      older: imported.filter(isOlder).map(({ name }) => name),
      otherIds: newer.length > 0 ? [] : findOtherIds(existing, imported),
      plan:
        newer.length > 0 || !collections.state.isLoaded
          ? null
          : planImport({ existing, imported, merges, deletesMissing }),
    };
  }

  function updatePlan(): void {
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

  /** Returns false, after a message, if they could not be read. */
  async function readCollections(): Promise<boolean> {
    // If another load has replaced this one, try again.
    while (!(await collections.load())) if (collections.state.loadError) return false;
    return true;
  }

  return {
    state,

    /** Updates the plan when the collections of the server change, until the returned function is called. */
    open(): () => void {
      const stop = subscribeKey(collections.state, 'all', updatePlan);
      void collections.load();
      return () => {
        stop();
        readSoon.cancel();
      };
    },

    setText,

    async loadFile(file: File): Promise<void> {
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

    clear(): void {
      files += 1;
      Object.assign(state, initial());
    },

    setMerges(merges: boolean): void {
      state.merges = merges;
      updatePlan();
    },

    setDeletesMissing(deletes: boolean): void {
      state.deletesMissing = deletes;
      updatePlan();
    },

    /** Converts the text to the format of this server. */
    convert(): void {
      if (!state.read) return;
      const converted = convertNewer(state.read.collections);
      write(converted.collections, converted.losses);
    },

    /** Replaces ids in the text by those that the same names have on this server. */
    useOriginalIds(): void {
      if (!state.read) return;
      const { collections: items } = state.read;
      const found = withOriginalIds(collections.state.all as readonly Collection[], items.map(asInner));
      write(found.map((item, at) => asWritten(item, items[at] ?? item)));
    },

    /** The plan stays the same until `endReview`. Returns true if there is something to review. */
    async review(): Promise<boolean> {
      read();
      const { text } = state;
      if (!(await readCollections()) || state.text !== text) return false;
      updatePlan();
      const plan = state.read?.plan;
      state.isReviewing = plan != null && hasChanges(plan);
      return state.isReviewing;
    },

    endReview(): void {
      state.isReviewing = false;
      updatePlan();
    },

    async send(): Promise<boolean> {
      const { read: reviewed, text } = state;
      const plan = reviewed?.plan;
      if (!plan || state.isSending) return false;
      const isDone = await perform({
        what: importWords(plan),
        verb: 'import',
        run: async () => {
          Object.assign(state, { isSending: true, messages: ref([]) });
          if (!(await readCollections()) || state.text !== text) return false;
          const now = readingOf(reviewed);
          if (!now.plan || !isSameImport(now.plan, plan)) {
            state.read = ref(now);
            toasts.warning('Someone else changed the collections. Review the changes again.');
            return false;
          }
          await api.importAll(now.plan.sent);
          // All but these two are reset: the review shows them until it closes.
          const { isReviewing, isSending } = state;
          if (state.text === text) Object.assign(state, { ...initial(), isReviewing, isSending });
          collections.notifyOtherTabs();
          void collections.load();
          return true;
        },
        done: 'Successfully imported collections configuration.',
        failed: (error) => {
          if (error instanceof ApiError && error.kind === 'refused') {
            state.messages = ref(importErrors(error, plan));
          } else report(error);
        },
      });
      state.isSending = false;
      return isDone;
    },
  };
}

function importWords({ deleted, changed, added }: ImportPlan): string {
  const imported = changed.length + added.length;
  const acts = [
    ...(imported > 0 ? [`import ${countOf(imported, 'collection')}`] : []),
    ...(deleted.length > 0 ? [`delete ${countOf(deleted.length, 'collection')}`] : []),
  ];
  return acts.join(' and ');
}

/** True if both plans make the same changes. */
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
