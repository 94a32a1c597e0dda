import { type Collection, collectionTypeOf } from '../../model/collection';
import { optionOf, type SchemaField } from '../../model/field';
import { viewDates } from '../../model/sql/viewColumns';
import { holdsImages, isMultiple } from '../../model/types/fieldTypes';
import { type Sample, type SampleObject, sampleObject } from './literals';

/** Placeholders for values that only the reader knows. */
export const placeholders = {
  record: 'RECORD_ID',
  related: 'RELATED_RECORD_ID',
  token: 'TOKEN',
  client: 'CLIENT_ID',
} as const;

const sampleDate = '2022-01-01 10:00:00.123Z';
const longestText = 200;

/** Returns a value that the field accepts, as far as its options say it; patterns are not evaluated. */
export function sampleOf(field: SchemaField): Sample {
  if (field.type === 'file') {
    const names = fileNamesOf(field);
    return isMultiple(field) ? names : (names[0] ?? '');
  }
  const one = oneSampleOf(field);
  if (!isMultiple(field)) return one;
  return field.type === 'select'
    ? choicesOf(field).slice(0, Math.min(2, numberOf(field, 'maxSelect') ?? 2))
    : [one];
}

function oneSampleOf(field: SchemaField): Sample {
  switch (field.type) {
    case 'number':
      return within(123, field);
    case 'bool':
      return true;
    case 'email':
      return `test@${domainOf(field.options, 'onlyDomains', 'exceptDomains')}`;
    case 'url':
      return `https://${domainOf(field.options, 'onlyDomains', 'exceptDomains')}`;
    case 'editor':
      return '<p>Some <b>rich</b> text</p>';
    case 'date':
      return dateWithin(field);
    case 'select':
      return choicesOf(field)[0] ?? '';
    case 'json':
      return sampleObject({ key: 'value' });
    case 'relation':
      return placeholders.related;
    default:
      return textWithin(field);
  }
}

/** Returns the choices of a select field; they may be any text. */
export function choicesOf(field: SchemaField): string[] {
  return textsOf(field.options, 'values');
}

function textsOf(options: unknown, name: string): string[] {
  const list = (options as Record<string, unknown> | null | undefined)?.[name];
  return Array.isArray(list) ? list.filter((text): text is string => typeof text === 'string') : [];
}

function numberOf(field: SchemaField, name: string): number | undefined {
  const value = optionOf(field, name);
  return typeof value === 'number' ? value : undefined;
}

function within(value: number, field: SchemaField): number {
  const { min = -Infinity, max = Infinity } = { min: numberOf(field, 'min'), max: numberOf(field, 'max') };
  return Math.min(Math.max(value, min), Math.max(min, max));
}

function dateWithin(field: SchemaField): string {
  const { min, max } = { min: optionOf(field, 'min'), max: optionOf(field, 'max') };
  if (typeof min === 'string' && min > sampleDate) return min;
  return typeof max === 'string' && max !== '' && max < sampleDate ? max : sampleDate;
}

function textWithin(field: SchemaField): string {
  const { min = 0, max } = { min: numberOf(field, 'min'), max: numberOf(field, 'max') };
  const text = 'test'.padEnd(Math.min(min, longestText), 'test');
  return max ? text.slice(0, max) : text;
}

function domainOf(options: unknown, only: string, except: string): string {
  const refused = textsOf(options, except);
  const usual = ['example.com', 'example.org', 'example.net'].find((domain) => !refused.includes(domain));
  return textsOf(options, only)[0] ?? usual ?? 'example.edu';
}

/** Returns the date columns. */
export function datesOf(collection: Collection): string[] {
  return collectionTypeOf(collection) === 'view' ? viewDates(collection) : ['created', 'updated'];
}

/** Returns an option of the collection; it may have any type. */
export function authOption(collection: Collection, name: string): unknown {
  const { options } = collection;
  return options && Object.hasOwn(options, name) ? (options as Record<string, unknown>)[name] : undefined;
}

const sampleEmail = (collection: Collection) =>
  `test@${domainOf(collection.options, 'onlyEmailDomains', 'exceptEmailDomains')}`;

/** Returns a record as in a response. */
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

/** Returns the body of a create or update request, without files. */
export function bodyOf(collection: Collection, act: 'create' | 'update'): SampleObject {
  const body = new Map<string, Sample>();
  if (collectionTypeOf(collection) === 'auth') {
    body.set('username', 'test_username');
    // Only an admin changes an email directly.
    if (act === 'create') body.set('email', sampleEmail(collection));
    body.set('emailVisibility', true);
    if (act === 'update') body.set('oldPassword', passwordOf(collection));
    const password = act === 'update' ? `new ${passwordOf(collection)}` : passwordOf(collection);
    body.set('password', password.slice(0, 72));
    body.set('passwordConfirm', password.slice(0, 72));
  }
  for (const field of collection.schema) {
    if (field.type !== 'file') body.set(field.name, sampleOf(field));
  }
  return body;
}

/** Returns a password of the length that the collection requires. */
export function passwordOf(collection: Collection): string {
  const minimum = Number(authOption(collection, 'minPasswordLength')) || 0;
  return 'secret password'.padEnd(Math.min(minimum, 72), '.');
}

/** A file that an example sends as the value of a field. */
export interface SampleFile {
  field: string;
  name: string;
}

/** Returns two files for a field that takes several. */
export function filesOf(collection: Collection): SampleFile[] {
  return collection.schema
    .filter(({ type }) => type === 'file')
    .flatMap((field) => fileNamesOf(field).map((name) => ({ field: field.name, name })));
}

function fileNamesOf(field: SchemaField): string[] {
  const ending = holdsImages(field) ? 'png' : 'txt';
  return isMultiple(field) ? [`first.${ending}`, `second.${ending}`] : [`example.${ending}`];
}

/** Returns the account in the examples of an auth collection. */
export function accountOf(collection: Collection) {
  const email = sampleEmail(collection);
  return {
    email,
    password: passwordOf(collection),
    identity: authOption(collection, 'allowEmailAuth') ? email : 'test_username',
    newEmail: `new.${email}`,
  };
}

/** Returns the type of a value for the tables. */
export function valueTypeOf(field: SchemaField): string {
  const one =
    { number: 'Number', bool: 'Boolean', file: 'File', json: 'JSON' }[field.type as 'number'] ?? 'String';
  return isMultiple(field) ? `Array<${one}>` : one;
}
