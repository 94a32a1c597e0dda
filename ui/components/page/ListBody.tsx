import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { EmptyState } from './EmptyState';
import { LoadFailure } from './LoadFailure';

interface Props {
  list: {
    isLoading: boolean;
    isLoaded: boolean;
    loadError: { status: number; message: string } | null;
  };
  isEmpty: boolean;
  /** True if the search is wrong and its error is shown elsewhere; then no failure is shown here. */
  isRefused: boolean;
  /** Shown until the rows are loaded; without it the rows show their own loading state. */
  loading?: ReactNode;
  /** Shown instead of the rows if the filter is refused; without it the empty state is shown. */
  refusal?: ReactNode;
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
export function ListBody({ list, isEmpty, isRefused, loading, refusal, children, ...texts }: Props) {
  const { isLoading, isLoaded, loadError } = list;
  if (!isLoaded) return loading ?? children;
  const isBadFilter = isRefused && loadError !== null;
  if (loadError && !isRefused) {
    const isDenied = loadError.status === 403;
    return (
      <LoadFailure
        isDenied={isDenied}
        title={isDenied ? texts.deniedTitle : texts.failedTitle}
        reason={loadError.message}
        isBusy={isLoading}
        onRetry={texts.onRetry}
      />
    );
  }
  if (!isEmpty) return children;
  if (isBadFilter && refusal) return refusal;
  return (
    <EmptyState
      icon={texts.emptyIcon}
      title={isBadFilter ? 'This filter cannot be run.' : texts.emptyTitle}
      reason={texts.emptyReason}
      role="status"
    >
      {texts.emptyActions}
    </EmptyState>
  );
}
