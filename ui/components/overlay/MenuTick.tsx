import Check from 'lucide-react/icons/check';
import type { ReactNode } from 'react';
import { Icon } from '../basics/Icon';
import css from './Dropdown.module.css';

interface Props {
  isChecked: boolean;
  onSelect: () => void;
  /** True when the text is a name from the data, not a word of the page. */
  isName: boolean;
  /** Dimmed content at the end of the line. */
  end: ReactNode;
  children: ReactNode;
}

/** An item of a menu with a tick before its text. The menu stays open. */
export function MenuTick({ isChecked, onSelect, isName, end, children }: Props) {
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
      <span className={css.text} translate={isName ? 'no' : undefined}>
        {children}
      </span>
      <span className={css.end} translate="no">
        {end}
      </span>
    </button>
  );
}

/** The name of the items below it. */
export function MenuLabel({ children }: { children: ReactNode }) {
  return (
    <div className={css.label} role="presentation">
      {children}
    </div>
  );
}
