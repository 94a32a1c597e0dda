/**
 * The forms that are open and may hold something unsaved. Whoever would lose it (leaving the address, closing the
 * tab, logging out, reloading for a newer version) asks here first.
 */
const forms = new Set<() => boolean>();
const works = new Set<() => boolean>();
const openListeners = new Set<() => void>();
let isGuarding = false;

/** `hasChanges` is asked whenever it matters; the returned function takes the form out again. */
export function watch(hasChanges: () => boolean): () => void {
  forms.add(hasChanges);
  listen();
  for (const tell of [...openListeners]) tell();
  return () => {
    forms.delete(hasChanges);
    listen();
  };
}

/** Called whenever a form is opened, and at once when one is open. */
export function onOpen(listener: () => void): () => void {
  openListeners.add(listener);
  if (forms.size > 0) listener();
  return () => openListeners.delete(listener);
}

/**
 * For work that can go on after another sign-in: while `isOpen` says so, the screen stays when the session ends.
 * Leaving it asks nothing.
 */
export function watchWork(isOpen: () => boolean): () => void {
  works.add(isOpen);
  for (const tell of [...openListeners]) tell();
  return () => works.delete(isOpen);
}

/** Whether the screen must stay as it is when the session ends. */
export function holdsScreen(): boolean {
  return hasAny() || [...works].some((isOpen) => isOpen());
}

export function hasAny(): boolean {
  return [...forms].some((hasChanges) => hasChanges());
}

/** The browser asks before the tab is closed or loaded anew. */
export function guardTab(): () => void {
  isGuarding = true;
  listen();
  return () => {
    isGuarding = false;
    listen();
  };
}

/** While no form is open nothing listens: it would keep the page out of the cache of the back button. */
function listen(): void {
  if (isGuarding && forms.size > 0) window.addEventListener('beforeunload', ask);
  else window.removeEventListener('beforeunload', ask);
}

function ask(event: BeforeUnloadEvent): void {
  if (hasAny()) event.preventDefault();
}
