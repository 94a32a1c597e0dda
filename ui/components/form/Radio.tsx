import type { ComponentProps } from 'react';
import css from './Radio.module.css';

/** One of several choices with its label, as large as a checkbox; the browser's own looks chosen in dark. */
export function Radio({ className, children, ...native }: Omit<ComponentProps<'input'>, 'type'>) {
  return (
    <label className={className}>
      <input {...native} type="radio" className={css.root} />
      {children}
    </label>
  );
}
