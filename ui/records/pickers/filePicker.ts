import { proxy, ref } from 'valtio/vanilla';
import * as files from '../../backend/files';
import type { Collection } from '../../model/collection';
import type { ListedRecord } from '../../model/record';
import * as collections from '../../page/collections';
import { openPanel, type Panels } from '../../page/panels';
import {
  type FileTile,
  fieldsToRead,
  filesFilter,
  originalSize,
  pickableCollections,
  pickableFields,
  tilesOf,
} from './fileChoices';
import { createPickerList } from './pickerList';

declare module '../../page/panels' {
  interface Panels {
    filePicker: { takes: { imagesOnly: boolean }; answers: { address: string; name: string } | null };
  }
}

export interface FilePickerState {
  /** Null if no collection has a field whose files can be chosen. */
  collection: Collection | null;
  /** New records, listed before the others. */
  added: readonly ListedRecord[];
  chosen: FileTile | null;
  /** 'original', or the size of a thumbnail. */
  size: string;
}

export type FilePicker = ReturnType<typeof createFilePicker>;

export function createFilePicker({ imagesOnly }: Panels['filePicker']['takes']) {
  // Chosen before the popup is shown, whose focus is then in the search.
  const [first] = pickableCollections(collections.state.all, imagesOnly);
  const state = proxy<FilePickerState>({
    collection: first ? ref(first) : null,
    added: ref([]),
    chosen: null,
    size: originalSize,
  });
  const source = createPickerList({
    onFirst() {
      state.added = ref([]);
    },
  });

  const addressOf = ({ record, name }: FileTile, thumb: string | undefined) =>
    files.fileAddress({ collectionId: state.collection?.id ?? '', recordId: record.id, name, thumb });

  async function show(collection: Collection): Promise<void> {
    if (collection.id === state.collection?.id) return;
    source.list.reset();
    Object.assign(state, { collection: ref(collection), added: ref([]), chosen: null, size: originalSize });
    await search('');
  }

  async function search(text: string): Promise<void> {
    const { collection } = state;
    if (!collection) return;
    const fields = pickableFields(collection, imagesOnly);
    const only = filesFilter(fields, imagesOnly);
    await source.show({ collection, search: text, fields: fieldsToRead(fields), only });
  }

  function choose(tile: FileTile): void {
    Object.assign(state, { chosen: ref(tile), size: originalSize });
  }

  return {
    imagesOnly,
    state: state as FilePickerState,
    source,
    open: () => search(''),
    show,
    search,
    choose,
    setSize(size: string) {
      state.size = size;
    },
    /** Opens an editor above. Chooses the first file of the saved record. */
    async create() {
      const { collection } = state;
      if (!collection) return;
      const outcome = await openPanel('recordEditor', { collectionId: collection.id, recordId: null });
      if (!outcome || outcome.kind === 'deleted' || state.collection !== collection) return;
      const row = outcome.record as unknown as ListedRecord;
      state.added = ref([row, ...state.added]);
      const [first] = tilesOf([row], pickableFields(collection, imagesOnly), imagesOnly);
      if (first) choose(first);
    },
    tileAddress: (tile: FileTile) => addressOf(tile, '100x100'),
    /** Returns the URL without a token; null if no file is chosen. */
    answer(): Panels['filePicker']['answers'] {
      const { chosen, size } = state;
      if (!chosen) return null;
      const thumb = size === originalSize ? undefined : size;
      return { address: addressOf(chosen as FileTile, thumb), name: chosen.name };
    },
    close: source.close,
  };
}
