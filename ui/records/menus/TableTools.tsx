import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { columnPlace } from '../../kit/table/cellPlaces';
import { HeadTools } from '../../kit/table/HeadTools';
import {
  endWidth,
  fittingPins,
  fittingWidth,
  headsOf,
  headWidths,
  shownWidth,
  showWidth,
  storedWidth,
} from '../../kit/table/headWidths';
import type { Collection } from '../../model/collection';
import type { ListedRecord } from '../../model/record';
import type { Cells } from '../cells/cellEdit';
import { columnKeyOf, columnType, edgeWidth, type RecordColumn } from '../display/recordColumns';
import type { RecordList } from '../recordList';
import { setWidths } from '../views/tableLayout';
import { CellMenu, type CellMenuPlace } from './CellMenu';
import { HeadMenu } from './HeadMenu';

interface Props {
  collection: Collection;
  columns: readonly RecordColumn[];
  rows: readonly ListedRecord[];
  search: string;
  onSort: (sort: string) => void;
  records: RecordList;
  cells: Cells;
  /** The cell whose menu was opened last; null before. */
  cellMenu: CellMenuPlace | null;
  onOpen: (recordId: string) => void;
  /** Called with the number of pinned columns that stay in view. */
  onPinned: (count: number) => void;
}

interface OpenedHead {
  key: number;
  head: HTMLElement;
  at: { x: number; y: number };
}

/** The menus of cells and heads, the column widths, and the long press. Rendered inside the table. */
export function TableTools(props: Props) {
  const { collection, columns, rows, search, onSort, cellMenu } = props;
  const place = useRef<HTMLSpanElement>(null);
  const [table, setTable] = useState<HTMLElement | null>(null);
  const [head, setHead] = useState<HTMLElement | null>(null);
  const [menu, setMenu] = useState<OpenedHead | null>(null);
  const open = useCallback((opened: HTMLElement, at: OpenedHead['at']) => {
    setMenu((last) => ({ key: (last?.key ?? 0) + 1, head: opened, at }));
  }, []);
  const columnOf = (one: HTMLElement) => columns.find(({ name }) => name === one.dataset['column']);

  useLayoutEffect(() => setTable(place.current?.closest('section') ?? null), []);
  useLongPress(table);
  useKeyHints(
    table,
    columns
      .filter(props.cells.canEdit)
      .map(({ name }) => name)
      .join(' '),
  );
  useHeadEvents(table, setHead, open);
  usePinnedCount(table, columns, props.onPinned);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the new widths are in the style of the table now
  useLayoutEffect(() => {
    if (table) endWidth(table);
  }, [columns, table]);

  /** Stores the width of the column, and of the flexible columns before it, so that its edge stays in place. */
  function keep(one: HTMLElement, width: number): number {
    if (!table) return width;
    const heads = headsOf(table);
    const widths = headWidths(table);
    const kept: Record<string, number> = {};
    for (const [index, each] of heads.entries()) {
      const column = columnOf(each);
      const edge = index === 0 ? edgeWidth : 0;
      if (column && each === one) {
        kept[columnKeyOf(column)] = storedWidth(width - edge);
        break;
      }
      if (column?.isFlexible) kept[columnKeyOf(column)] = storedWidth((widths[index] ?? column.width) - edge);
    }
    setWidths(collection, kept);
    return storedWidth(width);
  }

  function preview(one: HTMLElement, width: number) {
    if (table) showWidth(table, headWidths(table), headsOf(table).indexOf(one), shownWidth(width));
  }

  const fit = (one: HTMLElement) => (table ? keep(one, fittingWidth(table, headsOf(table).indexOf(one))) : 0);
  // If the column was hidden since, its old head is gone, so the menu stays closed.
  const opened = menu?.head.isConnected && columnOf(menu.head);
  const shown = head ? columnOf(head) : undefined;
  return (
    <>
      <span ref={place} hidden />
      {table && head?.isConnected && columnOf(head) && (
        <HeadTools
          table={table}
          head={head}
          isAtEnd={shown !== undefined && columnType(shown).isAtEnd === true}
          onOpen={() => open(head, below(head))}
          onWidth={(width) => keep(head, width)}
          onFit={() => fit(head)}
        />
      )}
      {cellMenu && (
        <CellMenu
          // The two menus are siblings, so they need different keys.
          key={`cell ${cellMenu.key}`}
          collection={collection}
          columns={columns}
          records={props.records}
          search={search}
          place={cellMenu}
          cells={props.cells}
          onOpen={props.onOpen}
        />
      )}
      {menu && opened && (
        <HeadMenu
          key={`head ${menu.key}`}
          collection={collection}
          column={opened}
          rows={rows}
          search={search}
          head={menu.head}
          at={menu.at}
          onSort={onSort}
          width={storedWidth(menu.head.getBoundingClientRect().width)}
          onWidth={(width) => keep(menu.head, shownWidth(width))}
          onPreview={(width) => preview(menu.head, width)}
          columns={columns}
          onFit={() => fit(menu.head)}
        />
      )}
    </>
  );
}

function below(head: HTMLElement) {
  const { left, bottom } = head.getBoundingClientRect();
  return { x: left, y: bottom };
}

/**
 * Counts the pinned columns that fit; more would hide the rest of the table. In a narrow window, they scroll with
 * the others.
 */
function usePinnedCount(
  table: HTMLElement | null,
  columns: readonly RecordColumn[],
  onPinned: (count: number) => void,
): void {
  useLayoutEffect(() => {
    if (!table) return;
    const pinned = new Set(columns.filter(({ isPinned }) => isPinned).map(({ name }) => name));
    const count = () => onPinned(fittingPins(table, pinned));
    count();
    const sizes = new ResizeObserver(count);
    sizes.observe(table);
    return () => sizes.disconnect();
  }, [table, columns, onPinned]);
}

/** Follows pointer and focus over the heads, and opens their menus. */
function useHeadEvents(
  table: HTMLElement | null,
  onHead: (head: HTMLElement | null) => void,
  onOpen: (head: HTMLElement, at: OpenedHead['at']) => void,
): void {
  useEffect(() => {
    const group = table?.querySelector('thead');
    if (!group) return;
    const ending = new AbortController();
    const { signal } = ending;
    const headOf = ({ target }: Event) =>
      target instanceof Element ? target.closest<HTMLElement>('th[data-column]') : null;
    const follow = (event: Event) => onHead(headOf(event));
    const leave = () => {
      if (!group.querySelector('[data-dragged]')) onHead(null);
    };
    // This code is loaded by the first move of the pointer, which is missed here.
    onHead(group.querySelector<HTMLElement>('th[data-column]:is(:hover, :focus-within)'));
    group.addEventListener('pointerover', follow, { signal });
    group.addEventListener('focusin', follow, { signal });
    group.addEventListener('pointerleave', leave, { signal });
    group.addEventListener('focusout', leave, { signal });
    group.addEventListener(
      'contextmenu',
      (event) => {
        const head = headOf(event);
        const isByPointer = event.button === 2;
        if (!head?.querySelector('button') || (isByPointer && event.shiftKey)) return;
        event.preventDefault();
        onOpen(head, isByPointer ? { x: event.clientX, y: event.clientY } : below(head));
      },
      { signal },
    );
    group.addEventListener(
      'keydown',
      (event) => {
        const head = headOf(event);
        if (!head || !event.altKey || event.key !== 'ArrowDown') return;
        event.preventDefault();
        onOpen(head, below(head));
      },
      { signal },
    );
    return () => ending.abort();
  }, [table, onHead, onOpen]);
}

/**
 * Marks the page while the keyboard moves through the cells: then the footer shows the keys, and Enter only at the
 * `editable` columns (names with blanks between). A selector with :has() would be slower: it is checked for each
 * row that a scroll adds.
 */
function useKeyHints(table: HTMLElement | null, editable: string): void {
  useEffect(() => {
    if (!table) return;
    const names = editable.split(' ');
    const canEdit = (element: Element) => {
      const cell = element.closest('td');
      return cell !== null && names.includes(headsOf(table)[columnPlace(cell)]?.dataset['column'] ?? '');
    };
    const ending = new AbortController();
    const { signal } = ending;
    const show = (element: EventTarget | null) => {
      const { dataset } = document.body;
      if (element instanceof Element && element.matches('[role="grid"] :focus-visible')) {
        dataset['cellKeys'] = canEdit(element) ? 'edit' : 'read';
      } else delete dataset['cellKeys'];
    };
    // This code is loaded by the first focus in the table, which is missed here.
    show(document.activeElement);
    table.addEventListener('focusin', ({ target }) => show(target), { signal });
    table.addEventListener(
      'focusout',
      ({ relatedTarget }) => {
        if (!table.contains(relatedTarget as Node | null)) show(null);
      },
      { signal },
    );
    return () => {
      ending.abort();
      show(null);
    };
  }, [table, editable]);
}

const pressMs = 500;
/** In px: a finger may move this far. */
const mostMoved = 10;

/** Turns a long press into a right click, because some browsers on phones do not. */
function useLongPress(element: HTMLElement | null): void {
  useEffect(() => {
    if (!element) return;
    const ending = new AbortController();
    const { signal } = ending;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let start = { x: 0, y: 0 };
    let hasPressed = false;
    const cancel = () => clearTimeout(timer);

    const press = (target: Element) => {
      hasPressed = true;
      // The press may have selected a word, for which the browser has its own menu.
      document.getSelection()?.removeAllRanges();
      const place = { clientX: start.x, clientY: start.y, button: 2 };
      target.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true, ...place }));
    };
    const handleDown = ({ target, pointerType, isPrimary, clientX, clientY }: PointerEvent) => {
      cancel();
      hasPressed = false;
      if (pointerType !== 'touch' || !isPrimary || !(target instanceof Element)) return;
      start = { x: clientX, y: clientY };
      timer = setTimeout(() => press(target), pressMs);
    };
    const handleMove = ({ clientX, clientY }: PointerEvent) => {
      if (Math.hypot(clientX - start.x, clientY - start.y) > mostMoved) cancel();
    };
    const handleTouchEnd = (event: TouchEvent) => {
      // The same press must not click, too.
      if (hasPressed && event.cancelable) event.preventDefault();
    };

    element.addEventListener('pointerdown', handleDown, { signal });
    element.addEventListener('pointermove', handleMove, { signal });
    for (const name of ['pointerup', 'pointercancel', 'contextmenu'] as const) {
      element.addEventListener(name, cancel, { signal });
    }
    element.addEventListener('touchend', handleTouchEnd, { signal, passive: false });
    return () => {
      cancel();
      ending.abort();
    };
  }, [element]);
}
