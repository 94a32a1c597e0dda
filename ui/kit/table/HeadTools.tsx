import ChevronDown from 'lucide-react/icons/chevron-down';
import { type PointerEvent, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { Icon } from '../basics/Icon';
import css from './HeadTools.module.css';
import { endWidth, headsOf, headWidths, limited, showWidth } from './headWidths';

interface HeadToolsProps {
  table: HTMLElement;
  head: HTMLElement;
  /** The name is at the end of the head. */
  isAtEnd: boolean;
  onOpen: () => void;
  onWidth: (width: number) => void;
  onFit: () => void;
}

interface Drag {
  from: number;
  widths: readonly number[];
  place: number;
  width: number;
  frame: number;
}

/** The head under the pointer has a button for its menu, and an edge for its width. By keys the menu sets the width. */
export function HeadTools({ table, head, isAtEnd, onOpen, onWidth, onFit }: HeadToolsProps) {
  const drag = useRef<Drag | null>(null);
  const [isDragged, setIsDragged] = useState(false);

  function handleDown(event: PointerEvent<HTMLElement>) {
    if (event.button !== 0) return;
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    const widths = headWidths(table);
    const place = headsOf(table).indexOf(head);
    drag.current = { from: event.clientX, widths, place, width: widths[place] ?? 0, frame: 0 };
    setIsDragged(true);
  }

  function handleMove({ clientX }: PointerEvent) {
    const { current } = drag;
    if (!current) return;
    current.width = limited((current.widths[current.place] ?? 0) + clientX - current.from);
    cancelAnimationFrame(current.frame);
    current.frame = requestAnimationFrame(() =>
      showWidth(table, current.widths, current.place, current.width),
    );
  }

  function handleEnd() {
    const { current } = drag;
    drag.current = null;
    setIsDragged(false);
    if (!current) return;
    cancelAnimationFrame(current.frame);
    if (current.width === current.widths[current.place]) endWidth(table);
    else onWidth(current.width);
  }

  return createPortal(
    <>
      <button
        type="button"
        className={css.chevron}
        data-end={isAtEnd || undefined}
        tabIndex={-1}
        aria-hidden
        // The head keeps the focus.
        onPointerDown={(event) => event.preventDefault()}
        onMouseDown={(event) => event.preventDefault()}
        onClick={onOpen}
      >
        <Icon of={ChevronDown} size={13} />
      </button>
      <div
        className={css.edge}
        aria-hidden
        data-dragged={isDragged || undefined}
        onPointerDown={handleDown}
        onPointerMove={handleMove}
        onPointerUp={handleEnd}
        onPointerCancel={handleEnd}
        onDoubleClick={onFit}
      />
    </>,
    head,
  );
}
