import { countWhere } from '../../backend/adminSession';
import { type RecordSource, readByIds, toAnswer } from '../../backend/recordPages';
import { derivedText } from '../../base/digest';
import { listOf } from '../../base/lists';
import { randomText } from '../../base/random';
import { inSlices } from '../../base/slices';
import { type Collection, fieldOf } from '../../model/collection';
import { isSameStamp, stampOf } from '../../model/record';
import { targetOf } from '../../model/types/fieldTypes';
import * as collections from '../../page/collections';
import { type Part, stampAfter } from '../history/plan/act';
import type { FileTable, TableRow } from '../tables/table';
import { idFrom } from '../values/recordIds';
import { madePasswordLength } from '../values/recordRules';
import { formOf, isSame } from '../values/recordValues';
import type { ImportPlan } from './plan/columnPlan';
import type { Replacements, RowFault } from './plan/rowCells';
import {
  createPlanner,
  type Found,
  findRepeats,
  isSent,
  type Planner,
  type RowPlan,
  type SentRecord,
} from './plan/rowPlan';
import { canAsk, createLookup, type Lookup } from './recordLookup';

export interface FaultGroup {
  /** '' for a fault of the whole row. */
  readonly field: string;
  readonly message: string;
  readonly rows: readonly number[];
  /** The distinct wrong texts, each with the numbers of its rows. */
  readonly texts: ReadonlyMap<string, readonly number[]>;
}

export interface CheckResult {
  readonly groups: readonly FaultGroup[];
  /** By the number of the row; these rows are left out. */
  readonly faults: ReadonlyMap<number, string>;
  readonly news: readonly Extract<RowPlan, { kind: 'new' }>[];
  readonly changed: readonly Extract<RowPlan, { kind: 'changed' }>[];
  readonly same: number;
}

interface Progress {
  signal: AbortSignal;
  onProgress: (done: number) => void;
}

/**
 * Checks the rows of a file; writes nothing. The answers of the server are kept, so a second check with other
 * replacements asks only for new texts. The ids of new records are made of `salt`. `parts` are what an interrupted
 * try of the same import has sent: what others have changed in them since stays.
 */
export function createImportCheck(
  table: FileTable,
  collection: Collection,
  plan: ImportPlan,
  { salt, parts, isDraft = false }: { salt: string; parts: readonly Part[]; isDraft?: boolean },
) {
  const answers = createAnswers(collection, plan, isDraft ? null : parts);
  const tools = {
    newId({ number }: TableRow) {
      const random = derivedText(salt, number, 25);
      return idFrom(collection, random) ?? random;
    },
    newPassword: () => randomText(madePasswordLength),
  };

  return async (replacements: Replacements, { signal, onProgress }: Progress): Promise<CheckResult> => {
    const planner = createPlanner(table, collection, plan, replacements, tools);
    const partOf = (from: number, to: number) => (share: number) =>
      onProgress(Math.floor(table.rows.length * (from + (to - from) * share)));
    await inSlices(collectLookups(planner, table.rows, answers, partOf(0, 0.2)));
    await answers.ask(signal, partOf(0.2, 0.8));
    return inSlices(planRows(planner, table.rows, answers, collection, plan, partOf(0.8, 1)));
  };
}

function* collectLookups(
  planner: Planner,
  rows: readonly TableRow[],
  answers: Answers,
  onShare: (share: number) => void,
) {
  for (const [at, row] of rows.entries()) {
    if (at % 100 === 0) onShare(at / rows.length);
    const { key, related, unique } = planner.lookups(row);
    if (key !== null) answers.wantKey(key);
    for (const [field, text] of related) answers.related(field).want(text);
    for (const [field, text] of unique) answers.holders(field).want(text);
    yield;
  }
}

function* planRows(
  planner: Planner,
  rows: readonly TableRow[],
  answers: Answers,
  collection: Collection,
  plan: ImportPlan,
  onShare: (share: number) => void,
): Generator<undefined, CheckResult> {
  const { found } = answers;
  for (const row of rows) {
    answers.markCreated(planner.idOf(row));
    yield;
  }
  const plans: RowPlan[] = [];
  for (const row of rows) {
    plans.push(restOf(collection, planner.plan(row, found), answers));
    if (plans.length % 100 === 0) onShare(plans.length / rows.length);
    yield;
  }
  const passed = plans.filter((one) => one.kind !== 'fault');
  const repeats = yield* findRepeats(collection, plan.key, passed);
  const unrepeated = plans.map((one): RowPlan => {
    const fault = repeats.get(one);
    return fault ? faultOf(one.row, fault) : one;
  });
  yield;
  const checked = yield* withoutOrphans(unrepeated, found);
  const isOf =
    <Kind extends RowPlan['kind']>(kind: Kind) =>
    (one: RowPlan): one is Extract<RowPlan, { kind: Kind }> =>
      one.kind === kind;
  const faulty = checked.filter(isOf('fault'));
  const faults = new Map<number, string>();
  for (const one of faulty) {
    const told = one.faults.map(({ field, message }) => (field ? `${field}: ${message}` : message));
    faults.set(one.row.number, told.join(' '));
    yield;
  }
  return {
    groups: yield* groupFaults(faulty),
    faults,
    news: checked.filter(isOf('new')),
    changed: checked.filter(isOf('changed')),
    same: checked.filter(isOf('same')).length,
  };
}

const faultOf = (row: TableRow, fault: RowFault): RowPlan => ({ kind: 'fault', row, faults: [fault] });

/**
 * Leaves out the values that an interrupted try of this import has sent already. If others have changed the record
 * since, a value that is not sent yet is a fault: it could overwrite theirs.
 */
function restOf(collection: Collection, one: RowPlan, { found, sent }: Answers): RowPlan {
  const { part, record } = (one.kind === 'changed' && sent.get(one.id)) || {};
  if (one.kind !== 'changed' || !part || !record) return one;
  const same = { kind: 'same' as const, row: one.row, values: one.values };
  const changed = (field: string) =>
    faultOf(one.row, { field, message: 'The record was changed since the import began.', text: null });
  const { before, after } = part;
  // The import made this record from another row, whose values must stay.
  if (!before) return Object.keys(one.body).length > 0 ? changed('') : one;
  if (after) {
    // The try may have created the related record since.
    const isLate = (name: string, value: unknown) =>
      Object.hasOwn(one.later, name) || listOf(value).some((id) => found.isCreated(name, id));
    const later = Object.fromEntries(
      Object.entries({ ...one.body, ...one.later }).filter(
        ([name, value]) => isLate(name, value) && !isSent(part, name),
      ),
    );
    const [open] = Object.keys(later);
    if (open === undefined) return same;
    // Without dates nobody knows who has set a relation, so only an empty one is filled.
    const isEmpty = Object.keys(later).every((name) => listOf(one.former[name]).length === 0);
    const isOurs = one.updated === null ? isEmpty : isSameStamp(one.updated, stampAfter(part));
    return isOurs ? { ...one, body: {}, later } : changed(open);
  }
  if (isSameStamp(one.updated, stampOf(before.record))) return one;
  const [then, now] = [formOf(collection, before).values, formOf(collection, record).values];
  const isMine = ([name]: [string, unknown]) =>
    Object.hasOwn(before.record, name) && isSame(collection, name, then[name] ?? '', now[name] ?? '');
  const body = Object.fromEntries(Object.entries(one.body).filter(isMine));
  return Object.keys(body).length + Object.keys(one.later).length > 0 ? { ...one, body } : same;
}

/** Leaves out rows whose related record is in a row that is left out itself. */
function* withoutOrphans(plans: readonly RowPlan[], found: Found): Generator<undefined, RowPlan[]> {
  const created = new Set<string>();
  for (const one of plans) {
    if (one.kind === 'new') created.add(one.id);
    yield;
  }
  const checked: RowPlan[] = [];
  let isChanged = false;
  for (const one of plans) {
    const later = one.kind === 'new' || one.kind === 'changed' ? Object.entries(one.later) : [];
    const orphan = later.find(([name, value]) =>
      listOf(value).some((id) => found.related(name, id).length === 0 && !created.has(id)),
    );
    const message = 'The related record is in a row that is left out.';
    checked.push(orphan ? faultOf(one.row, { field: orphan[0], message, text: null }) : one);
    if (orphan) isChanged = true;
    yield;
  }
  return isChanged ? yield* withoutOrphans(checked, found) : checked;
}

/** Groups the faults by field and message, the largest group first. */
function* groupFaults(
  faulty: readonly Extract<RowPlan, { kind: 'fault' }>[],
): Generator<undefined, FaultGroup[]> {
  const groups = new Map<
    string,
    { field: string; message: string; rows: number[]; texts: Map<string, number[]> }
  >();
  for (const { row, faults } of faulty) {
    yield;
    for (const { field, message, text } of faults) {
      const key = JSON.stringify([field, message]);
      const group = groups.get(key) ?? { field, message, rows: [], texts: new Map<string, number[]>() };
      groups.set(key, group);
      group.rows.push(row.number);
      if (text === null || text === '') continue;
      const same = group.texts.get(text);
      if (same) same.push(row.number);
      else group.texts.set(text, [row.number]);
    }
  }
  return [...groups.values()].sort((a, b) => b.rows.length - a.rows.length);
}

type Answers = ReturnType<typeof createAnswers>;

/** `parts`: null for a collection that does not exist yet. */
function createAnswers(collection: Collection, plan: ImportPlan, parts: readonly Part[] | null) {
  const { key } = plan;
  const records = createLookup(collection, key ?? 'id', {
    fields: null,
    read: (row) => toAnswer(collection, row),
  });
  const ids = (row: RecordSource) => row.id;
  const relatedByField = new Map<string, Lookup<string>>();
  const holdersByField = new Map<string, Lookup<string>>();
  const created = new Set<string>();
  const sent = new Map<string, SentRecord>();

  const targetIdOf = (name: string) => {
    const field = fieldOf(collection, name);
    return (field && targetOf(field)) ?? '';
  };

  function related(name: string): Lookup<string> {
    const reading = plan.columns.find(({ field }) => field === name)?.reading;
    const by = reading && 'by' in reading ? reading.by : 'id';
    const id = targetIdOf(name);
    const lookup =
      relatedByField.get(name) ??
      createLookup(collections.find(id) ?? { id, schema: [] }, by, { fields: ['id', by], read: ids });
    relatedByField.set(name, lookup);
    return lookup;
  }

  function holders(name: string): Lookup<string> {
    const lookup =
      holdersByField.get(name) ?? createLookup(collection, name, { fields: ['id', name], read: ids });
    holdersByField.set(name, lookup);
    return lookup;
  }

  /**
   * False for servers before 0.22.50, whose filters do not find a text with a backslash. Null until a text has one.
   */
  let findsBackslash: boolean | null = null;

  const found: Found = {
    record: (text) => records.get(text)[0],
    canAsk: (text) => canAsk(text) && (findsBackslash !== false || !text.includes('\\')),
    related: (name, text) => related(name).get(text),
    holder: (name, text) => holders(name).get(text)[0],
    isCreated: (name, id) => targetIdOf(name) === collection.id && created.has(id),
    sent(id) {
      const one = sent.get(id);
      return one?.part.before === null || one?.record === null ? one : undefined;
    },
  };

  return {
    wantKey: records.want,
    related,
    holders,
    found,
    sent,
    /** Remembers an id that the file gives to a new record. */
    markCreated(id: string) {
      if (id !== '' && plan.mode !== 'change') created.add(id);
    },
    async ask(signal: AbortSignal, onShare: (share: number) => void) {
      const own = parts ? [records, ...holdersByField.values()] : [];
      const all = [...own, ...relatedByField.values()];
      // The two texts are equal only where a backslash escapes itself. Then all admins are counted, else none.
      if (findsBackslash === null && all.some((lookup) => lookup.wantsBackslash()))
        findsBackslash = (await countWhere('"a\\\\b"="a\\b"')) > 0;
      const wanted = all.reduce((sum, lookup) => sum + lookup.count(), 0);
      let asked = 0;
      const onSome = (count: number) => {
        asked += count;
        onShare(asked / wanted);
      };
      for (const lookup of all) await lookup.ask(signal, findsBackslash ?? true, onSome);
      // Last, because a write of the interrupted try may still arrive meanwhile.
      if (sent.size > 0 || !parts) return;
      const ids = parts.map(({ id }) => id);
      const rows = await readByIds(collection.id, ids, { fields: null, signal });
      const today = new Map(rows.map((row) => [row.id, toAnswer(collection, row)]));
      for (const part of parts) sent.set(part.id, { part, record: today.get(part.id) ?? null });
    },
  };
}
