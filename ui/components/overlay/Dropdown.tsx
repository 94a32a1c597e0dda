import type { LucideIcon } from 'lucide-react';
import Check from 'lucide-react/icons/check';
import {
  createContext,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type Ref,
  useContext,
  useId,
} from 'react';
import { createPortal } from 'react-dom';
import { Icon } from '../basics/Icon';
import { joinClasses } from '../basics/joinClasses';
import css from './Dropdown.module.css';
import { hostOf } from './hostOf';
import type { Placement } from './placement';
import { useDropdown } from './useDropdown';

/** To be spread on the button that opens the menu. */
export interface DropdownTrigger {
  ref: Ref<HTMLButtonElement>;
  'aria-haspopup': 'menu';
  'aria-expanded': boolean;
  'aria-controls': string | undefined;
  onClick: (event: MouseEvent) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

export interface DropdownProps {
  trigger: (props: DropdownTrigger) => ReactNode;
  label: string;
  placement?: Placement | undefined;
  /** Above the items, not one of them. */
  head?: ReactNode;
  children: ReactNode;
}

const Chosen = createContext<(isByKey: boolean) => void>(() => {});

/** A button and its menu. Enter, Space and the arrow keys open it, letters find items, Escape closes it. */
export function Dropdown({ trigger, label, placement = 'bottom-start', head, children }: DropdownProps) {
  const dropdown = useDropdown(placement);
  const { isOpen } = dropdown;
  const menuId = useId();
  const handleKeyDown = (event: KeyboardEvent) => {
    const { key } = event;
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault();
      dropdown.open(key === 'ArrowDown' ? 'first' : 'last');
    } else if (key === 'Escape' && isOpen) {
      event.preventDefault();
      dropdown.close();
    }
  };
  const handleClick = (event: MouseEvent) => {
    if (isOpen) dropdown.close();
    // A click without a pointer is Enter or Space.
    else dropdown.open(event.detail === 0 ? 'first' : 'pointer');
  };
  return (
    <>
      {trigger({
        ref: dropdown.trigger,
        'aria-haspopup': 'menu',
        'aria-expanded': isOpen,
        'aria-controls': isOpen ? menuId : undefined,
        onClick: handleClick,
        onKeyDown: handleKeyDown,
      })}
      {isOpen &&
        createPortal(
          <div
            ref={dropdown.menu}
            className={css.root}
            id={menuId}
            role="menu"
            aria-label={label}
            tabIndex={-1}
            onKeyDown={dropdown.handleMenuKey}
          >
            {head && (
              <div className={css.head} translate="no">
                {head}
              </div>
            )}
            <Chosen value={dropdown.closeAfterChoice}>{children}</Chosen>
          </div>,
          dropdown.trigger.current ? hostOf(dropdown.trigger.current) : document.body,
        )}
    </>
  );
}

export interface DropdownItemProps {
  icon?: LucideIcon | undefined;
  kind?: 'danger' | undefined;
  /** A real link; `onSelect` is then only told of it. */
  href?: string | undefined;
  onSelect?: (() => void) | undefined;
  /** One choice of several, or a switch with `keepsOpen`. */
  isChecked?: boolean | undefined;
  keepsOpen?: boolean | undefined;
  isDisabled?: boolean | undefined;
  /** The text is the name of something, not a word of this page. */
  isName?: boolean | undefined;
  /** Dimmed, at the end of the line. */
  end?: ReactNode;
  children: ReactNode;
}

export function DropdownItem(props: DropdownItemProps) {
  const { icon, kind, href, onSelect, isChecked, keepsOpen = false, isDisabled = false } = props;
  const chosen = useContext(Chosen);
  const handleClick = (event: MouseEvent) => {
    if (isDisabled) {
      event.preventDefault();
      return;
    }
    if (!keepsOpen) chosen(event.detail === 0);
    onSelect?.();
  };
  const checkRole = keepsOpen ? 'menuitemcheckbox' : 'menuitemradio';
  const native = {
    className: joinClasses(css.item, kind && css[kind]),
    role: isChecked === undefined ? 'menuitem' : checkRole,
    'aria-checked': isChecked,
    'aria-disabled': isDisabled || undefined,
    tabIndex: -1,
    onClick: handleClick,
  };
  const content = (
    <>
      {icon && <Icon of={icon} />}
      <span className={css.text} translate={props.isName ? 'no' : undefined}>
        {props.children}
      </span>
      {props.end && (
        <span className={css.end} translate="no">
          {props.end}
        </span>
      )}
      {isChecked !== undefined && keepsOpen && <span className={css.switch} />}
      {isChecked && !keepsOpen && <Icon of={Check} />}
    </>
  );
  if (href !== undefined) {
    return (
      <a {...native} href={href}>
        {content}
      </a>
    );
  }
  return (
    <button {...native} type="button">
      {content}
    </button>
  );
}

export function DropdownSeparator() {
  return <hr className={css.separator} />;
}

/** Items under a heading of their own. */
export function DropdownGroup({ label, children }: { label: string; children: ReactNode }) {
  const id = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a menu
    <div role="group" aria-labelledby={id}>
      <div className={css.group} id={id} role="presentation">
        {label}
      </div>
      {children}
    </div>
  );
}
