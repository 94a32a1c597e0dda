import type { KeyboardEvent, MouseEvent } from 'react';
import css from './Table.module.css';
import { type RovingOptions, useRovingFocus } from './useRovingFocus';

/** A row; its id tells it from the others. */
export interface TableData {
  id: string;
}

interface Options<Row> extends Pick<RovingOptions, 'list' | 'start' | 'resetKey'> {
  rows: readonly Row[];
  isDimmed: boolean;
  onRowOpen?: ((row: Row) => void) | undefined;
  onRowToggle?: ((row: Row) => void) | undefined;
  onRowMenu?: ((row: Row, element: HTMLElement, at: { x: number; y: number }) => void) | undefined;
}

/** Elements with their own action, and the space around a checkbox, which is easily missed. */
const controls = `a, button, input, label, select, textarea, summary, [role="button"], .${css['pick']}`;

/** Handles clicks, keys and focus of a list's rows in their common container. */
export function useRowEvents<Row extends TableData>(options: Options<Row>) {
  const { rows, isDimmed, onRowOpen, onRowToggle, onRowMenu } = options;
  const { stop, ...roving } = useRovingFocus({
    ...options,
    count: rows.length,
    keyAt: (index) => (rows[index] as Row).id,
  });

  return {
    /** Index of the row with the Tab stop; -1 if there is none. */
    stop,
    ...roving,

    onClickCapture: (event: MouseEvent) => {
      if (!isDimmed) return;
      event.preventDefault();
      event.stopPropagation();
    },

    onClick: (event: MouseEvent<HTMLElement>) => {
      const row = rows[indexOf(event)];
      if (row === undefined || event.button !== 0 || isTextSelected(event.currentTarget)) return;
      if (event.target instanceof Element && !event.target.closest(controls)) onRowOpen?.(row);
    },

    onContextMenu: (event: MouseEvent<HTMLElement>) => {
      const index = indexOf(event);
      const element = event.currentTarget.querySelector<HTMLElement>(`[data-index="${index}"]`);
      const row = rows[index];
      // The browser has its own menu for selected text.
      if (!onRowMenu || row === undefined || !element || isTextSelected(event.currentTarget)) return;
      event.preventDefault();
      const { left, bottom } = element.getBoundingClientRect();
      const isByPointer = event.button === 2;
      onRowMenu(row, element, isByPointer ? { x: event.clientX, y: event.clientY } : { x: left, y: bottom });
    },

    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      roving.onKeyDown(event);
      // Links and buttons inside a row handle their own keys.
      if (!(event.target instanceof HTMLElement) || event.target.dataset['index'] === undefined) return;
      const row = rows[indexOf(event)];
      if (row === undefined) return;
      const isSpace = event.key === ' ';
      if (event.key !== 'Enter' && !isSpace) return;
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

/** True if text of a row is selected, perhaps to be copied. */
function isTextSelected(body: HTMLElement): boolean {
  const selection = document.getSelection();
  return selection?.type === 'Range' && body.contains(selection.anchorNode);
}
