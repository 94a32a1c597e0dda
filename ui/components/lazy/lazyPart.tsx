import { type ComponentType, useEffect, useState } from 'react';
import { loadChunk } from '../../platform/chunks';
import { Button } from '../basics/Button';

/**
 * A part of a screen from a chunk of its own, for what most visits never show. Nothing is drawn while it is on its
 * way; where it cannot be had it says so in its place, and the screen around it goes on.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> & { preload: () => void } {
  let loaded: ComponentType<Props> | null = null;

  function LazyPart(props: Props) {
    const [Part, setPart] = useState(() => loaded);
    const [tries, setTries] = useState(0);
    const [hasFailed, setHasFailed] = useState(false);

    // biome-ignore lint/correctness/useExhaustiveDependencies: another try loads again
    useEffect(() => {
      if (loaded) return;
      let isGone = false;
      setHasFailed(false);
      loadChunk(load)
        .then((component) => {
          loaded = component;
          if (!isGone) setPart(() => component);
        })
        .catch(() => {
          if (!isGone) setHasFailed(true);
        });
      return () => {
        isGone = true;
      };
    }, [tries]);

    if (Part) return <Part {...props} />;
    if (!hasFailed) return null;
    return (
      <span role="alert">
        This part could not be loaded.{' '}
        <Button kind="link" size="small" onClick={() => setTries(tries + 1)}>
          Retry
        </Button>
      </span>
    );
  }

  return Object.assign(LazyPart, {
    /** Where it may soon be needed, perhaps without a connection. A failure is told when it is drawn. */
    preload: () => void load().catch(() => {}),
  });
}
