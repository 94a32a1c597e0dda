import { proxy } from 'valtio/vanilla';
import { closeAll } from '../state/panels';
import * as unsaved from '../state/unsaved';

/**
 * The session has ended while something is unsaved or under way. The screen stays as it is, under the question for the
 * password, until someone signs in again or leaves.
 */
export const state = proxy({ isSuspended: false, /** Of the admin who was signed in. */ email: '' });

const leaveListeners = new Set<() => void>();

/** True when there is something that must not be lost. */
export function suspend(email: string): boolean {
  if (!unsaved.holdsScreen()) return false;
  Object.assign(state, { isSuspended: true, email });
  return true;
}

export function resume(): void {
  state.isSuspended = false;
}

/** Drafts stay; what is open goes. */
export function leave(): void {
  closeAll();
  state.isSuspended = false;
  for (const listener of [...leaveListeners]) listener();
}

export function onLeave(listener: () => void): void {
  leaveListeners.add(listener);
}
