import type { ImportedCollection, ImportedField } from './importedCollection';
import type { Tell } from './newerFields';

type Values = Readonly<Record<string, unknown>>;

/** The five kinds of tokens and the three mails: settings of the whole server here. */
const settingsHere = [
  'authToken',
  'passwordResetToken',
  'emailChangeToken',
  'verificationToken',
  'fileToken',
  'verificationTemplate',
  'resetPasswordTemplate',
  'confirmEmailChangeTemplate',
];

/** What a newer auth collection says of its sign-ins, as options of one here. */
export function authOptionsHere(
  collection: ImportedCollection,
  manageRule: string | null,
  tell: Tell,
): Record<string, unknown> {
  const fieldNamed = (name: string) => collection.fields?.find((field) => field.name === name);
  const email = fieldNamed('email');
  const password = group(collection['passwordAuth']);
  const identities = password['enabled'] === true ? textsOf(password['identityFields']) : [];
  const isSignInOn = canSignIn(collection['authRule'], tell);
  tellOfLost(collection, identities, tell);
  if (manageRule === '')
    tell(null, 'The manageRule is lost, for here it cannot be empty: only admins manage the accounts.');
  return {
    manageRule: manageRule || null,
    allowOAuth2Auth: isSignInOn && group(collection['oauth2'])['enabled'] === true,
    allowUsernameAuth: isSignInOn && identities.includes('username'),
    allowEmailAuth: isSignInOn && identities.includes('email'),
    requireEmail: email?.required === true,
    exceptEmailDomains: email?.['exceptDomains'] ?? null,
    onlyVerified: isVerifiedRule(collection['authRule']),
    onlyEmailDomains: email?.['onlyDomains'] ?? null,
    minPasswordLength: passwordLength(fieldNamed('password')),
  };
}

function canSignIn(authRule: unknown, tell: Tell): boolean {
  // What is missing is what a newer server sets for a new collection.
  if (authRule === undefined || authRule === '' || isVerifiedRule(authRule)) return true;
  if (authRule !== null)
    tell(
      null,
      `All sign-ins are switched off: here no rule can say who may sign in, and theirs is ${String(authRule)}.`,
    );
  return false;
}

function isVerifiedRule(authRule: unknown): boolean {
  return typeof authRule === 'string' && authRule.replaceAll(/\s/g, '') === 'verified=true';
}

function passwordLength(field: ImportedField | undefined): number {
  const min = field?.['min'];
  return typeof min === 'number' && min > 0 ? Math.min(Math.max(min, 5), 72) : 8;
}

function tellOfLost(collection: ImportedCollection, identities: readonly string[], tell: Tell): void {
  for (const name of identities) {
    if (name !== 'email' && name !== 'username')
      tell(null, `Nobody can sign in by ${name}: here only an e-mail or a username and a password will do.`);
  }
  const oauth2 = group(collection['oauth2']);
  if (Array.isArray(oauth2['providers']) && oauth2['providers'].length > 0)
    tell(null, 'The sign-in providers are lost: here they are settings of the whole server.');
  if (Object.values(group(oauth2['mappedFields'])).some((name) => name !== ''))
    tell(null, 'The fields that a sign-in provider fills are lost: here it fills none.');
  if (group(collection['mfa'])['enabled'] === true)
    tell(null, 'Signing in with two factors is lost: a password alone will do here.');
  if (group(collection['otp'])['enabled'] === true)
    tell(null, 'Signing in with a one-time password is lost.');
  if (group(collection['authAlert'])['enabled'] === true)
    tell(null, 'The mail about a sign-in from a new place is lost.');
  if (settingsHere.some((key) => Object.hasOwn(collection, key)))
    tell(null, 'The durations of tokens and the mails are lost: here they are settings of the whole server.');
}

function group(value: unknown): Values {
  return typeof value === 'object' && value !== null ? (value as Values) : {};
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}
