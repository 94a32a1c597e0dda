import type { KeyboardEvent, MouseEvent } from 'react';
import { columnPlace } from './cellPlaces';
import css from './Table.module.css';
import type { TableStops } from './TableRow';
import { type CursorOptions, useCursor } from './useCursor';

export interface TableData {
  id: string;
}

export interface TableCell<Row> {
  row: Row;
  column: string;
  element: HTMLElement;
}

export type CellHandler<Row, Event> = (event: Event, cell: TableCell<Row>) => boolean;

interface Options<Row> extends Pick<CursorOptions, 'list' | 'start' | 'resetKey'> {
  rows: readonly Row[];
  columns?: readonly { key: string; focusesControl?: boolean | undefined }[] | undefined;
  stops?: TableStops | undefined;
  isDimmed: boolean;
  opensOnClick?: boolean | undefined;
  onLost?: (() => void) | undefined;
  onCellKey?: CellHandler<Row, KeyboardEvent> | undefined;
  onCellDoubleClick?: ((cell: TableCell<Row>) => void) | undefined;
  onRowOpen?: ((row: Row) => void) | undefined;
  onRowToggle?: ((row: Row) => void) | undefined;
  onRowMenu?: ((row: Row, element: HTMLElement, at: { x: number; y: number }) => void) | undefined;
  onCellMenu?: ((cell: TableCell<Row>, at: { x: number; y: number }) => void) | undefined;
}

/** Elements with their own action, and the space around a checkbox, which is easily missed. */
const controls = `a, button, input, label, select, textarea, summary, [role="button"], .${css['pick']}`;

/** Handles clicks, keys and focus of a list's rows in their common container. */
export function useRowEvents<Row extends TableData>(options: Options<Row>) {
  const { rows, columns = [], stops, isDimmed, onRowOpen, onRowToggle, onRowMenu, onCellMenu } = options;
  const hasCells = stops === 'cells';
  const { stop, onMouseDown, ...moves } = useCursor({
    ...options,
    count: rows.length,
    keyAt: (index) => (rows[index] as Row).id,
    cells: hasCells
      ? {
          columns: columns.map(({ key }) => key),
          firstColumn: columns.find(({ focusesControl }) => !focusesControl)?.key ?? '',
          isDimmed,
          onLost: options.onLost,
        }
      : null,
  });

  function cellOf(event: { target: EventTarget; currentTarget: HTMLElement }): TableCell<Row> | null {
    const row = rows[indexOf(event)];
    const element = event.target instanceof Element ? event.target.closest<HTMLElement>('td') : null;
    const column = element && columns[columnPlace(element)];
    return row !== undefined && element && column ? { row, column: column.key, element } : null;
  }

  return {
    /** Index of the row with the Tab stop; -1 if there is none. */
    stop,
    ...moves,

    onMouseDown: (event: MouseEvent<HTMLElement>) => {
      onMouseDown(event);
      // The first press of a double click has opened the row. The second one would mark a word behind the panel.
      const opens = onRowOpen && options.opensOnClick !== false && indexOf(event) >= 0;
      if (opens && event.detail > 1 && !(event.target as Element).closest(controls)) event.preventDefault();
    },

    onClickCapture: (event: MouseEvent) => {
      if (!isDimmed) return;
      event.preventDefault();
      event.stopPropagation();
    },

    onClick: (event: MouseEvent<HTMLElement>) => {
      const row = rows[indexOf(event)];
      if (row === undefined || event.button !== 0 || isTextSelected(event.currentTarget)) return;
      // The click opens nothing then: its press has put the cursor on the cell.
      if (hasCells && (event.altKey || options.opensOnClick === false)) return;
      if (event.target instanceof Element && !event.target.closest(controls)) onRowOpen?.(row);
    },

    onDoubleClick: (event: MouseEvent<HTMLElement>) => {
      const cell = isDimmed ? null : cellOf(event);
      if (cell && event.target instanceof Element && !event.target.closest(controls)) {
        options.onCellDoubleClick?.(cell);
      }
    },

    onContextMenu: (event: MouseEvent<HTMLElement>) => {
      const index = indexOf(event);
      const element = event.currentTarget.querySelector<HTMLElement>(`[data-index="${index}"]`);
      const row = rows[index];
      const cell = onCellMenu && !isDimmed ? cellOf(event) : null;
      const isByPointer = event.button === 2;
      // The browser has its own menu for selected text, and in cells for links and with Shift.
      if (row === undefined || !element || isTextSelected(event.currentTarget)) return;
      if (cell && isByPointer && (event.shiftKey || isLink(event.target))) return;
      if (!cell && !onRowMenu) return;
      event.preventDefault();
      const { left, bottom } = (cell?.element ?? element).getBoundingClientRect();
      const at = isByPointer ? { x: event.clientX, y: event.clientY } : { x: left, y: bottom };
      if (cell) onCellMenu?.(cell, at);
      else onRowMenu?.(row, element, at);
    },

    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      moves.onKeyDown(event);
      if (event.defaultPrevented) return;
      // Links and buttons inside a row handle their own keys.
      const cell = hasCells && event.target instanceof HTMLTableCellElement ? cellOf(event) : null;
      const isOnRow = event.target instanceof HTMLElement && event.target.dataset['index'] !== undefined;
      const row = rows[indexOf(event)];
      if (row === undefined || !(cell || isOnRow)) return;
      if (cell && !isDimmed && options.onCellKey?.(event, cell)) {
        event.preventDefault();
        return;
      }
      const isSpace = event.key === ' ';
      if ((event.key !== 'Enter' && !isSpace) || event.altKey) return;
      event.preventDefault();
      if (isDimmed) return;
      if (isSpace && onRowToggle) onRowToggle(row);
      else onRowOpen?.(row);
    },
  };
}

/** -1 for events that React bubbles from a menu or dialog that a cell opened elsewhere in the document. */
function indexOf(event: { target: EventTarget; currentTarget: HTMLElement }): number {
  if (!(event.target instanceof Element) || !event.currentTarget.contains(event.target)) return -1;
  return Number(event.target.closest<HTMLElement>('[data-index]')?.dataset['index'] ?? -1);
}

const isLink = (target: EventTarget) => target instanceof Element && target.closest('a[href]') !== null;

/** True if text of a row is selected, perhaps to be copied. */
function isTextSelected(body: HTMLElement): boolean {
  const selection = document.getSelection();
  return selection?.type === 'Range' && body.contains(selection.anchorNode);
}
