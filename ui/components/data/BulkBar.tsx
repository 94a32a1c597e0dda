import type { ReactNode } from 'react';
import css from './BulkBar.module.css';

interface BulkBarProps {
  /** `Selected 3 record(s)`, with the number in bold. */
  children: ReactNode;
  /** Small quiet buttons. */
  actions: ReactNode;
}

/** What can be done with the selected rows; floats above the footer. */
export function BulkBar({ children, actions }: BulkBarProps) {
  return (
    <section className={css.root} aria-label="Selection">
      <span role="status">{children}</span>
      {actions}
    </section>
  );
}
