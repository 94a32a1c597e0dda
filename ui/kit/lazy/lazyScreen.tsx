import { type ComponentType, useEffect, useState } from 'react';
import { loadChunkOrReload, retryChunk } from '../../base/chunks';

const failed = new Set<() => void>();

/** Makes failed chunks load again at their next render. */
export function forgetFailedChunks(): void {
  for (const forget of failed) forget();
  failed.clear();
}

/**
 * Returns a screen or a panel with its own chunk; it shows nothing while the chunk loads. After an upgrade a
 * failure reloads the page; otherwise it goes to the nearest `ErrorBoundary`.
 *
 * Not `React.lazy`: Suspense hides a screen for 300 ms after the last fallback, even if its chunk is there.
 */
export function lazyScreen<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  let Loaded: ComponentType<Props> | null = null;
  let failure: { error: unknown } | null = null;
  let isRetry = false;
  let loading: Promise<void> | null = null;

  async function fetchComponent(): Promise<void> {
    try {
      Loaded = await (isRetry ? retryChunk(load) : loadChunkOrReload(load));
    } catch (error) {
      failure = { error };
      isRetry = true;
      failed.add(() => {
        failure = null;
      });
    }
    loading = null;
  }

  return function LazyScreen(props: Props) {
    const [, setLoads] = useState(0);
    useEffect(() => {
      if (Loaded || failure) return;
      let isGone = false;
      loading ??= fetchComponent();
      void loading.then(() => {
        if (!isGone) setLoads((count) => count + 1);
      });
      return () => {
        isGone = true;
      };
    });
    if (failure) throw failure.error;
    return Loaded && <Loaded {...props} />;
  };
}
