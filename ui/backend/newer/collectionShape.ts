// A newer server sends flat fields, and the groups of an account collection at the top. Inside, a collection looks as
// on 0.22: `schema`, `options`, and in `builtIn` the fields that 0.22 has outside the schema. The bags of options are
// open: they hold every key that is not known here, as it came. So `toNewer(toInner(raw))` is `raw`, and nothing has
// to be remembered beside a collection that is copied, drafted or stored. Rejected: the flat form inside, because 58
// files read `schema`.

import { isEqual } from '../../base/equal';
import { type BuiltInField, type Collection, collectionTypeOf, ruleNames } from '../../model/collection';
import type { SchemaField } from '../../model/field';

type Values = Readonly<Record<string, unknown>>;

/** A field as a newer server sends it: its options stand beside its name. */
type FlatField = Values;

/** A collection as a newer server sends it. */
export type NewerCollection = Values;

const flags = ['id', 'name', 'type', 'required', 'presentable', 'system'];

/** The names of options that changed: of 0.22, and of newer servers. */
const renamedOptions: Readonly<Record<string, readonly [inner: string, newer: string]>> = {
  number: ['noDecimal', 'onlyInt'],
  editor: ['convertUrls', 'convertURLs'],
};

/** Returns the name of an option inside. */
export const innerOption = (type: string, name: string): string => {
  const [inner, newer] = renamedOptions[type] ?? [];
  return name === newer && inner ? inner : name;
};

/** A newer server has this number in place of no limit. */
const unlimited = 2_147_483_647;
const unlimitedOptions: Readonly<Record<string, string>> = { relation: 'maxSelect' };

const accountFields = ['email', 'emailVisibility', 'verified', 'password', 'tokenKey'];

/** `isAuth`: the field is of an account collection. */
export function isBuiltIn({ name, type, primaryKey }: FlatField, isAuth: boolean): boolean {
  if (name === 'id' || primaryKey === true) return true;
  if (name === 'created' || name === 'updated') return type === 'autodate';
  return isAuth && accountFields.includes(String(name));
}

/** The keys of a collection that are no options. */
const ownKeys = ['id', 'name', 'type', 'system', 'indexes', 'created', 'updated', ...ruleNames];

export function toInner(raw: NewerCollection): Collection {
  const { fields = [], viewQuery, ...rest } = raw as Values & { fields?: readonly FlatField[] };
  const isAuth = raw['type'] === 'auth';
  const own = Object.entries(rest).filter(([key]) => ownKeys.includes(key));
  const groups = Object.entries(rest).filter(([key]) => !ownKeys.includes(key));
  const builtIn = fields.flatMap((field, at) =>
    isBuiltIn(field, isAuth) ? [{ ...innerField(field), at }] : [],
  );
  const options = Object.fromEntries(groups);
  return {
    ...(Object.fromEntries(own) as unknown as Collection),
    schema: fields.filter((field) => !isBuiltIn(field, isAuth)).map(innerField),
    builtIn,
    options: {
      ...options,
      ...(viewQuery !== undefined && { query: viewQuery }),
      ...(isAuth && accountView(options, builtIn)),
    },
  };
}

/** Takes a collection of this page, or a part of one. Only keys that are there come out. */
export function toNewer(inner: Partial<Collection>): NewerCollection {
  const { schema, builtIn = [], options, ...rest } = inner;
  const { query, ...bag } = (options ?? {}) as Record<string, unknown>;
  const account = inner.type === 'auth' ? withoutView(bag, builtIn) : { groups: bag, builtIn };
  return {
    ...rest,
    ...account.groups,
    ...(query !== undefined && { viewQuery: query }),
    ...(schema && { fields: flatFields(schema, account.builtIn) }),
  };
}

function flatFields(schema: readonly SchemaField[], builtIn: readonly BuiltInField[]): FlatField[] {
  const fields = schema.map(flatField);
  for (const { at, ...field } of builtIn.toSorted((one, other) => one.at - other.at)) {
    fields.splice(at, 0, flatField(field));
  }
  return fields;
}

function innerField(field: FlatField): SchemaField {
  const [inner, newer] = renamedOptions[String(field['type'])] ?? [];
  const limit = unlimitedOptions[String(field['type'])];
  const options = Object.entries(field).flatMap(([key, value]) => {
    if (flags.includes(key)) return [];
    if (key === newer) return [[inner, value] as const];
    return [[key, key === limit && value === unlimited ? null : value] as const];
  });
  const own = Object.entries(field).filter(([key]) => flags.includes(key));
  return { ...(Object.fromEntries(own) as unknown as SchemaField), options: Object.fromEntries(options) };
}

/** A new field leaves without an id: the server would drop the column of a known name for an unknown id. */
function flatField({ id, options, ...own }: Partial<SchemaField>): FlatField {
  const [inner, newer] = renamedOptions[own.type ?? ''] ?? [];
  const limit = unlimitedOptions[own.type ?? ''];
  const flat = Object.entries(options ?? {}).map(([key, value]) => {
    if (key === inner) return [newer, value] as const;
    return [key, key === limit && value === null ? unlimited : value] as const;
  });
  return { ...(id && { id }), ...own, ...Object.fromEntries(flat) };
}

// The options of accounts on 0.22 are a view of the groups of a newer server, and of two of its fields. It is made
// with the collection, so a value that differs from the view was changed by a person.

type Account = { readonly groups: Values; readonly builtIn: readonly BuiltInField[] };

const group = (value: unknown): Values =>
  typeof value === 'object' && value !== null ? (value as Values) : {};
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const verifiedRule = 'verified = true';
const isVerifiedRule = (rule: unknown) => String(rule).replaceAll(/\s/g, '') === 'verified=true';

function accountView(groups: Values, builtIn: readonly BuiltInField[]): Values {
  const optionsOf = (name: string) => group(builtIn.find((field) => field.name === name)?.options);
  const { enabled, identityFields } = group(groups['passwordAuth']);
  const identities = enabled === true ? listOf(identityFields) : [];
  return {
    allowEmailAuth: identities.includes('email'),
    allowUsernameAuth: identities.includes('username'),
    allowOAuth2Auth: group(groups['oauth2'])['enabled'] === true,
    requireEmail: (builtIn.find(({ name }) => name === 'email') ?? emailField).required === true,
    exceptEmailDomains: optionsOf('email')['exceptDomains'] ?? null,
    onlyEmailDomains: optionsOf('email')['onlyDomains'] ?? null,
    minPasswordLength: optionsOf('password')['min'] ?? 8,
    onlyVerified: isVerifiedRule(groups['authRule']),
  };
}

/** Takes the view out of the bag, and writes what differs from it into the groups and the fields. */
function withoutView(bag: Values, builtIn: readonly BuiltInField[]): Account {
  const names = Object.keys(accountView({}, []));
  const groups = Object.fromEntries(Object.entries(bag).filter(([key]) => !names.includes(key)));
  const view = accountView(groups, builtIn);
  const changed = names.filter((name) => name in bag && !isSameOption(bag[name], view[name]));
  return changed.reduce((account, name) => withChange(account, name, bag), { groups, builtIn });
}

const isSameOption = (one: unknown, other: unknown) => isEqual(filled(one), filled(other));
const filled = (value: unknown) => (Array.isArray(value) && value.length === 0 ? null : (value ?? null));

function withChange({ groups, builtIn }: Account, name: string, bag: Values): Account {
  const value = bag[name];
  const withGroup = (key: string, changes: Values): Account => ({
    groups: { ...groups, [key]: { ...group(groups[key]), ...changes } },
    builtIn,
  });
  const withField = (field: BuiltInField, changes: Values, required?: boolean): Account => {
    const old = builtIn.find((one) => one.name === field.name) ?? field;
    const next = {
      ...old,
      ...(required !== undefined && { required }),
      options: { ...old.options, ...changes },
    };
    return { groups, builtIn: [...builtIn.filter((one) => one !== old), next] };
  };
  switch (name) {
    case 'allowEmailAuth':
    case 'allowUsernameAuth':
      return withGroup('passwordAuth', passwordAuth(group(groups['passwordAuth']), bag));
    case 'allowOAuth2Auth':
      return withGroup('oauth2', { enabled: value });
    case 'requireEmail':
      return withField(emailField, {}, value === true);
    case 'exceptEmailDomains':
      return withField(emailField, { exceptDomains: value ?? [] });
    case 'onlyEmailDomains':
      return withField(emailField, { onlyDomains: value ?? [] });
    case 'minPasswordLength':
      return withField(passwordField, { min: value });
    default:
      return { groups: { ...groups, authRule: withVerified(groups['authRule'], value === true) }, builtIn };
  }
}

/** A new collection has none of its fields yet; the server finds its own by their names. */
const emailField: BuiltInField = {
  ...{ id: '', name: 'email', type: 'email', system: true, required: true, at: 0 },
};
const passwordField: BuiltInField = {
  ...emailField,
  name: 'password',
  type: 'password',
  options: { hidden: true },
};

/** Other names by which accounts sign in stay. */
function passwordAuth({ enabled, identityFields }: Values, bag: Values): Values {
  const others =
    enabled === false
      ? []
      : listOf(identityFields).filter((name) => !/^(email|username)$/.test(String(name)));
  const chosen = [
    ...(bag['allowEmailAuth'] === true ? ['email'] : []),
    ...(bag['allowUsernameAuth'] === true ? ['username'] : []),
    ...others,
  ];
  if (chosen.length === 0) return { enabled: false };
  return { enabled: true, identityFields: chosen };
}

/** A rule of another kind is never overwritten. */
function withVerified(rule: unknown, isOn: boolean): unknown {
  const isPlain = rule === undefined || rule === '' || isVerifiedRule(rule);
  return isPlain ? (isOn ? verifiedRule : '') : rule;
}

/**
 * The dates that a new collection gets, as the server's own dashboard adds them. A view has none, and a copy or a
 * deleted collection has its own.
 */
export function withDates(collection: Partial<Collection>): Partial<Collection> {
  const { builtIn, schema = [] } = collection;
  if (builtIn || collectionTypeOf(collection as Collection) === 'view') return collection;
  const added = ['created', 'updated']
    .filter((name) => !schema.some((field) => field.name === name))
    .map(
      (name): BuiltInField => ({
        // Behind all others, of which some may be added later.
        ...{ id: '', name, type: 'autodate', at: Number.MAX_SAFE_INTEGER },
        options: { onCreate: true, onUpdate: name === 'updated' },
      }),
    );
  return { ...collection, builtIn: added };
}
