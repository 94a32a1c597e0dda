import { listOf } from '../../../base/lists';
import type { Collection } from '../../../model/collection';
import type { SchemaField } from '../../../model/field';
import { type FullRecord, fieldValue, isEmptyValue, type RecordAnswer } from '../../../model/record';
import { isMultiple, takesSame, typeOf } from '../../../model/types/fieldTypes';
import { jsonSourceOf } from '../../values/recordValues';

/** A field that cannot take a former value, with what became of it. */
export interface LostField {
  readonly field: SchemaField;
  readonly now: SchemaField | undefined;
}

/** True if today's field can hold the value. */
export function holds(now: SchemaField, then: SchemaField, value: unknown): boolean {
  return takesSame(now, then) && (isMultiple(now) || !isMultiple(then) || listOf(value).length <= 1);
}

/**
 * Returns a former record under the names that its fields have today. Values of deleted fields, or of fields that
 * cannot hold them now, are missing. With `isCut`, a field that takes one value now has the last one of its list, as
 * the server makes it.
 */
export function fittedAnswer(
  { record, sources }: RecordAnswer,
  before: Collection,
  today: Collection,
  { isCut = false } = {},
): RecordAnswer {
  const fits = isCut ? takesSame : holds;
  const known = new Set(before.schema.map(({ name }) => name));
  const kept = Object.entries(record).filter(([name]) => !known.has(name));
  const values = new Map<string, unknown>(kept);
  const texts = new Map<string, string>();
  for (const field of before.schema) {
    const now = today.schema.find(({ id }) => id === field.id);
    const value = fieldValue(record, field.name);
    if (!now || value === undefined || !fits(now, field, value)) continue;
    const list = listOf(value);
    const isOther = isMultiple(now) !== isMultiple(field);
    values.set(now.name, isOther ? (isMultiple(now) ? list : (list.at(-1) ?? '')) : value);
    const source = Object.hasOwn(sources, field.name) ? sources[field.name] : undefined;
    if (source !== undefined) texts.set(now.name, source);
  }
  return {
    record: Object.fromEntries(values) as unknown as FullRecord,
    sources: Object.fromEntries(texts),
  };
}

/** Lists the changed fields that cannot take their former values. */
export function lostFields(
  former: RecordAnswer,
  after: RecordAnswer,
  before: Collection,
  today: Collection,
): LostField[] {
  return before.schema.flatMap((field) => {
    const value = fieldValue(former.record, field.name);
    const now = today.schema.find(({ id }) => id === field.id);
    const isLost = now ? !holds(now, field, value) : !isEmptyValue(value);
    const print = ({ record, sources }: RecordAnswer) =>
      typeOf(field).hasSource
        ? jsonSourceOf(sources, field.name)
        : JSON.stringify(fieldValue(record, field.name));
    return isLost && print(former) !== print(after) ? [{ field, now }] : [];
  });
}

export function lostFieldSentence({ field, now }: LostField, today: Collection): string {
  return `The field ${field.name} of ${today.name} ${now ? 'takes other values now' : 'no longer exists'}.`;
}
