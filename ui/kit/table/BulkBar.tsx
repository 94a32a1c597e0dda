import { type ReactNode, useLayoutEffect } from 'react';
import css from './BulkBar.module.css';

interface BulkBarProps {
  /** `Selected 3 record(s)`, with the number in bold. */
  children: ReactNode;
  /** Small quiet buttons. */
  actions: ReactNode;
  /** True while the quick look is beside the rows. */
  isBeside?: boolean;
}

export function BulkBar({ children, actions, isBeside = false }: BulkBarProps) {
  useLayoutEffect(() => {
    // By this attribute the style sheet shows messages above the bar. A selector with :has() would look for the bar in
    // each row that a scroll adds.
    document.body.dataset['selection'] = '';
    return () => {
      delete document.body.dataset['selection'];
    };
  }, []);
  return (
    <section className={css.root} aria-label="Selection" data-bar data-beside={isBeside || undefined}>
      <span role="status">{children}</span>
      {actions}
    </section>
  );
}
