/**
 * Access to localStorage, which may be full, forbidden (even naming it can throw) or missing. Nothing here
 * throws: a failed read is null, a failed write is false.
 */

export function readText(key: string): string | null {
  return attempt(() => localStorage.getItem(key), null);
}

/** Returns false if there is no space, or storage is forbidden. */
export function writeText(key: string, text: string): boolean {
  return attempt(() => {
    localStorage.setItem(key, text);
    return true;
  }, false);
}

/**
 * Returns null for text that is no JSON, too. The shape is not checked: other programs may have written it.
 */
export function readJson(key: string): unknown {
  return attempt(() => JSON.parse(localStorage.getItem(key) ?? 'null'), null);
}

/** Returns false for a value that JSON cannot represent, too; the stored value then stays. */
export function writeJson(key: string, value: unknown): boolean {
  // stringify returns undefined for undefined and for functions, though its type does not say so.
  const text = attempt<string | undefined>(() => JSON.stringify(value), undefined);
  return text !== undefined && writeText(key, text);
}

export function remove(key: string): void {
  attempt(() => localStorage.removeItem(key), undefined);
}

export function keysStartingWith(prefix: string): string[] {
  return attempt(() => {
    const keys: string[] = [];
    for (let index = 0; index < localStorage.length; index += 1) {
      const key = localStorage.key(index);
      if (key?.startsWith(prefix)) keys.push(key);
    }
    return keys;
  }, []);
}

/**
 * Calls the listener with the key that another tab wrote or removed; null if it cleared everything. Writes of
 * this tab are not reported.
 */
export function onChangeInOtherTab(listener: (key: string | null) => void): () => void {
  const handleStorage = (event: StorageEvent) => listener(event.key);
  window.addEventListener('storage', handleStorage);
  return () => window.removeEventListener('storage', handleStorage);
}

function attempt<T>(run: () => T, otherwise: T): T {
  try {
    return run();
  } catch {
    return otherwise;
  }
}
