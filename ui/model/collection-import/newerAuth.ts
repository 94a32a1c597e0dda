import type { ImportedCollection, ImportedField } from './importedCollection';
import type { Tell } from './newerFields';

type Values = Readonly<Record<string, unknown>>;

/** The five token kinds and the three mails: on this server they are settings of the whole server. */
const knownSettings = [
  'authToken',
  'passwordResetToken',
  'emailChangeToken',
  'verificationToken',
  'fileToken',
  'verificationTemplate',
  'resetPasswordTemplate',
  'confirmEmailChangeTemplate',
];

/** Converts the sign-in settings of a newer auth collection to options of this server. */
export function downgradeAuthOptions(
  collection: ImportedCollection,
  manageRule: string | null,
  tell: Tell,
): Record<string, unknown> {
  const fieldNamed = (name: string) => collection.fields?.find((field) => field.name === name);
  const email = fieldNamed('email');
  const password = group(collection['passwordAuth']);
  const identities = password['enabled'] === true ? textsOf(password['identityFields']) : [];
  const isSignInOn = canSignIn(collection['authRule'], tell);
  reportLostAuth(collection, identities, tell);
  if (manageRule === '')
    tell(null, 'The manageRule is lost because it cannot be empty here: only admins manage the accounts.');
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
  // If it is missing, a newer server sets its default for a new collection.
  if (authRule === undefined || authRule === '' || isVerifiedRule(authRule)) return true;
  if (authRule !== null)
    tell(
      null,
      `All sign-in methods are turned off: this server has no rule for who may sign in. The rule was: ${String(authRule)}.`,
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

function reportLostAuth(collection: ImportedCollection, identities: readonly string[], tell: Tell): void {
  for (const name of identities) {
    if (name !== 'email' && name !== 'username')
      tell(null, `Nobody can sign in by ${name}: this server supports an email or username with a password.`);
  }
  const oauth2 = group(collection['oauth2']);
  if (Array.isArray(oauth2['providers']) && oauth2['providers'].length > 0)
    tell(null, 'The sign-in providers are lost: here they are settings of the whole server.');
  if (Object.values(group(oauth2['mappedFields'])).some((name) => name !== ''))
    tell(null, 'The mapping of provider data to fields is lost: this server has none.');
  if (group(collection['mfa'])['enabled'] === true)
    tell(null, 'Multi-factor sign-in is lost: here a password alone is enough.');
  if (group(collection['otp'])['enabled'] === true)
    tell(null, 'Signing in with a one-time password is lost.');
  if (group(collection['authAlert'])['enabled'] === true) tell(null, 'The sign-in alert mail is lost.');
  if (knownSettings.some((key) => Object.hasOwn(collection, key)))
    tell(null, 'The durations of tokens and the mails are lost: here they are settings of the whole server.');
}

function group(value: unknown): Values {
  return typeof value === 'object' && value !== null ? (value as Values) : {};
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}
