import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import ArrowRight from 'lucide-react/icons/arrow-right';
import ArrowUp from 'lucide-react/icons/arrow-up';
import EyeOff from 'lucide-react/icons/eye-off';
import FoldHorizontal from 'lucide-react/icons/fold-horizontal';
import MoveHorizontal from 'lucide-react/icons/move-horizontal';
import Pin from 'lucide-react/icons/pin';
import PinOff from 'lucide-react/icons/pin-off';
import { type KeyboardEvent, useRef, useState } from 'react';
import { countOf, cut, printCount } from '../../base/text';
import { announce } from '../../kit/basics/announce';
import { Chip } from '../../kit/form/Chip';
import { useNarrow } from '../../kit/layout/useNarrow';
import { ContextMenu } from '../../kit/overlay/ContextMenu';
import { DropdownItem, DropdownSeparator } from '../../kit/overlay/Dropdown';
import { MenuLabel, MenuTick } from '../../kit/overlay/MenuTick';
import type { Collection } from '../../model/collection';
import { columnWidthRange } from '../../model/columnLayout';
import { conditionsOfField } from '../../model/filter/addCondition';
import { filterFields, filterLanguage } from '../../model/filter/filterFields';
import type { ListedRecord } from '../../model/record';
import { printSort } from '../../model/sort';
import { choiceMark } from '../../model/types/fieldTypes';
import * as toasts from '../../page/toasts';
import { columnKeyOf, type RecordColumn } from '../display/recordColumns';
import { storedRow } from '../editedRows';
import { canMove, moveColumn, setPinned, showColumns } from '../views/tableLayout';
import { relatedName } from './cellTargets';
import { conditionAfterTick, countValues, tickedValues } from './headValues';
import { addToFilter, removeFromFilter } from './tableFilter';

export interface HeadMenuProps {
  collection: Collection;
  column: RecordColumn;
  columns: readonly RecordColumn[];
  rows: readonly ListedRecord[];
  search: string;
  head: HTMLElement;
  at: { x: number; y: number };
  onSort: (sort: string) => void;
  /** The stored width. */
  width: number;
  onWidth: (width: number) => void;
  /** Called with a width that is not stored yet. */
  onPreview: (width: number) => void;
  onFit: () => number;
}

const step = 8;

export function HeadMenu(props: HeadMenuProps) {
  const { collection, column, head, at, onSort } = props;
  const { name, kind, isPinned = false } = column;
  const key = columnKeyOf(column);
  const keys = props.columns.map(columnKeyOf);
  const pinned = props.columns.filter((one) => one.isPinned).map(columnKeyOf);
  const isNarrow = useNarrow();
  const [width, setWidth] = useState(props.width);
  const isHeld = useRef(false);
  const sortBy = (isDescending: boolean) => onSort(printSort({ field: name, isDescending }));

  function handleWidthKey(event: KeyboardEvent) {
    const change = { ArrowLeft: -step, ArrowRight: step }[event.key];
    if (change === undefined) return;
    event.preventDefault();
    const { min, max } = columnWidthRange;
    const next = Math.min(Math.max(width + change, min), max);
    setWidth(next);
    // While a key is held, the width is not stored: browsers limit how often the address may change.
    isHeld.current = event.repeat;
    if (event.repeat) props.onPreview(next);
    else props.onWidth(next);
    announce(`${next} pixels`);
  }

  function endHold() {
    if (isHeld.current) props.onWidth(width);
    isHeld.current = false;
  }

  function fit() {
    const next = props.onFit();
    setWidth(next);
    announce(`${next} pixels`);
  }

  function hide() {
    // This head is removed, so the focus goes to another one.
    const next = head.nextElementSibling ?? head.previousElementSibling;
    next?.querySelector('button')?.focus();
    showColumns(collection, [key], false);
  }

  function move(change: -1 | 1) {
    moveColumn(collection, key, change);
    announce(`${name}: column ${keys.indexOf(key) + change + 1} of ${keys.length}`);
  }

  function pin() {
    setPinned(collection, key, !isPinned);
    announce(isPinned ? `${name} is not pinned` : `${name} is pinned`);
    // A head that moves in the document loses its focus.
    requestAnimationFrame(() => {
      head.querySelector('button')?.focus();
      const isHeld = getComputedStyle(head).position === 'sticky';
      if (!isPinned && !isHeld)
        toasts.info('Pinned columns take at most 60 % of the table. This one scrolls until there is room.');
    });
  }

  return (
    <ContextMenu owner={head.querySelector('button') ?? head} at={at} label={name} isSheet={isNarrow}>
      <DropdownItem icon={ArrowUp} onSelect={() => sortBy(false)}>
        Sort ascending
      </DropdownItem>
      <DropdownItem icon={ArrowDown} onSelect={() => sortBy(true)}>
        Sort descending
      </DropdownItem>
      {kind !== 'id' && (
        <>
          <DropdownSeparator />
          <DropdownItem icon={isPinned ? PinOff : Pin} onSelect={pin}>
            {isPinned ? 'Unpin' : 'Pin'}
          </DropdownItem>
        </>
      )}
      {!isNarrow && (
        <>
          {kind === 'id' && <DropdownSeparator />}
          {/* biome-ignore lint/a11y/noStaticElementInteractions: it handles the keys of the item inside */}
          <div onKeyDown={handleWidthKey} onKeyUp={endHold} onBlur={endHold}>
            <DropdownItem icon={MoveHorizontal} keepsOpen end={`← ${width} px →`}>
              Width
            </DropdownItem>
          </div>
          <DropdownItem icon={FoldHorizontal} keepsOpen onSelect={fit}>
            Fit the width
          </DropdownItem>
        </>
      )}
      {kind !== 'id' && (
        <>
          <DropdownItem
            icon={ArrowLeft}
            keepsOpen
            isDisabled={!canMove(pinned, keys, key, -1)}
            onSelect={() => move(-1)}
          >
            Move left
          </DropdownItem>
          <DropdownItem
            icon={ArrowRight}
            keepsOpen
            isDisabled={!canMove(pinned, keys, key, 1)}
            onSelect={() => move(1)}
          >
            Move right
          </DropdownItem>
          <DropdownItem icon={EyeOff} onSelect={hide}>
            Hide
          </DropdownItem>
          <Values {...props} />
        </>
      )}
    </ContextMenu>
  );
}

const longestValue = 60;

/** Counts the stored values of the rows as they were when the menu was opened, because a tick loads other rows. */
function Values({ collection, column, rows, search }: HeadMenuProps) {
  const [field] = useState(() => filterFields(collection).find(({ name }) => name === column.name));
  const [values] = useState(() =>
    field ? countValues(rows.map(storedRow), field, (row, id) => relatedName(row, column, id)) : [],
  );
  const [loaded] = useState(rows.length);
  if (!field || values.length === 0) return null;
  const conditions = conditionsOfField(search, field.name, filterLanguage(collection));
  const ticked = tickedValues(conditions);

  function tick(value: string) {
    if (!field) return;
    const condition = conditionAfterTick(field, ticked, value);
    if (condition) addToFilter(collection, search, condition, 'only');
    else removeFromFilter(collection, search, field.name);
  }

  return (
    <>
      <DropdownSeparator />
      <MenuLabel>In {countOf(loaded, 'loaded record')}</MenuLabel>
      {values.map(({ value, text, count }) => (
        <MenuTick
          key={value}
          isChecked={ticked.includes(value)}
          end={printCount(count)}
          share={count / loaded}
          onSelect={() => tick(value)}
        >
          {value === '' ? text : <Chip mark={choiceMark(field, value)}>{cut(text, longestValue)}</Chip>}
        </MenuTick>
      ))}
    </>
  );
}
