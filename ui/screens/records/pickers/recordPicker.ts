import { proxy, ref } from 'valtio/vanilla';
import * as records from '../../../api/records';
import type { Collection } from '../../../model/collection';
import type { ListedRecord } from '../../../model/record';
import * as collections from '../../../state/collections';
import { openPanel, type Panels, type RecordOutcome } from '../../../state/panels';
import * as session from '../../../state/session';
import { createRecordFiles, type RecordFiles } from '../recordFiles';
import { createPickerList, type PickerList } from './pickerList';

/** Texts are cut, as they are only shown. */
const fields = '*:excerpt(200)';

export interface RecordPickerState {
  /** Ids in their order. Nothing is applied before the panel answers with them. (ref) */
  selected: readonly string[];
  /** Ids of the records that stand before the pages: those that were selected already, and new ones. (ref) */
  first: readonly string[];
  /** Records that are or were selected, by id. (ref) */
  known: ReadonlyMap<string, ListedRecord>;
  /** Selected ids whose records no longer exist. (ref) */
  missing: ReadonlySet<string>;
  /** Ids of records that were deleted here. (ref) */
  gone: ReadonlySet<string>;
}

export interface RecordPicker {
  /** Undefined when there is no such collection. */
  collection: Collection | undefined;
  /** Null: no limit. */
  max: number | null;
  state: RecordPickerState;
  source: PickerList;
  files: RecordFiles;
  open(): Promise<void>;
  search(text: string): Promise<void>;
  /** Selects it or takes it back; one that would be too many is left alone. */
  toggle(id: string): void;
  remove(id: string): void;
  reorder(ids: readonly string[]): void;
  /** In an editor on top; what it saves is selected. */
  create(): Promise<void>;
  edit(id: string): Promise<void>;
  close(): void;
}

export function createRecordPicker({
  collectionId,
  selected,
  max,
}: Panels['recordPicker']['takes']): RecordPicker {
  const collection = collections.find(collectionId);
  const state = proxy<RecordPickerState>({
    selected: ref([...new Set(selected)]),
    first: ref([]),
    known: ref(new Map()),
    missing: ref(new Set<string>()),
    gone: ref(new Set<string>()),
  }) as RecordPickerState;
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

  function learn(rows: readonly ListedRecord[]): void {
    state.known = ref(new Map([...state.known, ...rows.map((row) => [row.id, row] as const)]));
  }

  async function readSelected(): Promise<void> {
    const unknown = state.selected.filter((id) => !state.known.has(id) && !state.missing.has(id));
    if (unknown.length === 0) return;
    const rows = await records.listByIds(collectionId, unknown, { fields });
    const lost = unknown.filter((id) => !rows.some((row) => row.id === id));
    // To a guest, which a dead session is, nothing seems to exist.
    if (lost.length > 0 && !(await session.confirm())) return;
    learn(rows);
    state.missing = ref(new Set([...state.missing, ...lost]));
  }

  async function search(text: string): Promise<void> {
    if (collection) await source.show({ collection, search: text, fields, only: '' });
  }

  function toggle(id: string): void {
    const ids = state.selected;
    const row = source.list.state.items.find((item) => item.id === id);
    if (row) learn([row]);
    if (ids.includes(id)) remove(id);
    else if (max === 1) select([id]);
    else if (!isFull(ids, max)) select([...ids, id]);
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
    learn([row]);
    const isShown = rowsOf(state, source.list.state.items).some(({ id }) => id === row.id);
    if (!isShown) state.first = ref([row.id, ...state.first]);
    if (!state.selected.includes(row.id)) toggle(row.id);
  }

  return {
    collection,
    max,
    state,
    source,
    files,
    async open() {
      if (collection) void files.prepare(collection);
      await search('');
    },
    search,
    toggle,
    remove,
    reorder: select,
    async create() {
      adopt(await openPanel('recordEditor', { collectionId, recordId: null }));
    },
    async edit(recordId) {
      adopt(await openPanel('recordEditor', { collectionId, recordId }));
    },
    close: source.close,
  };
}

/** No other record can be selected beside these; a single one is replaced instead. */
export function isFull(selected: readonly string[], max: number | null): boolean {
  return max !== null && max > 1 && selected.length >= max;
}

/** The rows of the list: those that stand first, then the pages, each record once. */
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
