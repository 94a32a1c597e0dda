import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { MoreLine } from '../../kit/layout/MoreLine';
import { useNarrow } from '../../kit/layout/useNarrow';
import { Popup } from '../../kit/overlay/Popup';
import { type BlockControl, type BlockTable, controlBlock } from '../../kit/table/blockControl';
import type { Collection } from '../../model/collection';
import type { ListedRecord } from '../../model/record';
import { extraAt, type RecordColumn } from '../display/recordColumns';
import type { BlockedTable } from './blockCells';
import { listenToClipboard } from './clipboardEvents';

interface Props {
  collection: Collection;
  columns: readonly RecordColumn[];
  rows: readonly ListedRecord[];
  /** The columns that are no fields, such as those of View as. They stand after the id and the pinned columns. */
  extra: readonly unknown[] | undefined;
  /** False for views: they have no checkboxes before the id, and only copying works. */
  canEdit: boolean;
}

/** Marks blocks of cells in the table around it, and copies, cuts, pastes and clears them. */
export function CellBlocks({ collection, columns, rows, extra, canEdit }: Props) {
  const root = useRef<HTMLSpanElement>(null);
  const control = useRef<BlockControl | null>(null);
  const isNarrow = useNarrow();
  const table = useRef<BlockTable | null>(null);
  const shown = useRef<(BlockedTable & { canEdit: boolean }) | null>(null);
  const [sentences, setSentences] = useState<readonly string[] | null>(null);

  useLayoutEffect(() => {
    const places: (string | null)[] = columns.map(({ name }) => name);
    places.splice(extraAt(columns), 0, ...(extra ?? []).map(() => null));
    table.current = {
      ids: rows.map((row) => row.id),
      columns: columns.map(({ name }) => name),
      places: canEdit ? [null, ...places] : places,
      isOn: !isNarrow,
    };
    shown.current = { collection, columns, rows, canEdit };
    control.current?.draw();
  }, [collection, columns, rows, extra, isNarrow, canEdit]);

  useEffect(() => {
    const list = root.current?.closest('section');
    if (!list) return;
    const nothing: BlockTable = { ids: [], columns: [], places: [], isOn: false };
    const block = controlBlock(list, () => table.current ?? nothing);
    control.current = block;
    const stopListening = listenToClipboard(list, block, () => shown.current, setSentences);
    return () => {
      stopListening();
      block.stop();
    };
  }, []);

  return (
    <>
      <span ref={root} hidden />
      {sentences && <PasteFaultsPopup sentences={sentences} onClose={() => setSentences(null)} />}
    </>
  );
}

interface FaultsProps {
  sentences: readonly string[];
  onClose: () => void;
}

const mostShown = 200;

/** Lists the cells that a paste has skipped, with the reasons. */
function PasteFaultsPopup({ sentences, onClose }: FaultsProps) {
  return (
    <Popup title="Not pasted" size="wide" onClose={onClose}>
      <ul translate="no">
        {sentences.slice(0, mostShown).map((sentence, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and a sentence may come twice
          <li key={at}>{sentence}</li>
        ))}
      </ul>
      <MoreLine count={sentences.length} mostShown={mostShown} />
    </Popup>
  );
}
