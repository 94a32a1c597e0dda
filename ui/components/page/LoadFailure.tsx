import CloudOff from 'lucide-react/icons/cloud-off';
import { Button } from '../basics/Button';
import { EmptyState } from './EmptyState';

interface Props {
  /** Names what is missing, as a sentence. */
  title: string;
  reason?: string | undefined;
  isBusy?: boolean;
  onRetry: () => void;
}

/** In place of what could not be loaded: that it could not, why, and another try. */
export function LoadFailure({ title, reason, isBusy = false, onRetry }: Props) {
  return (
    <EmptyState icon={CloudOff} title={title} reason={reason} role="alert">
      <Button isBusy={isBusy} onClick={onRetry}>
        Retry
      </Button>
    </EmptyState>
  );
}
