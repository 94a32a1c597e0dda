import { type ReactNode, useId } from 'react';
import css from './settingsLayout.module.css';

interface Props {
  title: string;
  reason?: ReactNode;
  children: ReactNode;
}

/** The title and the reason are at the side, on narrow screens above. */
export function FormSection({ title, reason, children }: Props) {
  const id = useId();
  return (
    <section className={css.root} aria-labelledby={id}>
      <header>
        <h2 className={css.title} id={id}>
          {title}
        </h2>
        {reason && <div className={css.reason}>{reason}</div>}
      </header>
      <div className={css.body}>{children}</div>
    </section>
  );
}
