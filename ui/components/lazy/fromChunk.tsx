import { type ComponentType, lazy } from 'react';
import { loadChunkOrReload } from '../../platform/chunks';

const renewals = new Set<() => void>();

/** What could not be had is fetched again when it is next drawn; else React keeps the failure for good. */
export function forgetFailedChunks(): void {
  for (const renew of renewals) renew();
  renewals.clear();
}

/** A component from a chunk of its own, which is fetched when it is first drawn. */
export function fromChunk<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  async function fetchComponent() {
    try {
      return { default: await loadChunkOrReload(load) };
    } catch (failure) {
      renewals.add(() => {
        Component = lazy(fetchComponent);
      });
      throw failure;
    }
  }
  let Component = lazy(fetchComponent);
  return (props) => <Component {...props} />;
}
