import { proxy } from 'valtio/vanilla';
import type { Admin } from '../../model/admin';
import * as unsaved from '../../page/forms/unsaved';
import { closeAll } from '../../page/panels';
import * as session from '../../page/session/session';

/**
 * Asks for the password again if the session ends during unsaved changes or running work. The screen stays
 * until the same admin signs in again or leaves: nobody goes on with the work of another admin.
 */
export const state = proxy({ isSuspended: false, email: '' });

const leaveListeners = new Set<() => void>();

/** Returns true when there is something that must not be lost. */
export function suspend({ id, email }: Pick<Admin, 'id' | 'email'>): boolean {
  if (!unsaved.holdsScreen()) return false;
  Object.assign(state, { isSuspended: true, email });
  session.acceptOnly(id);
  return true;
}

export function resume(): void {
  state.isSuspended = false;
  session.acceptOnly('');
}

/** Closes all panels and keeps the drafts. */
export function leave(): void {
  closeAll();
  resume();
  for (const listener of [...leaveListeners]) listener();
}

export function onLeave(listener: () => void): void {
  leaveListeners.add(listener);
}
