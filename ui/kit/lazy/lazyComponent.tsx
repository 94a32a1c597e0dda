import type { ComponentType, ReactNode } from 'react';
import { Button } from '../basics/Button';
import { useModule } from './useModule';

interface LazyOptions {
  /** Shown while the component loads; nothing by default. */
  fallback?: ReactNode;
  /** Shown after a failure; by default a sentence with a button to retry. */
  onFailure?: (retry: () => void) => ReactNode;
}

/**
 * Returns a component with its own chunk, for a part of a screen that most visits never show. After a failure
 * it shows an error in its place, and the screen around it still works.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { fallback = null, onFailure = renderFailure }: LazyOptions = {},
): ComponentType<Props> {
  return function LazyComponent(props: Props) {
    const { module: Loaded, hasFailed, retry } = useModule(load);
    if (Loaded) return <Loaded {...props} />;
    return hasFailed ? onFailure(retry) : fallback;
  };
}

function renderFailure(retry: () => void): ReactNode {
  return (
    <span role="alert">
      This part could not be loaded.{' '}
      <Button kind="link" size="small" onClick={retry}>
        Retry
      </Button>
    </span>
  );
}
