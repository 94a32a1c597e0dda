import { proxy } from 'valtio/vanilla';
import { closeAll } from '../state/panels';
import * as unsaved from '../state/unsaved';

/**
 * Asks for the password again if the session ends during unsaved changes or running work. The screen stays
 * until the user signs in again or leaves.
 */
export const state = proxy({ isSuspended: false, /** The admin's e-mail. */ email: '' });

const leaveListeners = new Set<() => void>();

/** Returns true when there is something that must not be lost. */
export function suspend(email: string): boolean {
  if (!unsaved.holdsScreen()) return false;
  Object.assign(state, { isSuspended: true, email });
  return true;
}

export function resume(): void {
  state.isSuspended = false;
}

/** Closes all panels and keeps the drafts. */
export function leave(): void {
  closeAll();
  state.isSuspended = false;
  for (const listener of [...leaveListeners]) listener();
}

export function onLeave(listener: () => void): void {
  leaveListeners.add(listener);
}
