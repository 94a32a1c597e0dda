import { isEqual } from '../../../platform/equal';
import { ruleNames } from './importedCollection';
import type { ImportPlan } from './importPlan';
import { isSameIndexes, type StoredCollection, type StoredField } from './storedForm';

/** A property before and after, as text; null where there is no such thing. */
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
  /** How many of the rows are equal. */
  readonly unchanged: number;
}

export interface ReviewTable {
  readonly kind: 'deleted' | 'changed' | 'added';
  readonly name: string;
  /** Where the collection is renamed. */
  readonly oldName: string | null;
  readonly id: string;
  readonly type: string;
  /** The collection itself, then the fields that go, change and come. */
  readonly groups: readonly ReviewGroup[];
  /** How many fields stay as they are; they have no group. */
  readonly unchangedFields: number;
}

export function reviewTables({ deleted, changed, added }: ImportPlan): ReviewTable[] {
  return [
    ...deleted.map((one) => tableOf('deleted', one, null)),
    ...changed.map((one) => tableOf('changed', one.old, one.new)),
    ...added.map((one) => tableOf('added', null, one)),
  ];
}

function tableOf(
  kind: ReviewTable['kind'],
  old: StoredCollection | null,
  next: StoredCollection | null,
): ReviewTable {
  const { id = '', name = '', type = '' } = next ?? old ?? {};
  const fields = fieldGroups(old ? fieldsOf(old) : [], next ? fieldsOf(next) : []);
  return {
    kind,
    name,
    oldName: old && old.name !== name ? old.name : null,
    id,
    type,
    groups: [groupOf(null, null, null, collectionRows(old, next)), ...fields.groups],
    unchangedFields: fields.unchanged,
  };
}

/** Those of a view are made by the server from its query. */
function fieldsOf(collection: StoredCollection): readonly StoredField[] {
  return collection.type === 'view' ? [] : collection.schema;
}

function collectionRows(old: StoredCollection | null, next: StoredCollection | null): ReviewRow[] {
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
      return rowOf(`options.${name}`, option(old), option(next));
    }),
  ];
}

/** A statement a line or more, as it is written. */
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

/** Texts as they are; a rule that is null reads `null`, one that is empty reads as nothing. */
function printed(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? '');
}
