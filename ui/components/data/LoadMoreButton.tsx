import type { MouseEvent } from 'react';
import { Button } from '../basics/Button';

interface LoadMoreButtonProps {
  isBusy: boolean;
  /** Resolves when the page has come or failed. */
  onLoad: () => Promise<void>;
}

/** Stands below the rows of a `Table`, for its `after`. */
export function LoadMoreButton({ isBusy, onLoad }: LoadMoreButtonProps) {
  // The last page takes the button away; whoever pressed it by a key goes on from the last row, not from nowhere.
  async function handleClick({ currentTarget }: MouseEvent<HTMLElement>) {
    const table = currentTarget.closest('section');
    await onLoad();
    requestAnimationFrame(() => {
      if (document.activeElement !== document.body) return;
      [...(table?.querySelectorAll<HTMLElement>('[data-index]') ?? [])].at(-1)?.focus();
    });
  }

  return (
    <Button isBusy={isBusy} onClick={(event) => void handleClick(event)}>
      Load more
    </Button>
  );
}
