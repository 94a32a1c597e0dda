import { fieldNameError } from '../../../model/names';
import type { ImportedField } from './importedCollection';

/** Tells what a field, or with null its collection, loses; as a sentence. */
export type Tell = (field: string | null, text: string) => void;

export interface FieldsHere {
  readonly schema: ImportedField[];
  /** Names of fields that do not come along, and are not built in here. */
  readonly lost: ReadonlySet<string>;
}

interface Context {
  isAuth: boolean;
  /** Does a collection of the newer system have this id? */
  isSystem: (id: string) => boolean;
  tell: Tell;
}

const builtInForAuth = ['password', 'tokenKey', 'email', 'emailVisibility', 'verified', 'username'];

/** The fields of a newer server as a schema of this one. What is built in here is left out. */
export function fieldsHere(fields: readonly ImportedField[], context: Context): FieldsHere {
  const { isAuth, tell } = context;
  const schema: ImportedField[] = [];
  const lost = new Set<string>();
  const ids = new Set(fields.map(({ id }) => id ?? ''));
  for (const field of fields) {
    const { name } = field;
    if (isBuiltIn(field, isAuth)) {
      tellOfBuiltIn(field, tell);
      continue;
    }
    const why = whyLost(field, context);
    if (why === null) {
      tellOfField(field, tell);
      schema.push(fieldHere(field, ids));
    } else {
      lost.add(name);
      tell(name, why);
    }
  }
  return { schema, lost };
}

export function isIdField({ name, primaryKey }: ImportedField): boolean {
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

export const hiddenThere =
  'The field is hidden on the newer server. Here everyone who can read the record can read it.';

function tellOfBuiltIn(field: ImportedField, tell: Tell): void {
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
  else if (field['hidden'] === true && name !== 'password' && name !== 'tokenKey') tell(name, hiddenThere);
}

/** A sentence; null for a field that comes along. */
function whyLost({ name, type, ...options }: ImportedField, { isAuth, isSystem }: Context): string | null {
  if (type === 'password') return 'The field is lost: here only auth collections have passwords.';
  if (!Object.hasOwn(optionsHere, type))
    return `The field is lost: this server does not know the type ${type}.`;
  const wrongName = fieldNameError(name, { others: [], isAuth });
  if (wrongName) return `The field is lost: this name is not allowed here. ${wrongName}`;
  return type === 'relation' && isSystem(String(options['collectionId']))
    ? 'The field is lost: it is related to a system collection of the newer server.'
    : null;
}

function tellOfField(field: ImportedField, tell: Tell): void {
  const { name, type } = field;
  if (field['hidden'] === true) tell(name, hiddenThere);
  if (isText(field['help'])) tell(name, 'The help text of the field is lost.');
  if (isText(field['autogeneratePattern']))
    tell(name, 'The autogenerate pattern is lost: this server generates no values.');
  if (type === 'editor' && limit(field['maxSize']) !== null)
    tell(name, 'The maximum size of the field is lost.');
  if (type === 'autodate') tell(name, 'The field becomes a plain date: this server does not fill it.');
  if (type === 'geoPoint')
    tell(name, 'The field becomes a JSON field: this server does not check that it is a point.');
}

const typesHere: Readonly<Record<string, string>> = { autodate: 'date', geoPoint: 'json' };

function fieldHere(field: ImportedField, ids: Set<string>): ImportedField {
  const { id, name, type, required, presentable } = field;
  return {
    system: false,
    ...(id ? { id: longId(id, ids) } : {}),
    name,
    type: typesHere[type] ?? type,
    required: type === 'autodate' ? false : (required ?? false),
    presentable: presentable ?? false,
    unique: false,
    options: optionsHere[type]?.(field) ?? {},
  };
}

/** Here an id has five characters at least. Always the same one, so that a second import finds the field again. */
function longId(id: string, ids: Set<string>): string {
  if (id.length >= 5) return id;
  let next = id.padEnd(5, '0');
  while (ids.has(next)) next += '0';
  ids.add(next);
  return next;
}

type Values = Readonly<Record<string, unknown>>;

const isText = (value: unknown) => typeof value === 'string' && value !== '';
/** Zero means there that nothing is said. */
const limit = (value: unknown) => (typeof value === 'number' && value >= 1 ? value : null);
const domains = ({ exceptDomains, onlyDomains }: Values) => ({
  exceptDomains: exceptDomains ?? null,
  onlyDomains: onlyDomains ?? null,
});
/** What newer servers write for a relation to any number of records. */
const unlimited = 2_147_483_647;

/** The options of a field by its type there. */
const optionsHere: Readonly<Record<string, (field: Values) => Values>> = {
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
    return { maxSelect: Math.min(limit(maxSelect) ?? 1, most), values: values ?? [] };
  },
  json: ({ maxSize }) => ({ maxSize: limit(maxSize) ?? 2_000_000 }),
  geoPoint: () => ({ maxSize: 2_000_000 }),
  file: ({ maxSelect, maxSize, mimeTypes, thumbs, protected: isProtected }) => ({
    mimeTypes: mimeTypes ?? null,
    thumbs: thumbs ?? null,
    maxSelect: limit(maxSelect) ?? 1,
    maxSize: limit(maxSize) ?? 5_242_880,
    protected: isProtected ?? false,
  }),
  relation: ({ collectionId, cascadeDelete, minSelect, maxSelect }) => ({
    collectionId: collectionId ?? '',
    cascadeDelete: cascadeDelete ?? false,
    minSelect: limit(minSelect),
    maxSelect: maxSelect === unlimited ? null : (limit(maxSelect) ?? 1),
    displayFields: null,
  }),
};
