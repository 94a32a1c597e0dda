import { boolean, type Infer, nullable, object, optional, string, type } from 'superstruct';

/** A field as any 0.22 server sends it: flags may be missing, `options` may be null or hold unknown keys. */
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
  'json',
  'file',
  'relation',
] as const;
export type FieldType = (typeof fieldTypes)[number];

/** Null for a type that a newer server may have brought; its values are shown as json is. */
export function fieldTypeOf(field: SchemaField): FieldType | null {
  return fieldTypes.find((known) => known === field.type) ?? null;
}

/** Undefined when the field has no such option. */
export function optionOf(field: SchemaField, name: string): unknown {
  const { options } = field;
  return options && Object.hasOwn(options, name) ? (options as Record<string, unknown>)[name] : undefined;
}

/** Does a record hold a list here, rather than one value? A relation without a maximum holds many. */
export function isMultiple(field: SchemaField): boolean {
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

/** The collection that a relation points to, by id; null for other fields. */
export function targetOf(field: SchemaField): string | null {
  const id = field.type === 'relation' ? optionOf(field, 'collectionId') : null;
  return typeof id === 'string' && id !== '' ? id : null;
}

/** Can this field's files be read with a file token only? */
export function isProtected(field: SchemaField): boolean {
  return field.type === 'file' && optionOf(field, 'protected') === true;
}

/** Does the field say that it takes pictures? One that takes any type does not say so. */
export function takesImages(field: SchemaField): boolean {
  const accepted = field.type === 'file' ? optionOf(field, 'mimeTypes') : null;
  return Array.isArray(accepted) && accepted.some((name) => String(name).startsWith('image/'));
}
