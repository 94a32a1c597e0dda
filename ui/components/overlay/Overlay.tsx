import X from 'lucide-react/icons/x';
import { type ReactNode, type SubmitEvent, useId, useRef } from 'react';
import { createPortal } from 'react-dom';
import { IconButton } from '../basics/IconButton';
import { joinClasses } from '../basics/joinClasses';
import css from './Overlay.module.css';
import type { Overlay as OverlayState } from './useOverlay';
import { useScrollMarks } from './useScrollMarks';

export interface OverlayFrameProps {
  title?: ReactNode;
  /** The accessible name where there is no title. */
  label?: string | undefined;
  /** Icon buttons between the title and Close. */
  actions?: ReactNode;
  /** Directly under the header and above what scrolls: a notice, tabs. */
  bar?: ReactNode;
  /** State at the start of the footer. */
  footerStart?: ReactNode;
  /** Buttons at the end of the footer: Cancel, then the primary one. */
  footer?: ReactNode;
  /** Makes body and footer one form; a button of type submit, or Enter in an input, calls it. */
  onSubmit?: (() => void) | undefined;
  children?: ReactNode;
}

interface OverlayDialogProps extends OverlayFrameProps {
  overlay: OverlayState;
  role: 'dialog' | 'alertdialog';
  className: string;
  isBusy?: boolean | undefined;
}

/** Backdrop, dialog, header, body and footer: the frame that panels and popups share. */
export function Overlay({ overlay, role, className, title, label, isBusy, ...parts }: OverlayDialogProps) {
  const titleId = useId();
  if (!overlay.isOpen) return null;
  return createPortal(
    // What is submitted in here is not submitted in the form that opened it, though React would tell it.
    <div
      ref={overlay.host}
      className={joinClasses(css.host, className, overlay.isClosing && css.isClosing)}
      onSubmit={(event) => event.stopPropagation()}
      data-overlay
    >
      <div className={css.backdrop} />
      <div className={css.place} {...overlay.backdropEvents}>
        {/* biome-ignore lint/a11y/useAriaPropsSupportedByRole: both roles support it */}
        <div
          ref={overlay.dialog}
          className={css.dialog}
          role={role}
          aria-modal="true"
          aria-labelledby={title ? titleId : undefined}
          aria-label={title ? undefined : label}
          aria-busy={isBusy || undefined}
          tabIndex={-1}
        >
          {title && (
            <header className={css.head}>
              <h2 className={css.title} id={titleId}>
                {title}
              </h2>
              {parts.actions}
              <IconButton icon={X} label="Close" data-close disabled={isBusy} onClick={overlay.close} />
            </header>
          )}
          {parts.bar}
          <Content {...parts} />
        </div>
      </div>
    </div>,
    document.body,
  );
}

function Content({ onSubmit, footerStart, footer, children }: OverlayFrameProps) {
  const body = useRef<HTMLDivElement>(null);
  useScrollMarks(body);
  const content = (
    <>
      <div ref={body} className={css.body}>
        {children}
      </div>
      {(footer || footerStart) && (
        <footer className={css.foot}>
          {footerStart && <div className={css.start}>{footerStart}</div>}
          <div className={css.end}>{footer}</div>
        </footer>
      )}
    </>
  );
  if (!onSubmit) return content;
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <form className={css.form} noValidate onSubmit={handleSubmit}>
      {content}
    </form>
  );
}
