import type { Collection } from '../collection';
import { isMultiple, targetOf } from '../field';
import { type FullRecord, fieldValue, type RecordAnswer } from '../record';

/**
 * Returns a former record under the names that its fields have today. Values of fields that are gone, or that take
 * other values now, are missing.
 */
export function fittedAnswer(
  { record, sources }: RecordAnswer,
  before: Collection,
  today: Collection,
): RecordAnswer {
  const known = new Set(before.schema.map(({ name }) => name));
  const kept = Object.entries(record).filter(([name]) => !known.has(name));
  const values = new Map<string, unknown>(kept);
  const texts = new Map<string, string>();
  for (const field of before.schema) {
    const now = today.schema.find(({ id }) => id === field.id);
    const isSame =
      now?.type === field.type && isMultiple(now) === isMultiple(field) && targetOf(now) === targetOf(field);
    const value = fieldValue(record, field.name);
    if (!now || !isSame || value === undefined) continue;
    values.set(now.name, value);
    const source = Object.hasOwn(sources, field.name) ? sources[field.name] : undefined;
    if (source !== undefined) texts.set(now.name, source);
  }
  return {
    record: Object.fromEntries(values) as unknown as FullRecord,
    sources: Object.fromEntries(texts),
  };
}
