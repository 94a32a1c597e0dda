import { boolean, type Infer, nullable, object, optional, string, type } from 'superstruct';

/**
 * A field as any 0.22 server sends it. Flags may be missing; `options` may be null or contain unknown keys.
 */
export const SchemaField = type({
  id: string(),
  name: string(),
  type: string(),
  required: optional(nullable(boolean())),
  presentable: optional(nullable(boolean())),
  system: optional(nullable(boolean())),
  options: optional(nullable(object())),
});
export type SchemaField = Infer<typeof SchemaField>;

export const fieldTypes = [
  'text',
  'editor',
  'number',
  'bool',
  'email',
  'url',
  'date',
  'select',
  'file',
  'relation',
  'json',
] as const;
export type FieldType = (typeof fieldTypes)[number];

/** Null for a type that only a newer server knows. Its values are shown like json. */
export function fieldTypeOf(field: SchemaField): FieldType | null {
  return fieldTypes.find((known) => known === field.type) ?? null;
}

/** Undefined when the field has no such option. */
export function optionOf(field: Pick<SchemaField, 'options'>, name: string): unknown {
  const { options } = field;
  return options && Object.hasOwn(options, name) ? (options as Record<string, unknown>)[name] : undefined;
}

/** The colour of a choice, 1 to 8, by its position. A value that is no longer a choice has none. */
export function choiceMark(field: SchemaField | undefined, value: string): number | undefined {
  const choices = field?.type === 'select' ? optionOf(field, 'values') : null;
  const position = Array.isArray(choices) ? choices.indexOf(value) : -1;
  return position < 0 ? undefined : (position % 8) + 1;
}

/**
 * True if a record holds a list in this field instead of one value. The rule is the server's (`IsMultiple` in
 * `models/schema/schema_field.go`): without a maximum, a relation holds many values, but a select or a file holds one.
 */
export function isMultiple(field: Pick<SchemaField, 'type' | 'options'>): boolean {
  const maximum = optionOf(field, 'maxSelect');
  switch (field.type) {
    case 'select':
    case 'file':
      return typeof maximum === 'number' && maximum > 1;
    case 'relation':
      return typeof maximum !== 'number' || maximum > 1;
    default:
      return false;
  }
}

/** Returns the id of the collection that a relation points to, or null for another field type. */
export function targetOf(field: SchemaField): string | null {
  const id = field.type === 'relation' ? optionOf(field, 'collectionId') : null;
  return typeof id === 'string' && id !== '' ? id : null;
}

/**
 * Describes which values fit the field: its type, one or several values, and the target of a relation. A value keeps
 * its meaning in another field of the same shape.
 */
export const valueShape = (field: SchemaField): string =>
  [field.type, isMultiple(field) ? 'several' : 'one', targetOf(field) ?? ''].join(' ');

/** True if the server requires a file token to read this field's files. */
export function isProtected(field: SchemaField): boolean {
  return field.type === 'file' && optionOf(field, 'protected') === true;
}

/** True if the field accepts only images. A field that accepts any type does not count. */
export function takesImages(field: SchemaField): boolean {
  const accepted = field.type === 'file' ? optionOf(field, 'mimeTypes') : null;
  return Array.isArray(accepted) && accepted.some((name) => String(name).startsWith('image/'));
}
