import { proxy, ref } from 'valtio/vanilla';
import { ApiError, isMissing, messageOf } from '../../backend/ApiError';
import { get as readCollection } from '../../backend/collections';
import * as records from '../../backend/records';
import { inSlices } from '../../base/slices';
import { countOf } from '../../base/text';
import { type Collection, collectionTypeOf } from '../../model/collection';
import type { RecordAnswer } from '../../model/record';
import * as collections from '../../page/collections';
import { report } from '../../page/report';
import * as writeLock from '../../page/session/writeLock';
import * as toasts from '../../page/toasts';
import { changedFields } from '../bulk/bulkChoices';
import * as history from '../history/history';
import type { ActContent, ImportMark, NewSchema } from '../history/plan/act';
import * as undo from '../history/undo';
import type { FileTable } from '../tables/table';
import { answerOfValues } from '../values/recordBody';
import { mergeRecord } from '../values/recordMerge';
import { formOf, isSame, passwordNames } from '../values/recordValues';
import { createWriteMany, type WriteJob } from '../write/writeMany';
import type { Made } from '../write/writeRecord';
import { RowRefusal } from '../write/writeRun';
import { saveFailedRows } from './failedRowsFile';
import type { CheckResult } from './importCheck';
import { appendFields, createCollection } from './importTarget';
import type { Body, SentRow } from './plan/rowPlan';

export const leaveQuestion =
  'The import is running. Leave it? It stops after the rows under way. Choose the same file again to continue.';

export interface PreparedImport {
  /** The collection as it was at the check, with the new fields. */
  readonly collection: Collection;
  /** The collection, or the fields, that the server does not have yet. */
  readonly makes?: NewSchema | null;
  readonly table: FileTable;
  readonly fileName: string;
  readonly check: CheckResult;
  readonly mark: ImportMark;
  /** The writes of an interrupted try of this import; null for none. */
  readonly earlier: ActContent | null;
}

/** Rows that the server refused for the same reason. */
export interface RefusedGroup {
  /** '' for a reason that concerns the whole row. */
  readonly field: string;
  readonly message: string;
  readonly rows: readonly number[];
}

interface ImportRunState {
  /** True from the start until the import is left. */
  isShown: boolean;
  isBusy: boolean;
  total: number;
  created: number;
  changed: number;
  refused: number;
  /** The number of rows that have not ended. */
  left: number;
  /** The number of rows that the check has left out. */
  leftOut: number;
  groups: readonly RefusedGroup[];
  /** The records whose stored values differ from the sent ones; a thousand at most. */
  differing: readonly { number: number; id: string; names: readonly string[] }[];
  /** False if this browser cannot keep the import. */
  isKept: boolean;
  isUndone: boolean;
}

/** A row may need two writes: relations to records of the same file are set last. */
interface RowJob extends WriteJob {
  readonly row: SentRow;
  readonly isLater: boolean;
}

export type ImportRun = ReturnType<typeof createImportRun>;

const mostDiffering = 1_000;
const changedSince = 'The record was changed since the check.';

/** Sends the checked rows of a file as one act of the history. */
export function createImportRun(given: Collection) {
  let collection = given;
  const state = proxy<ImportRunState>(nothing());
  const many = createWriteMany<RowJob>({
    collectionOf: () => collection,
    // The server hashes the password of each new user, so more at once would not be faster.
    atATime: () => (collectionTypeOf(collection) === 'auth' ? 2 : 4),
    create: ({ row }) => records.create(collection, { values: { ...row.body }, files: [] }),
    make: change,
    onEnd({ row, isLater }, end) {
      state.isKept = recorder?.isKept() ?? true;
      waiting[isLater ? 'later' : 'first'].delete(row);
      if (end.kind === 'stored' || end.kind === 'same') {
        noteDiffering(row, isLater ? row.later : row.body, end.after);
        if (waiting.later.has(row)) return;
        state[row.kind === 'new' ? 'created' : 'changed'] += 1;
        state.left -= 1;
        return;
      }
      waiting.later.delete(row);
      refuse(row.row.number, end.kind === 'refused' ? end.error : new RowRefusal(changedSince));
    },
  });
  let prepared: PreparedImport | null = null;
  let recorder: history.Recorder | null = null;
  /** The rows that have not ended, by the kind of their next write. */
  let waiting = { first: new Set<SentRow>(), later: new Set<SentRow>() };
  let names = new Set<string>();
  let refusedRows = new Map<number, string>();
  let groups = new Map<string, { field: string; message: string; rows: number[] }>();
  let stopping = new AbortController();
  /** True if the collection may be there, although its response did not come. */
  let hasAsked = false;

  /** A field that somebody has changed since the check is a conflict. */
  function change({ row, isLater }: RowJob, theirs: RecordAnswer): Made {
    const values = isLater ? row.later : row.body;
    const former = row.kind === 'new' ? {} : row.former;
    const then = Object.fromEntries(
      Object.keys(values).map((name) => [name, former[name] ?? (Array.isArray(values[name]) ? [] : '')]),
    );
    const [base, mine] = [answerOfValues(row.id, then), formOf(collection, answerOfValues(row.id, values))];
    return mergeRecord(collection, { base, theirs, mine });
  }

  /** Notes values that the server has stored differently: a hook changed them, or their field was deleted. */
  function noteDiffering({ row, id }: SentRow, sent: Body, answer: RecordAnswer): void {
    const names = differingNames(collection, sent, answer);
    if (names.length > 0 && state.differing.length < mostDiffering)
      state.differing = ref([...state.differing, { number: row.number, id, names }]);
  }

  function refuse(number: number, error: unknown): void {
    const fields = error instanceof ApiError ? Object.entries(error.fields) : [];
    const whole = isMissing(error) ? 'The record was deleted.' : messageOf(error);
    const reasons =
      fields.length > 0
        ? fields.map(([name, { message }]) => [name, message] as const)
        : [['', whole] as const];
    refusedRows.set(
      number,
      reasons.map(([field, message]) => (field ? `${field}: ${message}` : message)).join(' '),
    );
    for (const [field, message] of reasons) {
      const key = JSON.stringify([field, message]);
      const group = groups.get(key) ?? { field, message, rows: [] };
      group.rows.push(number);
      groups.set(key, group);
    }
    state.refused += 1;
    state.left -= 1;
    // Grouping all refusals again for each new one would be slow.
    if (state.refused < 50 || state.refused % 50 === 0) showGroups();
  }

  const showGroups = () => {
    state.groups = ref([...groups.values()].map((group) => ({ ...group, rows: [...group.rows] })));
  };

  const jobOf = (row: SentRow, isLater: boolean): RowJob => ({
    kind: row.kind === 'new' && !isLater ? 'create' : 'change',
    collectionId: collection.id,
    id: row.id,
    step: isLater ? 'later' : 'first',
    row,
    isLater,
  });

  /** Makes what the rows need. False: the rows must be checked again. */
  async function prepareTarget({ makes, earlier }: PreparedImport): Promise<boolean> {
    const isNew = makes?.isCollection && !collections.find(collection.id);
    const today = isNew
      ? await createCollection(collection, earlier !== null || hasAsked)
      : await readCollection(collection.id);
    hasAsked = true;
    const isMade = (name: string) => makes?.fields.some((field) => field.name === name);
    const known = [...names].filter((name) => isNew || !isMade(name));
    const changed = changedFields(collection, today, known);
    if (changed.length > 0) {
      toasts.error(
        `The collection has changed since the check: ${changed.join(', ')}. Check the rows again.`,
      );
      await collections.load();
      return false;
    }
    if (makes) {
      collection = await appendFields(today, makes);
      collections.adopt(collection);
    }
    return true;
  }

  /** False if the rows cannot be sent as they were checked. */
  async function sendAll(act: history.Recorder, signal: AbortSignal): Promise<boolean> {
    if (!prepared || !(await prepareTarget(prepared))) return false;
    const first = [...waiting.first].map((row) => jobOf(row, false));
    const { isWhole } = await many.run(first, { act, signal });
    const later = [...waiting.later].filter((row) => !refusedRows.has(row.row.number));
    if (isWhole && later.length > 0) {
      const jobs = later.map((row) => jobOf(row, true));
      await many.run(jobs, { act, signal });
    }
    return true;
  }

  /** False if a run is under way, or if writes stay locked. From now on the run can be stopped. */
  async function mayWrite(count: number): Promise<boolean> {
    if (state.isBusy) return false;
    stopping = new AbortController();
    const act = { what: `import ${countOf(count, 'row')}`, verb: 'import' };
    return (await writeLock.ask(act)) && !state.isBusy;
  }

  async function run(act: history.Recorder): Promise<void> {
    let isGoing = true;
    try {
      isGoing = await sendAll(act, stopping.signal);
    } catch (error) {
      const fields = error instanceof ApiError ? Object.entries(error.fields) : [];
      // The server refuses what the rows need.
      isGoing = fields.length === 0;
      if (isGoing) report(error);
      else toasts.error(fields.map(([path, { message }]) => `${path}: ${message}`).join('\n'));
    } finally {
      showGroups();
      const isUnsent = !isGoing && state.left === state.total;
      // The step of the check is shown again.
      if (isUnsent) state.isShown = false;
      if (isUnsent && !prepared?.earlier) await act.discard();
      else await act.close({ isEnded: state.left === 0 });
      state.isBusy = false;
    }
  }

  /** A row is sent first, later, or both times. */
  function* sortRows(rows: readonly SentRow[]) {
    for (const row of rows) {
      const isLate = Object.keys(row.later).length > 0;
      if (row.kind === 'new' || Object.keys(row.body).length > 0) waiting.first.add(row);
      if (isLate) waiting.later.add(row);
      for (const name in row.body) names.add(name);
      for (const name in row.later) names.add(name);
      yield;
    }
  }

  return {
    state,
    write: many.state,
    get collection(): Collection {
      return collection;
    },
    async goOn(): Promise<void> {
      if (!recorder || !(await mayWrite(state.left))) return;
      state.isBusy = true;
      await run(recorder);
    },
    /** Rows under way still end. Also called when the page is left. */
    stop: () => stopping.abort(),

    async start(next: PreparedImport): Promise<void> {
      const count = next.check.news.length + next.check.changed.length;
      if (!(await mayWrite(count))) return;
      ({ collection } = next);
      many.reset();
      [prepared, refusedRows, groups] = [next, new Map(), new Map()];
      hasAsked = false;
      [waiting, names] = [{ first: new Set(), later: new Set() }, new Set()];
      Object.assign(state, { ...nothing(), isShown: true, isBusy: true, total: count, left: count });
      state.leftOut = next.check.faults.size;
      await inSlices(sortRows([...next.check.news, ...next.check.changed]));
      recorder = next.earlier
        ? history.resume(next.earlier, 'Import')
        : history.begin({
            kind: 'import',
            verb: 'Import',
            title: next.fileName,
            collection,
            import: next.mark,
            ...(next.makes && { makes: next.makes }),
          });
      // Stored before the collection is made, with its id.
      if (!next.makes || (await recorder.add({ parts: [] }))) return run(recorder);
      await recorder.discard();
      Object.assign(state, nothing());
    },

    async undo(): Promise<void> {
      if (!recorder) return;
      await undo.undo([recorder.id]);
      state.isUndone = (await history.read(recorder.id))?.act.state === 'undone';
    },

    leave(): void {
      if (!state.isBusy) Object.assign(state, nothing());
    },

    downloadRefused(): void {
      if (prepared) saveFailedRows(prepared.table, refusedRows, prepared.fileName);
    },
  };
}

const nothing = (): ImportRunState => ({
  isShown: false,
  isBusy: false,
  total: 0,
  created: 0,
  changed: 0,
  refused: 0,
  left: 0,
  leftOut: 0,
  groups: ref([]),
  differing: ref([]),
  isKept: true,
  isUndone: false,
});

function differingNames(collection: Collection, sent: Body, answer: RecordAnswer): string[] {
  const stored = formOf(collection, answer).values;
  const given = formOf(collection, answerOfValues(answer.record.id, sent)).values;
  return Object.keys(sent).filter(
    (name) =>
      !passwordNames.includes(name) &&
      (!Object.hasOwn(answer.record, name) ||
        (name in stored && !isSame(collection, name, given[name] ?? '', stored[name] ?? ''))),
  );
}
