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

/** What happens to the records of this collection when one that they refer to goes. */
export function cascadeWords(target: string | null, isMany: boolean): string {
  const name = target === null ? 'the chosen collection' : `"${target}"`;
  const first = `When a record of ${name} is deleted, delete the records that refer to it too.`;
  return isMany ? `${first}\nWith several ids: only when all ids are removed.` : first;
}
