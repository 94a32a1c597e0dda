import type { FieldErrors } from '../../model/fieldErrors';

/**
 * The server counts the fields that were sent; here they stand under the keys of their forms, where they stay when
 * fields are moved or removed. Without keys, as of a view, whose fields the server makes, they are left as they are.
 */
export function errorsByKey(errors: FieldErrors, sentKeys: readonly string[]): FieldErrors {
  return Object.fromEntries(
    Object.entries(errors).map(([path, error]) => {
      const [, place, rest = ''] = /^schema\.(\d+)(\..*)?$/.exec(path) ?? [];
      const key = place === undefined ? undefined : sentKeys[Number(place)];
      return [key === undefined ? path : `schema.${key}${rest}`, error];
    }),
  );
}
