import { proxy, ref } from 'valtio/vanilla';
import type { FileEditor } from '../../../components/record-input/FileInput';
import type { Collection } from '../../../model/collection';
import { type ListedRecord, listOf } from '../../../model/record';
import type { CellField } from '../../../model/records/cellField';
import type { FileChange } from '../../../model/records/fileChange';
import { createFileChanges } from '../../../state/files/fileChanges';
import { createFileLinks } from '../../../state/files/recordFileLinks';
import { seenIn } from '../../../state/staged/staged';
import { changeOf, itemsOf } from '../../../state/staged/stagedFiles';
import type { CellEdit } from './cellEdit';

interface FileEditState {
  collection: Collection;
  recordId: string;
  stored: { record: ListedRecord };
  fileToken: string;
  /** (ref) */
  change: FileChange;
}

/** The files of one cell. Each change is staged at once, as those of other cells are. */
export interface FileEdit extends FileEditor {
  state: FileEditState;
  loadToken(): Promise<void>;
}

export function createFileEdit(
  collection: Collection,
  row: ListedRecord,
  cell: CellField,
  edit: CellEdit,
): FileEdit {
  const names = listOf(seenIn(row, cell).before);
  const state = proxy({
    collection: ref(collection),
    recordId: row.id,
    stored: ref({ record: row }),
    fileToken: '',
    change: ref(changeOf(edit.state.value, names)),
  }) as FileEditState;
  const links = createFileLinks(state);

  const changes = createFileChanges({
    fieldOf: () => cell.field,
    changeOf: () => state.change,
    storedOf: () => names,
    put(_, change) {
      state.change = ref(change);
      edit.set(itemsOf(change));
    },
  });

  return {
    state,
    loadToken: links.loadToken,
    ...changes,
    fileAddress: links.fileAddress,
    freshFileAddress: links.freshFileAddress,
    renewFileToken: links.renewToken,
  };
}
