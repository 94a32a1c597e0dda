import type { Environment } from '../../model/environment';
import * as app from '../../state/app';
import * as confirm from '../../state/confirm';
import * as environment from '../../state/environment';
import * as environmentName from '../../state/environmentName';
import * as toasts from '../../state/toasts';
import * as writeLock from '../../state/writeLock';

/** Names the server. Asks if that takes a lock away. Returns false if it stays as it is. */
export async function saveEnvironment(given: Omit<Environment, 'appName'>): Promise<boolean> {
  const { current } = environment.state;
  const question = `Do you really want to stop locking writes at ${environmentName.host()}?`;
  if (writeLock.isLocked() && !given.locks && !(await confirm.ask(question))) return false;
  // A new lock begins locked.
  if (given.locks && !current?.locks) writeLock.lockHere();
  const isStored = environmentName.save({ ...given, appName: app.state.appName || (current?.appName ?? '') });
  if (!isStored) {
    toasts.warning('This browser does not store the name. It lasts until this tab is reloaded.');
  }
  return true;
}

/** Drops name and lock. Asks while writes are locked. */
export async function removeEnvironment(): Promise<boolean> {
  const { current } = environment.state;
  const question = `Do you really want to remove ${current?.name}? Then no tab of this browser locks writes here.`;
  if (writeLock.isLocked() && !(await confirm.ask(question, { isDangerous: true }))) return false;
  writeLock.lockHere();
  environmentName.drop();
  return true;
}

/** The address belongs to the named environment, though its application has another name now. */
export function keepEnvironment(): void {
  const { current } = environment.state;
  if (current) environmentName.save({ ...current, appName: app.state.appName });
}
