import { type FormValue, optionOf, type SchemaField, textsOf } from '../field';
import type { FieldError } from '../fieldErrors';
import { autodate } from './autodate';
import { bool } from './bool';
import { date } from './date';
import { editor } from './editor';
import { email } from './email';
import { type FieldType, wrong } from './fieldType';
import { file, takesImages } from './file';
import { geoPoint } from './geoPoint';
import { json } from './json';
import { number } from './number';
import { password } from './password';
import { relation } from './relation';
import { select } from './select';
import { text } from './text';
import { url } from './url';

/** The types of fields, in the order of the menu of new fields. The last ones are of newer servers. */
export const fieldTypes = {
  text,
  editor,
  number,
  bool,
  email,
  url,
  date,
  select,
  file,
  relation,
  json,
  autodate,
  geoPoint,
  password,
} as const satisfies Readonly<Record<string, FieldType>>;

export type FieldTypeName = keyof typeof fieldTypes;

/** The types of new fields. The options of the others are kept, and not edited here. */
export const fieldTypeNames = (Object.keys(fieldTypes) as readonly FieldTypeName[]).filter(
  (name) => !('isNewerOnly' in fieldTypes[name]),
);

/** A type that only a newer server knows is shown like json, and never edited. */
const { label, width, empty, fromStored, isEmpty, print, write } = json;
const unknownType: FieldType = {
  ...{ label, width, empty, fromStored, isEmpty, print, write },
  operators: () => [],
  conditionValues: () => [],
  sample: text.sample,
  about: ({ type }) => [`A value of type ${type}.`],
  options: {},
  required: text.required,
};

/** Returns the type of this name; the unknown type for any other name. */
export const typeNamed = (name: string): FieldType =>
  Object.hasOwn(fieldTypes, name) ? fieldTypes[name as FieldTypeName] : unknownType;

export const typeOf = ({ type }: Pick<SchemaField, 'type'>): FieldType => typeNamed(type);

/** False for a type that only a newer server knows. */
export const isKnown = (field: Pick<SchemaField, 'type'>): boolean => typeOf(field) !== unknownType;

/** True if the form of a record has an input for the field. */
export const isEditable = (field: Pick<SchemaField, 'type'>): boolean =>
  isKnown(field) && !typeOf(field).isReadOnly;

/** True if a form writes a value that no response contains. */
export const isSecret = (field: Pick<SchemaField, 'type'>): boolean => typeOf(field).isSecret === true;

/** Returns the name of the type whose looks a field has: json for an unknown one. */
export const shownTypeOf = ({ type }: Pick<SchemaField, 'type'>): FieldTypeName =>
  Object.hasOwn(fieldTypes, type) ? (type as FieldTypeName) : 'json';

type Typed = Pick<SchemaField, 'type' | 'options'>;

/** True if the options of the field say whether a record holds a list in it. */
export const canBeMultiple = (field: Pick<SchemaField, 'type'>): boolean =>
  typeOf(field).isMultiple !== undefined;

/** True if a record holds a list in this field instead of one value. */
export const isMultiple = (field: Typed): boolean => typeOf(field).isMultiple?.(field) ?? false;

export const holdsFiles = (field: Typed): boolean => typeOf(field).holds === 'files';

export const holdsRecords = (field: Typed): boolean => typeOf(field).holds === 'records';

export const holdsChoices = (field: Typed): boolean => typeOf(field).holds === 'choices';

/** Lists the choices of a field; empty for another type. */
export const choicesOf = (field: Typed): string[] => (holdsChoices(field) ? textsOf(field, 'values') : []);

/** The colour of a choice, 1 to 8, by its position. A value that is no longer a choice has none. */
export function choiceMark(field: SchemaField | undefined, value: string): number | undefined {
  const position = field ? choicesOf(field).indexOf(value) : -1;
  return position < 0 ? undefined : (position % 8) + 1;
}

export function targetOf(field: Typed): string | null {
  const id = holdsRecords(field) ? optionOf(field, 'collectionId') : null;
  return typeof id === 'string' && id !== '' ? id : null;
}

/** True if both fields take the same values, one or several of them. */
export const takesSame = (one: SchemaField, other: SchemaField): boolean =>
  one.type === other.type && targetOf(one) === targetOf(other);

/**
 * Describes which values fit the field: its type, one or several values, and the target of a relation. A value keeps
 * its meaning in another field of the same shape.
 */
export const valueShape = (field: SchemaField): string =>
  [field.type, isMultiple(field) ? 'several' : 'one', targetOf(field) ?? ''].join(' ');

/** Returns the type of the field that a `valueShape` describes. */
export const typeOfShape = (shape: string): FieldType => typeNamed(shape.split(' ')[0] ?? '');

/** True if the server requires a file token to read this field's files. */
export const isProtected = (field: Typed): boolean =>
  holdsFiles(field) && optionOf(field, 'protected') === true;

/** True if the field accepts only images. A field that accepts any type does not count. */
export const holdsImages = (field: Typed): boolean => holdsFiles(field) && takesImages(field);

/** True if a list holds only an excerpt of the value, or the value without its source. */
export function isReadInFull(field: Typed): boolean {
  const { isRich, hasSource } = typeOf(field);
  return (isRich || hasSource) === true;
}

export const missing: FieldError = wrong('validation_required', 'Missing required value.');

/**
 * Validates the value of one field; the messages are those of the server. Refuses only what the server refuses or
 * would change silently. A stored value came from the server, so its numbers are not checked.
 */
export function wrongValue(field: SchemaField, value: FormValue, isStored = false): FieldError | null {
  const { isEmpty, check } = typeOf(field);
  if (isEmpty(value)) return field.required ? missing : null;
  return check?.(field, value, isStored) ?? null;
}

/** Returns a form value as the screen shows it in one line; '' for none. */
export function printTyped(type: FieldType, value: FormValue): string {
  return (type.printTyped ?? type.print)(value);
}
