import type { ReactNode } from 'react';
import { Icon } from '../basics/Icon';
import { joinClasses } from '../basics/joinClasses';
import css from './BannerBar.module.css';
import { type Signal, signalIcons } from './signals';

export interface BannerBarProps {
  kind: Signal;
  /** Buttons at its end. */
  actions?: ReactNode;
  children: ReactNode;
}

/** One line across the page under its header. */
export function BannerBar({ kind, actions, children }: BannerBarProps) {
  return (
    <div className={joinClasses(css.root, css[kind])} role="status">
      <Icon of={signalIcons[kind]} />
      <span className={css.text}>{children}</span>
      {actions}
    </div>
  );
}
