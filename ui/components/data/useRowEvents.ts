import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useLayoutEffect,
  useState,
} from 'react';
import css from './Table.module.css';

interface Options<Row> {
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  isDimmed: boolean;
  onRowOpen?: ((row: Row) => void) | undefined;
  onRowToggle?: ((row: Row) => void) | undefined;
  /** Takes the focus when the row that held it is gone. */
  scroller: RefObject<HTMLElement | null>;
}

/** What is pressed for its own sake, and the room around a checkbox, which is easily missed. */
const controls = `a, button, input, label, select, textarea, summary, [role="button"], .${css['pick']}`;

/** Clicks, keys and focus of a table's rows, heard once by what contains them all. */
export function useRowEvents<Row>({ rows, keyOf, isDimmed, onRowOpen, onRowToggle, scroller }: Options<Row>) {
  const [focusedKey, setFocusedKey] = useState<string | null>(null);
  const found = focusedKey === null ? -1 : rows.findIndex((row) => keyOf(row) === focusedKey);
  const isGone = focusedKey !== null && found < 0;

  useLayoutEffect(() => {
    if (!isGone) return;
    setFocusedKey(null);
    const { activeElement } = document;
    if (!activeElement || activeElement === document.body) scroller.current?.focus({ preventScroll: true });
  }, [isGone, scroller]);

  return {
    /** Index of the row with the focus in it, or null. */
    focusedIndex: found < 0 ? null : found,

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

    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      // Keys inside a row belong to its links and buttons.
      if (!(event.target instanceof HTMLElement) || event.target.dataset['index'] === undefined) return;
      const index = indexOf(event);
      const row = rows[index];
      if (row === undefined) return;
      const isSpace = event.key === ' ';
      if (event.key === 'Enter' || isSpace) {
        event.preventDefault();
        if (isDimmed) return;
        if (isSpace && onRowToggle) onRowToggle(row);
        else onRowOpen?.(row);
      } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
        const next = rowElement(event.currentTarget, index + (event.key === 'ArrowDown' ? 1 : -1));
        if (!next) return;
        event.preventDefault();
        next.focus();
      }
    },

    onFocus: (event: FocusEvent<HTMLElement>) => {
      const row = rows[indexOf(event)];
      if (row !== undefined) setFocusedKey(keyOf(row));
    },

    onBlur: (event: FocusEvent<HTMLElement>) => {
      if (!event.currentTarget.contains(event.relatedTarget)) setFocusedKey(null);
    },
  };
}

/** -1 for what React tells of a menu or dialog that a cell has opened elsewhere in the document. */
function indexOf(event: { target: EventTarget; currentTarget: HTMLElement }): number {
  if (!(event.target instanceof Element) || !event.currentTarget.contains(event.target)) return -1;
  return Number(event.target.closest<HTMLElement>('[data-index]')?.dataset['index'] ?? -1);
}

function rowElement(body: HTMLElement, index: number): HTMLElement | null {
  return body.querySelector<HTMLElement>(`[data-index="${index}"]`);
}

/** Someone marks the text of a row, perhaps to copy it. */
function isTextSelected(body: HTMLElement): boolean {
  const selection = document.getSelection();
  return selection?.type === 'Range' && body.contains(selection.anchorNode);
}
