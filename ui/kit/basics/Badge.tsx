import type { ReactNode } from 'react';
import css from './Badge.module.css';
import { joinClasses } from './joinClasses';

export type BadgeKind = 'neutral' | 'accent' | 'success' | 'warning' | 'danger' | 'info';

export function Badge({ kind = 'neutral', children }: { kind?: BadgeKind; children: ReactNode }) {
  return <span className={joinClasses(css.root, css[kind])}>{children}</span>;
}
