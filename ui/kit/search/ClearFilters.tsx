import type { MouseEvent, ReactNode } from 'react';
import { searchIn } from '../../base/focus';
import { Button } from '../basics/Button';

/** Clears the search of an empty list. The button disappears with it, so the search gets the focus. */
export function ClearFilters({
  onClear,
  children = 'Clear filters',
}: {
  onClear: () => void;
  children?: ReactNode;
}) {
  function handleClick({ currentTarget }: MouseEvent) {
    const room = currentTarget.closest('[role="dialog"], main');
    onClear();
    searchIn(room)?.focus();
  }
  return <Button onClick={handleClick}>{children}</Button>;
}
