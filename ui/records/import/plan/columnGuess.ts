import { type Collection, collectionTypeOf } from '../../../model/collection';
import { type Reading, textOfSource } from '../../../model/types/textReading';
import { type Cell, type FileTable, hasSources } from '../../tables/table';
import { isRecordId } from '../../values/recordIds';
import { hasGuard, isNothing } from './cellReading';
import type { ColumnPlan, ImportPlan } from './columnPlan';
import { type ImportField, importFields, isSimilarName, whyLeftOut } from './importFields';
import { readFieldOf } from './recordKeys';

/** Guesses of list separators read only this many rows. */
const mostRows = 1000;

/**
 * Guesses the whole plan from the names and the first rows. An ambiguous reading stays open. `given`: the names
 * of the fields, if they are known.
 */
export function* guessPlan(
  table: Pick<FileTable, 'format' | 'columns' | 'rows'>,
  collection: Collection,
  collections: readonly Collection[],
  given: readonly (string | null)[] | null = null,
): Generator<undefined, ImportPlan> {
  const isSource = hasSources(table);
  const cellsAt = (at: number) => table.rows.map(({ cells }) => cells[at] ?? null);
  const isId = (text: string) => isRecordId(collection, text);
  const fields = given
    ? given.map((name) => importFields(collection).find((field) => field.name === name) ?? null)
    : matchFields(table.columns, collection).map((field, at) =>
        field?.name === 'id' && !textsOf(cellsAt(at), isSource).some(isId) ? null : field,
      );
  const goesTo = (name: string) => fields.some((field) => field?.name === name);
  const columns: ColumnPlan[] = [];
  for (const [at, field] of fields.entries()) {
    yield;
    if (field === null) columns.push(leftOut);
    else columns.push({ field: field.name, ...guessColumn(cellsAt(at), isSource, field, collections) });
  }
  let takesGuardAway = false;
  for (const { cells } of isSource ? [] : table.rows) {
    yield;
    takesGuardAway = fields.some((field, at) => field !== null && hasGuard(cells[at] ?? '', field));
    if (takesGuardAway) break;
  }
  return {
    columns,
    mode: goesTo('id') ? 'addAndChange' : 'add',
    key: goesTo('id') ? 'id' : null,
    takesGuardAway,
    makesPasswords: collectionTypeOf(collection) === 'auth' && !goesTo('password'),
  };
}

const leftOut: ColumnPlan = { field: null, reading: { kind: 'text' }, empty: 'leave' };

export function guessColumn(
  cells: readonly Cell[],
  isSource: boolean,
  field: ImportField,
  collections: readonly Collection[],
): Pick<ColumnPlan, 'reading' | 'empty'> {
  // All rows are needed for numbers and dates: one cell may decide between two formats.
  const read = field.type.holds ? cells.slice(0, mostRows) : cells;
  const reading = guessReading(read, isSource, field, collections);
  return { reading, empty: field.required ? 'fault' : 'leave' };
}

/** Finds the field of each column. A field is used once, and an exact name has priority. */
function matchFields(names: readonly string[], collection: Collection): (ImportField | null)[] {
  const free = new Set(importFields(collection));
  const take = (isIt: (field: ImportField) => boolean): ImportField | null => {
    const found = [...free].find(isIt) ?? null;
    if (found) free.delete(found);
    return found;
  };
  const exact = names.map((name) => take((field) => field.name === name));
  return names.map((name, at) => {
    const found = exact[at] ?? null;
    if (found !== null || whyLeftOut(name, collection) !== null) return found;
    return take((field) => isSimilarName(field.name, name));
  });
}

function guessReading(
  cells: readonly Cell[],
  isSource: boolean,
  field: ImportField,
  collections: readonly Collection[],
): Reading {
  const { choices, guess } = field.type.reading;
  const given = readFieldOf(field, collections);
  if (!guess) return choices(given)[0]?.reading ?? leftOut.reading;
  const typed = isSource ? cells.filter((cell) => cell?.startsWith('"')) : cells;
  return guess(textsOf(cells, isSource), given, textsOf(typed, isSource));
}

/** Returns the texts of the cells that are not empty; a JSON array as its source. */
function textsOf(cells: readonly Cell[], isSource: boolean): string[] {
  return cells.flatMap((cell) => {
    if (isNothing(cell, isSource)) return [];
    const text = (isSource ? (textOfSource(cell) ?? cell) : cell).trim();
    return text === '' ? [] : text;
  });
}
