import * as confirm from '../confirm';

/**
 * Open forms that may have unsaved changes. Check here before such changes are lost: by a URL change, a
 * closed tab, a sign-out or a reload for a newer version.
 */
interface Watching {
  /** Replaces the common question. */
  question?: string;
  /** True for changes that live longer than their screen: another address does not lose them. */
  survivesNavigation?: boolean;
  /** Drops changes that live longer than their screen. Their stored draft stays, unless a log-out removes it. */
  forget?: () => void;
}

/** The open forms, each by its function `hasChanges`. */
const forms = new Map<() => boolean, Watching>();
const works = new Set<() => boolean>();
let isGuarding = false;

/** Calls `hasChanges` when the answer is needed; the returned function removes the form. */
export function watch(hasChanges: () => boolean, watching: Watching = {}): () => void {
  forms.set(hasChanges, watching);
  listen();
  return () => {
    forms.delete(hasChanges);
    listen();
  };
}

/**
 * Registers work that can continue after another sign-in: while `isOpen` returns true, the screen stays when
 * the session ends. Leaving the screen asks no question.
 */
export function watchWork(isOpen: () => boolean): () => void {
  works.add(isOpen);
  return () => works.delete(isOpen);
}

/** True if the screen must stay as it is when the session ends. */
export function holdsScreen(): boolean {
  return hasAny() || [...works].some((isOpen) => isOpen());
}

export function hasAny(): boolean {
  return [...forms.keys()].some((hasChanges) => hasChanges());
}

/** True if another address would lose changes. */
export function losesByNavigation(): boolean {
  return [...forms].some(([hasChanges, { survivesNavigation }]) => !survivesNavigation && hasChanges());
}

/** Drops the changes that live longer than their screen, when the session is left. */
export function forget(): void {
  for (const { forget: drop } of [...forms.values()]) drop?.();
}

/** Drops all changes and work at a log-out: a page that is still mounted asks no second question. */
export function discardAll(): void {
  forget();
  forms.clear();
  works.clear();
  listen();
}

/** The consequence for unsaved changes, as part of the question. */
export type Loss = 'discard them' | 'close the panel' | 'close the popup';

export function mayLose(loss: Loss): Promise<boolean> {
  const changed = [...forms].filter(([hasChanges]) => hasChanges());
  const [only] = changed.length === 1 ? changed : [];
  const common = `You have unsaved changes. Do you really want to ${loss}?`;
  return confirm.ask(only?.[1].question ?? common, { isDangerous: true });
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
