import { listOf } from '../../../base/lists';
import type { Collection } from '../../../model/collection';
import type { SchemaField } from '../../../model/field';
import { type FullRecord, fieldValue, isEmptyValue, type RecordAnswer } from '../../../model/record';
import { isMultiple, takesSame, typeOf } from '../../../model/types/fieldTypes';
import { jsonSourceOf } from '../../values/recordValues';

/** A field that cannot take its former value, and the reason. */
export interface LostField {
  readonly field: SchemaField;
  readonly now: SchemaField | undefined;
}

export function holds(now: SchemaField, then: SchemaField, value: unknown): boolean {
  return takesSame(now, then) && (isMultiple(now) || !isMultiple(then) || listOf(value).length <= 1);
}

/**
 * Returns a former record with today's field names. It leaves out values of deleted fields, and values that a field
 * can no longer hold. With `isCut`, a field that is now single takes the last item of its list, as the server does.
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
