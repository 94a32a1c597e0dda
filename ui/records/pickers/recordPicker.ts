import { proxy, ref } from 'valtio/vanilla';
import { ApiError } from '../../backend/ApiError';
import { readByIds, toListed } from '../../backend/recordPages';
import type { ListedRecord } from '../../model/record';
import { excerpts } from '../../model/recordsQuery';
import * as collections from '../../page/collections';
import { openPanel, type Panels } from '../../page/panels';
import type { RecordOutcome } from '../editor/recordEditor';
import { createRecordFiles } from '../files/recordFiles';
import { toggledIds } from '../values/relatedIds';
import { createPickerList } from './pickerList';

declare module '../../page/panels' {
  interface Panels {
    recordPicker: {
      takes: {
        collectionId: string;
        selected: readonly string[];
        /** Null means no limit. */
        max: number | null;
        /** The caller needs one of this kind. Without it, the answer may be empty. */
        needs?: 'person' | 'record';
      };
      answers: readonly string[] | null;
    };
  }
}

export interface RecordPickerState {
  /** The selected ids in order. */
  selected: readonly string[];
  /** The ids that are shown before the pages: selected at the start, or created here. */
  first: readonly string[];
  /** By id: records that are or were selected. */
  known: ReadonlyMap<string, ListedRecord>;
  /** Selected ids whose record is missing. */
  missing: ReadonlySet<string>;
  /** The ids of records that were deleted in this picker. */
  gone: ReadonlySet<string>;
}

export type RecordPicker = ReturnType<typeof createRecordPicker>;

export function createRecordPicker({ collectionId, selected, max }: Panels['recordPicker']['takes']) {
  const collection = collections.find(collectionId);
  const state = proxy<RecordPickerState>({
    selected: ref([...new Set(selected)]),
    first: ref([]),
    known: ref(new Map()),
    missing: ref(new Set<string>()),
    gone: ref(new Set<string>()),
  });
  const files = createRecordFiles();
  const source = createPickerList({
    async beforeFirst({ search }) {
      if (search === '') await readSelected();
    },
    onFirst({ search }) {
      state.first = ref(search === '' ? [...state.selected] : []);
    },
  });

  const select = (ids: readonly string[]) => {
    state.selected = ref([...ids]);
  };

  function addKnown(rows: readonly ListedRecord[]): void {
    state.known = ref(new Map([...state.known, ...rows.map((row) => [row.id, row] as const)]));
  }

  async function readSelected(): Promise<void> {
    const unknown = state.selected.filter((id) => !state.known.has(id) && !state.missing.has(id));
    if (unknown.length === 0) return;
    try {
      const rows = (await readByIds(collectionId, unknown, { fields: [excerpts] })).map(toListed);
      const lost = unknown.filter((id) => !rows.some((row) => row.id === id));
      addKnown(rows);
      state.missing = ref(new Set([...state.missing, ...lost]));
    } catch (error) {
      // The session has ended, so it is unknown whether they are missing.
      if (!(error instanceof ApiError && error.isAborted)) throw error;
    }
  }

  async function search(text: string): Promise<void> {
    if (collection) await source.show({ collection, search: text, fields: excerpts, only: '' });
  }

  function toggle(id: string): void {
    const row = source.list.state.items.find((item) => item.id === id);
    if (row) addKnown([row]);
    select(toggledIds(state.selected, id, max));
  }

  function remove(id: string): void {
    select(state.selected.filter((one) => one !== id));
  }

  function adopt(outcome: RecordOutcome | null): void {
    if (!outcome) return;
    if (outcome.kind === 'deleted') {
      state.gone = ref(new Set([...state.gone, outcome.recordId]));
      remove(outcome.recordId);
      return;
    }
    const row = outcome.record as unknown as ListedRecord;
    source.list.replace(row);
    addKnown([row]);
    const isShown = rowsOf(state, source.list.state.items).some(({ id }) => id === row.id);
    if (!isShown) state.first = ref([row.id, ...state.first]);
    if (!state.selected.includes(row.id)) toggle(row.id);
  }

  return {
    /** Undefined if the collection does not exist. */
    collection,
    /** Null means no limit. */
    max,
    state,
    source,
    files,
    async open() {
      if (collection) void files.prepare(collection);
      await search('');
    },
    search,
    /** Does nothing if there would be too many. */
    toggle,
    remove,
    reorder: select,
    /** Opens an editor above, and selects the saved record. */
    async create() {
      adopt(await openPanel('recordEditor', { collectionId, recordId: null }));
    },
    async edit(recordId: string) {
      adopt(await openPanel('recordEditor', { collectionId, recordId }));
    },
    close: source.close,
  };
}

/** Returns the rows: first those of `first`, then the pages, each record once. */
export function rowsOf(
  { first, known, gone }: Pick<RecordPickerState, 'first' | 'known' | 'gone'>,
  items: readonly ListedRecord[],
): ListedRecord[] {
  const rows = new Map<string, ListedRecord>();
  for (const id of first) {
    const row = known.get(id);
    if (row) rows.set(id, row);
  }
  for (const item of items) if (!rows.has(item.id)) rows.set(item.id, item);
  return [...rows.values()].filter(({ id }) => !gone.has(id));
}
