import { type Collection, collectionTypeOf } from '../../../model/collection';
import { optionOf } from '../../../model/field';
import { guessDateOrder } from '../../../model/types/date';
import { isLikelyEmail } from '../../../model/types/email';
import { targetOf } from '../../../model/types/fieldTypes';
import { guessDecimal } from '../../../model/types/number';
import { guessListSeparator, type Reading, splitList, textOfSource } from '../../../model/types/textReading';
import { type Cell, type FileTable, hasSources } from '../../tables/table';
import { idBytes } from '../../values/recordRules';
import { hasGuard, isNothing } from './cellReading';
import type { ColumnPlan, ImportPlan } from './columnPlan';
import { type ImportField, importFields, isSimilarName, whyLeftOut } from './importFields';
import { keyFields } from './recordKeys';

/** Guesses of list separators look at this many rows. */
const mostRows = 1000;

/** Guesses the whole plan from the names and the first rows. It leaves open what the texts leave open. */
export function* guessPlan(
  table: Pick<FileTable, 'format' | 'columns' | 'rows'>,
  collection: Collection,
  collections: readonly Collection[],
): Generator<undefined, ImportPlan> {
  const isSource = hasSources(table);
  const cellsAt = (at: number) => table.rows.map(({ cells }) => cells[at] ?? null);
  const fields = matchFields(table.columns, collection).map((field, at) =>
    field?.type === 'id' && !textsOf(cellsAt(at), isSource).some(isRecordId) ? null : field,
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

/** An id of another product, such as 1, is no record id. */
const isRecordId = (text: string) => new TextEncoder().encode(text).length === idBytes;

const leftOut: ColumnPlan = { field: null, reading: { kind: 'text' }, empty: 'leave' };

/** Guesses how the cells of a column become values of this field. */
export function guessColumn(
  cells: readonly Cell[],
  isSource: boolean,
  field: ImportField,
  collections: readonly Collection[],
): Pick<ColumnPlan, 'reading' | 'empty'> {
  // One open number or date may be in any row.
  const readsFirstOnly = field.type === 'select' || field.type === 'relation';
  const reading = guessReading(
    readsFirstOnly ? cells.slice(0, mostRows) : cells,
    isSource,
    field,
    collections,
  );
  return { reading, empty: field.required ? 'fault' : 'leave' };
}

/** Finds the field of each column. Each field is taken once, and by an exact name first. */
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
  switch (field.type) {
    case 'number': {
      // A number of JSON is never open, but a text may hold one.
      const written = isSource ? cells.filter((cell) => cell?.startsWith('"')) : cells;
      return { kind: 'number', decimal: guessDecimal(textsOf(written, isSource)) };
    }
    case 'date':
      return { kind: 'date', order: guessDateOrder(textsOf(cells, isSource)), zone: 'utc' };
    case 'bool':
    case 'json':
      return { kind: field.type };
    case 'select': {
      if (!field.isMultiple) return { kind: 'text' };
      const choices = field.field ? optionOf(field.field, 'values') : null;
      const isChoice = (item: string) => Array.isArray(choices) && choices.includes(item);
      return { kind: 'list', separator: guessListSeparator(textsOf(cells, isSource), isChoice) };
    }
    case 'relation':
      return guessRelation(textsOf(cells, isSource), field, collections);
    default:
      return { kind: 'text' };
  }
}

const isLikelyId = (text: string) => /^[a-z0-9]{15}$/.test(text);

function guessRelation(
  texts: readonly string[],
  { field, isMultiple }: ImportField,
  collections: readonly Collection[],
): Reading {
  const separator = guessListSeparator(texts, isLikelyId);
  const items = isMultiple ? texts.flatMap((text) => splitList(text, separator) ?? []) : texts;
  const target = collections.find(({ id }) => field !== null && id === targetOf(field));
  const keys = target ? keyFields(target).filter((name) => name !== 'id') : [];
  return { kind: 'relation', by: guessKey(items, keys), separator };
}

/** Chooses the field of the related records whose values these are. */
function guessKey(items: readonly string[], keys: readonly string[]): string {
  const isMost = (isIt: (item: string) => boolean) => items.filter(isIt).length * 2 >= items.length;
  if (isMost(isLikelyId)) return 'id';
  return (isMost(isLikelyEmail) ? keys.find((name) => name === 'email') : undefined) ?? keys[0] ?? 'id';
}

/** Returns the texts of the cells that are not empty; an array of JSON as its source. */
function textsOf(cells: readonly Cell[], isSource: boolean): string[] {
  return cells.flatMap((cell) => {
    if (isNothing(cell, isSource)) return [];
    const text = (isSource ? (textOfSource(cell) ?? cell) : cell).trim();
    return text === '' ? [] : text;
  });
}
