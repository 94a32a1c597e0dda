import { accountNames, ruleNames } from '../../../model/collection';
import { atCollection, atRequest, isOfBody, via } from '../../../model/filter/ruleWords';
import { fieldNameError } from '../../../model/names';
import { initialCounts } from '../../../model/optionTable';
import { namesOf } from '../../../model/rulePaths';
import { columnsOfIndex } from '../../../model/sql/indexStatement';
import type { ImportedCollection, ImportedField } from './importedCollection';

/** A part of a newer collection that this server does not support, as a sentence. */
export interface Loss {
  readonly collection: string;
  readonly field: string | null;
  readonly text: string;
}

interface Converted {
  readonly collections: readonly ImportedCollection[];
  readonly losses: readonly Loss[];
}

const newerKeys = ['fields', 'viewQuery', 'authRule', 'passwordAuth'];

/**
 * True for a server of 0.23 or later. This server would read it as a collection without fields and sign-in methods.
 */
export function isNewer(collection: ImportedCollection): boolean {
  return !Array.isArray(collection.schema) && newerKeys.some((key) => Object.hasOwn(collection, key));
}

/** Is it from a server of 0.22? A newer server would read it as a collection without fields. */
export const isOfOlderLine = ({ schema, fields, options, viewQuery }: ImportedCollection): boolean =>
  !fields && viewQuery === undefined && (Array.isArray(schema) || isOptions(options));
const isOptions = (options: unknown) => Object.keys(Object(options)).length > 0;

/** The field for user names, as a newer server makes it when it takes over a database of 0.22. */
const userNameField: ImportedField = {
  name: 'username',
  type: 'text',
  required: true,
  options: { min: 3, max: 150, pattern: '^[\\w][\\w\\.\\-]*$', autogeneratePattern: 'users[0-9]{6}' },
};

/**
 * Converts a collection of 0.22 for a newer server, which takes the rest of its form from the door. `hasUserNames`: the
 * collection on this server has a field for user names.
 */
export function upgradeOlder(item: ImportedCollection, hasUserNames: boolean): ImportedCollection {
  const { id, name, schema, options } = item;
  const upgraded = (rule: unknown) =>
    typeof rule === 'string'
      ? outsideQuotes(rule, (part) => part.replaceAll(/@request\.data\b/g, '@request.body'))
      : rule;
  const rules = ruleNames.filter((key) => key in item).map((key) => [key, upgraded(item[key])]);
  const manageRule = options && 'manageRule' in options && { manageRule: upgraded(options['manageRule']) };
  const addsNames = item.type === 'auth' && options?.['allowUsernameAuth'] === true && !hasUserNames;
  const index = `CREATE UNIQUE INDEX \`_${id}_username_idx\` ON \`${name}\` (username COLLATE NOCASE)`;
  return {
    ...item,
    ...Object.fromEntries(rules),
    ...(schema && { schema: [...schema.map(upgradedField), ...(addsNames ? [userNameField] : [])] }),
    ...(addsNames && { indexes: [...(item.indexes ?? []), index] }),
    options: { ...options, ...manageRule },
  };
}

/** Leaves out what newer servers do not store. */
function upgradedField({ unique: _, ...field }: ImportedField): ImportedField {
  const { displayFields: __, ...options } = field.options ?? {};
  return { ...field, options };
}

/** The system collections of newer servers, whose ids are the same everywhere. */
const systemOfNewer: Readonly<Record<string, string>> = {
  _superusers: 'pbc_3142635823',
  _authOrigins: 'pbc_4275539003',
  _externalAuths: 'pbc_2281828961',
  _mfas: 'pbc_2279338944',
  _otps: 'pbc_1638494021',
};

/** Converts newer collections to the format of this server. Others stay. */
export function convertNewer(items: readonly ImportedCollection[]): Converted {
  const losses: Loss[] = [];
  const systemOnes = items.filter((item) => isNewer(item) && item.system === true);
  const system = new Set(
    [...Object.entries(systemOfNewer).flat(), ...systemOnes.flatMap(({ id, name }) => [id, name])].map(
      (text) => text.toLowerCase(),
    ),
  );
  const collections = items.flatMap((item) => {
    if (!isNewer(item)) return [item];
    const tell: Tell = (field, text) => losses.push({ collection: item.name, field, text });
    if (item.system !== true) return [downgradeCollection(item, system, tell)];
    tell(null, 'The collection is skipped: it is a system collection of the newer server.');
    return [];
  });
  return { collections, losses };
}

function downgradeCollection(
  item: ImportedCollection,
  system: ReadonlySet<string>,
  tell: Tell,
): ImportedCollection {
  const { id, name, fields } = item;
  const type = item.type || 'base';
  const isSystem = (target: string) => system.has(target.toLowerCase());
  const isView = type === 'view';
  const { schema, lost } = downgradeFields(isView ? [] : (fields ?? []), {
    isAuth: type === 'auth',
    isSystem,
    tell,
  });
  if (isView) reportHiddenFields(item, tell);
  const losses: RuleLosses = { collections: system, fields: lost };
  const rules = ruleNames.map((key) => [key, convertedRule(item, key, losses, tell)]);
  return {
    id,
    name,
    type,
    system: false,
    // Without fields, send no schema, or it would look as if all fields were removed.
    ...(fields || isView ? { schema } : {}),
    indexes: isView ? [] : downgradeIndexes(item, lost, tell),
    ...Object.fromEntries(rules),
    options: downgradeOptions(item, type, losses, tell),
  };
}

function convertedRule(item: ImportedCollection, key: string, losses: RuleLosses, tell: Tell): string | null {
  const given = item[key];
  const { rule, unknown } = downgradeRule(typeof given === 'string' ? given : null, losses);
  if (unknown !== null)
    tell(null, `The ${key} is lost, so only admins have access: this server does not know ${unknown}.`);
  return rule;
}

function downgradeOptions(
  item: ImportedCollection,
  type: string,
  losses: RuleLosses,
  tell: Tell,
): Record<string, unknown> {
  if (type === 'view') return { query: item['viewQuery'] ?? '' };
  if (type !== 'auth') return {};
  const manageRule = convertedRule(item, 'manageRule', losses, tell);
  return downgradeAuthOptions(item, manageRule, tell);
}

/** This server has indexes of its own for the fields that identify accounts. */
function downgradeIndexes(item: ImportedCollection, lost: ReadonlySet<string>, tell: Tell): string[] {
  return (item.indexes ?? []).filter((statement) => {
    const columns = columnsOfIndex(statement);
    const [first = ''] = columns;
    if (item.type === 'auth' && columns.length === 1 && /^(tokenKey|email|username)$/i.test(first))
      return false;
    const missing = columns.find((column) => lost.has(column));
    if (missing !== undefined)
      tell(null, `An index is lost because it needs the field "${missing}": ${statement}`);
    return missing === undefined;
  });
}

/** This server makes the fields of a view, and can hide none. */
function reportHiddenFields({ fields }: ImportedCollection, tell: Tell): void {
  for (const field of fields ?? []) {
    if (field['hidden'] === true) tell(field.name, hiddenNote);
  }
}

/** Strings and comments, in which nothing is a name or an operator. An unclosed quote extends to the end. */
const quoted = /"[^"\\]*(?:\\[\s\S][^"\\]*)*(?:"|$)|'[^'\\]*(?:\\[\s\S][^'\\]*)*(?:'|$)|\/\/[^\n]*/g;

/** Syntax that only newer servers know, with its name for a sentence. */
const unsupportedParts: readonly (readonly [RegExp, string])[] = [
  [/:lower\b/, ':lower'],
  [/:changed\b/, ':changed'],
  [/\bgeoDistance\s*\(/, 'geoDistance()'],
  [/\bstrftime\s*\(/, 'strftime()'],
  [/@yesterday\b/, '@yesterday'],
  [/@tomorrow\b/, '@tomorrow'],
];

interface RuleHere {
  readonly rule: string | null;
  /**
   * The part that this server does not support; null for none. The rule is then null: admins only, never everyone.
   */
  readonly unknown: string | null;
}

/** Converts a rule to this server. `lost` has the fields and collections that do not exist here. */
function downgradeRule(rule: string | null, lost: RuleLosses): RuleHere {
  if (rule === null) return { rule, unknown: null };
  const here = outsideQuotes(rule, (part) => part.replace(/@request\.body\b/g, atRequest.data));
  const code = rule.replace(quoted, ' ');
  const unknown = unsupportedParts.find(([pattern]) => pattern.test(code))?.[1] ?? lostName(here, lost);
  return unknown === null ? { rule: here, unknown } : { rule: null, unknown };
}

interface RuleLosses {
  /** In lower case: ids and names of the newer server's system collections. */
  readonly collections: ReadonlySet<string>;
  /** Lost fields of the collection that has the rule. */
  readonly fields: ReadonlySet<string>;
}

const backRelationStart = new RegExp(`(?:^|\\.)(\\w+?)${via}`);

function lostName(rule: string, { collections, fields }: RuleLosses): string | null {
  for (const name of namesOf(rule)) {
    const [first = '', second = '', third = ''] = name.split(/[.:]/);
    if (first === atCollection && collections.has(second.toLowerCase())) return second;
    const field = isOfBody(name, {}) ? third : first;
    if (fields.has(field)) return field;
    const source = backRelationStart.exec(name)?.[1] ?? '';
    if (collections.has(source.toLowerCase())) return source;
  }
  return null;
}

function outsideQuotes(rule: string, change: (part: string) => string): string {
  let result = '';
  let at = 0;
  for (const found of rule.matchAll(quoted)) {
    result += change(rule.slice(at, found.index)) + found[0];
    at = found.index + found[0].length;
  }
  return result + change(rule.slice(at));
}

type Values = Readonly<Record<string, unknown>>;

/** Five kinds of tokens and three mails, which are settings of the whole server here. */
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

/** Converts the sign-in settings of a newer auth collection to options. */
function downgradeAuthOptions(
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
  // If the rule is missing, a newer server gives a new collection its default, which admits all users.
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
  if (group(collection['authAlert'])['enabled'] === true) tell(null, 'The sign-in alert email is lost.');
  if (knownSettings.some((key) => Object.hasOwn(collection, key)))
    tell(
      null,
      'The durations of tokens and the email templates are lost: here they are settings of the whole server.',
    );
}

function group(value: unknown): Values {
  return typeof value === 'object' && value !== null ? (value as Values) : {};
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

/** Reports a loss. `field` is null for the collection itself. */
type Tell = (field: string | null, text: string) => void;

interface FieldsHere {
  readonly schema: ImportedField[];
  /** Fields that are lost and are not built in on this server. */
  readonly lost: ReadonlySet<string>;
}

interface Context {
  isAuth: boolean;
  /** True for the id of a system collection of newer servers. */
  isSystem: (id: string) => boolean;
  tell: Tell;
}

const builtInForAuth = ['password', 'tokenKey', ...accountNames];

/** Converts fields to a schema, without those that are built in on this server. */
function downgradeFields(fields: readonly ImportedField[], context: Context): FieldsHere {
  const { isAuth, tell } = context;
  const schema: ImportedField[] = [];
  const lost = new Set<string>();
  const ids = new Set(fields.map(({ id }) => id ?? ''));
  for (const field of fields) {
    const { name } = field;
    if (isBuiltIn(field, isAuth)) {
      reportBuiltIn(field, tell);
      continue;
    }
    const why = reasonForLoss(field, context);
    if (why === null) {
      reportFieldLosses(field, tell);
      schema.push(downgradeField(field, ids));
    } else {
      lost.add(name);
      tell(name, why);
    }
  }
  return { schema, lost };
}

function isIdField({ name, primaryKey }: ImportedField): boolean {
  return primaryKey === true || name === 'id';
}

function isBuiltIn(field: ImportedField, isAuth: boolean): boolean {
  return (
    isIdField(field) ||
    field.name === 'created' ||
    field.name === 'updated' ||
    (isAuth && builtInForAuth.includes(field.name))
  );
}

const hiddenNote =
  'The field is hidden on the newer server. Here everyone who can read the record can read it.';

function reportBuiltIn(field: ImportedField, tell: Tell): void {
  const { name, type } = field;
  if (isIdField(field)) {
    const isUsual =
      field['min'] === 15 &&
      field['max'] === 15 &&
      field['pattern'] === '^[a-z0-9]+$' &&
      field['autogeneratePattern'] === '[a-z0-9]{15}';
    if (!isUsual)
      tell(name, 'The length and the pattern of ids are lost: here an id has 15 letters and digits.');
    return;
  }
  if ((name === 'created' || name === 'updated') && type !== 'autodate')
    tell(name, `The field of the type ${type} is lost: here ${name} is the time that the server sets.`);
  else if (field['hidden'] === true && name !== 'password' && name !== 'tokenKey') tell(name, hiddenNote);
}

/** Returns a sentence why the field cannot be converted; null if it can. */
function reasonForLoss(
  { name, type, ...options }: ImportedField,
  { isAuth, isSystem }: Context,
): string | null {
  if (type === 'password') return 'The field is lost: here only auth collections have passwords.';
  if (!Object.hasOwn(optionConverters, type))
    return `The field is lost: this server does not know the type ${type}.`;
  const wrongName = fieldNameError(name, { others: [], isAuth });
  if (wrongName) return `The field is lost: this name is not allowed here. ${wrongName}`;
  return type === 'relation' && isSystem(String(options['collectionId']))
    ? 'The field is lost: it is related to a system collection of the newer server.'
    : null;
}

function reportFieldLosses(field: ImportedField, tell: Tell): void {
  const { name, type } = field;
  if (field['hidden'] === true) tell(name, hiddenNote);
  if (isText(field['help'])) tell(name, 'The help text of the field is lost.');
  if (isText(field['autogeneratePattern']))
    tell(name, 'The autogenerate pattern is lost: this server generates no values.');
  if (type === 'editor' && limit(field['maxSize']) !== null)
    tell(name, 'The maximum size of the field is lost.');
  if (type === 'autodate') tell(name, 'The field becomes a plain date: this server does not fill it.');
  if (type === 'geoPoint')
    tell(name, 'The field becomes a JSON field: this server does not check that it is a point.');
}

const downgradedTypes: Readonly<Record<string, string>> = { autodate: 'date', geoPoint: 'json' };

function downgradeField(field: ImportedField, ids: Set<string>): ImportedField {
  const { id, name, type, required, presentable } = field;
  return {
    system: false,
    ...(id ? { id: longId(id, ids) } : {}),
    name,
    type: downgradedTypes[type] ?? type,
    required: type === 'autodate' ? false : (required ?? false),
    presentable: presentable ?? false,
    unique: false,
    options: optionConverters[type]?.(field) ?? {},
  };
}

/**
 * Pads an id to five characters, the least on this server. The padding is always the same, so that a second import
 * finds the field again.
 */
function longId(id: string, ids: Set<string>): string {
  if (id.length >= 5) return id;
  let next = id.padEnd(5, '0');
  while (ids.has(next)) next += '0';
  ids.add(next);
  return next;
}

const isText = (value: unknown) => typeof value === 'string' && value !== '';
/** On newer servers, zero means no limit. */
const limit = (value: unknown) => (typeof value === 'number' && value >= 1 ? value : null);
const domains = ({ exceptDomains, onlyDomains }: Values) => ({
  exceptDomains: exceptDomains ?? null,
  onlyDomains: onlyDomains ?? null,
});
/** On newer servers, a relation without a maximum has this. */
const unlimited = 2_147_483_647;

/** By the type that the field has on the newer server. */
const optionConverters: Readonly<Record<string, (field: Values) => Values>> = {
  text: ({ min, max, pattern }) => ({
    min: limit(min),
    max: limit(max),
    pattern: pattern ?? '',
  }),
  editor: ({ convertURLs }) => ({ convertUrls: convertURLs ?? false }),
  number: ({ min, max, onlyInt }) => ({ min: min ?? null, max: max ?? null, noDecimal: onlyInt ?? false }),
  bool: () => ({}),
  email: domains,
  url: domains,
  date: ({ min, max }) => ({ min: min ?? '', max: max ?? '' }),
  autodate: () => ({ min: '', max: '' }),
  select: ({ values, maxSelect }) => {
    const most = Array.isArray(values) ? Math.max(values.length, 1) : 1;
    return { maxSelect: Math.min(limit(maxSelect) ?? initialCounts.maxSelect, most), values: values ?? [] };
  },
  json: ({ maxSize }) => ({ maxSize: limit(maxSize) ?? initialCounts.jsonSize }),
  geoPoint: () => ({ maxSize: initialCounts.jsonSize }),
  file: ({ maxSelect, maxSize, mimeTypes, thumbs, protected: isProtected }) => ({
    mimeTypes: mimeTypes ?? null,
    thumbs: thumbs ?? null,
    maxSelect: limit(maxSelect) ?? initialCounts.maxSelect,
    maxSize: limit(maxSize) ?? initialCounts.fileSize,
    protected: isProtected ?? false,
  }),
  relation: ({ collectionId, cascadeDelete, minSelect, maxSelect }) => ({
    collectionId: collectionId ?? '',
    cascadeDelete: cascadeDelete ?? false,
    minSelect: limit(minSelect),
    maxSelect: maxSelect === unlimited ? null : (limit(maxSelect) ?? initialCounts.maxSelect),
    displayFields: null,
  }),
};
