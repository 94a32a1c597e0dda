import type { Collection } from '../../../model/collection';
import { listOf } from '../../../model/record';
import type { ImportPlan } from '../../../model/record-import/columnPlan';
import type { Replacements } from '../../../model/record-import/rowCells';
import {
  createPlanner,
  type Found,
  findRepeats,
  type Planner,
  type RowPlan,
} from '../../../model/record-import/rowPlan';
import { idBytes, madePasswordLength } from '../../../model/records/recordRules';
import type { FileTable, TableRow } from '../../../model/tables/table';
import { randomText } from '../../../platform/random';
import { inSlices } from '../../../platform/slices';
import { type Answers, createAnswers } from './importAnswers';

/** Rows with the same fault in the same field. */
export interface FaultGroup {
  /** '' for whole rows. */
  readonly field: string;
  readonly message: string;
  readonly rows: readonly number[];
  /** The distinct wrong cells, and the rows of each. */
  readonly texts: ReadonlyMap<string, readonly number[]>;
}

export interface CheckResult {
  readonly groups: readonly FaultGroup[];
  /** The rows that are left out, each with its faults. */
  readonly faults: ReadonlyMap<number, string>;
  readonly news: readonly Extract<RowPlan, { kind: 'new' }>[];
  readonly changed: readonly Extract<RowPlan, { kind: 'changed' }>[];
  readonly same: number;
}

interface Progress {
  signal: AbortSignal;
  /** Called with the number of checked rows. */
  onProgress: (done: number) => void;
}

/**
 * Checks the rows of a file. It writes nothing. The answers of the server are kept, so a second check with other
 * replacements asks only for new texts.
 */
export function createImportCheck(table: FileTable, collection: Collection, plan: ImportPlan) {
  const answers = createAnswers(collection, plan);
  const tools = { newId: () => randomText(idBytes), newPassword: () => randomText(madePasswordLength) };

  return async (replacements: Replacements, { signal, onProgress }: Progress): Promise<CheckResult> => {
    const planner = createPlanner(table, collection, plan, replacements, tools);
    await inSlices(collectLookups(planner, table.rows, answers));
    await answers.ask(signal);
    return inSlices(planRows(planner, table.rows, answers, collection, plan, onProgress));
  };
}

function* collectLookups(planner: Planner, rows: readonly TableRow[], answers: Answers) {
  for (const row of rows) {
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
  { found, markCreated }: Answers,
  collection: Collection,
  plan: ImportPlan,
  onProgress: (done: number) => void,
): Generator<undefined, CheckResult> {
  for (const row of rows) {
    markCreated(planner.idOf(row));
    yield;
  }
  const plans: RowPlan[] = [];
  for (const row of rows) {
    plans.push(planner.plan(row, found));
    if (plans.length % 100 === 0) onProgress(plans.length);
    yield;
  }
  const passed = plans.filter((one) => one.kind !== 'fault');
  const repeats = findRepeats(collection, plan.key, passed);
  const checked = withoutOrphans(
    plans.map((one): RowPlan => {
      const fault = repeats.get(one);
      return fault ? { kind: 'fault', row: one.row, faults: [fault] } : one;
    }),
    found,
  );
  const isOf =
    <Kind extends RowPlan['kind']>(kind: Kind) =>
    (one: RowPlan): one is Extract<RowPlan, { kind: Kind }> =>
      one.kind === kind;
  const faulty = checked.filter(isOf('fault'));
  return {
    groups: groupFaults(faulty),
    faults: new Map(
      faulty.map(({ row, faults }) => [
        row.number,
        faults.map(({ field, message }) => (field ? `${field}: ${message}` : message)).join(' '),
      ]),
    ),
    news: checked.filter(isOf('new')),
    changed: checked.filter(isOf('changed')),
    same: checked.filter(isOf('same')).length,
  };
}

/** Leaves out rows whose related record is in a row that is left out itself. */
function withoutOrphans(plans: readonly RowPlan[], found: Found): RowPlan[] {
  const created = new Set(plans.flatMap((one) => (one.kind === 'new' ? [one.id] : [])));
  let isChanged = false;
  const checked = plans.map((one): RowPlan => {
    if (one.kind !== 'new' && one.kind !== 'changed') return one;
    const orphan = Object.entries(one.later).find(([name, value]) =>
      listOf(value).some((id) => found.related(name, id).length === 0 && !created.has(id)),
    );
    if (!orphan) return one;
    isChanged = true;
    const [field] = orphan;
    const message = 'The related record is in a row that is left out.';
    return { kind: 'fault', row: one.row, faults: [{ field, message, text: null }] };
  });
  return isChanged ? withoutOrphans(checked, found) : checked;
}

/** Groups the faults by field and message, the largest group first. */
function groupFaults(faulty: readonly Extract<RowPlan, { kind: 'fault' }>[]): FaultGroup[] {
  const groups = new Map<
    string,
    { field: string; message: string; rows: number[]; texts: Map<string, number[]> }
  >();
  for (const { row, faults } of faulty) {
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
