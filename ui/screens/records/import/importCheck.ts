import { countWhere } from '../../../api/adminSession';
import { type RecordSource, readMatching, toAnswer } from '../../../api/recordPages';
import { type Collection, fieldOf } from '../../../model/collection';
import { targetOf } from '../../../model/field';
import { escapeText, withoutExponent } from '../../../model/filters/filter';
import { serverQueryLength } from '../../../model/queryLength';
import { listOf, type RecordAnswer } from '../../../model/record';
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
import { numberOf } from '../../../model/records/typedValues';
import type { FileTable, TableRow } from '../../../model/tables/table';
import { randomText } from '../../../platform/random';
import { inSlices } from '../../../platform/slices';

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

/** Reads at once. */
const atATime = 4;
/** As the server counts characters; the query also holds other parts. */
const longestText = 1_200;

type Answers = ReturnType<typeof createAnswers>;

/** The answers of the server to all texts that the rows hold. */
function createAnswers(collection: Collection, plan: ImportPlan) {
  const { key } = plan;
  const records = createLookup<RecordAnswer>(
    collection.id,
    fieldOf(collection, key ?? '')?.type,
    key ?? 'id',
    {
      fields: null,
      read: (row) => toAnswer(collection, row),
    },
  );
  const ids = (row: RecordSource) => row.id;
  const relatedByField = new Map<string, Lookup<string>>();
  const holdersByField = new Map<string, Lookup<string>>();
  const created = new Set<string>();

  const targetIdOf = (name: string) => {
    const field = fieldOf(collection, name);
    return (field && targetOf(field)) ?? '';
  };

  function related(name: string): Lookup<string> {
    const reading = plan.columns.find(({ field }) => field === name)?.reading;
    const by = reading?.kind === 'relation' ? reading.by : 'id';
    const lookup =
      relatedByField.get(name) ??
      createLookup(targetIdOf(name), undefined, by, { fields: ['id', by], read: ids });
    relatedByField.set(name, lookup);
    return lookup;
  }

  function holders(name: string): Lookup<string> {
    const lookup =
      holdersByField.get(name) ??
      createLookup(collection.id, fieldOf(collection, name)?.type, name, { fields: ['id', name], read: ids });
    holdersByField.set(name, lookup);
    return lookup;
  }

  /** False on servers before 0.22.50: nobody knows whether a record has such a key. Null until a text has one. */
  let findsBackslash: boolean | null = null;

  const found: Found = {
    record: (text) => records.get(text)[0],
    canAsk: (text) => canAsk(text) && (findsBackslash !== false || !text.includes('\\')),
    related: (name, text) => related(name).get(text),
    holder: (name, text) => holders(name).get(text)[0],
    isCreated: (name, id) => targetIdOf(name) === collection.id && created.has(id),
  };

  return {
    wantKey: records.want,
    related,
    holders,
    found,
    /** Remembers an id that the file gives to a new record. */
    markCreated(id: string) {
      if (id !== '' && plan.mode !== 'change') created.add(id);
    },
    async ask(signal: AbortSignal) {
      const all = [records, ...relatedByField.values(), ...holdersByField.values()];
      // Both texts are one where a backslash escapes itself, so all admins match, else none.
      if (findsBackslash === null && all.some((lookup) => lookup.wantsBackslash()))
        findsBackslash = (await countWhere('"a\\\\b"="a\\b"')) > 0;
      for (const lookup of all) await lookup.ask(signal, findsBackslash ?? true);
    },
  };
}

interface Lookup<Value> {
  want(text: string): void;
  get(text: string): readonly Value[];
  wantsBackslash(): boolean;
  /** Reads the records of all wanted texts that were not asked for yet. Without `backslashes` not those with one. */
  ask(signal: AbortSignal, backslashes: boolean): Promise<void>;
}

interface Wanted<Value> {
  fields: readonly string[] | null;
  read(row: RecordSource): Value;
}

/** Longer texts do not fit into a query, and a zero character ends the filter. Nothing is found for them. */
const canAsk = (text: string): boolean =>
  !text.includes('\0') && text.length <= longestText && serverQueryLength({ '': text }) <= longestText;

/** Finds records by the text of one field. */
function createLookup<Value>(
  collectionId: string,
  type: string | undefined,
  name: string,
  { fields, read }: Wanted<Value>,
): Lookup<Value> {
  const isNumber = type === 'number';
  const known = new Map<string, Value[]>();
  const wanted = new Set<string>();
  /** `1.0` and `1` are one number. */
  const keyOf = (text: string) => (isNumber ? String(numberOf(text)) : text);

  const comparisonOf = (text: string) =>
    isNumber ? `${name}=${withoutExponent(text)}` : `${name}="${escapeText(text)}"`;

  return {
    want(text) {
      const key = keyOf(text);
      if (!known.has(key) && key !== 'NaN' && canAsk(key)) wanted.add(key);
    },
    get: (text) => known.get(keyOf(text)) ?? [],
    wantsBackslash: () => [...wanted].some((text) => text.includes('\\')),
    async ask(signal, backslashes) {
      const texts = [...wanted].filter((text) => backslashes || !text.includes('\\'));
      const comparisons = texts.map(comparisonOf);
      const size = Math.ceil(comparisons.length / atATime);
      const parts = Array.from({ length: atATime }, (_, at) => comparisons.slice(at * size, (at + 1) * size));
      const rows = await Promise.all(
        parts.map((part) => readMatching(collectionId, part, { fields, signal })),
      );
      for (const text of texts) known.set(text, []);
      for (const row of rows.flat()) {
        const value: unknown = JSON.parse(row.values.get(name) ?? 'null');
        known.get(keyOf(String(value)))?.push(read(row));
      }
      wanted.clear();
    },
  };
}
