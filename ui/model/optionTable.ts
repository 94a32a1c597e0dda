import { type FieldType, fieldTypes } from './field';

/** A `limit` is a whole number or null; a `count` is never null; a `rule` is a text or null. */
export type OptionKind = 'count' | 'limit' | 'number' | 'flag' | 'text' | 'rule' | 'list' | 'date';

interface Option {
  readonly kind: OptionKind;
  /** The value in a new field or collection, if it differs from the server's default for a missing option. */
  readonly initial?: unknown;
}

export type Options = Readonly<Record<string, Option>>;

const limit: Option = { kind: 'limit' };
const number: Option = { kind: 'number' };
const flag: Option = { kind: 'flag' };
const text: Option = { kind: 'text' };
const list: Option = { kind: 'list' };
const date: Option = { kind: 'date' };
const emptyList: Option = { kind: 'list', initial: [] };
const single = 1;

const domains: Options = { exceptDomains: list, onlyDomains: list };

/** In the order in which servers send them. */
const fieldOptions = {
  text: { min: limit, max: limit, pattern: text },
  editor: { convertUrls: flag },
  number: { min: number, max: number, noDecimal: flag },
  bool: {},
  email: domains,
  url: domains,
  date: { min: date, max: date },
  select: { maxSelect: { kind: 'count', initial: single }, values: emptyList },
  json: { maxSize: { kind: 'count', initial: 2_000_000 } },
  file: {
    mimeTypes: emptyList,
    thumbs: emptyList,
    maxSelect: { kind: 'count', initial: single },
    maxSize: { kind: 'count', initial: 5_242_880 },
    protected: flag,
  },
  relation: {
    collectionId: text,
    cascadeDelete: flag,
    minSelect: limit,
    maxSelect: { kind: 'limit', initial: single },
    displayFields: list,
  },
} as const satisfies Readonly<Record<FieldType, Options>>;

/** The server's own defaults turn off all sign-in methods. */
const authOptions = {
  manageRule: { kind: 'rule' },
  allowOAuth2Auth: { kind: 'flag', initial: true },
  allowUsernameAuth: { kind: 'flag', initial: true },
  allowEmailAuth: { kind: 'flag', initial: true },
  requireEmail: flag,
  exceptEmailDomains: list,
  onlyVerified: flag,
  onlyEmailDomains: list,
  minPasswordLength: { kind: 'count', initial: 8 },
} as const satisfies Options;

/** Replacement values for numbers that the server refuses when they are missing or 0. */
export const initialCounts = {
  maxSelect: single,
  jsonSize: fieldOptions.json.maxSize.initial,
  fileSize: fieldOptions.file.maxSize.initial,
  passwordLength: authOptions.minPasswordLength.initial,
};

/** Null for a type that the server does not know. */
export function optionsOfFieldType(type: string): Options | null {
  const known = fieldTypes.find((one) => one === type);
  return known ? fieldOptions[known] : null;
}

export function optionsOfCollectionType(type: string): Options {
  if (type === 'auth') return authOptions;
  return type === 'view' ? { query: text } : {};
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

/** Returns the value that the server sets for a missing option. */
export function defaultOf(kind: OptionKind): unknown {
  return defaults[kind];
}

/** Returns the options of a new field or collection. */
export function newOptions(options: Options): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(options).map(([name, { kind, initial }]) => [
      name,
      structuredClone(initial ?? defaults[kind]),
    ]),
  );
}
