import ChevronDown from 'lucide-react/icons/chevron-down';
import ChevronUp from 'lucide-react/icons/chevron-up';
import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react';
import { ariaKeys } from '../../base/keys';
import { IconButton } from '../basics/IconButton';

/** The ids above and below in a list; null at the ends of the list. */
export interface Neighbours {
  previous: string | null;
  next: string | null;
}

interface Props extends Neighbours {
  /** The name of one list item, such as `record`. */
  noun: string;
  above: RefObject<HTMLButtonElement | null>;
  onOpen: (id: string) => void;
}

/**
 * Buttons for the items above and below in the list that opened the overlay. The screen registers their keys
 * (`page/forms/formCommands.ts`).
 */
export function NeighbourButtons({ noun, previous, next, above, onOpen }: Props) {
  const below = useRef<HTMLButtonElement>(null);

  // A button that gets disabled may have lost the focus before the effect runs (Chromium 147).
  const focused = useRef<HTMLButtonElement>(null);
  const watchFocus = {
    onFocus: (event: FocusEvent<HTMLButtonElement>) => {
      focused.current = event.currentTarget;
    },
    onBlur: () => {
      focused.current = null;
    },
  };

  // At an end of the list, move the focus to the other button.
  useLayoutEffect(() => {
    if (!previous && next && focused.current === above.current) below.current?.focus();
    if (!next && previous && focused.current === below.current) above.current?.focus();
  }, [previous, next, above]);

  return (
    <>
      <IconButton
        ref={above}
        icon={ChevronUp}
        label={`Previous ${noun}`}
        aria-keyshortcuts={ariaKeys('Alt+ArrowUp')}
        placement="bottom"
        disabled={previous === null}
        {...watchFocus}
        onClick={() => previous && onOpen(previous)}
      />
      <IconButton
        ref={below}
        icon={ChevronDown}
        label={`Next ${noun}`}
        aria-keyshortcuts={ariaKeys('Alt+ArrowDown')}
        placement="bottom"
        disabled={next === null}
        {...watchFocus}
        onClick={() => next && onOpen(next)}
      />
    </>
  );
}
