import { type MouseEvent, useRef } from 'react';
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
  const table = useRef<HTMLElement>(null);

  // The last page takes the buttons away; whoever pressed one by a key goes on from the last row, not from nowhere.
  async function handleClick({ currentTarget }: MouseEvent<HTMLElement>, load: () => Promise<void>) {
    table.current = currentTarget.closest('section');
    await load();
    requestAnimationFrame(() => {
      if (document.activeElement !== document.body) return;
      [...(table.current?.querySelectorAll<HTMLElement>('[data-index]') ?? [])].at(-1)?.focus();
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
