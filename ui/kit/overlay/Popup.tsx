import { joinClasses } from '../basics/joinClasses';
import { Overlay, type OverlayFrameProps } from './Overlay';
import css from './Overlay.module.css';
import { frameOf } from './Panel';
import { type OverlayProps, useOverlay } from './useOverlay';

interface PopupProps extends OverlayProps, OverlayFrameProps {
  /** `full`: the whole window except 16 px on each side. */
  size?: 'normal' | 'wide' | 'wider' | 'full' | undefined;
  /** An `alertdialog` is a question: its text is larger and keeps line breaks. */
  role?: 'dialog' | 'alertdialog' | undefined;
}

const sizes = {
  normal: undefined,
  wide: css.popupWide,
  wider: joinClasses(css.popupWide, css.popupWider),
  full: css.popupFull,
};

/** A centred dialog. Without a title it has no Close button, and `label` names it. */
export function Popup({ size = 'normal', role = 'dialog', ...props }: PopupProps) {
  const overlay = useOverlay(props);
  const className = joinClasses(css.popup, sizes[size], role === 'alertdialog' && css.question);
  return <Overlay {...frameOf(props)} overlay={overlay} role={role} className={className} />;
}
