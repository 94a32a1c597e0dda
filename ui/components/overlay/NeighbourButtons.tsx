import ChevronDown from 'lucide-react/icons/chevron-down';
import ChevronUp from 'lucide-react/icons/chevron-up';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { IconButton } from '../basics/IconButton';

/** The ids above and below in a list; null at the ends of the list. */
export interface Neighbours {
  previous: string | null;
  next: string | null;
}

interface Props extends Neighbours {
  /** The name of one list item, such as `record`. */
  noun: string;
  onOpen: (id: string) => void;
}

/** Buttons and shortcuts (Alt+Arrow) for the items above and below in the list that opened the overlay. */
export function NeighbourButtons({ noun, previous, next, onOpen }: Props) {
  const above = useRef<HTMLButtonElement>(null);
  const below = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    function handleKeyDown(event: KeyboardEvent) {
      const { altKey, ctrlKey, metaKey, shiftKey } = event;
      if (!altKey || ctrlKey || metaKey || shiftKey) return;
      // Ignore the key while another overlay is above this one.
      if (above.current?.closest('[inert]')) return;
      const wanted = { ArrowUp: previous, ArrowDown: next }[event.key];
      if (wanted === undefined) return;
      event.preventDefault();
      if (wanted !== null) onOpen(wanted);
    }
    document.addEventListener('keydown', handleKeyDown);
    return () => document.removeEventListener('keydown', handleKeyDown);
  }, [previous, next, onOpen]);

  // At an end of the list, move the focus to the other button.
  useLayoutEffect(() => {
    const hasFocus = (button: HTMLButtonElement | null) => button === document.activeElement;
    if (!previous && next && hasFocus(above.current)) below.current?.focus();
    if (!next && previous && hasFocus(below.current)) above.current?.focus();
  }, [previous, next]);

  return (
    <>
      <IconButton
        ref={above}
        icon={ChevronUp}
        label={`Previous ${noun}`}
        tooltip={`Previous ${noun} (Alt + Arrow up)`}
        placement="bottom"
        disabled={previous === null}
        onClick={() => previous && onOpen(previous)}
      />
      <IconButton
        ref={below}
        icon={ChevronDown}
        label={`Next ${noun}`}
        tooltip={`Next ${noun} (Alt + Arrow down)`}
        placement="bottom"
        disabled={next === null}
        onClick={() => next && onOpen(next)}
      />
    </>
  );
}
