import type { FieldErrors } from '../fieldErrors';

/**
 * Returns the errors of a refused call that sent the fields with these names. For a value that is not unique, the
 * server also blames a field whose name is the beginning of the right one.
 */
export function withoutBlamedTwice(errors: FieldErrors, sent: readonly string[]): FieldErrors {
  const names = Object.keys(errors);
  const isBlamedTwice = (name: string) =>
    errors[name]?.code === 'validation_not_unique' &&
    !sent.includes(name) &&
    names.some((other) => other !== name && other.startsWith(name));
  return Object.fromEntries(Object.entries(errors).filter(([name]) => !isBlamedTwice(name)));
}
