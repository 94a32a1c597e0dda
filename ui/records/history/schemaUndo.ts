// Undo of a collection, or of fields, that an import has made. The rows come first. The server has no "delete if
// empty", so records and values are counted right before the delete.

import { isMissing, messageOf } from '../../backend/ApiError';
import * as api from '../../backend/collections';
import { count } from '../../backend/listedRecords';
import { isEqual } from '../../base/equal';
import { countOf } from '../../base/text';
import { type Collection, indexesOf, ruleNames, ruleOf } from '../../model/collection';
import { isUnset, optionOf, type SchemaField } from '../../model/field';
import { valueFilter } from '../../model/filter/valueCondition';
import { isEmptyValue } from '../../model/record';
import { indexNameOf, withoutColumns } from '../../model/sql/indexStatement';
import * as collections from '../../page/collections';
import type { Recorder } from './history';
import * as history from './history';
import type { Act } from './plan/act';

/** A collection or fields that an import has made, to be deleted after its rows. */
export interface PlannedRemoval {
  readonly act: Act;
  readonly isCollection: boolean;
  readonly name: string;
  /** The new fields of an older collection. */
  readonly fields: readonly SchemaField[];
}

interface RemovalPlan {
  readonly removals: readonly PlannedRemoval[];
  /** Sentences about what stays. */
  readonly stays: readonly string[];
  /** The ids of acts whose collection or fields are already missing. */
  readonly removed: readonly string[];
}

/** The key by which a person ticks the new fields. */
export const removalKey = ({ act }: PlannedRemoval): string => `fields of ${act.id}`;

/** `rowsToGo`: the number of rows of a collection that the Undo can delete. */
export async function planRemovals(
  acts: readonly Act[],
  today: readonly Collection[],
  rowsToGo: (collectionId: string) => number,
): Promise<RemovalPlan> {
  const removals: PlannedRemoval[] = [];
  const [stays, removed]: [string[], string[]] = [[], []];
  for (const act of acts) {
    const now = today.find(({ id }) => id === act.collectionId);
    const fields = act.makes?.fields.filter(({ id }) => now?.schema.some((field) => field.id === id)) ?? [];
    if (!act.makes) continue;
    if (!now || fields.length === 0) removed.push(act.id);
    else if (act.makes.isCollection) {
      const others = (await countAll(now)) - rowsToGo(now.id);
      const why = whyStays(act, now, others);
      if (why) stays.push(why);
      else removals.push({ act, isCollection: true, name: now.name, fields: [] });
    } else {
      const same = fields.filter((field) => now.schema.some((one) => isSameField(field, one)));
      for (const { name } of fields.filter((field) => !same.includes(field)))
        stays.push(`The field ${name} was changed since and stays as it is.`);
      if (same.length > 0) removals.push({ act, isCollection: false, name: now.name, fields: same });
    }
  }
  return { removals, stays, removed };
}

/** Deletes only what holds nothing else on the server now. Returns sentences about what is deleted and what stays. */
export async function remove(
  removal: PlannedRemoval,
  undoing: Recorder,
): Promise<{ gone: string[]; stays: string[] }> {
  const now = await api.get(removal.act.collectionId).catch((error: unknown) => {
    if (isMissing(error)) return null;
    throw error;
  });
  if (!now) return { gone: [], stays: [] };
  return removal.isCollection ? removeCollection(removal.act, now, undoing) : removeFields(removal, now);
}

async function removeCollection(act: Act, now: Collection, undoing: Recorder) {
  if (!(await undoing.addRemoved(now))) return { gone: [], stays: [`${now.name} stays.`] };
  const why = whyStays(act, now, await countAll(now));
  try {
    if (why) throw new Error(why);
    await api.remove(now.id);
  } catch (error) {
    const isThere = await api.get(now.id).then(
      () => true,
      (failure) => !isMissing(failure),
    );
    if (isThere) {
      undoing.forgetRemoved(now.id);
      return { gone: [], stays: [why ?? `${now.name} stays: ${messageOf(error)}`] };
    }
  }
  collections.drop(now.id);
  await history.removeMade(act.id);
  return { gone: [`The collection ${now.name} is deleted.`], stays: [] };
}

async function removeFields({ act, fields }: PlannedRemoval, now: Collection) {
  const stays: string[] = [];
  const going: SchemaField[] = [];
  for (const field of fields) {
    const today = now.schema.find(({ id }) => id === field.id);
    if (!today) continue;
    const filter = valueFilter(today, false);
    const others =
      filter === null ? 1 : await count(now.id, filter, { signal: new AbortController().signal });
    if (others > 0 || !isSameField(field, today))
      stays.push(`The field ${today.name} holds other values and stays.`);
    else going.push(today);
  }
  if (going.length > 0) {
    const names = going.map(({ name }) => name);
    // Read again after the counts: the server drops each column whose id is missing in `schema`.
    const latest = await api.get(now.id);
    const indexes = indexesOf(latest).flatMap((statement) => withoutColumns(statement, names) ?? []);
    const schema = latest.schema.filter(({ id }) => going.every((field) => field.id !== id));
    collections.adopt(await api.update(now.id, { schema, indexes }));
  }
  await history.removeMade(act.id);
  return { gone: going.map(({ name }) => `The field ${name} is removed.`), stays };
}

const countAll = ({ id }: Collection) => count(id, '', { signal: new AbortController().signal });

/** Null if the collection of an import can go. `others`: its records that the import has not made. */
function whyStays(act: Act, now: Collection, others: number): string | null {
  if (others > 0)
    return `${countOf(others, 'record was', 'records were')} added or changed since: ${now.name} stays.`;
  const made = act.collections.find(({ id }) => id === now.id);
  return made && isAsMade(made, now) ? null : `The collection was changed since: ${now.name} stays.`;
}

/** The server adds defaults and rewrites statements, so only what was sent is compared. */
function isAsMade(made: Collection, now: Collection): boolean {
  return (
    made.name === now.name &&
    made.type === now.type &&
    ruleNames.every((name) => ruleOf(made, name) === ruleOf(now, name)) &&
    made.schema.length === now.schema.length &&
    made.schema.every((field, at) => now.schema[at] !== undefined && isSameField(field, now.schema[at])) &&
    isEqual(indexesOf(made).map(indexNameOf), indexesOf(now).map(indexNameOf))
  );
}

function isSameField(made: SchemaField, now: SchemaField): boolean {
  return (
    made.id === now.id &&
    made.name === now.name &&
    made.type === now.type &&
    Boolean(made.required) === Boolean(now.required) &&
    Object.keys({ ...made.options, ...now.options }).every((name) =>
      isEqual(chosenOption(made, name), chosenOption(now, name)),
    )
  );
}

/** Returns null for an option that is not set. A newer server adds such options, and has 0 where null was sent. */
function chosenOption(field: SchemaField, name: string): unknown {
  const value = optionOf(field, name);
  return isUnset(field, name) || isEmptyValue(value) || value === false ? null : value;
}
