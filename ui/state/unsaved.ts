/**
 * The forms that are open and may hold something unsaved. Whoever would lose it (leaving the address, closing the
 * tab, logging out, reloading for a newer version) asks here first.
 */
const forms = new Set<() => boolean>();

/** `hasChanges` is asked whenever it matters; the returned function takes the form out again. */
export function watch(hasChanges: () => boolean): () => void {
  forms.add(hasChanges);
  return () => forms.delete(hasChanges);
}

export function hasAny(): boolean {
  return [...forms].some((hasChanges) => hasChanges());
}

/** The browser asks before the tab is closed or loaded anew. Only while it must: it keeps a page out of the back cache. */
export function guardTab(): () => void {
  const ask = (event: BeforeUnloadEvent) => {
    if (hasAny()) event.preventDefault();
  };
  window.addEventListener('beforeunload', ask);
  return () => window.removeEventListener('beforeunload', ask);
}
