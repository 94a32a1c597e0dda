import type { Options } from './types/fieldOption';
import { fieldTypes, isKnown, typeNamed } from './types/fieldTypes';

/** A new collection differs from the server's defaults here, which turn off all sign-in methods. */
const authOptions = {
  manageRule: { kind: 'rule' },
  allowOAuth2Auth: { kind: 'flag', initial: true },
  allowUsernameAuth: { kind: 'flag', initial: true },
  allowEmailAuth: { kind: 'flag', initial: true },
  requireEmail: { kind: 'flag' },
  exceptEmailDomains: { kind: 'list' },
  onlyVerified: { kind: 'flag' },
  onlyEmailDomains: { kind: 'list' },
  minPasswordLength: { kind: 'count', initial: 8 },
} as const satisfies Options;

/** Replacement values for numbers that the server refuses when they are missing or 0. */
export const initialCounts = {
  maxSelect: 1,
  jsonSize: fieldTypes.json.options['maxSize']?.initial,
  fileSize: fieldTypes.file.options['maxSize']?.initial,
  passwordLength: authOptions.minPasswordLength.initial,
};

/** Null for a type that a server of 0.22 does not know. */
export const optionsOfFieldType = (type: string): Options | null =>
  isKnown({ type }) && !typeNamed(type).isNewerOnly ? typeNamed(type).options : null;

export function optionsOfCollectionType(type: string): Options {
  if (type === 'auth') return authOptions;
  return type === 'view' ? { query: { kind: 'text' } } : {};
}
