// A field of a new collection, or a new field of an old one, for a column of a file. All that it says comes from a
// sample of the rows; the check reads them all.

import { randomText } from '../../../base/random';
import { countOf, printCount } from '../../../base/text';
import { type Collection, collectionTypeOf, indexesOf, ruleNames } from '../../../model/collection';
import type { FormValue, SchemaField } from '../../../model/field';
import { collectionNameError, fieldNameError, slugOf, uniqueName } from '../../../model/names';
import { newIndexStatement, withColumnToggled, withUnique } from '../../../model/sql/indexStatement';
import { newOptions } from '../../../model/types/fieldOption';
import { type FieldTypeName, fieldTypeNames, typeNamed, wrongValue } from '../../../model/types/fieldTypes';
import type { Reading } from '../../../model/types/textReading';
import { type Cell, type FileTable, hasSources } from '../../tables/table';
import { isRecordId } from '../../values/recordIds';
import { readCell } from './cellReading';
import { guessColumn } from './columnGuess';
import { importFieldOf } from './importFields';
import { type ProposedColumn, shownText, typeProposals } from './typeProposals';

/** A field that the import makes. */
export interface NewField {
  /** With its id, so that a lost response can be looked for. */
  readonly field: SchemaField;
  /** `412 of 412 are whole numbers.` */
  readonly reason: string;
  readonly isUnique: boolean;
  /** The sample lets it be required, or unique. */
  readonly canBeRequired: boolean;
  readonly canBeUnique: boolean;
  /** The collection whose records the values name, if there is one. */
  readonly target: Target | null;
}

export interface Target {
  readonly collectionId: string;
  readonly collectionName: string;
  /** `id`, or the unique field that holds the values. */
  readonly by: string;
}

type Table = Pick<FileTable, 'format' | 'columns' | 'rows'>;

const mostSampled = 1_000;
const mostRetypedChoices = 200;

/** Returns the first row, the last one and others between them, at equal distances. */
export function sampleOf<Row>(rows: readonly Row[]): readonly Row[] {
  if (rows.length <= mostSampled) return rows;
  const at = (place: number) => Math.round((place * (rows.length - 1)) / (mostSampled - 1));
  return Array.from({ length: mostSampled }, (_, place) => rows[at(place)] as Row);
}

/** Proposes a field for a column. `others`: the names of the other fields. `types`: those of new fields. */
export function proposeField(
  table: Table,
  at: number,
  others: readonly string[],
  { isAuth = false, types = fieldTypeNames }: { isAuth?: boolean; types?: readonly FieldTypeName[] } = {},
): NewField {
  const { column, cells } = columnOf(table, at);
  const name = fieldName(column.head, at, others, isAuth);
  const field: SchemaField = { id: randomText(8), name, type: 'text', required: false, presentable: false };
  if (column.texts.length === 0) return described(table, at, withType(field, 'text'), 'No row has a value.');
  for (const [type, propose] of typeProposals) {
    const reading = types.includes(type) && readingFor(withType(field, type), cells, column.isSource);
    const found = reading && propose(column, reading);
    if (!found) continue;
    const { words, count = column.texts.length, options } = found;
    const made = withType(field, type, options);
    if (misfits(made, cells, column.isSource) > 0) continue;
    return described(table, at, made, `${printCount(count)} of ${printCount(column.texts.length)} ${words}.`);
  }
  return described(table, at, withType(field, 'text'), '');
}

/** Gives the field another type. */
export function retyped(table: Table, at: number, { field, target }: NewField, type: string): NewField {
  const { column, cells } = columnOf(table, at);
  const { holds } = typeNamed(type);
  if (holds === 'records' && target) return related(table, at, field, target);
  const options = holds === 'choices' ? { values: choicesIn(table, at, mostRetypedChoices) } : {};
  const next = withType({ ...field, required: false }, type, options);
  const wrong = misfits(next, cells, column.isSource);
  const reason = wrong === 0 ? '' : `${countOf(wrong, 'value does', 'values do')} not fit.`;
  return { ...described(table, at, next, reason), target };
}

/** Makes the field a relation to the collection whose records all values name. */
export function related(table: Table, at: number, field: SchemaField, target: Target): NewField {
  const { collectionId, collectionName, by } = target;
  const { texts } = columnOf(table, at).column;
  const count = printCount(texts.length);
  const what =
    by === 'id' ? `are ids of ${collectionName}` : `are the ${by} of a record of ${collectionName}`;
  const made = withType(field, 'relation', { collectionId });
  return { ...described(table, at, made, `${count} of ${count} ${what}.`), target };
}

/** Returns the index of the column `id`, if all its values are as long as a record id; -1 for none. */
export const idColumn = (table: Table): number =>
  table.columns.findIndex((head, at) => {
    const { texts } = columnOf(table, at).column;
    return (
      head.trim().toLowerCase() === 'id' && texts.length > 0 && texts.every((text) => isRecordId({}, text))
    );
  });

/** True if the values may name records. */
export const mayName = ({ field }: NewField): boolean => typeNamed(field.type).isGuarded === true;

/** Keeps the types that a text can be read as; a relation only if the values name records. */
export const typesFor = (
  { target }: NewField,
  types: readonly FieldTypeName[] = fieldTypeNames,
): FieldTypeName[] =>
  types.filter((name) => typeNamed(name).reading && (typeNamed(name).holds !== 'records' || target !== null));

/** Returns the collection with these fields, and with an index for each unique one. Those that it has are not added. */
export function withNewFields(base: Collection, news: readonly NewField[]): Collection {
  const added = news.filter(({ field }) => base.schema.every(({ id }) => id !== field.id));
  if (added.length === 0) return base;
  const indexes = added
    .filter(({ isUnique }) => isUnique)
    .map(({ field }) => {
      const empty = newIndexStatement(base.name, `idx_${field.id}`);
      return withUnique(withColumnToggled(empty, field.name), true);
    });
  return {
    ...base,
    schema: [...base.schema, ...added.map(({ field }) => field)],
    indexes: [...indexesOf(base), ...indexes],
  };
}

/** Returns a collection for a file, which only the page knows. Nobody but admins gets at its records. */
export function draftCollection(fileName: string, all: readonly Collection[]): Collection {
  const taken = all.flatMap((one) => [one.name, one.id]);
  const names = [tidyName(fileName.replace(/\.[^.]*$/, '')), 'imported'].map((name) =>
    uniqueName(name, taken),
  );
  const name = names.find((one) => collectionNameError(one, all) === null) ?? '';
  const rules = Object.fromEntries(ruleNames.map((one) => [one, null]));
  return { id: randomText(15), name, type: 'base', schema: [], indexes: [], options: {}, ...rules };
}

/** Returns why the server would refuse the names of these fields; null if it would not. */
export function newFieldFault(collection: Collection, news: readonly NewField[]): string | null {
  const isAuth = collectionTypeOf(collection) === 'auth';
  for (const { field } of news) {
    const others = collection.schema.filter(({ id }) => id !== field.id).map(({ name }) => name);
    const wrong = fieldNameError(field.name, { others, isAuth });
    if (wrong) return `${field.name || 'Name of a new field'}: ${wrong}`;
  }
  return null;
}

/** Returns the values of a sample of the rows that have one. */
export function columnOf(table: Table, at: number): { column: ProposedColumn; cells: readonly Cell[] } {
  const isSource = hasSources(table);
  const cells = sampleOf(table.rows)
    .map((row) => row.cells[at] ?? null)
    .filter((cell) => shownText(cell, isSource) !== '');
  const texts = cells.map((cell) => shownText(cell, isSource));
  const hasTexts = !isSource || cells.some((cell) => cell?.startsWith('"'));
  const choices = (most: number) => choicesIn(table, at, most);
  return { column: { head: table.columns[at] ?? '', texts, isSource, hasTexts, choices }, cells };
}

const withType = (
  field: SchemaField,
  type: string,
  options: Readonly<Record<string, unknown>> = {},
): SchemaField => ({
  ...field,
  type,
  options: { ...newOptions(typeNamed(type).options), ...options },
});

function readingFor(field: SchemaField, cells: readonly Cell[], isSource: boolean): Reading | null {
  const goal = importFieldOf(field);
  return goal && guessColumn(cells, isSource, goal, []).reading;
}

/** Reads a cell as the check does; null for a value that it refuses. */
function readValue(field: SchemaField, cell: Cell, reading: Reading, isSource: boolean): FormValue | null {
  const goal = importFieldOf(field);
  const plan = { field: field.name, reading, empty: 'leave' } as const;
  const read = goal && readCell(cell, goal, plan, { isSource, takesGuardAway: false });
  return read?.kind === 'value' && wrongValue(field, read.value) === null ? read.value : null;
}

/** Counts the cells that the check refuses. Of an open reading, the meaning that takes most of them counts. */
function misfits(field: SchemaField, cells: readonly Cell[], isSource: boolean): number {
  const reading = readingFor(field, cells, isSource);
  const { question, choices } = importFieldOf(field)?.type.reading ?? {};
  if (!reading || !choices) return cells.length;
  const isOpen = question?.(reading) != null;
  const all = choices({ field, keys: ['id'], target: '' }).map((one) => one.reading);
  const counts = (isOpen ? all : [reading]).map(
    (one) => cells.filter((cell) => readValue(field, cell, one, isSource) === null).length,
  );
  return Math.min(...counts);
}

/** Lists the different values of all rows, in their order; no more than `most`. */
function choicesIn(table: Table, at: number, most: number): string[] {
  const isSource = hasSources(table);
  const values = new Set<string>();
  for (const { cells } of table.rows) {
    const text = shownText(cells[at] ?? null, isSource);
    if (text !== '') values.add(text);
    if (values.size === most) break;
  }
  return [...values];
}

/** Says what the sample lets a person choose. */
function described(table: Table, at: number, field: SchemaField, reason: string): NewField {
  const { column, cells } = columnOf(table, at);
  const { texts, isSource } = column;
  const empty = sampleOf(table.rows).length - texts.length;
  const { isSwitch, isEmpty, isKey } = typeNamed(field.type);
  const reading = readingFor(field, cells, isSource);
  const isNothing = (cell: Cell) =>
    reading !== null && isEmpty(readValue(field, cell, reading, isSource) ?? 'open');
  const isFilled = texts.length > 0 && empty === 0;
  return {
    field,
    reason,
    isUnique: false,
    // The server refuses false, and the number 0.
    canBeRequired: isFilled && !isSwitch && !cells.some(isNothing),
    canBeUnique: isFilled && isKey === true && new Set(texts).size === texts.length,
    target: null,
  };
}

/** Returns a name in the style of others: words in lower case with `_` between them; `customerId` stays. */
function tidyName(text: string): string {
  const slug = slugOf(text.trim()).replace(/_+$/, '').replace(/^_+/, '');
  const isCamel = /[a-z\d][A-Z]/.test(slug) && !slug.includes('_');
  return isCamel ? slug.charAt(0).toLowerCase() + slug.slice(1) : slug.toLowerCase();
}

/** Returns a legal name that no other field has. */
function fieldName(head: string, at: number, others: readonly string[], isAuth: boolean): string {
  const isFault = (name: string) => fieldNameError(name, { others: [], isAuth }) !== null;
  const tidy = tidyName(head);
  // A filter reads a name with a digit first as a number.
  const named = /^\d/.test(tidy) ? `field_${tidy}` : tidy;
  const whole = named === '' ? `column_${at + 1}` : named;
  const plain = [whole, `original_${whole}`].find((name) => !isFault(name));
  return uniqueName(plain ?? `column_${at + 1}`, others);
}
