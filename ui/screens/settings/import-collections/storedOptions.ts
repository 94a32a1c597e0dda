import { type FieldType, fieldTypes } from '../../../model/field';
import { normalDate } from '../../../platform/dates';

/** What an option holds: a `limit` is a whole number or null, a `count` never null, a `rule` a text or null. */
export type OptionKind = 'count' | 'limit' | 'number' | 'flag' | 'text' | 'rule' | 'list' | 'date';

type OptionKinds = Readonly<Record<string, OptionKind>>;

const domains: OptionKinds = { exceptDomains: 'list', onlyDomains: 'list' };

/** In the order in which servers send them. */
const optionsOfFields: Readonly<Record<FieldType, OptionKinds>> = {
  text: { min: 'limit', max: 'limit', pattern: 'text' },
  editor: { convertUrls: 'flag' },
  number: { min: 'number', max: 'number', noDecimal: 'flag' },
  bool: {},
  email: domains,
  url: domains,
  date: { min: 'date', max: 'date' },
  select: { maxSelect: 'count', values: 'list' },
  json: { maxSize: 'count' },
  file: { mimeTypes: 'list', thumbs: 'list', maxSelect: 'count', maxSize: 'count', protected: 'flag' },
  relation: {
    collectionId: 'text',
    cascadeDelete: 'flag',
    minSelect: 'limit',
    maxSelect: 'limit',
    displayFields: 'list',
  },
};

const optionsOfAuth: OptionKinds = {
  manageRule: 'rule',
  allowOAuth2Auth: 'flag',
  allowUsernameAuth: 'flag',
  allowEmailAuth: 'flag',
  requireEmail: 'flag',
  exceptEmailDomains: 'list',
  onlyVerified: 'flag',
  onlyEmailDomains: 'list',
  minPasswordLength: 'count',
};

/** Null for a type that the server does not know. */
export function fieldOptionKinds(type: string): OptionKinds | null {
  const known = fieldTypes.find((one) => one === type);
  return known ? optionsOfFields[known] : null;
}

export function collectionOptionKinds(type: string): OptionKinds {
  if (type === 'auth') return optionsOfAuth;
  return type === 'view' ? { query: 'text' } : {};
}

const defaults: Readonly<Record<OptionKind, unknown>> = {
  count: 0,
  limit: null,
  number: null,
  flag: false,
  text: '',
  rule: null,
  list: null,
  date: '',
};

/** As the server holds it once it is stored; an empty list means what null does. What it cannot read stays as it is. */
export function storedOption(value: unknown, kind: OptionKind): unknown {
  if (value === undefined || value === null) return defaults[kind];
  if (kind === 'list' && Array.isArray(value) && value.length === 0) return null;
  if (kind !== 'date' || typeof value !== 'string') return value;
  return normalDate(value);
}

/** All options of the kinds and no other, missing ones with what the server sets for them. */
export function storedOptions(
  given: Readonly<Record<string, unknown>> | null | undefined,
  kinds: OptionKinds,
): Record<string, unknown> {
  const options: Record<string, unknown> = {};
  for (const [name, kind] of Object.entries(kinds)) {
    options[name] = storedOption(given && Object.hasOwn(given, name) ? given[name] : null, kind);
  }
  return options;
}

const words: Readonly<Record<OptionKind, string>> = {
  count: 'a whole number',
  limit: 'a whole number or null',
  number: 'a number or null',
  flag: 'true or false',
  text: 'a string',
  rule: 'a text or null',
  list: 'a list of strings',
  date: 'a date as a text',
};

/** What the option would have to be, in words; null where the server can read it. */
export function wantedInstead(value: unknown, kind: OptionKind): string | null {
  return value === undefined || value === null || isOfKind(value, kind) ? null : words[kind];
}

function isOfKind(value: unknown, kind: OptionKind): boolean {
  switch (kind) {
    case 'count':
    case 'limit':
      return Number.isInteger(value);
    case 'number':
      return typeof value === 'number';
    case 'flag':
      return typeof value === 'boolean';
    case 'list':
      return Array.isArray(value) && value.every((item) => typeof item === 'string');
    default:
      return typeof value === 'string';
  }
}
