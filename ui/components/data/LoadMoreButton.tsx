import type { MouseEvent } from 'react';
import { Button } from '../basics/Button';
import css from './LoadMoreButton.module.css';

interface LoadMoreButtonProps {
  isBusy: boolean;
  /** Resolves when the page has come or failed. */
  onLoad: () => Promise<void>;
  /** Offers to load all rows in one go. */
  all?: LoadAll | undefined;
}

interface LoadAll {
  isLoading: boolean;
  onLoad: () => Promise<void>;
  onStop: () => void;
  /** How many rows there are in all; null while unknown. */
  total: number | null;
  loaded: number;
}

/** Stands below the rows of a `Table`, for its `after`. */
export function LoadMoreButton({ isBusy, onLoad, all }: LoadMoreButtonProps) {
  // The last page takes the buttons away; whoever pressed one by a key goes on at the first new row, or
  // from the table where that is out of view.
  async function handleClick({ currentTarget }: MouseEvent<HTMLElement>, load: () => Promise<void>) {
    const table = currentTarget.closest('section');
    // The head counts as a row.
    const loaded = Number(table?.querySelector('[aria-rowcount]')?.getAttribute('aria-rowcount')) - 1;
    await load();
    requestAnimationFrame(() => {
      if (document.activeElement !== document.body) return;
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
          {/* One button, so that the focus stays: whoever began it by a key stops it by a key. */}
          <Button
            kind="quiet"
            onClick={all.isLoading ? all.onStop : (event) => void handleClick(event, all.onLoad)}
          >
            {all.isLoading ? 'Stop' : 'Load all'}
          </Button>
          <span className={css.progress}>
            {all.loaded.toLocaleString('en-US')}
            {all.total !== null && ` of ${all.total.toLocaleString('en-US')}`} loaded
          </span>
        </>
      )}
    </>
  );
}
