import X from 'lucide-react/icons/x';
import { Icon } from '../basics/Icon';
import { IconButton } from '../basics/IconButton';
import { joinClasses } from '../basics/joinClasses';
import { Quoted } from '../basics/Quoted';
import { signalIcons } from './signals';
import css from './Toast.module.css';

export interface ToastProps {
  kind: 'info' | 'success' | 'warning' | 'error';
  message: string;
  /** How long it stays; its low line shrinks in this time. */
  durationMs: number;
  /** The line begins anew when this changes. */
  round?: number | undefined;
  onClose: () => void;
  /** Pointer or focus came upon it: its time stands still. */
  onHold?: (() => void) | undefined;
  onRelease?: (() => void) | undefined;
}

export function Toast({ kind, message, durationMs, round = 0, onClose, onHold, onRelease }: ToastProps) {
  const isUrgent = kind === 'warning' || kind === 'error';
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the events only stop its clock
    <div
      className={joinClasses(css.root, css[kind])}
      role={isUrgent ? 'alert' : 'status'}
      onPointerEnter={onHold}
      onPointerLeave={onRelease}
      onFocus={onHold}
      onBlur={onRelease}
    >
      <Icon of={signalIcons[kind === 'error' ? 'danger' : kind]} />
      <p className={css.message}>
        <Quoted text={message} />
      </p>
      <IconButton icon={X} label="Close" size="small" tooltip="" onClick={onClose} />
      <span key={round} className={css.line} style={{ animationDuration: `${durationMs}ms` }} />
    </div>
  );
}
