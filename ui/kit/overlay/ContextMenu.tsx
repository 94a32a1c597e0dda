import { type ReactNode, type Ref, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { Menu } from './Dropdown';
import css from './Dropdown.module.css';
import { hostOf } from './keepBeside';
import { useDropdown } from './useDropdown';

export interface ContextMenuProps {
  /** The pressed element, which gets the focus back. */
  owner: HTMLElement;
  /** The position in the window. */
  at: { x: number; y: number };
  label: string;
  /** True: the menu is at the lower edge of the window, as on a phone. */
  isSheet?: boolean | undefined;
  children: ReactNode;
}

/** A menu without a button that is open when it mounts; a new `key` opens it again. */
export function ContextMenu({ owner, at, label, children, ...props }: ContextMenuProps) {
  // The window may become narrow while the menu is open.
  const [isSheet] = useState(props.isSheet ?? false);
  const point = useRef<HTMLDivElement>(null);
  const dropdown = useDropdown<HTMLElement>(isSheet ? null : 'bottom-start', point);
  const { open } = dropdown;

  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useLayoutEffect(() => {
    dropdown.trigger.current = owner;
    open('first');
  }, []);

  return (
    <>
      {isSheet ? (
        dropdown.isOpen && createPortal(<Backdrop element={point} onClose={dropdown.close} />, hostOf(owner))
      ) : (
        <div ref={point} aria-hidden style={{ position: 'fixed', left: at.x, top: at.y }} />
      )}
      <Menu dropdown={dropdown} label={label} isSheet={isSheet}>
        {children}
      </Menu>
    </>
  );
}

interface BackdropProps {
  element: Ref<HTMLDivElement>;
  onClose: () => void;
}

/** Takes the press that closes a sheet, so that it does nothing below. */
function Backdrop({ element, onClose }: BackdropProps) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape does the same
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape does the same
    <div
      ref={element}
      className={css.backdrop}
      onClick={onClose}
      onContextMenu={(event) => event.preventDefault()}
    />
  );
}
