import type { MouseEvent } from 'react';
import { isFocusLost } from '../../base/focus';
import { printCount } from '../../base/text';
import { Button } from '../basics/Button';

interface LoadMoreButtonProps {
  isBusy: boolean;
  /** Resolves when the page is loaded or has failed. */
  onLoad: () => Promise<void>;
  /** Offers to load all rows at once. */
  all?: LoadAll | undefined;
}

interface LoadAll {
  isLoading: boolean;
  onLoad: () => Promise<void>;
  onStop: () => void;
  /** The number of all rows; null while unknown. */
  total: number | null;
  loaded: number;
}

export function LoadMoreButton({ isBusy, onLoad, all }: LoadMoreButtonProps) {
  // The last page removes the buttons. After a press by key the focus moves to the first new row, or to the
  // table.
  async function handleClick({ currentTarget }: MouseEvent<HTMLElement>, load: () => Promise<void>) {
    const table = currentTarget.closest('section');
    // The header counts as a row.
    const loaded = Number(table?.querySelector('[aria-rowcount]')?.getAttribute('aria-rowcount')) - 1;
    await load();
    requestAnimationFrame(() => {
      if (!isFocusLost()) return;
      const next = table?.querySelector<HTMLElement>(`[data-index="${loaded}"]`) ?? table;
      next?.focus({ preventScroll: true });
    });
  }

  return (
    <>
      <Button isBusy={isBusy} onClick={(event) => void handleClick(event, onLoad)}>
        Load more
      </Button>
      {all && (
        <>
          {/* One button for both, so that the focus stays and the same key stops the loading. */}
          <Button
            kind="quiet"
            onClick={all.isLoading ? all.onStop : (event) => void handleClick(event, all.onLoad)}
          >
            {all.isLoading ? 'Stop' : 'Load all'}
          </Button>
          <span className="footnote digits">
            {printCount(all.loaded)}
            {all.total !== null && ` of ${printCount(all.total)}`} loaded
          </span>
        </>
      )}
    </>
  );
}
