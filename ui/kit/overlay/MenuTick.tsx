import Check from 'lucide-react/icons/check';
import type { CSSProperties, ReactNode } from 'react';
import { Icon } from '../basics/Icon';
import { joinClasses } from '../basics/joinClasses';
import css from './Dropdown.module.css';

interface Props {
  isChecked: boolean;
  onSelect: () => void;
  /** Dimmed content at the end of the line. */
  end: ReactNode;
  /** The length of a line below the content, from 0 to 1. */
  share: number;
  children: ReactNode;
}

/** An item of a menu with a tick before its text. The menu stays open. */
export function MenuTick({ isChecked, onSelect, end, share, children }: Props) {
  return (
    <button
      type="button"
      className={css.item}
      role="menuitemcheckbox"
      aria-checked={isChecked}
      tabIndex={-1}
      onClick={onSelect}
    >
      <span className={css.tick}>{isChecked && <Icon of={Check} size={13} />}</span>
      <span
        className={joinClasses(css.text, css.share, 'ellipsis')}
        style={{ '--share': `${share * 100}%` } as CSSProperties}
      >
        {children}
      </span>
      <span className={css.end} translate="no">
        {end}
      </span>
    </button>
  );
}

export function MenuLabel({ children }: { children: ReactNode }) {
  return (
    <div className={css.label} role="presentation">
      {children}
    </div>
  );
}
