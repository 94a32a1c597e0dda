import { proxy, ref } from 'valtio/vanilla';
import { isEqual } from '../../base/equal';
import { listOf } from '../../base/lists';
import { debounce } from '../../base/timers';
import { expandedRecords, type ListedRecord } from '../../model/record';
import { isMultiple, targetOf } from '../../model/types/fieldTypes';
import * as collections from '../../page/collections';
import { createLoading, type LoadingState } from '../../page/loading';
import { openPanel } from '../../page/panels';
import * as connection from '../../page/session/connection';
import * as toasts from '../../page/toasts';
import { readChoices } from '../related/recordChoices';
import { createRelatedRecords } from '../related/relatedRecords';
import * as knownRecords from '../staged/knownRecords';
import type { CellField } from '../values/cellField';
import { mostRelated, toggledIds, withoutMissing } from '../values/relatedIds';
import type { CellEdit } from './cellEdit';

interface RelationEditState extends LoadingState {
  typed: string;
  /** The text for which `found` is the result; null before the first response. */
  searched: string | null;
  /** The first records that match. (ref) */
  found: readonly ListedRecord[];
  isPicking: boolean;
}

export type RelationEdit = ReturnType<typeof createRelationEdit>;

/** In milliseconds after the last key. */
const searchAfterMs = 250;

/** The related records of one cell, and a search for others. Each choice is staged at once. */
export function createRelationEdit(cell: CellField, edit: CellEdit, row: ListedRecord) {
  const targetId = targetOf(cell.field) ?? '';
  const isMany = isMultiple(cell.field);
  const max = isMany ? mostRelated(cell.field) : 1;
  const related = createRelatedRecords(targetId);
  const collection = () => collections.find(targetId);
  const ids = () => listOf(edit.state.value);
  let stopWaiting = () => {};
  const state = proxy<RelationEditState>({
    status: 'loading',
    loadError: null,
    typed: '',
    searched: null,
    found: ref([]),
    isPicking: false,
  });

  const loading = createLoading(
    state,
    async (signal) => {
      const target = collection();
      const text = state.typed.trim();
      return { text, found: target ? await readChoices(target, text, { signal }) : [] };
    },
    ({ text, found }) => Object.assign(state, { searched: text, found: ref(found) }),
  );
  const searchSoon = debounce(() => void loading.load(), searchAfterMs);

  function searchNow(): Promise<void> {
    searchSoon.cancel();
    return loading.load();
  }

  async function read(): Promise<void> {
    await Promise.all([searchNow(), collection() && related.show(ids())]);
  }

  function change(next: readonly string[], { removed = '', isAnswer = false } = {}): void {
    const { kept, warning } = withoutMissing(ids(), next, related.state.missing, removed);
    if (warning !== '') toasts.warning(warning);
    edit.set(isMany ? kept : (kept.at(-1) ?? ''), isAnswer);
  }

  return {
    state,
    /** The names of the chosen records. */
    related,
    isMany,
    /** Null means no limit. */
    max,
    /** Undefined if the collection does not exist. */
    collection,
    async open() {
      related.adopt(expandedRecords(row, cell.name) ?? []);
      stopWaiting = connection.retryOnReturn(() => state.status === 'failed', read);
      await read();
    },
    /** Searches after a pause in typing. */
    search(text: string) {
      state.typed = text;
      searchSoon();
    },
    searchNow,
    /** Reads again what could not be read. */
    async retry() {
      if (!collection()) await collections.load();
      await read();
    },
    /** Adds or removes a found record. In a single relation it replaces the chosen one. */
    toggle(id: string) {
      const found = state.found.filter((record) => record.id === id);
      related.adopt(found);
      knownRecords.note(targetId, found);
      change(toggledIds(ids(), id, max));
    },
    remove: (id: string) =>
      change(
        ids().filter((one) => one !== id),
        { removed: id },
      ),
    /** Opens the picker. Returns false if it was cancelled. */
    async pick(): Promise<boolean> {
      state.isPicking = true;
      const selected = ids();
      const picked = await openPanel('recordPicker', { collectionId: targetId, selected, max });
      state.isPicking = false;
      if (picked && !isEqual([...picked], selected)) {
        // The panel answers after its animation. The person may be in another cell by then.
        change(picked, { isAnswer: true });
        void knownRecords.read(targetId, picked);
      }
      // The picker may have created or changed records.
      if (!picked) await searchNow();
      return picked !== null;
    },
    close() {
      searchSoon.cancel();
      stopWaiting();
      loading.cancel();
      related.close();
    },
  };
}
