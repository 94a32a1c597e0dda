const listeners = new Set<() => void>();

/** Calls the listener after records were put back, so that a list reads again. */
export function onPutBack(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Notifies the open lists that records were put back. */
export function tellPutBack(): void {
  for (const listener of [...listeners]) listener();
}
