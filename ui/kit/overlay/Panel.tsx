import type { ReactNode } from 'react';
import { joinClasses } from '../basics/joinClasses';
import { Overlay, type OverlayFrameProps } from './Overlay';
import css from './Overlay.module.css';
import { type OverlayProps, useOverlay } from './useOverlay';

interface PanelProps extends OverlayProps, Omit<OverlayFrameProps, 'label'> {
  title: ReactNode;
  /** `wide` is for code or a log. */
  width?: 'normal' | 'wide' | undefined;
}

/** A dialog that slides in from the side. See `useOverlay` for how it opens and closes. */
export function Panel({ width = 'normal', ...props }: PanelProps) {
  const overlay = useOverlay(props);
  const className = joinClasses(css.panel, width === 'wide' && css.panelWide);
  return <Overlay {...frameOf(props)} overlay={overlay} role="dialog" className={className} />;
}

export function frameOf(props: OverlayFrameProps & Pick<OverlayProps, 'isBusy'>) {
  const { title, subtitle, label, actions, bar, footerStart, footer, onSubmit, children, isBusy } = props;
  return { title, subtitle, label, actions, bar, footerStart, footer, onSubmit, children, isBusy };
}
