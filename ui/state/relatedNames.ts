import { proxy, ref } from 'valtio/vanilla';
import * as listedRecords from '../api/listedRecords';
import { type SchemaField, targetOf } from '../model/field';
import { type AnyRecord, displayText, expandedRecords } from '../model/record';
import type { NameOf } from '../model/records/stagedCell';
import { excerpts } from '../model/recordsQuery';
import * as collections from './collections';
import { report } from './report';

/** The names of related records, for texts about changed cells. They are known from rows, or read for Review. */
export const state = proxy<{ names: ReadonlyMap<string, string> }>({ names: ref(new Map()) });

const asked = new Set<string>();
const placeOf = (targetId: string, id: string) => `${targetId} ${id}`;

/** Returns the id if no name is known. */
export const nameOf: NameOf = (targetId, id) => state.names.get(placeOf(targetId, id)) ?? id;

/** Notes the related records that a row was read with. Returns true if a name is new. */
export function noteExpanded(field: SchemaField, row: AnyRecord): boolean {
  const targetId = targetOf(field);
  return targetId !== null && note(targetId, expandedRecords(row, field.name) ?? []);
}

function note(targetId: string, records: readonly AnyRecord[]): boolean {
  const target = collections.state.all.find(({ id }) => id === targetId);
  const found = records
    .map((record) => [placeOf(targetId, record.id), displayText(record, target)] as const)
    .filter(([place, name]) => state.names.get(place) !== name);
  if (found.length > 0) state.names = ref(new Map([...state.names, ...found]));
  return found.length > 0;
}

/** Reads the records whose names are not known, each once. A failed reading leaves their ids. */
export async function read(targetId: string, ids: readonly string[]): Promise<void> {
  const unknown = [...new Set(ids)].filter((id) => {
    const place = placeOf(targetId, id);
    return !state.names.has(place) && !asked.has(place);
  });
  if (unknown.length === 0) return;
  for (const id of unknown) asked.add(placeOf(targetId, id));
  try {
    note(targetId, await listedRecords.listByIds(targetId, unknown, { fields: excerpts }));
  } catch (error) {
    for (const id of unknown) asked.delete(placeOf(targetId, id));
    report(error, { isSilent: true });
  }
}

/** Ends with the session. */
export function forget(): void {
  asked.clear();
  state.names = ref(new Map());
}
