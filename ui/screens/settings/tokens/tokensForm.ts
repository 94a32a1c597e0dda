import { redacted } from '../../../model/settings';
import { durationText } from '../../../platform/durationText';
import { randomText } from '../../../platform/random';
import * as confirm from '../../../state/confirm';
import * as session from '../../../state/session';
import * as toasts from '../../../state/toasts';
import { type Changes, valueAt } from '../settingsChanges';
import { createSettingsForm, type SettingsForm } from '../settingsForm';
import { durationErrors } from '../settingsRules';

const secretLength = 50;
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** In seconds; the server takes no others. */
export const durationBounds = { least: 5, most: 63_072_000 } as const;

/** With a shorter session nobody comes to the end of a form. */
const shortSession = 300;

export const tokenGroups = [
  {
    title: 'Record tokens',
    reason: 'For users of auth collections: sign-in, emails and protected files.',
    tokens: {
      recordAuthToken: 'Auth record token',
      recordVerificationToken: 'Email verification token',
      recordPasswordResetToken: 'Password reset token',
      recordEmailChangeToken: 'Email change token',
      recordFileToken: 'Records protected file access token',
    },
  },
  {
    title: 'Admin tokens',
    reason: 'For admins: sign-in, emails and protected files.',
    tokens: {
      adminAuthToken: 'Admins auth token',
      adminPasswordResetToken: 'Admins password reset token',
      adminFileToken: 'Admins protected file access token',
    },
  },
] as const;

const names: Readonly<Record<string, string>> = Object.assign({}, ...tokenGroups.map(({ tokens }) => tokens));
const keys = Object.keys(names);

export const durationPath = (key: string) => `${key}.duration`;
const secretPath = (key: string) => `${key}.secret`;

export type TokensForm = SettingsForm<'tokens'>;

export function createTokensForm(): TokensForm {
  return createSettingsForm({
    part: 'tokens',
    labels: Object.fromEntries([
      ...keys.map((key) => [durationPath(key), `${names[key]} duration (in seconds)`]),
      ...keys.map((key) => [secretPath(key), `${names[key]} secret`]),
    ]),
    savedText: 'Successfully saved tokens options.',
    check: (values) => durationErrors(values, keys.map(durationPath), durationBounds),
    maySend: async (changes) => {
      const question = questionOf(changes);
      return question === null || confirm.ask(question, { isDangerous: true });
    },
    onSaved: (_, changes) => {
      if (valueAt(changes, secretPath('adminAuthToken')) === undefined) return;
      // The server takes no token of before any more, this page's included.
      toasts.info('All admins were signed out. Sign in to continue.');
      session.end();
    },
  });
}

/** Whether saving makes all tokens of this kind void. */
export function isArmed(settings: TokensForm, key: string): boolean {
  const secret = settings.valueAt(secretPath(key));
  return secret !== redacted && secret !== undefined && secret !== '';
}

/** A new secret is made, to be sent with the next save; or it is given up. */
export function toggleArmed(settings: TokensForm, key: string): void {
  const saved = valueAt(settings.state.saved, secretPath(key));
  settings.set(secretPath(key), isArmed(settings, key) ? saved : randomText(secretLength, alphabet));
}

/** What is asked before a save that signs people out; null when it does not. */
export function questionOf(changes: Changes): string | null {
  const armed = keys.filter((key) => valueAt(changes, secretPath(key)) !== undefined);
  const adminLife = valueAt(changes, durationPath('adminAuthToken'));
  const lines = [
    ...(armed.length > 0
      ? ['All issued tokens of these kinds stop working immediately:', ...armed.map((key) => names[key])]
      : []),
    ...(armed.includes('recordAuthToken') ? ['All users will be signed out.'] : []),
    ...(armed.includes('adminAuthToken') ? ['All admins will be signed out, including you.'] : []),
    ...(typeof adminLife === 'number' && adminLife < shortSession
      ? [`Admins will have to sign in again every ${durationText(adminLife)}.`]
      : []),
  ];
  return lines.length > 0 ? [...lines, 'Do you really want to save?'].join('\n') : null;
}
