import { isComposing, matchesKeys } from '../base/keys';
import { all, type Command } from './commands';
import * as preferences from './preferences';

/** Runs the commands by their keys. Returns a function that stops it. */
export function listenForKeys(): () => void {
  window.addEventListener('keydown', handleKey);
  return () => window.removeEventListener('keydown', handleKey);
}

/** In the bubble phase: a control inside handles a key first, and prevents its default. */
function handleKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || isComposing(event)) return;
  let isKept = false;
  for (const command of [...all()].reverse()) {
    if (!command.keys || !matchesKeys(event, command.keys)) continue;
    if (isTextInput(event) && !command.isHeardInInputs) continue;
    if (isHeard(command)) {
      event.preventDefault();
      if (!command.reason && (!event.repeat || command.repeats)) command.run();
      return;
    }
    // Even if the command cannot run, the browser must not save the page or open its own search instead.
    isKept ||= command.isHeardInInputs === true;
  }
  if (isKept) event.preventDefault();
}

/** A checkbox, a button and a slider take no text. */
const noText = ['checkbox', 'radio', 'button', 'submit', 'file', 'range', 'color'];

/** True if the key types into a text. */
function isTextInput({ target }: KeyboardEvent): boolean {
  if (target instanceof HTMLInputElement) return !noText.includes(target.type);
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('textarea, select'));
}

/** True if the keys of this command work now. */
function isHeard(command: Command): boolean {
  if (command.keys?.length === 1 && !preferences.state.hasSingleKeys) return false;
  return isReached(command) && command.isAvailable?.() !== false;
}

/** True if the place of the command is not inert: everything below the topmost panel or popup is. */
function isReached({ group, at }: Command): boolean {
  if (group === 'everywhere') return true;
  const place = group === 'page' ? document.getElementById('content') : at?.();
  return place ? !place.closest('[inert]') : false;
}

/** Returns the commands whose keys work here; those of the group `everywhere` also while they are not available. */
export function commandsHere(): Command[] {
  return all().filter(
    (command) =>
      command.keys &&
      isReached(command) &&
      (command.group === 'everywhere' || command.isAvailable?.() !== false),
  );
}
