import type { LucideIcon } from 'lucide-react';
import CloudOff from 'lucide-react/icons/cloud-off';
import Lock from 'lucide-react/icons/lock';
import { Button } from '../basics/Button';
import { EmptyState } from './EmptyState';
import { BannerBar } from './Note';

interface Props {
  /** A sentence that names what is missing. */
  title: string;
  reason?: string | undefined;
  isBusy?: boolean;
  /** A cloud by default, for a server that cannot be reached. */
  icon?: LucideIcon | undefined;
  /** True if the server works and refuses. */
  isDenied?: boolean;
  onRetry: () => void;
}

/** Shown instead of content that failed to load: the failure, its reason, and a retry button. */
export function LoadFailure({
  title,
  reason,
  isBusy = false,
  icon = CloudOff,
  isDenied = false,
  onRetry,
}: Props) {
  return (
    <EmptyState icon={isDenied ? Lock : icon} title={title} reason={reason} role="alert">
      <Button isBusy={isBusy} onClick={onRetry}>
        Retry
      </Button>
    </EmptyState>
  );
}

interface ReloadProps extends Pick<Props, 'isBusy' | 'onRetry'> {
  error: { readonly status: number; readonly message: string };
}

/** Shown above rows that could not be loaded again. Without a response, the page's own banner says all. */
export function ReloadFailure({ error: { status, message }, isBusy, onRetry }: ReloadProps) {
  if (status === 0) return null;
  const retry = (
    <Button size="small" isBusy={isBusy} onClick={onRetry}>
      Retry
    </Button>
  );
  return (
    <BannerBar kind="warning" icon={CloudOff} actions={retry}>
      Could not refresh. These rows may be out of date. {message}
    </BannerBar>
  );
}
