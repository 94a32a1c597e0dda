import type { LucideIcon } from 'lucide-react';
import X from 'lucide-react/icons/x';
import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { isComposing } from '../../base/keys';
import { Icon } from '../basics/Icon';
import { IconButton } from '../basics/IconButton';
import { joinClasses } from '../basics/joinClasses';
import { useNarrow } from '../layout/useNarrow';
import css from './AnchoredDialog.module.css';
import { hostOf } from './keepBeside';
import { useOutsidePress, usePopover } from './usePopover';

interface Props {
  /** The pressed element, which gets the focus back. */
  anchor: HTMLElement;
  icon: LucideIcon;
  title: ReactNode;
  /** Called after Escape, Close, a press elsewhere, or when the anchor was removed. */
  onClose: () => void;
  /** Called instead of `onClose` after a press or focus elsewhere. */
  onOutside?: () => void;
  /** For a form; then panels and popups that it opens are above it. */
  isWide?: boolean;
  /** Handles a key before Escape closes the dialog. */
  onKey?: (event: KeyboardEvent) => void;
  footerStart?: ReactNode;
  footer: ReactNode;
  children: ReactNode;
}

/**
 * A dialog beside the element that opened it; the page around it stays usable. On a narrow screen it is a sheet
 * at the bottom. The element with `data-autofocus` gets the focus, else the dialog.
 */
export function AnchoredDialog({ anchor, icon, title, onClose, footer, children, ...options }: Props) {
  const { onOutside = onClose, isWide = false, onKey, footerStart } = options;
  const dialog = useRef<HTMLDivElement>(null);
  const anchored = useRef(anchor);
  const titleId = useId();
  const isNarrow = useNarrow();
  useOutsidePress({ isOpen: isNarrow, anchor: anchored, popover: dialog, onClose: onOutside });
  usePopover({
    isOpen: !isNarrow,
    anchor: anchored,
    popover: dialog,
    placement: 'bottom-start',
    onClose: onOutside,
  });

  // Before the next paint, because the next key may follow at any moment.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another screen has another element
  useLayoutEffect(() => {
    const { current } = dialog;
    (current?.querySelector<HTMLElement>('[data-autofocus]') ?? current)?.focus();
  }, [isNarrow]);

  function close() {
    anchor.focus();
    onClose();
  }

  function handleKey(event: KeyboardEvent) {
    onKey?.(event);
    if (event.key !== 'Escape' || event.defaultPrevented || isComposing(event)) return;
    event.preventDefault();
    close();
  }

  return createPortal(
    <div
      // A new element, because the position beside the anchor must not stay on the sheet.
      key={isNarrow ? 'sheet' : 'beside'}
      ref={dialog}
      className={joinClasses(css.root, isWide && css.wide, isNarrow && css.sheet)}
      role="dialog"
      aria-labelledby={titleId}
      tabIndex={-1}
      onKeyDown={handleKey}
    >
      <header className={css.head}>
        <Icon of={icon} />
        <h2 id={titleId}>{title}</h2>
        <IconButton icon={X} label="Close" size="small" onClick={close} />
      </header>
      {children}
      <footer className={css.foot}>
        {footerStart && <span className={css.start}>{footerStart}</span>}
        {footer}
      </footer>
    </div>,
    hostOf(anchor),
  );
}
