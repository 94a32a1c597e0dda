import { pageSearch } from '../../base/focus';
import { Button } from '../basics/Button';

/** Clears the search of an empty list. The button disappears with it, so the search gets the focus. */
export function ClearFilters({ onClear }: { onClear: () => void }) {
  function handleClick() {
    onClear();
    pageSearch()?.focus();
  }
  return <Button onClick={handleClick}>Clear filters</Button>;
}
