import { useEffect, useRef, useState } from 'react';
import { leaveLostRow } from '../../../components/data/useCellCursor';
import type { Collection } from '../../../model/collection';
import { cellFieldOf } from '../../../model/records/cellField';
import { CellInput } from './CellInput';
import { CellPopup } from './CellPopup';
import { createCellEdit, type EditedCell, type EndEdit } from './cellEdit';
import { pressOn } from './endKeys';
import { RelationPopover } from './RelationPopover';

interface Props {
  collection: Collection;
  edited: EditedCell;
  onClose: () => void;
}

/** Edits one cell: a short value in its place, a relation beside it, rich text, json and files in a popup. */
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

  // biome-ignore lint/correctness/useExhaustiveDependencies: another cell has another editor
  useEffect(() => {
    const [list, page] = ['section', 'main'].map((name) => element.closest<HTMLElement>(name));
    return () => {
      // A removed cell cannot take the focus back. A list without records is removed, too.
      if (element.isConnected || document.activeElement !== document.body) return;
      if (!list?.isConnected || !leaveLostRow(list)) page?.focus({ preventScroll: true });
    };
  }, []);

  if (!cell || !edit) return null;

  const end: EndEdit = (how, key) => {
    // An input that is removed loses the focus, which would end the edit again.
    if (!isOpen.current) return;
    isOpen.current = false;
    edit[how]();
    onClose();
    if (key === undefined) return;
    element.focus();
    if (key !== '') pressOn(element, key);
  };

  switch (cell.type) {
    case 'file':
    case 'json':
    case 'editor':
      return <CellPopup collection={collection} row={row} cell={cell} edit={edit} onEnd={end} />;
    case 'relation':
      return <RelationPopover collection={collection} cell={cell} edit={edit} edited={edited} onEnd={end} />;
    default:
      return <CellInput collection={collection} cell={cell} edit={edit} edited={edited} onEnd={end} />;
  }
}
