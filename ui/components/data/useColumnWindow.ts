import { useEffect, useState } from 'react';
import { allColumns, type ColumnWindow, columnsInView } from './columnWindow';
import type { ColumnShape } from './tableColumns';

/** Milliseconds without another row after which a list rests. */
const restAfter = 120;

interface Rows {
  /** Index of the first row that is drawn. */
  first: number;
  /** Index after the last. */
  last: number;
}

/** The columns in view; `follow` is called while the table scrolls. */
export function useColumnsInView(columns: readonly ColumnShape[]): {
  inView: ColumnWindow;
  follow: (container: HTMLElement) => void;
} {
  const [inView, setInView] = useState(allColumns);
  const follow = (container: HTMLElement) => {
    const heads = [...container.querySelectorAll('[role="columnheader"]')];
    const stickyCount = columns.filter(({ isSticky }) => isSticky).length;
    const { left, width } = container.getBoundingClientRect();
    const spans = heads.map((head) => head.getBoundingClientRect());
    const next = columnsInView(spans, stickyCount, { left, right: left + width });
    setInView((last) => (last.first === next.first && last.last === next.last ? last : next));
  };
  return { inView, follow };
}

/**
 * The rows that stood when the list last rested. They have all their columns, for whoever searches in the page
 * or has it read aloud; to draw dozens that nobody sees while rows fly by would cost every second frame.
 */
export function useRestedRows({ first, last }: Rows): Rows {
  const [rested, setRested] = useState({ first, last });
  useEffect(() => {
    const timer = setTimeout(() => setRested({ first, last }), restAfter);
    return () => clearTimeout(timer);
  }, [first, last]);
  return rested;
}
