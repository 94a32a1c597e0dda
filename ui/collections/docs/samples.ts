import { isObject } from '../../base/plainData';
import { type Collection, collectionTypeOf, dateNames } from '../../model/collection';
import { optionOf, type SchemaField, textsOf } from '../../model/field';
import { viewDates } from '../../model/sql/viewColumns';
import { sampleDate } from '../../model/types/date';
import { allowedDomain } from '../../model/types/email';
import { holdsFiles, isMultiple, typeOf } from '../../model/types/fieldTypes';
import { sampleFiles } from '../../model/types/file';
import { type Sample, type SampleObject, sampleObject } from './literals';

export const placeholders = {
  record: 'RECORD_ID',
  token: 'TOKEN',
  client: 'CLIENT_ID',
} as const;

/** Returns a value that the field accepts, as far as its options show; patterns are ignored. */
export function sampleOf(field: SchemaField): Sample {
  const value = typeOf(field).sample(field) as Sample | Readonly<Record<string, Sample>>;
  return isObject(value) ? sampleObject(value as Readonly<Record<string, Sample>>) : value;
}

export function datesOf(collection: Collection): string[] {
  return collectionTypeOf(collection) === 'view' ? viewDates(collection) : [...dateNames];
}

const sampleEmail = (collection: Collection) =>
  `test@${allowedDomain(textsOf(collection, 'onlyEmailDomains'), textsOf(collection, 'exceptEmailDomains'))}`;

export function recordOf(collection: Collection): SampleObject {
  const record = new Map<string, Sample>([
    ['id', placeholders.record],
    ['collectionId', collection.id],
    ['collectionName', collection.name],
    ...datesOf(collection).map((name): [string, Sample] => [name, sampleDate]),
  ]);
  if (collectionTypeOf(collection) === 'auth') {
    record.set('username', 'test_username');
    record.set('email', sampleEmail(collection));
    record.set('emailVisibility', true);
    record.set('verified', true);
  }
  for (const field of collection.schema) record.set(field.name, sampleOf(field));
  return record;
}

/** Returns the values of a body, without files. */
export function bodyOf(collection: Collection, act: 'create' | 'update'): SampleObject {
  const body = new Map<string, Sample>();
  if (collectionTypeOf(collection) === 'auth') {
    body.set('username', 'test_username');
    // Only admins can change an email directly.
    if (act === 'create') body.set('email', sampleEmail(collection));
    body.set('emailVisibility', true);
    if (act === 'update') body.set('oldPassword', passwordOf(collection));
    const password = act === 'update' ? `new ${passwordOf(collection)}` : passwordOf(collection);
    body.set('password', password.slice(0, 72));
    body.set('passwordConfirm', password.slice(0, 72));
  }
  for (const field of collection.schema) {
    if (!holdsFiles(field)) body.set(field.name, sampleOf(field));
  }
  return body;
}

/** Returns a password with the required length. */
export function passwordOf(collection: Collection): string {
  const minimum = Number(optionOf(collection, 'minPasswordLength')) || 0;
  return 'secret password'.padEnd(Math.min(minimum, 72), '.');
}

export interface SampleFile {
  field: string;
  name: string;
}

/** Returns two files if the field takes several. */
export function filesOf(collection: Collection): SampleFile[] {
  return collection.schema
    .filter(holdsFiles)
    .flatMap((field) => sampleFiles(field).map((name) => ({ field: field.name, name })));
}

export function accountOf(collection: Collection) {
  const email = sampleEmail(collection);
  return {
    email,
    password: passwordOf(collection),
    identity: optionOf(collection, 'allowEmailAuth') ? email : 'test_username',
    newEmail: `new.${email}`,
  };
}

export function valueTypeOf(field: SchemaField): string {
  const { valueType = 'String' } = typeOf(field);
  return isMultiple(field) ? `Array<${valueType}>` : valueType;
}
