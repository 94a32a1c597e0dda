import type { SchemaField } from '../../../model/field';
import { isMultiple } from '../../../model/field';

export interface PlacedField {
  field: SchemaField;
  /** Half of a line, beside a neighbour. */
  isHalf: boolean;
}

const shortTypes = new Set(['number', 'bool', 'date', 'email', 'url']);

function isShort(field: SchemaField): boolean {
  return shortTypes.has(field.type) || (['select', 'relation'].includes(field.type) && !isMultiple(field));
}

/** Short fields stand in pairs, in the order of the schema; one without a short neighbour takes the whole line. */
export function placeFields(fields: readonly SchemaField[]): PlacedField[] {
  const placed: PlacedField[] = [];
  for (let at = 0; at < fields.length; at++) {
    const [field, next] = [fields[at], fields[at + 1]];
    if (!field) continue;
    const isPair = next !== undefined && isShort(field) && isShort(next);
    placed.push({ field, isHalf: isPair });
    if (isPair) {
      placed.push({ field: next, isHalf: true });
      at += 1;
    }
  }
  return placed;
}
