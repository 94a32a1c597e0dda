import { type Collection, collectionTypeOf } from '../../../model/collection';
import { optionOf, type SchemaField } from '../../../model/field';
import {
  type FieldTypeName,
  holdsFiles,
  isKnown,
  isMultiple,
  shownTypeOf,
} from '../../../model/types/fieldTypes';

/** The kind of value that a column becomes. An id and a password stay exactly as they are written. */
export type ImportType = Exclude<FieldTypeName, 'file'> | 'id' | 'password';

/** A field that a column of a file may go to. */
export interface ImportField {
  readonly name: string;
  readonly type: ImportType;
  /** The value is a list. */
  readonly isMultiple: boolean;
  /** Null for a system field. */
  readonly field: SchemaField | null;
  /** A new record cannot be without it. Random passwords can replace the password. */
  readonly required: boolean;
}

export function importFields(collection: Collection): ImportField[] {
  return [
    systemField('id', 'id'),
    ...(collectionTypeOf(collection) === 'auth' ? accountFields(collection) : []),
    ...collection.schema.flatMap((field) => {
      if (!isKnown(field) || holdsFiles(field)) return [];
      const { name, required } = field;
      return {
        name,
        type: shownTypeOf(field) as ImportType,
        isMultiple: isMultiple(field),
        field,
        required: required === true,
      };
    }),
  ];
}

function accountFields(collection: Collection): ImportField[] {
  return [
    systemField('username', 'text'),
    systemField('email', 'email', optionOf(collection, 'requireEmail') === true),
    systemField('emailVisibility', 'bool'),
    systemField('verified', 'bool'),
    systemField('password', 'password', true),
  ];
}

function systemField(name: string, type: ImportType, required = false): ImportField {
  return { name, type, isMultiple: false, field: null, required };
}

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
 * Returns the reason why no field takes a column of this name; null if there is none. An exact name comes before a
 * similar one, so `collectionId` is the server's even if there is a field `collection_id`.
 */
export function whyLeftOut(name: string, collection: Collection): LeftOut | null {
  if (/^\s*lowline_/i.test(name)) return 'server';
  const files = collection.schema.filter(holdsFiles);
  const fields = importFields(collection);
  for (const isIt of [(one: string) => one === name, (one: string) => isSimilarName(one, name)]) {
    if (fields.some((field) => isIt(field.name))) return null;
    if (files.some((field) => isIt(field.name))) return 'files';
    if (serverNames.some(isIt)) return 'server';
  }
  return null;
}

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
