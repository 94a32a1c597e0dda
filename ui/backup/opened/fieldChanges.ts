import { indentJson } from '../../base/jsonText';
import { listOf } from '../../base/lists';
import { cut } from '../../base/text';
import { accountNamesOf, type Collection } from '../../model/collection';
import type { SchemaField } from '../../model/field';
import { fieldValue, type RecordAnswer } from '../../model/record';
import { printBool } from '../../model/types/bool';
import { holdsFiles, isMultiple, isSecret, typeOf } from '../../model/types/fieldTypes';
import { formOf, isSame, jsonSourceOf } from '../../records/values/recordValues';

/** A field whose value differs. */
export interface FieldChange {
  readonly name: string;
  readonly former: string;
  readonly present: string;
  /** The value for a PATCH; null for files. */
  readonly value: unknown;
  /** False for files and dates that the server sets. */
  readonly canComeBack: boolean;
}

export interface FieldChanges {
  readonly changes: readonly FieldChange[];
  readonly unchanged: readonly { readonly name: string; readonly text: string }[];
  /** Former fields that are missing now, or take other values. */
  readonly lost: readonly string[];
}

const mostShown = 5000;

/**
 * Compares a former record with the present one, by today's names. `then` is from `fittedAnswer`, so it lacks the
 * fields that cannot come back.
 */
export function fieldChangesOf(
  before: Collection,
  today: Collection,
  then: RecordAnswer,
  now: RecordAnswer,
): FieldChanges {
  const [former, present] = [formOf(today, then), formOf(today, now)];
  const isKept = ({ name }: SchemaField) => fieldValue(then.record, name) !== undefined;
  const changes: FieldChange[] = [];
  const unchanged: { name: string; text: string }[] = [];

  function add(name: string, isEqual: boolean, rest: Omit<FieldChange, 'name'>): void {
    if (isEqual) unchanged.push({ name, text: rest.present });
    else changes.push({ name, ...rest });
  }

  for (const name of accountNamesOf(today)) {
    const value = fieldValue(then.record, name);
    if (value === undefined) continue;
    const [one, other] = [printValue(value), printValue(fieldValue(now.record, name))];
    add(name, one === other, { former: one, present: other, value, canComeBack: true });
  }
  for (const field of today.schema) {
    const { name } = field;
    if (!isKept(field) || isSecret(field)) continue;
    const texts = { former: textOf(field, then), present: textOf(field, now) };
    if (holdsFiles(field) || typeOf(field).isReadOnly) {
      add(name, texts.former === texts.present, {
        ...texts,
        value: holdsFiles(field) ? null : texts.former,
        canComeBack: false,
      });
    } else {
      const isEqual = isSame(today, name, former.values[name] ?? '', present.values[name] ?? '');
      add(name, isEqual, { ...texts, value: sentValue(field, then), canComeBack: true });
    }
  }
  const kept = new Set(today.schema.filter(isKept).map(({ id }) => id));
  return {
    changes,
    unchanged,
    lost: before.schema.filter(({ id }) => !kept.has(id)).map(({ name }) => name),
  };
}

/** Returns the value to send, as it was stored. JSON and long numbers stay texts. */
function sentValue(field: SchemaField, { record, sources }: RecordAnswer): unknown {
  const value = fieldValue(record, field.name);
  if (typeOf(field).hasSource) return jsonSourceOf(sources, field.name);
  if (Object.hasOwn(sources, field.name)) return sources[field.name];
  if (!Array.isArray(value)) return value;
  return isMultiple(field) ? listOf(value) : (listOf(value)[0] ?? '');
}

function textOf(field: SchemaField, { record, sources }: RecordAnswer): string {
  if (typeOf(field).hasSource) {
    const source = jsonSourceOf(sources, field.name);
    return source === 'null' ? '' : cut(indentJson(source), mostShown);
  }
  if (Object.hasOwn(sources, field.name)) return sources[field.name] ?? '';
  return printValue(fieldValue(record, field.name));
}

function printValue(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return printBool(value);
  if (Array.isArray(value)) return cut(value.map(String).join('\n'), mostShown);
  return cut(typeof value === 'object' ? JSON.stringify(value) : String(value), mostShown);
}
