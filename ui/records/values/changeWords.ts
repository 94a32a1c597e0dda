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
 * By field name: the changed values, related records and marks that the row shows. Skips changes of fields that the
 * collection no longer has.
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

/** Returns the name of a related record, or its id if the name is unknown. */
export type NameOf = (targetId: string, id: string) => string;

const idAsName: NameOf = (_, id) => id;

/** The related records that are known. */
export interface KnownRecords {
  readonly nameOf: NameOf;
  readonly recordOf: (targetId: string, id: string) => AnyRecord | null;
}

const unknown: KnownRecords = { nameOf: idAsName, recordOf: () => null };

/**
 * Returns values as texts that differ if the values do: related records by name, with the id if two have the same;
 * rich text without markup, unless only that differs.
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

/** Marks a new file. */
export function shownItem(item: string): string {
  const file = newFileOf(item);
  return file ? `${file.name} (new)` : item;
}

/** Returns the changes as JSON text, because parsed numbers would lose digits. */
export function changedJson({ id, changes }: { id: string; changes: Changes }): string {
  const texts = new Map([['id', JSON.stringify(id)]]);
  for (const change of changes.values()) texts.set(change.name, jsonOfChange(change));
  return `{${[...texts].map(([name, text]) => `${JSON.stringify(name)}:${text}`).join(',')}}`;
}

/** A shape begins with the type of the field. An invalid value stays a text. */
function jsonOfChange({ shape, mine }: Change): string {
  if (typeof mine === 'object') return JSON.stringify(mine.map(shownItem));
  return (typeof mine === 'string' && typeOfShape(shape).toJson?.(mine)) || JSON.stringify(mine);
}

export const shortText = (text: string): string => cut(text, longestShown);

export const isLong = (text: string): boolean => text.length > longestShown;

/** In characters: what is shown of a long text before the first difference. */
const shownBefore = 20;

/** Shortens two texts so that their first difference is visible. */
export function shortTexts(first: string, second: string, max = longestShown): [string, string] {
  let same = 0;
  while (same < first.length && first[same] === second[same]) same += 1;
  const isShort = Math.max(first.length, second.length) <= max;
  const from = isShort ? 0 : Math.max(same - shownBefore, 0);
  const shown = (text: string) => (from === 0 ? '' : '...') + cut(text.slice(from), max);
  return [shown(first), shown(second)];
}
