import { isEqual } from '../../../base/equal';
import { ruleNames } from '../../../model/collection';
import type { ImportPlan } from './importPlan';
import { isSameIndexes, type StoredCollection, type StoredField } from './storedForm';

/** A property before and after the import, as text; null if it does not exist. */
export interface ReviewRow {
  readonly key: string;
  readonly old: string | null;
  readonly new: string | null;
  readonly isEqual: boolean;
}

export interface ReviewGroup {
  /** The name of a field; null for the collection itself. */
  readonly title: string | null;
  readonly fieldType: string | null;
  readonly badge: 'Added' | 'Changed' | 'Deleted' | null;
  readonly rows: readonly ReviewRow[];
  readonly unchanged: number;
}

export interface ReviewTable {
  readonly kind: 'deleted' | 'changed' | 'added';
  readonly name: string;
  /** The old name of a renamed collection; null for others. */
  readonly oldName: string | null;
  /** The name if the server is to give the id. */
  readonly id: string;
  readonly type: string;
  /** First the collection itself, then its deleted, changed and new fields. */
  readonly groups: readonly ReviewGroup[];
  readonly unchangedFields: number;
}

/**
 * Deleted collections are last, because they need no comparison. `bag` is `options.` where the server has the options of
 * a collection in an object.
 */
export function reviewTables({ deleted, changed, added }: ImportPlan, bag = 'options.'): ReviewTable[] {
  return [
    ...changed.map((one) => tableOf('changed', one.old, one.new, bag)),
    ...added.map((one) => tableOf('added', null, one, bag)),
    ...deleted.map((one) => tableOf('deleted', one, null, bag)),
  ];
}

function tableOf(
  kind: ReviewTable['kind'],
  old: StoredCollection | null,
  next: StoredCollection | null,
  bag: string,
): ReviewTable {
  const { id = '', name = '', type = '' } = next ?? old ?? {};
  const fields = fieldGroups(old ? fieldsOf(old) : [], next ? fieldsOf(next) : []);
  return {
    kind,
    name,
    oldName: old && old.name !== name ? old.name : null,
    id: id || name,
    type,
    groups: [groupOf(null, null, null, collectionRows(old, next, bag)), ...fields.groups],
    unchangedFields: fields.unchanged,
  };
}

/** The server makes the fields of a view, so they are left out. */
function fieldsOf(collection: StoredCollection): readonly StoredField[] {
  return collection.type === 'view' ? [] : collection.schema;
}

function collectionRows(
  old: StoredCollection | null,
  next: StoredCollection | null,
  bag: string,
): ReviewRow[] {
  const row = (key: string, read: (one: StoredCollection) => unknown) =>
    rowOf(key, old && printed(read(old)), next && printed(read(next)));
  const names = new Set([...Object.keys(old?.options ?? {}), ...Object.keys(next?.options ?? {})]);
  return [
    row('name', ({ name }) => name),
    row('id', ({ id }) => id),
    row('type', ({ type }) => type),
    row('system', ({ system }) => system),
    ...ruleNames.map((key) => row(key, (one) => one[key] ?? null)),
    indexesRow(old, next),
    ...[...names].map((name) => {
      const option = (one: StoredCollection | null) =>
        one && Object.hasOwn(one.options, name) ? printed(one.options[name]) : null;
      return rowOf(`${bag}${name}`, option(old), option(next));
    }),
  ];
}

/** Statements keep their line breaks. */
function indexesRow(old: StoredCollection | null, next: StoredCollection | null): ReviewRow {
  const text = (one: StoredCollection | null) =>
    one && (one.indexes.length === 0 ? '[]' : one.indexes.join('\n'));
  const row = rowOf('indexes', text(old), text(next));
  return old && next ? { ...row, isEqual: isSameIndexes(old.indexes, next.indexes) } : row;
}

function fieldGroups(
  old: readonly StoredField[],
  next: readonly StoredField[],
): { groups: ReviewGroup[]; unchanged: number } {
  const before = new Map(old.map((field) => [field.id, field]));
  const after = new Set(next.map(({ id }) => id));
  const kept = next.flatMap((field) => {
    const known = before.get(field.id);
    return known ? [{ known, field }] : [];
  });
  const changed = kept.filter(({ known, field }) => !isEqual(known, field));
  return {
    groups: [
      ...old.filter(({ id }) => !after.has(id)).map((field) => fieldGroup('Deleted', field, null)),
      ...changed.map(({ known, field }) => fieldGroup('Changed', known, field)),
      ...next.filter(({ id }) => !before.has(id)).map((field) => fieldGroup('Added', null, field)),
    ],
    unchanged: kept.length - changed.length,
  };
}

const fieldKeys = [
  'id',
  'name',
  'type',
  'required',
  'presentable',
  'unique',
  'system',
  'options',
] as const satisfies readonly (keyof StoredField)[];

function fieldGroup(
  badge: ReviewGroup['badge'],
  old: StoredField | null,
  next: StoredField | null,
): ReviewGroup {
  const { name = '', type = '' } = next ?? old ?? {};
  const rows = fieldKeys.map((key) => rowOf(key, old && printed(old[key]), next && printed(next[key])));
  return groupOf(name, type, badge, rows);
}

function groupOf(
  title: string | null,
  fieldType: string | null,
  badge: ReviewGroup['badge'],
  rows: readonly ReviewRow[],
): ReviewGroup {
  return { title, fieldType, badge, rows, unchanged: rows.filter((row) => row.isEqual).length };
}

function rowOf(key: string, old: string | null, next: string | null): ReviewRow {
  return { key, old, new: next, isEqual: old === next };
}

/** A null rule becomes `null`, an empty rule an empty text. */
function printed(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? '');
}
