import type { LucideIcon } from 'lucide-react';
import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import Info from 'lucide-react/icons/info';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { ReactNode } from 'react';
import { Icon } from '../basics/Icon';
import { joinClasses } from '../basics/joinClasses';
import css from './Note.module.css';

type Signal = 'info' | 'success' | 'warning' | 'danger';

/** Signals are never shown by colour alone: each has its icon. */
export const signalIcons = { info: Info, success: CircleCheck, warning: TriangleAlert, danger: CircleAlert };

interface NoteProps {
  kind: Signal;
  icon?: LucideIcon | undefined;
  role?: 'status' | 'alert' | undefined;
  actions?: ReactNode;
  children: ReactNode;
}

/** A short text on a tinted background, next to what it is about. */
export function Note({ kind, icon = signalIcons[kind], role, actions, children }: NoteProps) {
  return (
    <div className={joinClasses(css.root, css[kind])} role={role}>
      <Icon of={icon} />
      <div className={css.text}>{children}</div>
      {actions && <div className={css.actions}>{actions}</div>}
    </div>
  );
}

interface BannerBarProps {
  kind: Signal;
  icon?: LucideIcon | undefined;
  actions?: ReactNode;
  children: ReactNode;
}

/** One line across the page or panel under its header. */
export function BannerBar({ kind, icon = signalIcons[kind], actions, children }: BannerBarProps) {
  return (
    <div className={joinClasses(css.bar, css[kind])} role="status">
      <Icon of={icon} />
      <span className={css.text}>{children}</span>
      {actions && <div className={css.actions}>{actions}</div>}
    </div>
  );
}
