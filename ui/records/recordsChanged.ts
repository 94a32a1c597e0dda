const listeners = new Set<() => void>();

/** Calls the listener after records were changed outside of a list, so that it reads again. */
export function onRecordsChanged(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function tellRecordsChanged(): void {
  for (const listener of [...listeners]) listener();
}
