import type { ReactNode } from 'react';
import { joinClasses } from '../basics/joinClasses';
import { Overlay, type OverlayFrameProps } from './Overlay';
import css from './Overlay.module.css';
import { type OverlayProps, useOverlay } from './useOverlay';

export interface PanelProps extends OverlayProps, Omit<OverlayFrameProps, 'label'> {
  title: ReactNode;
  /** `wide` holds code or a log. */
  width?: 'normal' | 'wide' | undefined;
}

/** A dialog that slides in from the side. How it opens and closes: `useOverlay`. */
export function Panel({ width = 'normal', ...props }: PanelProps) {
  const overlay = useOverlay(props);
  const className = joinClasses(css.panel, width === 'wide' && css.panelWide);
  return <Overlay {...frameOf(props)} overlay={overlay} role="dialog" className={className} />;
}

/** What of a panel's or popup's props the frame draws. */
export function frameOf(props: OverlayFrameProps & Pick<OverlayProps, 'isBusy'>) {
  const { title, label, actions, bar, footerStart, footer, onSubmit, children, isBusy } = props;
  return { title, label, actions, bar, footerStart, footer, onSubmit, children, isBusy };
}
