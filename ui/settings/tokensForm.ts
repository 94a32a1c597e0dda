import { durationText } from '../base/durations';
import { randomText } from '../base/random';
import { redacted, type SettingsOf } from '../model/settings';
import * as confirm from '../page/confirm';
import * as session from '../page/session/session';
import * as toasts from '../page/toasts';
import { type Changes, valueAt } from './settingsChanges';
import { createSettingsForm, type SettingsForm } from './settingsForm';
import { durationErrors } from './settingsRules';

const secretLength = 50;
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** In seconds; the server refuses other values. */
const durationBounds = { least: 5, most: 63_072_000 } as const;

/** In seconds. A shorter session ends before a person completes a form. */
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

export type TokenKey = keyof SettingsOf<'tokens'>;

const names: Readonly<Record<TokenKey, string>> = { ...tokenGroups[0].tokens, ...tokenGroups[1].tokens };
const keys = Object.keys(names) as TokenKey[];

export const durationPath = (key: TokenKey) => `${key}.duration` as const;
const secretPath = (key: TokenKey) => `${key}.secret` as const;

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
      return question === null || confirm.ask(question, { isDangerous: true, writes: true });
    },
    onSaved: (_, changes) => {
      if (valueAt(changes, secretPath('adminAuthToken')) === undefined) return;
      // With a new secret the server refuses all earlier tokens of admins, including that of this page.
      toasts.info('All admins were signed out. Sign in to continue.');
      session.end();
    },
  });
}

/** True if a save invalidates all tokens of this kind. */
export function isArmed(settings: TokensForm, key: TokenKey): boolean {
  const secret = settings.valueAt(secretPath(key));
  return secret !== redacted && secret !== undefined && secret !== '';
}

/** Makes a new secret for the next save, or restores the stored one. */
export function toggleArmed(settings: TokensForm, key: TokenKey): void {
  const saved = valueAt(settings.state.stored, secretPath(key));
  settings.set(secretPath(key), isArmed(settings, key) ? saved : randomText(secretLength, alphabet));
}

/** Returns the question before a save that signs people out; null if it signs out nobody. */
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
