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

/** A value as its input holds it. Numbers, dates and JSON stay texts until they are sent. */
export type FormValue = string | boolean | readonly string[];

/** The part of a field that says which values it takes. */
export type FieldOptions = Pick<SchemaField, 'options'>;

/** Undefined when the field has no such option. */
export function optionOf({ options }: FieldOptions, name: string): unknown {
  return options && Object.hasOwn(options, name) ? (options as Record<string, unknown>)[name] : undefined;
}

/** True if a newer server makes the value of a new record that has none. */
export const isMadeByServer = (field: FieldOptions): boolean =>
  Boolean(optionOf(field, 'autogeneratePattern'));

/** True for a field of a newer server that only admins get. */
export const isHidden = (field: FieldOptions): boolean => optionOf(field, 'hidden') === true;

export function limitOf(field: FieldOptions, name: string): number | null {
  const value = optionOf(field, name);
  return typeof value === 'number' && !isUnset(field, name) ? value : null;
}

/** True for a 0 that stands for the server's default: only newer servers send it, and say of a field if it is hidden. */
export function isUnset(field: FieldOptions, name: string): boolean {
  const isOfNewer = optionOf(field, 'hidden') !== undefined && optionOf(field, 'noDecimal') === undefined;
  return isOfNewer && name !== 'maxSelect' && optionOf(field, name) === 0;
}

/** Returns the texts of an option that is a list. Empty if the field has none. */
export function textsOf(field: FieldOptions, name: string): string[] {
  const list = optionOf(field, name);
  return Array.isArray(list) ? list.filter((text): text is string => typeof text === 'string') : [];
}
