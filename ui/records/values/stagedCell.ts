import { listOf } from '../../base/lists';
import { isObject } from '../../base/plainData';
import { cut } from '../../base/text';
import type { CellMark } from '../../kit/table/TableRow';
import type { Collection } from '../../model/collection';
import type { FormValue } from '../../model/field';
import { type AnyRecord, fieldValue, stampOf } from '../../model/record';
import { excerptLength } from '../../model/recordsQuery';
import { printBool } from '../../model/types/bool';
import { textOf } from '../../model/types/fieldType';
import {
  holdsFiles,
  holdsRecords,
  isReadInFull,
  targetOf,
  typeOf,
  typeOfShape,
  valueShape,
} from '../../model/types/fieldTypes';
import { isNewFile, newFileOf } from '../../model/types/file';
import { type CellField, cellFieldByKey, cellValue, rowValue } from './cellField';
import { wrongCell } from './recordRules';
import { byName, inputValue, isSame } from './recordValues';

/** The stored value of a cell when the person saw it. */
export interface SeenValue {
  /** As the server sends it. */
  readonly seen: unknown;
  /** The source of a json value. */
  readonly source: string | null;
  /** As an input holds it. */
  readonly before: FormValue;
  /** The date of the record's last change; '' if it is not known. */
  readonly updated: string;
}

/** A value that was changed in a table and is not saved. */
export interface StagedCell extends SeenValue {
  /** The key of the field. */
  readonly key: string;
  /** The name of the field when the value was typed. */
  readonly name: string;
  /** The `valueShape` of the field when the value was typed. */
  readonly shape: string;
  readonly mine: FormValue;
  /** A sentence: why the value cannot be saved; null if it can. */
  readonly error: string | null;
  /** The value that somebody else has stored since, if a row has shown it. */
  readonly now: SeenValue | null;
}

/** The changed cells of a record by the key of the field. */
export type StagedCells = ReadonlyMap<string, StagedCell>;

export function seenValue(cell: CellField, record: AnyRecord, source?: string): SeenValue {
  return {
    seen: fieldValue(record, cell.name),
    source: source ?? null,
    before: cellValue(cell, record, source),
    updated: stampOf(record) ?? '',
  };
}

/** Returns the change of a cell; null if the value means the same as the seen one. */
export function changedCell(
  collection: Collection,
  cell: CellField,
  { seen, source, before, updated, now = null }: SeenValue & { readonly now?: SeenValue | null },
  mine: FormValue,
): StagedCell | null {
  const { key, name } = cell;
  if (isSame(collection, name, mine, before)) return null;
  const error = wrongCell(collection, name, mine)?.message ?? null;
  return { key, name, shape: valueShape(cell.field), mine, seen, source, before, updated, error, now };
}

/**
 * Compares a change with a row that was read later. Returns it with the value that somebody else has stored, null if
 * both mean the same. An older row is ignored.
 */
export function comparedCell(collection: Collection, cell: StagedCell, row: AnyRecord): StagedCell | null {
  const field = cellFieldByKey(collection, cell.key);
  if (!field || valueShape(field.field) !== cell.shape || !isNewer(row, cell)) return cell;
  // The row holds only a part of these, so the save compares them.
  if (isReadInFull(field.field)) return cell;
  const now = seenValue(field, row);
  if (now.seen === undefined) return cell;
  if (isSame(collection, field.name, now.before, cell.before))
    return cell.now ? { ...cell, now: null } : cell;
  return isSame(collection, field.name, cell.mine, now.before) ? null : { ...cell, now };
}

/** A row without a stamp may be newer. */
function isNewer(row: AnyRecord, { updated, now }: StagedCell): boolean {
  const stamp = stampOf(row);
  return stamp === null || stamp > (now?.updated ?? updated);
}

/**
 * Fits a change to the present collection: a renamed field keeps its value. A value whose field is missing or has
 * another shape gets an error.
 */
export function fittedCell(collection: Collection, cell: StagedCell): StagedCell {
  const field = cellFieldByKey(collection, cell.key);
  if (!field) return { ...cell, error: 'This field no longer exists.' };
  if (valueShape(field.field) !== cell.shape)
    return { ...cell, error: 'The value no longer fits the field.' };
  return {
    ...cell,
    name: field.name,
    // An older dashboard has left the milliseconds of a date out of its drafts.
    before: inputValue(field.field, cell.seen, cell.source ?? undefined),
    error: wrongCell(collection, field.name, cell.mine)?.message ?? null,
  };
}

/** Fits the changes of a record, with the same keys. */
export const fittedCells = (collection: Collection, cells: StagedCells): StagedCells =>
  new Map([...cells].map(([key, cell]) => [key, fittedCell(collection, cell)]));

/** False for a value that is wrong here. A value that the server has refused may be sent again. */
export const canBeSent = (collection: Collection, cell: StagedCell): boolean =>
  fittedCell(collection, cell).error === null;

/** Returns the changes of a record as the draft of a form: by field name, with the values before; without files. */
export function formValues(
  collection: Collection,
  cells: StagedCells,
): { changed: Record<string, FormValue>; before: Record<string, FormValue> } {
  const all = [...cells.values()].flatMap((cell) => {
    const field = cellFieldByKey(collection, cell.key);
    return field && holdsFiles(field.field) ? [] : { ...cell, name: field?.name ?? cell.name };
  });
  return {
    changed: byName(all.map(({ name, mine }) => [name, mine] as const)),
    before: byName(all.map(({ name, before }) => [name, before] as const)),
  };
}

/** Returns the changed cells of fields for files, by their present names. */
export const fileCells = (collection: Collection, cells: StagedCells): StagedCell[] =>
  [...cells.values()].flatMap((cell) => {
    const field = cellFieldByKey(collection, cell.key);
    return field && holdsFiles(field.field) ? { ...cell, name: field.name } : [];
  });

/** True if the value names files that are not stored. */
const hasNewFile = (value: FormValue): boolean => typeof value === 'object' && value.some(isNewFile);

const longestShown = 80;

/**
 * Returns what the row of a record shows: the changed values, their related records and the marks, by field name. A
 * missing field has no cell in the table.
 */
export function shownChanges(
  collection: Collection,
  cells: StagedCells,
  related: KnownRecords = unknown,
): {
  shown: Readonly<Record<string, unknown>>;
  expand: Readonly<Record<string, readonly AnyRecord[]>>;
  marks: ReadonlyMap<string, CellMark>;
} {
  const shown: [string, unknown][] = [];
  const expand: [string, readonly AnyRecord[]][] = [];
  const marks = new Map<string, CellMark>();
  for (const staged of cells.values()) {
    const cell = cellFieldByKey(collection, staged.key);
    if (!cell) continue;
    const value = rowValue(cell, staged.mine);
    const { isRich, print } = typeOf(cell.field);
    shown.push([cell.name, isRich ? cut(print(value), excerptLength) : value]);
    marks.set(cell.name, markOf(cell, staged, related.nameOf));
    const targetId = targetOf(cell.field);
    if (targetId === null) continue;
    const found = listOf(staged.mine).flatMap((id) => related.recordOf(targetId, id) ?? []);
    expand.push([cell.name, found]);
  }
  return { shown: Object.fromEntries(shown), expand: Object.fromEntries(expand), marks };
}

function markOf(cell: CellField, { before, mine, error, now }: StagedCell, nameOf: NameOf): CellMark {
  const textOfOne = (value: FormValue) => shortText(wholeTexts(cell, [value], nameOf)[0] ?? '');
  // A file that is not stored has no thumbnail.
  const text = hasNewFile(mine) ? { text: textOfOne(mine) } : null;
  if (error === null && now) {
    const [one = '', other = ''] = wholeTexts(cell, [now.before, before], nameOf);
    const [theirs, was] = shortTexts(one, other);
    return { kind: 'conflict', description: `Changed on the server: now ${theirs}. Was ${was}`, ...text };
  }
  const was = textOfOne(before);
  if (error === null) return { kind: 'changed', description: `Changed, was ${was}`, ...text };
  return {
    kind: 'wrong',
    description: `${error} Was ${was}`,
    text: typeof mine === 'string' || text ? textOfOne(mine) : undefined,
  };
}

/** Names a related record of a collection; the id if its name is not known. */
export type NameOf = (targetId: string, id: string) => string;

const idAsName: NameOf = (_, id) => id;

/** The known ones of the records that relations name. */
export interface KnownRecords {
  readonly nameOf: NameOf;
  readonly recordOf: (targetId: string, id: string) => AnyRecord | null;
}

const unknown: KnownRecords = { nameOf: idAsName, recordOf: () => null };

/**
 * Returns values of a cell as texts that distinguish them: rich text without its markup, and related records by their
 * names. Equal names get their ids, and rich text that differs in its markup only keeps it.
 */
export function wholeTexts(
  cell: CellField | null,
  values: readonly FormValue[],
  nameOf: NameOf = idAsName,
): string[] {
  const texts = values.map((value) => {
    if (typeof value === 'boolean') return printBool(value);
    if (cell && holdsRecords(cell.field)) return listOf(value).map(named).join(', ');
    return typeof value === 'string' ? value : value.map(shownItem).join(', ');
  });
  const type = cell && typeOf(cell.field);
  const plain = type?.isRich ? texts.map(type.print) : texts;
  return (new Set(plain).size < values.length ? texts : plain).map((text) => text || 'empty');

  function named(id: string): string {
    const targetId = (cell && targetOf(cell.field)) ?? '';
    const name = nameOf(targetId, id);
    const isShared = values.flatMap(listOf).some((other) => other !== id && nameOf(targetId, other) === name);
    return isShared ? `${name} (${id})` : name;
  }
}

/** Returns an item of a list as text; a new file is marked. */
export function shownItem(item: string): string {
  const file = newFileOf(item);
  return file ? `${file.name} (new)` : item;
}

/** Returns the changed values of a record as the text of JSON, because numbers of JSON would lose digits. */
export function changedJson({ id, cells }: { id: string; cells: StagedCells }): string {
  const texts = new Map([['id', JSON.stringify(id)]]);
  for (const cell of cells.values()) texts.set(cell.name, jsonOfCell(cell));
  return `{${[...texts].map(([name, text]) => `${JSON.stringify(name)}:${text}`).join(',')}}`;
}

/** A shape begins with the type of the field. A wrong value stays a text. */
function jsonOfCell({ shape, mine }: StagedCell): string {
  if (typeof mine === 'object') return JSON.stringify(mine.map(shownItem));
  return (typeof mine === 'string' && typeOfShape(shape).toJson?.(mine)) || JSON.stringify(mine);
}

/** Returns a text in a few words. */
export const shortText = (text: string): string => cut(text, longestShown);

/** True if the text is longer than its short form. */
export const isLong = (text: string): boolean => text.length > longestShown;

/** As many characters of a long text are shown before its first difference. */
const shownBefore = 20;

/** Returns two texts in a few words; long ones from shortly before their first difference on. */
export function shortTexts(first: string, second: string, max = longestShown): [string, string] {
  let same = 0;
  while (same < first.length && first[same] === second[same]) same += 1;
  const isShort = Math.max(first.length, second.length) <= max;
  const from = isShort ? 0 : Math.max(same - shownBefore, 0);
  const shown = (text: string) => (from === 0 ? '' : '...') + cut(text.slice(from), max);
  return [shown(first), shown(second)];
}

export interface DraftedRecord {
  readonly id: string;
  readonly cells: readonly StagedCell[];
}

/**
 * Returns the changes of records as a draft stores them; `draftedRecords` reads it. New files cannot be stored, so
 * their cells are only counted.
 */
export function draftOf(records: Iterable<{ readonly id: string; readonly cells: StagedCells }>) {
  const all = [...records].map(({ id, cells }): DraftedRecord => ({ id, cells: [...cells.values()] }));
  const kept = all.map(({ id, cells }) => ({ id, cells: cells.filter(({ mine }) => !hasNewFile(mine)) }));
  const count = (list: readonly DraftedRecord[]) => list.reduce((sum, { cells }) => sum + cells.length, 0);
  return { records: kept.filter(({ cells }) => cells.length > 0), leftOut: count(all) - count(kept) };
}

/** Returns how many changes a stored draft has left out. */
export function leftOutOf(values: Readonly<Record<string, unknown>>): number {
  const { leftOut } = values;
  return typeof leftOut === 'number' ? leftOut : 0;
}

/** Reads a stored draft leniently: what cannot be a change is left out. */
export function draftedRecords(values: Readonly<Record<string, unknown>>): DraftedRecord[] {
  return listIn(values, 'records').flatMap((record) => {
    if (!isObject(record) || typeof record['id'] !== 'string') return [];
    const cells = listIn(record, 'cells').flatMap(readCell);
    return cells.length > 0 ? [{ id: record['id'], cells }] : [];
  });
}

function readCell(cell: unknown): StagedCell[] {
  if (!isObject(cell)) return [];
  const { key, name, shape, seen, source, before, updated, mine } = cell;
  const isWhole = typeof key === 'string' && typeof name === 'string' && typeof shape === 'string';
  if (!isWhole || !isFormValue(before) || !isFormValue(mine)) return [];
  return [
    {
      key,
      name,
      shape,
      seen,
      source: typeof source === 'string' ? source : null,
      before,
      updated: textOf(updated),
      mine,
      error: null,
      now: null,
    },
  ];
}

function listIn(values: Readonly<Record<string, unknown>>, name: string): readonly unknown[] {
  const list = values[name];
  return Array.isArray(list) ? list : [];
}

const isFormValue = (value: unknown): value is FormValue =>
  typeof value === 'string' ||
  typeof value === 'boolean' ||
  (Array.isArray(value) && value.every((item) => typeof item === 'string'));
