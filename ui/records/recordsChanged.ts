const listeners = new Set<() => void>();

/** Records were changed outside a list, so lists must read again. Returns a function that ends the listening. */
export function onRecordsChanged(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function tellRecordsChanged(): void {
  for (const listener of [...listeners]) listener();
}
