import { isResponseLost } from '../../backend/ApiError';
import { parseDate } from '../../base/dates';
import { isEqual } from '../../base/equal';
import type { Collection } from '../../model/collection';
import { indexNameOf } from '../../model/sql/indexStatement';
import {
  type CollectionForm,
  type FieldForm,
  formOf,
  isSameField,
  isSameOptions,
  liveFields,
} from './collectionForm';

/**
 * Runs `send`; if the answer is lost, or its error names no field, asks `find` whether the server stored it
 * nevertheless. A server that writes its own migrations answers so to a second save within a second, although it has
 * stored it.
 */
export async function verifyAfterError<Stored>(
  send: () => Promise<Stored>,
  find: () => Promise<Stored | null>,
): Promise<Stored> {
  try {
    return await send();
  } catch (error) {
    const isDoubtful = isResponseLost(error);
    const found = isDoubtful ? await find().catch(() => null) : null;
    if (found === null) throw error;
    return found;
  }
}

/** True if the server holds all of the form. It gives ids to new fields and rewrites statements. */
export function isStoredAs(form: CollectionForm, collection: Collection): boolean {
  const there = formOf(collection);
  const live = liveFields(form);
  return (
    form.name === there.name &&
    form.type === there.type &&
    isEqual(rulesOfType(form), rulesOfType(there)) &&
    isSameOptions(form.options, there.options) &&
    isEqual(form.indexes.map(indexNameOf), there.indexes.map(indexNameOf)) &&
    (form.type === 'view' ||
      (live.length === there.fields.length &&
        live.every((field, at) => {
          const other = there.fields[at];
          return (
            other !== undefined &&
            isSameField(withParsedDates({ ...field, id: other.id }), withParsedDates(other))
          );
        })))
  );
}

/** Turns the limits of a date into times, because the server rewrites dates. */
function withParsedDates(field: FieldForm): FieldForm {
  if (field.type !== 'date') return field;
  const moment = (text: unknown) => parseDate(String(text ?? ''))?.getTime() ?? null;
  const { min, max } = field.options;
  return { ...field, options: { ...field.options, min: moment(min), max: moment(max) } };
}

/** A form keeps the rules of its other types, but does not send them. */
function rulesOfType({ type, rules }: CollectionForm): CollectionForm['rules'] {
  return type === 'auth' ? rules : { ...rules, manageRule: null };
}
