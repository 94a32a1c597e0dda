import * as confirm from './confirm';

/**
 * Open forms that may have unsaved changes. Check here before such changes are lost: by a URL change, a
 * closed tab, a sign-out or a reload for a newer version.
 */
/** The question of a form, or null for the common one, by its `hasChanges`. */
const forms = new Map<() => boolean, string | null>();
const works = new Set<() => boolean>();
const openListeners = new Set<() => void>();
let isGuarding = false;

/**
 * Calls `hasChanges` when the answer is needed; the returned function removes the form. The `question` replaces
 * the common one.
 */
export function watch(hasChanges: () => boolean, question: string | null = null): () => void {
  forms.set(hasChanges, question);
  listen();
  for (const tell of [...openListeners]) tell();
  return () => {
    forms.delete(hasChanges);
    listen();
  };
}

/** Calls the listener when a form opens, and at once if one is open. */
export function onOpen(listener: () => void): () => void {
  openListeners.add(listener);
  if (forms.size > 0) listener();
  return () => openListeners.delete(listener);
}

/**
 * Registers work that can continue after another sign-in: while `isOpen` returns true, the screen stays when
 * the session ends. Leaving the screen asks no question.
 */
export function watchWork(isOpen: () => boolean): () => void {
  works.add(isOpen);
  for (const tell of [...openListeners]) tell();
  return () => works.delete(isOpen);
}

/** Must the screen stay as it is when the session ends? */
export function holdsScreen(): boolean {
  return hasAny() || [...works].some((isOpen) => isOpen());
}

export function hasAny(): boolean {
  return [...forms.keys()].some((hasChanges) => hasChanges());
}

/** The consequence for unsaved changes, as part of the question. */
export type Loss = 'discard them' | 'close the panel' | 'close the popup';

/** Asks whether unsaved changes may be lost. */
export function mayLose(loss: Loss): Promise<boolean> {
  const changed = [...forms].filter(([hasChanges]) => hasChanges());
  const [[, question] = [null, null]] = changed;
  const common = `You have unsaved changes. Do you really want to ${loss}?`;
  return confirm.ask(changed.length === 1 && question !== null ? question : common);
}

/** Makes the browser ask before the tab is closed or reloaded. */
export function guardTab(): () => void {
  isGuarding = true;
  listen();
  return () => {
    isGuarding = false;
    listen();
  };
}

/** Listens only while a form is open: a listener would exclude the page from the back/forward cache. */
function listen(): void {
  if (isGuarding && forms.size > 0) window.addEventListener('beforeunload', ask);
  else window.removeEventListener('beforeunload', ask);
}

function ask(event: BeforeUnloadEvent): void {
  if (hasAny()) event.preventDefault();
}
