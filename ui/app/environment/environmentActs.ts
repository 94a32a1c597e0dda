import { cutName, type Environment, type EnvironmentColour } from '../../model/environment';
import * as confirm from '../../page/confirm';
import { createForm } from '../../page/forms/form';
import * as app from '../../page/pageTitle';
import * as environment from '../../page/session/environment';
import * as environmentName from '../../page/session/environmentName';
import * as writeLock from '../../page/session/writeLock';
import * as toasts from '../../page/toasts';

/** Names the server. Asks first when that takes a lock away. */
export function createEnvironmentForm() {
  const { name, colour, locks } = environment.state.current ?? { name: '', colour: 'red', locks: true };
  return createForm<Omit<Environment, 'appName'>>({
    initial: { name, colour, locks },
    check: (given) =>
      cutName(given.name) === '' ? { name: { code: '', message: 'A name is needed.' } } : {},
    mayWrite: (given) => {
      const question = `Do you really want to stop locking writes at ${environmentName.host()}?`;
      return !writeLock.isLocked() || given.locks || confirm.ask(question);
    },
    async save(given) {
      const { current } = environment.state;
      // Writes are locked as soon as there is a lock.
      if (given.locks && !current?.locks) writeLock.lockHere();
      const appName = app.state.appName || (current?.appName ?? '');
      if (environmentName.save({ ...given, appName })) return;
      toasts.warning('This browser does not store the name. It lasts until this tab is reloaded.');
    },
  });
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

/** Keeps the environment, though its application has another name now, and stores that name. */
export function keepEnvironment(): void {
  const { current } = environment.state;
  if (current) environmentName.save({ ...current, appName: app.state.appName });
}

/** The tokens of each colour: its line, its ground and its text. */
const tokens: Readonly<Record<EnvironmentColour, readonly [line: string, tint: string, text: string]>> = {
  red: ['danger', 'danger-tint', 'danger-text'],
  amber: ['warning-line', 'warning-tint', 'warning-text'],
  green: ['success-line', 'success-tint', 'success-text'],
  blue: ['info-line', 'info-tint', 'info-text'],
  violet: ['choice-3', 'field-select-tint', 'field-select'],
};

export function environmentStyle(colour: EnvironmentColour): object {
  // The stored colour may be any text.
  const [line, tint, text] = Object.hasOwn(tokens, colour) ? tokens[colour] : tokens.red;
  return { '--line': `var(--${line})`, '--tint': `var(--${tint})`, '--ink': `var(--${text})` };
}
