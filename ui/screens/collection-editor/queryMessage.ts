import { type FieldErrors, messageAt } from '../../model/fieldErrors';
import { columnsOfSelect } from '../../model/selectColumns';

/** What is wrong with a view's query: with its text, or a line for each of its columns that is. */
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
