import { type ReactNode, useId } from 'react';
import css from './SettingsSection.module.css';

interface Props {
  title: string;
  /** What it is for. */
  reason: ReactNode;
  children: ReactNode;
}

/** Settings that belong together: their title and what they are for beside them, on narrow screens above. */
export function SettingsSection({ title, reason, children }: Props) {
  const id = useId();
  return (
    <section className={css.root} aria-labelledby={id}>
      <header>
        <h2 className={css.title} id={id}>
          {title}
        </h2>
        <div className={css.reason}>{reason}</div>
      </header>
      <div className={css.body}>{children}</div>
    </section>
  );
}

/** Two fields side by side; on narrow screens one below the other. */
export function SettingsRow({ children }: { children: ReactNode }) {
  return <div className={css.row}>{children}</div>;
}

/** Fields that belong together within a section. */
export function SettingsGroup({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={css.body} aria-labelledby={id}>
      <h3 className={css.title} id={id}>
        {title}
      </h3>
      {children}
    </section>
  );
}
