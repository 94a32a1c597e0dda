import { listOf } from '../../base/lists';
import { cut } from '../../base/text';
import type { CellMark } from '../../kit/table/TableRow';
import type { Collection } from '../../model/collection';
import type { FormValue } from '../../model/field';
import type { AnyRecord } from '../../model/record';
import { excerptLength } from '../../model/recordsQuery';
import { printBool } from '../../model/types/bool';
import { holdsRecords, targetOf, typeOf, typeOfShape } from '../../model/types/fieldTypes';
import { newFileOf } from '../../model/types/file';
import { type CellField, cellFieldByKey, rowValue } from './cellField';
import { type Change, type Changes, hasNewFile } from './change';

const longestShown = 80;

/**
 * Returns what the row of a record shows: the changed values, their related records and the marks, by field name. A
 * missing field has no cell in the table.
 */
export function shownChanges(
  collection: Collection,
  changes: Changes,
  related: KnownRecords = unknown,
): {
  shown: Readonly<Record<string, unknown>>;
  expand: Readonly<Record<string, readonly AnyRecord[]>>;
  marks: ReadonlyMap<string, CellMark>;
} {
  const shown: [string, unknown][] = [];
  const expand: [string, readonly AnyRecord[]][] = [];
  const marks = new Map<string, CellMark>();
  for (const change of changes.values()) {
    const cell = cellFieldByKey(collection, change.key);
    if (!cell) continue;
    const value = rowValue(cell, change.mine);
    const { isRich, print } = typeOf(cell.field);
    shown.push([cell.name, isRich ? cut(print(value), excerptLength) : value]);
    marks.set(cell.name, markOf(cell, change, related.nameOf));
    const targetId = targetOf(cell.field);
    if (targetId === null) continue;
    const found = listOf(change.mine).flatMap((id) => related.recordOf(targetId, id) ?? []);
    expand.push([cell.name, found]);
  }
  return { shown: Object.fromEntries(shown), expand: Object.fromEntries(expand), marks };
}

function markOf(cell: CellField, { before, mine, error, now }: Change, nameOf: NameOf): CellMark {
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
export function changedJson({ id, changes }: { id: string; changes: Changes }): string {
  const texts = new Map([['id', JSON.stringify(id)]]);
  for (const change of changes.values()) texts.set(change.name, jsonOfChange(change));
  return `{${[...texts].map(([name, text]) => `${JSON.stringify(name)}:${text}`).join(',')}}`;
}

/** A shape begins with the type of the field. A wrong value stays a text. */
function jsonOfChange({ shape, mine }: Change): string {
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
