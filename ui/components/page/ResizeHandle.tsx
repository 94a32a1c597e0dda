import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import css from './ResizeHandle.module.css';

export interface ResizeHandleProps {
  label: string;
  /** All in CSS pixels. */
  width: number;
  min: number;
  max: number;
  onResize: (width: number) => void;
  /** A drag or a key press has ended with this width. */
  onResized: (width: number) => void;
}

const step = 16;

/** The edge that makes what is before it wider or narrower, by pointer, finger or arrow keys. */
export function ResizeHandle({ label, width, min, max, onResize, onResized }: ResizeHandleProps) {
  const drag = useRef<{ from: number; startWidth: number; width: number } | null>(null);
  const clamp = (wanted: number) => Math.min(Math.max(Math.round(wanted), min), max);

  const handlePointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    // The pointer may leave the narrow edge, and no text is to be selected on its way.
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
      className={css.root}
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
