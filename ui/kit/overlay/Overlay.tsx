import X from 'lucide-react/icons/x';
import {
  createContext,
  type ReactNode,
  type RefObject,
  type SubmitEvent,
  useEffect,
  useId,
  useRef,
} from 'react';
import { createPortal } from 'react-dom';
import { focusableIn } from '../../base/focus';
import { IconButton } from '../basics/IconButton';
import { joinClasses } from '../basics/joinClasses';
import css from './Overlay.module.css';
import type { Overlay as OverlayState } from './useOverlay';

export interface OverlayFrameProps {
  title?: ReactNode;
  /** Data beside the title, such as the name of the record. */
  subtitle?: string | undefined;
  /** The accessible name of an overlay without a title. */
  label?: string | undefined;
  /** Icon buttons between the title and Close. */
  actions?: ReactNode;
  /** Fixed content between the header and the scrolling body: a notice, tabs. */
  bar?: ReactNode;
  /** A status at the start of the footer. */
  footerStart?: ReactNode;
  footer?: ReactNode;
  /** Makes body and footer one form; a submit button, or Enter in an input, calls it. True closes the overlay. */
  onSubmit?: (() => unknown) | undefined;
  children?: ReactNode;
}

interface OverlayDialogProps extends OverlayFrameProps {
  overlay: OverlayState;
  role: 'dialog' | 'alertdialog';
  className: string;
  isBusy?: boolean | undefined;
}

/** Closes the overlay around a component. */
export const ClosingContext = createContext(() => {});

/** The frame that panels and popups share: backdrop, dialog, header, body and footer. */
export function Overlay({ overlay, role, className, title, label, isBusy, ...parts }: OverlayDialogProps) {
  const titleId = useId();
  return createPortal(
    // React events bubble through portals, so a submit here would also submit the opener's form.
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
              {parts.subtitle && (
                <span
                  className={joinClasses(css.subtitle, 'ellipsis')}
                  translate="no"
                  data-tooltip={parts.subtitle}
                >
                  {parts.subtitle}
                </span>
              )}
              {parts.actions}
              <IconButton icon={X} label="Close" data-close disabled={isBusy} onClick={overlay.close} />
            </header>
          )}
          <ClosingContext value={overlay.close}>
            {parts.bar}
            <Content {...parts} finish={overlay.finish} />
          </ClosingContext>
        </div>
      </div>
    </div>,
    document.body,
  );
}

interface ContentProps extends OverlayFrameProps {
  finish: () => void;
}

function Content({ onSubmit, footerStart, footer, children, finish }: ContentProps) {
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
  const handleSubmit = async (event: SubmitEvent) => {
    event.preventDefault();
    const isDone = onSubmit();
    // Without `await` if it is true already, so that a second submit finds the overlay closing.
    if (isDone === true || (await isDone) === true) finish();
  };
  return (
    <form className={css.form} noValidate onSubmit={(event) => void handleSubmit(event)}>
      {content}
    </form>
  );
}

const firstLookMs = 100;

/**
 * Sets `data-scrollable`, `data-top-reached` and `data-bottom-reached` on a scrolling element. Updates them
 * 100 ms after mount, on scroll and on resize. A scrollable element without focusable content becomes
 * focusable, so that the keyboard can scroll it.
 */
function useScrollMarks(part: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = part.current;
    if (!element) return;
    const look = () => {
      const rest = element.scrollHeight - element.clientHeight - element.scrollTop;
      const isScrollable = element.scrollHeight > element.clientHeight;
      element.toggleAttribute('data-scrollable', isScrollable);
      element.toggleAttribute('data-top-reached', element.scrollTop <= 0);
      element.toggleAttribute('data-bottom-reached', rest <= 1);
      if (isScrollable && focusableIn(element).length === 0) element.tabIndex = 0;
      else element.removeAttribute('tabindex');
    };
    const timer = setTimeout(look, firstLookMs);
    element.addEventListener('scroll', look, { passive: true });
    window.addEventListener('resize', look);
    return () => {
      clearTimeout(timer);
      element.removeEventListener('scroll', look);
      window.removeEventListener('resize', look);
    };
  }, [part]);
}
