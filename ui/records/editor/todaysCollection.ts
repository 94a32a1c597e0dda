import { type Collection, fieldOf } from '../../model/collection';
import type { SchemaField } from '../../model/field';
import type { FieldErrors } from '../../model/fieldErrors';
import type { FullRecord, RecordAnswer } from '../../model/record';
import { valueShape } from '../../model/types/fieldTypes';
import { byName, changedNames, formOf, type RecordForm } from '../values/recordValues';

interface Todays {
  /** The present collection. A removed field stays in it at its old place while it has a typed value. */
  collection: Collection;
  /** The errors of these removed fields. */
  gone: FieldErrors;
  /** The fields whose stored values are no longer valid. */
  others: readonly string[];
}

/** `known` is the collection of the form; `typed` are the fields with typed values. */
export function todaysCollection(known: Collection, today: Collection, typed: readonly string[]): Todays {
  const others = known.schema.filter((field) => !holdsSame(field, fieldOf(today, field.name)));
  const lost = others.filter(({ name }) => typed.includes(name));
  const gone = goneErrors(
    lost.map(({ name }) => name),
    today.schema.filter(({ id }) => known.schema.some((field) => field.id === id)).map(({ name }) => name),
  );
  const schema = today.schema.filter(({ name }) => !Object.hasOwn(gone, name));
  for (const field of lost) schema.splice(known.schema.indexOf(field), 0, { ...field, required: false });
  return { collection: { ...today, schema }, gone, others: others.map(({ name }) => name) };
}

/** `changed` fields still exist, but were switched between single and multiple. */
export function goneErrors(names: readonly string[], changed: readonly string[] = []): FieldErrors {
  const messageOf = (name: string) =>
    changed.includes(name)
      ? 'This field takes another number of values now.'
      : 'This field no longer exists in the collection.';
  return Object.fromEntries(names.map((name) => [name, { code: 'field_gone', message: messageOf(name) }]));
}

/** Moves the form to another version of its collection. Unchanged fields keep their values, others get `blank`. */
export function fittedForm(
  form: RecordForm,
  blank: RecordForm,
  { from, to }: { from: Collection; to: Collection },
): RecordForm {
  const isKept = (name: string) => {
    const [field, other] = [fieldOf(from, name), fieldOf(to, name)];
    return field ? holdsSame(field, other) : !other;
  };
  function fitted<Value>(mine: Readonly<Record<string, Value>>, other: Readonly<Record<string, Value>>) {
    return byName(
      Object.entries(other).map(([name, value]) => [name, isKept(name) ? (mine[name] ?? value) : value]),
    );
  }
  return { values: fitted(form.values, blank.values), files: fitted(form.files, blank.files) };
}

/** Lists the fields whose removal would lose typed values. */
export function typedIn(collection: Collection, form: RecordForm, before: RecordForm): string[] {
  const filled = changedNames(collection, form.values, formOf(collection, null).values);
  const changed = changedNames(collection, form.values, before.values).filter((name) =>
    filled.includes(name),
  );
  return [...changed, ...Object.keys(form.files).filter((name) => form.files[name]?.added.length)];
}

/** True if a value means the same in both fields. */
function holdsSame(field: SchemaField, other: SchemaField | undefined): boolean {
  return other !== undefined && valueShape(field) === valueShape(other);
}

export function withoutFields(answer: RecordAnswer | null, names: readonly string[]) {
  const kept = Object.entries(answer?.record ?? {}).filter(([name]) => !names.includes(name));
  return answer && { ...answer, record: Object.fromEntries(kept) as FullRecord };
}
