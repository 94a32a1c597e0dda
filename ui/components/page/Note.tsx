import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '../basics/Icon';
import { joinClasses } from '../basics/joinClasses';
import css from './Note.module.css';
import { type Signal, signalIcons } from './signals';

export interface NoteProps {
  kind: Signal;
  icon?: LucideIcon | undefined;
  role?: 'status' | 'alert' | undefined;
  /** Buttons at its end. */
  actions?: ReactNode;
  children: ReactNode;
}

/** A few words on a tint, where they matter. */
export function Note({ kind, icon = signalIcons[kind], role, actions, children }: NoteProps) {
  return (
    <div className={joinClasses(css.root, css[kind])} role={role}>
      <Icon of={icon} />
      <div className={css.text}>{children}</div>
      {actions && <div className={css.actions}>{actions}</div>}
    </div>
  );
}
