import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { EmptyState } from './EmptyState';
import { LoadFailure, ReloadFailure } from './LoadFailure';

interface Props {
  list: {
    items: readonly unknown[];
    isLoading: boolean;
    isLoaded: boolean;
    loadError: { status: number; message: string } | null;
  };
  /** By default, true without items. */
  isEmpty?: boolean;
  /** True if the search is wrong and its error is shown elsewhere; then no failure is shown here. */
  isRefused: boolean;
  /** Shown until the rows are loaded; without it the rows show their own loading state. */
  loading?: ReactNode;
  /** Draws the empty state below the heads of the columns, which stay. */
  frame?: (empty: ReactNode) => ReactNode;
  failedTitle: string;
  deniedTitle: string;
  emptyIcon: LucideIcon;
  emptyTitle: string;
  emptyReason?: ReactNode;
  /** Buttons that lead out of an empty list. */
  emptyActions?: ReactNode;
  onRetry: () => void;
  children: ReactNode;
}

/** The rows of a list, or the reason why there are none: loading, failed, denied and empty look different. */
export function ListBody({ list, isRefused, loading, frame, children, onRetry, ...texts }: Props) {
  const { items, isLoading, isLoaded, loadError } = list;
  const { isEmpty = items.length === 0 } = texts;
  const failure = isRefused ? null : loadError;
  if (failure && items.length === 0) {
    const isDenied = failure.status === 403;
    return (
      <LoadFailure
        isDenied={isDenied}
        title={isDenied ? texts.deniedTitle : texts.failedTitle}
        reason={failure.message}
        isBusy={isLoading}
        onRetry={onRetry}
      />
    );
  }
  const isBadFilter = isRefused && loadError !== null;
  const empty = (
    <EmptyState
      icon={texts.emptyIcon}
      title={isBadFilter ? '' : texts.emptyTitle}
      reason={!isBadFilter && texts.emptyReason}
      role="status"
    >
      {texts.emptyActions}
    </EmptyState>
  );
  const body = isLoaded ? isEmpty && (frame ? frame(empty) : empty) : loading;
  return (
    <>
      {failure && <ReloadFailure error={failure} isBusy={isLoading} onRetry={onRetry} />}
      {body || children}
    </>
  );
}
