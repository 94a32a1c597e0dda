import { useEffect, useState } from 'react';
import { loadChunk, retryChunk } from '../../base/chunks';

/**
 * Loads a module: `() => import('../../app/entries/linePlot')`. Must be a constant, because it is the key of the
 * cached module.
 */
type LoadModule<Module> = () => Promise<Module>;

const modules = new WeakMap<LoadModule<unknown>, unknown>();
const loading = new Map<LoadModule<unknown>, Promise<unknown>>();

/** Loads a module from its own chunk when it is wanted, and only once for all components. */
export function useModule<Module>(load: LoadModule<Module>, isWanted = true) {
  const [module, setModule] = useState(() => (isWanted ? loadedModule(load) : null));
  const [hasFailed, setHasFailed] = useState(false);
  const [tries, setTries] = useState(0);

  useEffect(() => {
    if (!isWanted || module) return;
    let isGone = false;
    setHasFailed(false);
    loadModule(load, tries > 0).then(
      (loaded) => {
        if (!isGone) setModule(() => loaded);
      },
      () => {
        if (!isGone) setHasFailed(true);
      },
    );
    return () => {
      isGone = true;
    };
  }, [load, isWanted, module, tries]);

  return {
    /** Null until the module is loaded. */
    module,
    hasFailed,
    retry: (): void => setTries(tries + 1),
  };
}

function loadedModule<Module>(load: LoadModule<Module>): Module | null {
  return (modules.get(load) as Module | undefined) ?? null;
}

/** Shares one request among all callers. */
function loadModule<Module>(load: LoadModule<Module>, isRetry = false): Promise<Module> {
  const shared = loading.get(load) as Promise<Module> | undefined;
  if (shared) return shared;
  const started = (isRetry ? retryChunk(load) : loadChunk(load))
    .then((module) => {
      modules.set(load, module);
      return module;
    })
    .finally(() => loading.delete(load));
  loading.set(load, started);
  return started;
}
