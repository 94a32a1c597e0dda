import { accountNamesOf, type Collection, collectionTypeOf, systemTypeOf } from '../../../model/collection';
import { type FieldOptions, isMadeByServer, optionOf, type SchemaField } from '../../../model/field';
import type { FieldType } from '../../../model/types/fieldType';
import { holdsFiles, typeNamed, typeOf } from '../../../model/types/fieldTypes';
import { plainReading, type TextReading } from '../../../model/types/textReading';

type AskedType = Pick<
  FieldType,
  'empty' | 'hasSource' | 'holds' | 'isGuarded' | 'isKey' | 'isMultiple' | 'reading'
>;

/** A field that a column of a file may go to. */
export interface ImportField {
  readonly name: string;
  readonly type: AskedType & { readonly reading: TextReading };
  /** Null for a system field. */
  readonly field: SchemaField | null;
  /** True if a new record must have a value. Random passwords can replace the password. */
  readonly required: boolean;
}

export function importFields(collection: Collection): ImportField[] {
  return [id, ...accountFields(collection), ...collection.schema.map(ownField)].filter(canRead);
}

/** Null for a file, and for a type that only a newer server knows. */
export function importFieldOf(field: SchemaField): ImportField | null {
  const own = ownField(field);
  return canRead(own) ? own : null;
}

const ownField = (field: SchemaField): AnyField => ({
  name: field.name,
  type: typeOf(field),
  field,
  required: field.required === true && !isMadeByServer(field),
});

type AnyField = Omit<ImportField, 'type'> & { readonly type: AskedType };

/** False for files, and for a type that only a newer server knows. */
const canRead = (field: AnyField): field is ImportField => field.type.reading !== undefined;

/** An id and a password are never trimmed or converted. */
const exactType: AskedType = { empty: () => '', reading: plainReading };
const id: AnyField = { name: 'id', type: { ...exactType, isKey: true }, field: null, required: false };

function accountFields(collection: Collection): AnyField[] {
  if (collectionTypeOf(collection) !== 'auth') return [];
  const needsEmail = optionOf(collection, 'requireEmail') === true;
  const names = accountNamesOf(collection).map((name) => ({
    name,
    type: typeNamed(systemTypeOf(name)),
    field: null,
    required: name === 'email' && needsEmail,
  }));
  return [...names, { name: 'password', type: exactType, field: null, required: true }];
}

/** A system field has no options. */
export const optionsOf = ({ field }: Pick<ImportField, 'field'>): FieldOptions => field ?? {};

type LeftOut = 'files' | 'server';

export const leftOutSentences: Readonly<Record<LeftOut, string>> = {
  files: 'Files cannot be imported.',
  server: 'Set by the server.',
};

const serverNames = [
  'created',
  'updated',
  'collectionId',
  'collectionName',
  'expand',
  'passwordHash',
  'tokenKey',
  'lastResetSentAt',
  'lastVerificationSentAt',
  'lastLoginAlertSentAt',
];

/**
 * Says why no field takes a column of this name; null if one may. An exact name has priority: `collectionId` is a
 * system field even if there is a field `collection_id`.
 */
export function whyLeftOut(name: string, collection: Collection): LeftOut | null {
  if (isOfFailedRows(name)) return 'server';
  const files = collection.schema.filter(holdsFiles);
  const fields = importFields(collection);
  for (const isIt of [(one: string) => one === name, (one: string) => isSimilarName(one, name)]) {
    if (fields.some((field) => isIt(field.name))) return null;
    if (files.some((field) => isIt(field.name))) return 'files';
    if (serverNames.some(isIt)) return 'server';
  }
  return null;
}

/** True for a column that this page adds to the file of rows that failed. */
export const isOfFailedRows = (name: string): boolean => /^\s*lowline_/i.test(name);

/** Compares names without case, blanks, `_`, `-` and a unit at the end, as in `Price (EUR)`. */
export function isSimilarName(one: string, other: string): boolean {
  const plain = plainName(one);
  return plain !== '' && plain === plainName(other);
}

function plainName(name: string): string {
  return name
    .normalize('NFKC')
    .replace(/(?<=\S)\s*(?:\([^()]*\)|\[[^[\]]*\])\s*$/, '')
    .replace(/[\s_-]+/g, '')
    .toLowerCase();
}
