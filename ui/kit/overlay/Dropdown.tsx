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
import look from '../basics/switch.module.css';
import css from './Dropdown.module.css';
import type { Placement } from './keepBeside';
import { hostOf } from './keepBeside';
import { type DropdownState, useDropdown } from './useDropdown';

/** Props to spread on the button that opens the menu. */
interface DropdownTrigger {
  ref: Ref<HTMLButtonElement>;
  'aria-haspopup': 'menu';
  'aria-expanded': boolean;
  'aria-controls': string | undefined;
  onClick: (event: MouseEvent) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

interface DropdownProps {
  trigger: (props: DropdownTrigger) => ReactNode;
  label: string;
  placement?: Placement | undefined;
  /** Shown above the items; not an item itself. */
  head?: ReactNode;
  children: ReactNode;
}

const Chosen = createContext<(isByKey: boolean) => void>(() => {});

/** A button with a menu. Enter, Space and the arrow keys open it, characters find items, Escape closes it. */
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
    // A click with detail 0 comes from Enter or Space.
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
      <Menu dropdown={dropdown} id={menuId} label={label} head={head}>
        {children}
      </Menu>
    </>
  );
}

interface MenuProps<Trigger extends HTMLElement> {
  dropdown: DropdownState<Trigger>;
  id?: string;
  label: string;
  head?: ReactNode;
  isSheet?: boolean;
  children: ReactNode;
}

export function Menu<Trigger extends HTMLElement>(props: MenuProps<Trigger>) {
  const { dropdown, id, label, head, isSheet = false, children } = props;
  const { isOpen, trigger, menu, handleMenuKey, closeAfterChoice } = dropdown;
  if (!isOpen) return null;
  return createPortal(
    <div
      ref={menu}
      className={joinClasses(css.root, isSheet && css.sheet)}
      id={id}
      role="menu"
      aria-label={label}
      tabIndex={-1}
      onKeyDown={handleMenuKey}
    >
      {head && (
        <div className={css.head} translate="no">
          {head}
        </div>
      )}
      <Chosen value={closeAfterChoice}>{children}</Chosen>
    </div>,
    trigger.current ? hostOf(trigger.current) : document.body,
  );
}

interface DropdownItemProps {
  icon?: LucideIcon | undefined;
  kind?: 'danger' | undefined;
  /** True if it changes data of the server. It then shows a lock while writes are locked. */
  writes?: boolean | undefined;
  /** Makes the item a link; `onSelect` is called too. */
  href?: string | undefined;
  /** The link opens a new tab. */
  isExternal?: boolean | undefined;
  onSelect?: (() => void) | undefined;
  /** Makes the item a radio choice, or with `keepsOpen` a switch. */
  isChecked?: boolean | undefined;
  keepsOpen?: boolean | undefined;
  isDisabled?: boolean | undefined;
  /** True when the text is a name from the data, not a word of the page. */
  isName?: boolean | undefined;
  /** Dimmed content at the end of the line. */
  end?: ReactNode;
  children: ReactNode;
}

export function DropdownItem(props: DropdownItemProps) {
  const { icon, kind, writes, href, onSelect, isChecked, keepsOpen = false, isDisabled = false } = props;
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
    'data-writes': writes || undefined,
    tabIndex: -1,
    onClick: handleClick,
  };
  const content = (
    <>
      {icon && <Icon of={icon} />}
      <span className={joinClasses(css.text, 'ellipsis')} translate={props.isName ? 'no' : undefined}>
        {props.children}
      </span>
      {props.end && (
        <span className={css.end} translate="no">
          {props.end}
        </span>
      )}
      {isChecked !== undefined && keepsOpen && <span className={joinClasses(look.switch, css.switch)} />}
      {isChecked && !keepsOpen && <Icon of={Check} />}
    </>
  );
  if (href !== undefined) {
    return (
      <a {...native} href={href} {...(props.isExternal && { target: '_blank', rel: 'noopener noreferrer' })}>
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
