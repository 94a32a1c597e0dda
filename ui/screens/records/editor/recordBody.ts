import type { RecordBody } from '../../../api/records';
import { type Collection, fieldOf } from '../../../model/collection';
import { isEqual } from '../../../platform/equal';
import { isReordered } from './fileChange';
import { changedNames, type FormValue, type RecordForm } from './recordValues';
import { dateOf, jsonOf, numberOf } from './typedValues';

/**
 * What a save sends: the changed keys alone. The form has passed its check; of a new record `before` is the empty
 * form. Files that are only removed or added are named as such, so that one which another person added meanwhile
 * stays; all names are sent only where their order changed.
 */
export function bodyOf(collection: Collection, form: RecordForm, before: RecordForm): RecordBody {
  const values: [string, unknown][] = changedNames(collection, form.values, before.values).map((name) => [
    name,
    sentValue(collection, name, form.values[name] ?? ''),
  ]);
  const files: [string, File][] = [];
  for (const [name, change] of Object.entries(form.files)) {
    if (isReordered(change, before.files[name]?.names ?? [])) values.push([name, [...change.names]]);
    else if (change.removed.length > 0) values.push([`${name}-`, [...change.removed]]);
    files.push(...change.added.map((file): [string, File] => [name, file]));
  }
  return { values: Object.fromEntries(values), files };
}

export function isEmptyBody({ values, files }: RecordBody): boolean {
  return files.length === 0 && isEqual(values, {});
}

/** JSON goes as its text: of a value the server would round the numbers and sort the keys. */
function sentValue(collection: Collection, name: string, value: FormValue): unknown {
  if (typeof value === 'boolean') return value;
  if (typeof value !== 'string') return [...value];
  const type = fieldOf(collection, name)?.type ?? '';
  const read = { number: numberOf, date: dateOf, json: jsonOf }[type];
  if (!read) return value;
  const sent = read(value);
  // The server would store 0, no date or null for it, and say nothing.
  if (Number.isNaN(sent) || (sent === null && type !== 'number')) throw new Error(`${name} was not checked.`);
  return sent;
}
