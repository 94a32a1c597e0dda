import { type RefObject, useEffect, useRef } from 'react';
import { focusStop } from '../../kit/table/useRovingFocus';
import type { ListedRecord } from '../../model/record';

interface CursorRow {
  /** Moves the cursor from a row to the one above or below, and leaves the focus where it is. */
  step: (place: number, way: 'ArrowUp' | 'ArrowDown') => void;
  /** Gives the focus back to the cell with the cursor. */
  focusCursor: () => void;
}

/** Follows the cursor of the table before the region: `onRow` is called with the row of each focused cell. */
export function useCursorRow(
  region: RefObject<HTMLElement | null>,
  rows: readonly ListedRecord[],
  onRow: (row: ListedRecord) => void,
): CursorRow {
  const latest = useRef({ rows, onRow });
  useEffect(() => {
    latest.current = { rows, onRow };
  });
  const table = () => region.current?.previousElementSibling ?? null;

  useEffect(() => {
    const listening = new AbortController();
    const follow = ({ target }: Event) => {
      const line = target instanceof Element ? target.closest<HTMLElement>('tr[data-index]') : null;
      const row = latest.current.rows[Number(line?.dataset['index'] ?? -1)];
      if (row) latest.current.onRow(row);
    };
    region.current?.previousElementSibling?.addEventListener('focusin', follow, listening);
    return () => listening.abort();
  }, [region]);

  return {
    step(place, key) {
      const { activeElement } = document;
      const line = table()?.querySelector(`tr[data-index="${place}"]`);
      // The Tab stop may be in the heads meanwhile.
      const cell = line?.querySelector('[tabindex="0"]') ?? line?.querySelector('td:not([data-control])');
      // The cursor draws the next row and scrolls to it.
      cell?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
      if (activeElement instanceof HTMLElement) activeElement.focus();
    },
    focusCursor() {
      const list = table();
      if (list) focusStop(list);
    },
  };
}
