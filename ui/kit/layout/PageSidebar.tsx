// Up to 960 px a sidebar is a drawer. Beside one, a page would have less than 500 px: heads lose their title and
// buttons, and settings have inputs of 170 px.

import {
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from 'react';
import { sidebarWidthRange } from '../../model/columnLayout';
import { joinClasses } from '../basics/joinClasses';
import { useModal } from '../overlay/useModal';
import css from './PageSidebar.module.css';
import { useDrawer } from './useNarrow';

const { min, max } = sidebarWidthRange;

interface PageSidebarProps {
  label: string;
  /** CSS pixels. */
  width: number;
  /** Called with the new width when a drag or a key press ends. */
  onResize: (width: number) => void;
  /** On screens of at most 960 px the sidebar is a drawer over the page. */
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
  const canDraw = useDrawer();
  const isDrawer = canDraw && isDrawerOpen;
  const [draggedWidth, setDraggedWidth] = useState<number | null>(null);
  const width = draggedWidth ?? Math.min(Math.max(props.width, min), max);

  useModal({ isActive: isDrawer, host, dialog: drawer, onEscape: onDrawerClose });

  useEffect(() => {
    // A wide window shows the sidebar anyway; after that a narrow one must not open with the drawer.
    if (isDrawerOpen && !canDraw) onDrawerClose();
  }, [isDrawerOpen, canDraw, onDrawerClose]);

  const handleResized = (next: number) => {
    setDraggedWidth(null);
    props.onResize(next);
    // For elements that measure themselves, such as a chart; after the new width is laid out.
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
        {!canDraw && (
          <ResizeHandle
            label={`Resize ${label}`}
            width={width}
            min={min}
            max={max}
            onResize={setDraggedWidth}
            onResized={handleResized}
          />
        )}
      </div>
    </div>
  );
}

interface ResizeHandleProps {
  label: string;
  /** All in CSS pixels. */
  width: number;
  min: number;
  max: number;
  onResize: (width: number) => void;
  /** Called with the width when a drag or a key press ends. */
  onResized: (width: number) => void;
}

const step = 16;

/** The edge that resizes the element before it by pointer, touch or arrow keys. */
function ResizeHandle({ label, width, min, max, onResize, onResized }: ResizeHandleProps) {
  const drag = useRef<{ from: number; startWidth: number; width: number } | null>(null);
  const clamp = (wanted: number) => Math.min(Math.max(Math.round(wanted), min), max);

  const handlePointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    // Keeps the drag while the pointer is outside the narrow edge, and prevents a selection of text.
    event.currentTarget.setPointerCapture(event.pointerId);
    event.preventDefault();
    drag.current = { from: event.clientX, startWidth: width, width };
  };
  const handlePointerMove = (event: PointerEvent) => {
    if (!drag.current) return;
    drag.current.width = clamp(drag.current.startWidth + event.clientX - drag.current.from);
    onResize(drag.current.width);
  };
  const handleEnd = () => {
    const done = drag.current;
    drag.current = null;
    if (done && done.width !== done.startWidth) onResized(done.width);
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    const wanted = { ArrowLeft: width - step, ArrowRight: width + step, Home: min, End: max }[event.key];
    if (wanted === undefined) return;
    event.preventDefault();
    onResized(clamp(wanted));
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: a line cannot be dragged
    <div
      className={css.handle}
      role="separator"
      aria-label={label}
      aria-orientation="vertical"
      aria-valuenow={width}
      aria-valuemin={min}
      aria-valuemax={max}
      tabIndex={0}
      onPointerDown={handlePointerDown}
      onPointerMove={handlePointerMove}
      onPointerUp={handleEnd}
      onPointerCancel={handleEnd}
      onKeyDown={handleKeyDown}
    />
  );
}
