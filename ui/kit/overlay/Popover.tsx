import { type KeyboardEvent, type ReactNode, type Ref, useId, useRef, useState } from 'react';
import { joinClasses } from '../basics/joinClasses';
import menu from './Dropdown.module.css';
import type { Placement } from './keepBeside';
import css from './Popover.module.css';
import { usePopover } from './usePopover';

/** Props to spread on the button that opens it. */
interface PopoverTrigger {
  ref: Ref<HTMLButtonElement>;
  'aria-expanded': boolean;
  'aria-controls': string | undefined;
  onClick: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

interface PopoverProps {
  trigger: (props: PopoverTrigger) => ReactNode;
  placement?: Placement | undefined;
  children: ReactNode;
}

/** A button with a short text beside it; a press elsewhere or Escape closes it. */
export function Popover({ trigger, placement = 'bottom-start', children }: PopoverProps) {
  const [isOpen, setOpen] = useState(false);
  const anchor = useRef<HTMLButtonElement>(null);
  const popover = useRef<HTMLDivElement>(null);
  const id = useId();
  usePopover({ isOpen, anchor, popover, placement, onClose: () => setOpen(false) });
  return (
    <>
      {trigger({
        ref: anchor,
        'aria-expanded': isOpen,
        'aria-controls': isOpen ? id : undefined,
        onClick: () => setOpen(!isOpen),
        onKeyDown: (event) => {
          if (event.key !== 'Escape' || !isOpen) return;
          // Handle the key here, so that the panel around it stays open.
          event.preventDefault();
          setOpen(false);
        },
      })}
      {isOpen && (
        <div ref={popover} id={id} role="status" className={joinClasses(menu.root, css.root)}>
          {children}
        </div>
      )}
    </>
  );
}
