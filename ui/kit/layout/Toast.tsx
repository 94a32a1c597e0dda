import Undo2 from 'lucide-react/icons/undo-2';
import X from 'lucide-react/icons/x';
import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { Button } from '../basics/Button';
import { Icon } from '../basics/Icon';
import { IconButton } from '../basics/IconButton';
import { joinClasses } from '../basics/joinClasses';
import { Quoted } from '../basics/Quoted';
import { signalIcons } from './Note';
import note from './Note.module.css';
import css from './Toast.module.css';

interface ToastProps {
  kind: 'info' | 'success' | 'warning' | 'error';
  message: string;
  /** The time that it stays; its line shrinks during this time. */
  durationMs: number;
  /** The line restarts when this changes. */
  round?: number | undefined;
  onClose: () => void;
  /** Its button, such as Undo. */
  action?: { readonly label: string; readonly writes?: boolean } | null | undefined;
  onAction?: (() => void) | undefined;
  /** Called when the pointer or the focus enters: its time stops. */
  onHold?: (() => void) | undefined;
  onRelease?: (() => void) | undefined;
}

export function Toast(props: ToastProps) {
  const { kind, message, durationMs, round = 0, onClose, action, onHold, onRelease } = props;
  const signal = kind === 'error' ? 'danger' : kind;
  const isUrgent = kind === 'warning' || kind === 'error';
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the events only stop its clock
    <div
      className={joinClasses(css.root, note[signal])}
      role={isUrgent ? 'alert' : 'status'}
      onPointerEnter={onHold}
      onPointerLeave={onRelease}
      onFocus={onHold}
      onBlur={onRelease}
    >
      <Icon of={signalIcons[signal]} />
      <p className={css.message}>
        <Quoted text={message} />
      </p>
      {action && (
        <Button
          size="small"
          icon={action.label === 'Undo' ? Undo2 : undefined}
          writes={action.writes}
          onClick={props.onAction}
        >
          {action.label}
        </Button>
      )}
      <IconButton icon={X} label="Close" size="small" tooltip="" onClick={onClose} />
      <span key={round} className={css.line} style={{ animationDuration: `${durationMs}ms` }} />
    </div>
  );
}

/**
 * The place of all toasts, above everything. It stays active while an overlay makes the page inert. Newest
 * last.
 */
export function ToastRegion({ children }: { children: ReactNode }) {
  return createPortal(
    <section className={css.region} aria-label="Messages" data-always-live>
      {children}
    </section>,
    document.body,
  );
}
