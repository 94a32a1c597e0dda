import { type FieldErrors, messageAt } from '../../model/fieldErrors';
import { columnsOfSelect } from '../../model/sql/viewColumns';

/**
 * Moves errors from the positions that were sent to the places in the form: errors of a field to its key, so that
 * they stay with it when fields are moved or removed. The fields of a view have no keys, so their errors stay.
 */
export function errorsByKey(
  errors: FieldErrors,
  sentKeys: readonly string[],
  indexPlaces: readonly number[] = [],
): FieldErrors {
  const moved = (path: string) => {
    const [, list, place, rest = ''] = /^(schema|indexes)\.(\d+)(\..*)?$/.exec(path) ?? [];
    const name = (list === 'schema' ? sentKeys : indexPlaces)[Number(place)];
    return list === undefined || name === undefined ? path : `${list}.${name}${rest}`;
  };
  return Object.fromEntries(Object.entries(errors).map(([path, error]) => [moved(path), error]));
}

/** Returns the error of the whole list, or else a line for each wrong entry. */
export function listMessage(errors: FieldErrors, path: string, list: readonly string[]): string | null {
  const whole = messageAt(errors, path);
  if (whole !== null) return whole;
  const lines = list.flatMap((entry, at) => {
    const message = messageAt(errors, `${path}.${at}`);
    return message === null ? [] : [`${entry}: ${message}`];
  });
  return lines.length > 0 ? lines.join('\n') : null;
}

/** Returns the error of a view's query and a line for each wrong column. */
export function queryMessage(errors: FieldErrors, query: string): string | null {
  const columns = columnsOfSelect(query);
  const lines = Object.entries(errors).flatMap(([path, { message }]) => {
    const [, place] = /^schema\.(\d+)(?:\.|$)/.exec(path) ?? [];
    return place === undefined ? [] : [{ place: Number(place), message }];
  });
  const wholes = ['options.query', 'schema'].flatMap((path) => messageAt(errors, path) ?? []);
  const named = lines
    .sort((a, b) => a.place - b.place)
    .map(({ place, message }) => `${columns[place] ?? `Column ${place + 1}`}: ${message}`);
  return [...wholes, ...named].join('\n') || null;
}
