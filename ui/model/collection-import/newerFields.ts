import { accountNames } from '../collection';
import { fieldNameError } from '../names';
import { initialCounts } from '../optionTable';
import type { ImportedField } from './importedCollection';

/** Reports a loss as a sentence; `field` null means the collection itself. */
export type Tell = (field: string | null, text: string) => void;

interface FieldsHere {
  readonly schema: ImportedField[];
  /** Names of fields that are lost and not built in on this server. */
  readonly lost: ReadonlySet<string>;
}

interface Context {
  isAuth: boolean;
  /** True for the id of a system collection of newer servers. */
  isSystem: (id: string) => boolean;
  tell: Tell;
}

const builtInForAuth = ['password', 'tokenKey', ...accountNames];

/**
 * Converts the fields of a newer server to a schema of this one, without the fields that are built in here.
 */
export function downgradeFields(fields: readonly ImportedField[], context: Context): FieldsHere {
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

export const hiddenNote =
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

/** Returns a sentence; null for a field that can be converted. */
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
 * Ids have at least five characters on this server. The padding is stable, so that a second import finds the
 * field again.
 */
function longId(id: string, ids: Set<string>): string {
  if (id.length >= 5) return id;
  let next = id.padEnd(5, '0');
  while (ids.has(next)) next += '0';
  ids.add(next);
  return next;
}

type Values = Readonly<Record<string, unknown>>;

const isText = (value: unknown) => typeof value === 'string' && value !== '';
/** On newer servers zero means no limit. */
const limit = (value: unknown) => (typeof value === 'number' && value >= 1 ? value : null);
const domains = ({ exceptDomains, onlyDomains }: Values) => ({
  exceptDomains: exceptDomains ?? null,
  onlyDomains: onlyDomains ?? null,
});
/** Newer servers send this for a relation without a maximum. */
const unlimited = 2_147_483_647;

/** Converts the options of a field, by its type on the newer server. */
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
