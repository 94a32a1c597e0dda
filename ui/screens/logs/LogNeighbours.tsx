import ChevronDown from 'lucide-react/icons/chevron-down';
import ChevronUp from 'lucide-react/icons/chevron-up';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { IconButton } from '../../components/basics/IconButton';

export interface Neighbours {
  previous: string | null;
  next: string | null;
}

interface Props extends Neighbours {
  onOpen: (logId: string) => void;
}

/** To the log above and below in the list, by keys too. */
export function LogNeighbours({ previous, next, onOpen }: Props) {
  const above = useRef<HTMLButtonElement>(null);
  const below = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    function handleKeyDown(event: KeyboardEvent) {
      const { altKey, ctrlKey, metaKey, shiftKey } = event;
      if (!altKey || ctrlKey || metaKey || shiftKey) return;
      const wanted = { ArrowUp: previous, ArrowDown: next }[event.key];
      if (wanted === undefined) return;
      event.preventDefault();
      if (wanted !== null) onOpen(wanted);
    }
    document.addEventListener('keydown', handleKeyDown);
    return () => document.removeEventListener('keydown', handleKeyDown);
  }, [previous, next, onOpen]);

  // At an end of the list the focus goes on to the way back.
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
        label="Previous log"
        tooltip="Previous log (Alt + Arrow up)"
        placement="bottom"
        disabled={previous === null}
        onClick={() => previous && onOpen(previous)}
      />
      <IconButton
        ref={below}
        icon={ChevronDown}
        label="Next log"
        tooltip="Next log (Alt + Arrow down)"
        placement="bottom"
        disabled={next === null}
        onClick={() => next && onOpen(next)}
      />
    </>
  );
}
