import Braces from 'lucide-react/icons/braces';
import Copy from 'lucide-react/icons/copy';
import CornerUpRight from 'lucide-react/icons/corner-up-right';
import Eraser from 'lucide-react/icons/eraser';
import Eye from 'lucide-react/icons/eye';
import FunnelX from 'lucide-react/icons/funnel-x';
import ListFilter from 'lucide-react/icons/list-filter';
import PanelRightOpen from 'lucide-react/icons/panel-right-open';
import Pencil from 'lucide-react/icons/pencil';
import Type from 'lucide-react/icons/type';
import Undo2 from 'lucide-react/icons/undo-2';
import UserCheck from 'lucide-react/icons/user-check';
import { useState } from 'react';
import { listOf } from '../../base/lists';
import { cut } from '../../base/text';
import { Keys } from '../../kit/basics/Keys';
import { useNarrow } from '../../kit/layout/useNarrow';
import { ContextMenu } from '../../kit/overlay/ContextMenu';
import { DropdownItem, DropdownSeparator } from '../../kit/overlay/Dropdown';
import type { TableCell } from '../../kit/table/useRowEvents';
import type { Collection } from '../../model/collection';
import { filterFields } from '../../model/filter/filterFields';
import { fieldValue, type ListedRecord } from '../../model/record';
import { copyWithMessage } from '../../page/copyWithMessage';
import * as seenAs from '../../rules/seenAs';
import type { Cells } from '../cells/cellEdit';
import { copyRecord } from '../copyRecord';
import type { RecordColumn } from '../display/recordColumns';
import { storedRow } from '../editedRows';
import * as edits from '../edits';
import type { RecordList } from '../recordList';
import { cellFieldOf } from '../values/cellField';
import { cellConditions } from './cellConditions';
import { copyValue, shownText } from './cellCopy';
import { type CellTarget, cellTarget, openTarget, relatedName } from './cellTargets';
import { addToFilter } from './tableFilter';

/** The place where the menu opens. Another `key` opens it again. */
export interface CellMenuPlace {
  key: number;
  cell: TableCell<ListedRecord>;
  at: { x: number; y: number };
}

interface Props {
  collection: Collection;
  columns: readonly RecordColumn[];
  records: RecordList;
  search: string;
  place: CellMenuPlace;
  cells: Cells;
  onOpen: (recordId: string) => void;
}

/** The menu of a cell. A cell without a field, such as a checkbox, has only the items of its record. */
export function CellMenu({ collection, columns, records, search, place, cells, onOpen }: Props) {
  const { cell, at } = place;
  const { row } = cell;
  const isNarrow = useNarrow();
  const column = columns.find(({ name }) => name === cell.column);
  const [owner] = useState(() => ownerOf(cell.element));
  const [value] = useState(() => pressedValue(cell.element, at));
  const target = column ? cellTarget(column, row, value) : null;

  function handleLook({ row, element }: TableCell<ListedRecord>) {
    // A touch moves no cursor to the cell, but the quick look follows the cursor.
    const stop = element.querySelector<HTMLElement>('[data-control] > input') ?? element;
    if (!stop.hasAttribute('tabindex')) stop.tabIndex = -1;
    stop.focus({ preventScroll: true });
    records.look.open(collection, row);
  }

  return (
    <ContextMenu owner={owner} at={at} label={column?.name ?? 'Record'} isSheet={isNarrow}>
      {column && (
        <FilterItems collection={collection} column={column} row={row} value={value} search={search} />
      )}
      {column && <CopyItems collection={collection} column={column} row={row} />}
      {/* Left out if the value has items of its own: the menu has at most ten, and the editor has this one too. */}
      {!target && (
        <DropdownItem icon={Braces} onSelect={() => void copyRecord(collection.id, row.id)}>
          Copy record as JSON
        </DropdownItem>
      )}
      <DropdownSeparator />
      {column && target && (
        <TargetItem collection={collection} column={column} row={row} target={target} records={records} />
      )}
      <DropdownItem icon={Eye} end={<CellKeys of="Space" />} onSelect={() => handleLook(cell)}>
        Quick look
      </DropdownItem>
      <DropdownItem icon={PanelRightOpen} end={<CellKeys of="Mod+Enter" />} onSelect={() => onOpen(row.id)}>
        Open record
      </DropdownItem>
      <DropdownItem icon={UserCheck} onSelect={() => seenAs.openAccess(collection.id, row.id)}>
        Access...
      </DropdownItem>
      {column && cells.canEdit(column) && (
        <EditItems collection={collection} cell={cell} cells={cells} owner={owner} />
      )}
    </ContextMenu>
  );
}

/**
 * Returns the element that gets the focus after the menu. In a block, it is the cell with the cursor: moving it
 * would end the block.
 */
function ownerOf(cell: HTMLElement): HTMLElement {
  const { activeElement } = document;
  return cell.hasAttribute('data-block') && activeElement instanceof HTMLElement ? activeElement : cell;
}

/** Returns the position of the value under the pointer; 0 if there is none. */
function pressedValue(cell: HTMLElement, { x, y }: CellMenuPlace['at']): number {
  const pressed = document.elementFromPoint(x, y);
  const drawn = [...(cell.querySelector(':scope > span')?.children ?? [])];
  return Math.max(
    0,
    drawn.findIndex((one) => one.contains(pressed)),
  );
}

interface ItemProps {
  collection: Collection;
  column: RecordColumn;
  row: ListedRecord;
}

const longestValue = 60;

function FilterItems({
  collection,
  column,
  row,
  value,
  search,
}: ItemProps & { value: number; search: string }) {
  const field = filterFields(collection).find(({ name }) => name === column.name);
  // A filter compares stored values, not changed ones.
  const stored = storedRow(row);
  const nameOf = (id: string) => relatedName(stored, column, id);
  const offered = field ? cellConditions(field, fieldValue(stored, column.name), nameOf, value) : [];
  if (offered.length === 0) return null;
  return (
    <>
      {offered.map(({ condition, kind, text }) => (
        <DropdownItem
          key={`${kind} ${condition.operator} ${condition.values[0]}`}
          icon={kind === 'only' ? ListFilter : FunnelX}
          onSelect={() => addToFilter(collection, search, condition, kind)}
        >
          {kind === 'only' ? 'Show only' : 'Hide'}{' '}
          {condition.values.length > 0 ? <span translate="no">"{cut(text, longestValue)}"</span> : text}
        </DropdownItem>
      ))}
      <DropdownSeparator />
    </>
  );
}

function CopyItems({ collection, column, row }: ItemProps) {
  const shown = shownText(row, column, (id) => relatedName(row, column, id));
  return (
    <>
      <DropdownItem
        icon={Copy}
        isDisabled={shown === ''}
        onSelect={() => void copyValue(collection, row, column)}
      >
        Copy value
      </DropdownItem>
      <DropdownItem icon={Type} isDisabled={shown === ''} onSelect={() => void copyWithMessage(shown)}>
        Copy shown text
      </DropdownItem>
    </>
  );
}

function TargetItem(props: ItemProps & { target: CellTarget; records: RecordList }) {
  const { collection, column, row, target, records } = props;
  const isOnly = listOf(fieldValue(row, column.name)).length === 1;
  return (
    <DropdownItem icon={CornerUpRight} onSelect={() => void openTarget(collection, row, target, records)}>
      {isOnly ? 'Open the ' : 'Open '}
      <span translate="no">{isOnly ? column.name : cut(target.text, longestValue)}</span>
    </DropdownItem>
  );
}

interface EditProps {
  collection: Collection;
  cell: TableCell<ListedRecord>;
  cells: Cells;
  owner: HTMLElement;
}

function EditItems({ collection, cell, cells, owner }: EditProps) {
  const key = cellFieldOf(collection, cell.column)?.key ?? '';
  const isChanged = edits.changeAt(collection.id, cell.row.id, key) !== null;

  /** Sends the key Delete to the table, which empties a whole block if the cell is in one. */
  function handleClear() {
    owner.dispatchEvent(new KeyboardEvent('keydown', { key: 'Delete', bubbles: true, cancelable: true }));
  }

  return (
    <>
      <DropdownSeparator />
      {/* First the menu gives the focus back to the cell; then the input takes it. */}
      <DropdownItem icon={Pencil} end={<CellKeys of="Enter" />} onSelect={() => cells.edit(cell)}>
        Edit
      </DropdownItem>
      <DropdownItem icon={Eraser} end={<CellKeys of="Delete" />} onSelect={handleClear}>
        Clear
      </DropdownItem>
      {isChanged && (
        <DropdownItem icon={Undo2} onSelect={() => edits.takeBack(collection, cell.row.id, key)}>
          Take back
        </DropdownItem>
      )}
    </>
  );
}

/** The keys for the same act in the table. A phone shows none. */
function CellKeys({ of: keys }: { of: string }) {
  return (
    <span className="onlyWide" aria-hidden>
      <Keys of={keys} />
    </span>
  );
}
