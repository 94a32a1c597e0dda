import { type FieldErrors, hasUnder, messageAt } from '../../../model/fieldErrors';
import { holdsMany } from '../collectionChanges';
import type { FieldForm } from '../collectionForm';

/** What counts as no value: a field that is required refuses it. */
export function zeroValueOf(field: FieldForm): string {
  switch (field.type) {
    case 'number':
      return '0';
    case 'bool':
      return 'false';
    case 'json':
      return 'null, "", [], {}';
    default:
      return holdsMany(field) ? '[]' : '""';
  }
}

/** Of a list the first error names the entry that it is about. */
export function optionError(errors: FieldErrors, path: string, value: unknown): string | null {
  const own = messageAt(errors, path);
  if (own !== null || !Array.isArray(value) || !hasUnder(errors, path)) return own;
  const at = value.findIndex((_, index) => messageAt(errors, `${path}.${index}`) !== null);
  return at < 0 ? null : `${String(value[at])}: ${messageAt(errors, `${path}.${at}`)}`;
}

/** What happens to the records of this collection when one that they refer to goes. */
export function cascadeWords(target: string | null, isMany: boolean): string {
  const name = target === null ? 'the chosen collection' : `"${target}"`;
  const first = `When a record of ${name} is deleted, delete the records that refer to it too.`;
  return isMany ? `${first}\nOf several ids: only when all ids are removed.` : first;
}
