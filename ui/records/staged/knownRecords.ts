import { proxy, ref } from 'valtio/vanilla';
import { readByIds, toListed } from '../../backend/recordPages';
import { listOf } from '../../base/lists';
import type { Collection } from '../../model/collection';
import type { SchemaField } from '../../model/field';
import { type AnyRecord, expandedRecords } from '../../model/record';
import { displayText } from '../../model/recordName';
import { excerpts } from '../../model/recordsQuery';
import { targetOf } from '../../model/types/fieldTypes';
import * as collections from '../../page/collections';
import { report } from '../../page/report';
import type { KnownRecords } from '../values/changeWords';

/** Related records of changed cells, from rows, from searches, or read here. By `placeOf`. */
export const state = proxy<{ records: ReadonlyMap<string, AnyRecord> }>({ records: ref(new Map()) });

const asked = new Set<string>();
const placeOf = (targetId: string, id: string) => `${targetId} ${id}`;
const nameIn = (targetId: string, record: AnyRecord) =>
  displayText(
    record,
    collections.state.all.find(({ id }) => id === targetId),
  );

/** Without a name, the id is shown. */
export const known: KnownRecords = {
  recordOf: (targetId, id) => state.records.get(placeOf(targetId, id)) ?? null,
  nameOf(targetId, id) {
    const record = known.recordOf(targetId, id);
    return record ? nameIn(targetId, record) : id;
  },
};

/** Takes the related records that came with a row. */
export function noteExpanded(field: SchemaField, row: AnyRecord): void {
  const targetId = targetOf(field);
  if (targetId !== null) note(targetId, expandedRecords(row, field.name) ?? []);
}

export function note(targetId: string, records: readonly AnyRecord[]): void {
  const isNew = (record: AnyRecord) => {
    const before = known.recordOf(targetId, record.id);
    return before === null || nameIn(targetId, before) !== nameIn(targetId, record);
  };
  const found = records.filter(isNew).map((record) => [placeOf(targetId, record.id), record] as const);
  if (found.length > 0) state.records = ref(new Map([...state.records, ...found]));
}

/** Reads records whose names are unknown, each once. After an error, their ids are shown. */
export async function read(targetId: string, ids: readonly string[]): Promise<void> {
  const unknown = [...new Set(ids)].filter((id) => {
    const place = placeOf(targetId, id);
    return !state.records.has(place) && !asked.has(place);
  });
  if (unknown.length === 0) return;
  for (const id of unknown) asked.add(placeOf(targetId, id));
  try {
    note(targetId, (await readByIds(targetId, unknown, { fields: [excerpts] })).map(toListed));
  } catch (error) {
    for (const id of unknown) asked.delete(placeOf(targetId, id));
    report(error, { isSilent: true });
  }
}

/** Reads the related records of these values, with one call per collection. */
export function readNamed(
  { schema }: Collection,
  valuesOf: (field: SchemaField) => readonly unknown[],
): void {
  const wanted = new Map<string, string[]>();
  for (const field of schema) {
    const targetId = targetOf(field);
    if (targetId !== null)
      wanted.set(targetId, [...(wanted.get(targetId) ?? []), ...valuesOf(field).flatMap(listOf)]);
  }
  for (const [targetId, ids] of wanted) void read(targetId, ids);
}

export function forget(): void {
  asked.clear();
  state.records = ref(new Map());
}
