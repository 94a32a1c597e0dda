import { useState } from 'react';
import { allColumns, type ColumnWindow, columnsInView } from './columnsInView';
import type { ColumnShape } from './tableColumns';

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
