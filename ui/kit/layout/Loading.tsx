import type { ReactNode } from 'react';
import { joinClasses } from '../basics/joinClasses';
import css from './Loading.module.css';
import sections from './settingsLayout.module.css';

interface Props {
  /** False where an announcement would interrupt what a screen reader says. */
  isAnnounced?: boolean;
  children?: ReactNode;
}

/** Stands in the place of a part that loads; visible only if that takes more than 150 ms. */
export function Loading({ isAnnounced = true, children = 'Loading...' }: Props) {
  return (
    <p className="subtle appearsLate" role={isAnnounced ? 'status' : undefined}>
      {children}
    </p>
  );
}

/** A placeholder for fields; visible only if they load for more than 150 ms. */
export function LoadingFields({ count = 3 }: { count?: number }) {
  return (
    <div className={sections.body}>
      <p className="visuallyHidden" role="status">
        Loading...
      </p>
      {Array.from({ length: count }, (_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they have no other
        <span key={place} className={joinClasses(css.field, 'appearsLate')} aria-hidden />
      ))}
    </div>
  );
}

/** A placeholder for a page of settings. */
export function LoadingSection() {
  return (
    <div className={sections.root}>
      <span className={joinClasses(css.title, 'appearsLate')} aria-hidden />
      <LoadingFields />
    </div>
  );
}
