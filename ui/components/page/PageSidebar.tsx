import { type CSSProperties, type ReactNode, useEffect, useRef, useState } from 'react';
import { joinClasses } from '../basics/joinClasses';
import { useModal } from '../overlay/useModal';
import css from './PageSidebar.module.css';
import { ResizeHandle } from './ResizeHandle';
import { useNarrow } from './useNarrow';

const minWidth = 176;
const maxWidth = 416;

export interface PageSidebarProps {
  label: string;
  /** CSS pixels, 176 to 416. */
  width: number;
  /** A drag or a key has ended with a new width. */
  onResize: (width: number) => void;
  /** On narrow screens it is a drawer over the page. */
  isDrawerOpen: boolean;
  onDrawerClose: () => void;
  head?: ReactNode;
  footer?: ReactNode;
  children: ReactNode;
}

/** The sidebar of a page, beside its `main`. Its middle part scrolls. */
export function PageSidebar(props: PageSidebarProps) {
  const { label, isDrawerOpen, onDrawerClose } = props;
  const host = useRef<HTMLDivElement>(null);
  const drawer = useRef<HTMLDivElement>(null);
  const isNarrow = useNarrow();
  const isDrawer = isNarrow && isDrawerOpen;
  const [draggedWidth, setDraggedWidth] = useState<number | null>(null);
  const width = draggedWidth ?? Math.min(Math.max(props.width, minWidth), maxWidth);

  useModal({ isActive: isDrawer, host, dialog: drawer, onEscape: onDrawerClose });

  useEffect(() => {
    // A window made wide shows the sidebar itself; made narrow again it must not cover the page.
    if (isDrawerOpen && !isNarrow) onDrawerClose();
  }, [isDrawerOpen, isNarrow, onDrawerClose]);

  const handleResized = (next: number) => {
    setDraggedWidth(null);
    props.onResize(next);
    // For what measures itself, such as a chart beside it; when the new width is there.
    requestAnimationFrame(() => window.dispatchEvent(new Event('resize')));
  };

  return (
    <div ref={host} className={joinClasses(css.host, isDrawer && css.isDrawer)}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Escape does the same */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Escape does the same */}
      {isDrawer && <div className={css.backdrop} onClick={onDrawerClose} />}
      {/* biome-ignore lint/a11y/useAriaPropsSupportedByRole: only set together with the role */}
      <div
        ref={drawer}
        className={css.root}
        aria-label={label}
        role={isDrawer ? 'dialog' : 'complementary'}
        aria-modal={isDrawer || undefined}
        tabIndex={isDrawer ? -1 : undefined}
        style={{ '--sidebar-width': `${width}px` } as CSSProperties}
      >
        {props.head && <div className={css.head}>{props.head}</div>}
        <div className={css.body}>{props.children}</div>
        {props.footer && <div className={css.foot}>{props.footer}</div>}
        {!isNarrow && (
          <ResizeHandle
            label={`Resize ${label}`}
            width={width}
            min={minWidth}
            max={maxWidth}
            onResize={setDraggedWidth}
            onResized={handleResized}
          />
        )}
      </div>
    </div>
  );
}
