import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '../basics/Icon';
import css from './EmptyState.module.css';

interface EmptyStateProps {
  icon: LucideIcon;
  /** '' if another place says why. */
  title: string;
  reason?: ReactNode;
  /** True if the title is the h1 of a page that has no other. */
  isHeading?: boolean | undefined;
  role?: 'status' | 'alert' | undefined;
  /** At most two buttons. */
  children?: ReactNode;
}

/** Shown when there is nothing else: an icon, a reason in one sentence, perhaps a button. */
export function EmptyState({ icon, title, isHeading = false, reason, role, children }: EmptyStateProps) {
  const Title = isHeading ? 'h1' : 'h2';
  return (
    <div className={css.root} role={role}>
      <span className={css.mark}>
        <Icon of={icon} size={24} />
      </span>
      {title !== '' && <Title className={css.title}>{title}</Title>}
      {reason && <p className={css.reason}>{reason}</p>}
      {children && <div className={css.actions}>{children}</div>}
    </div>
  );
}
