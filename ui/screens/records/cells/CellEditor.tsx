import { useEffect, useRef, useState } from 'react';
import type { Collection } from '../../../model/collection';
import { optionOf, targetOf } from '../../../model/field';
import { listOf } from '../../../model/record';
import { cellFieldOf } from '../../../model/records/cellField';
import { valueInputs } from '../../../state/valueInputs';
import { CellInput } from './CellInput';
import { CellPopup } from './CellPopup';
import { type CellEdit, createCellEdit, type EditedCell, type EndEdit } from './cellEdit';

interface Props {
  collection: Collection;
  edited: EditedCell;
  onClose: () => void;
}

/** Edits one cell: a short value in its place, rich text, json and files in a popup, a relation with the picker. */
export function CellEditor({ collection, edited, onClose }: Props) {
  const { row, column, element } = edited;
  const [cell] = useState(() => cellFieldOf(collection, column));
  const [edit] = useState(() => cell && createCellEdit(collection, row, cell));
  const isOpen = useRef(true);

  useEffect(() => {
    if (!edit) return;
    void edit.open();
    return () => {
      // The page was left in the middle: what is typed stays.
      if (isOpen.current) edit.keep();
      isOpen.current = false;
      edit.close();
    };
  }, [edit]);

  if (!cell || !edit) return null;

  const end: EndEdit = (how, key) => {
    // An input that is removed loses the focus, which would end the edit again.
    if (!isOpen.current) return;
    isOpen.current = false;
    edit[how]();
    onClose();
    if (key === undefined) return;
    element.focus();
    if (key !== '')
      element.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  };

  switch (cell.type) {
    case 'file':
    case 'json':
    case 'editor':
      return <CellPopup collection={collection} row={row} cell={cell} edit={edit} onEnd={end} />;
    case 'relation':
      return (
        <RelationPicking
          edit={edit}
          targetId={targetOf(cell.field) ?? ''}
          max={maxOf(cell.field)}
          onEnd={end}
        />
      );
    default:
      return <CellInput collection={collection} cell={cell} edit={edit} edited={edited} onEnd={end} />;
  }
}

function maxOf(field: Parameters<typeof optionOf>[0]): number | null {
  const max = optionOf(field, 'maxSelect');
  return typeof max === 'number' && max > 0 ? max : null;
}

interface PickingProps {
  edit: CellEdit;
  targetId: string;
  max: number | null;
  onEnd: EndEdit;
}

/** Opens the picker at once, because it has the search. */
function RelationPicking({ edit, targetId, max, onEnd }: PickingProps) {
  const isAsked = useRef(false);

  async function pick() {
    const selected = listOf(edit.state.value);
    const picked = await valueInputs.pickRecords({ collectionId: targetId, selected, max });
    if (picked) edit.set(max === 1 ? (picked.at(-1) ?? '') : picked);
    onEnd(picked ? 'keep' : 'cancel', '');
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: it asks once
  useEffect(() => {
    if (isAsked.current) return;
    isAsked.current = true;
    void pick();
  }, []);
  return null;
}
