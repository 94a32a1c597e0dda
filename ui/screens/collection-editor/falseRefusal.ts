import { ApiError } from '../../api/ApiError';
import type { Collection } from '../../model/collection';
import { indexNameOf } from '../../model/indexStatement';
import { parseDate } from '../../platform/dates';
import { isEqual } from '../../platform/equal';
import {
  type CollectionForm,
  type FieldForm,
  formOf,
  isSameField,
  isSameOptions,
  liveFields,
} from './collectionForm';

// A server whose migrations are written by itself answers a second save within a second with a refusal that names
// nothing, although it has stored it.

/** Does `send`, and where it is refused without a word asks `find` whether it is stored all the same. */
export async function believed<Stored>(
  send: () => Promise<Stored>,
  find: () => Promise<Stored | null>,
): Promise<Stored> {
  try {
    return await send();
  } catch (error) {
    const isDoubtful =
      error instanceof ApiError && error.status === 400 && Object.keys(error.fields).length === 0;
    const found = isDoubtful ? await find().catch(() => null) : null;
    if (found === null) throw error;
    return found;
  }
}

/** Is all of the form there? New fields have got ids, and statements are written the server's way. */
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
          return other !== undefined && isSameField(inMoments({ ...field, id: other.id }), inMoments(other));
        })))
  );
}

/** The server writes dates its own way. */
function inMoments(field: FieldForm): FieldForm {
  if (field.type !== 'date') return field;
  const moment = (text: unknown) => parseDate(String(text ?? ''))?.getTime() ?? null;
  const { min, max } = field.options;
  return { ...field, options: { ...field.options, min: moment(min), max: moment(max) } };
}

/** What is left in a form of when it was of another type is not sent. */
function rulesOfType({ type, rules }: CollectionForm): CollectionForm['rules'] {
  return type === 'auth' ? rules : { ...rules, manageRule: null };
}
