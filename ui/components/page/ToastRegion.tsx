import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import css from './ToastRegion.module.css';

/** Where toasts stand, above everything and alive while an overlay makes the page inert. Newest last. */
export function ToastRegion({ children }: { children: ReactNode }) {
  return createPortal(
    <section className={css.root} aria-label="Messages" data-always-live>
      {children}
    </section>,
    document.body,
  );
}
