import { proxy, ref } from 'valtio/vanilla';
import { ApiError } from '../../backend/ApiError';
import { digestOf } from '../../base/digest';
import { isEqual } from '../../base/equal';
import { randomText } from '../../base/random';
import { inSlices } from '../../base/slices';
import type { Collection } from '../../model/collection';
import type { FormValue } from '../../model/field';
import * as collections from '../../page/collections';
import { report } from '../../page/report';
import * as toasts from '../../page/toasts';
import { changedFields } from '../bulk/bulkChoices';
import * as history from '../history/history';
import type { Act, ActContent } from '../history/plan/act';
import * as undo from '../history/undo';
import { guessOptions, readTable, type TableOptions } from '../tables/readTable';
import { type FileTable, hasSources, TableError } from '../tables/table';
import { saveFailedRows } from './failedRowsFile';
import { type CheckResult, createImportCheck } from './importCheck';
import type { PreparedImport } from './importRun';
import { hasGuard } from './plan/cellReading';
import { guessColumn, guessPlan } from './plan/columnGuess';
import type { ColumnPlan, ImportMode, ImportPlan } from './plan/columnPlan';
import { importFields } from './plan/importFields';
import { planFault } from './plan/planFaults';
import { keyFields } from './plan/recordKeys';

export type ImportStep = 'file' | 'columns' | 'check' | 'import';

interface ImportFormState {
  step: ImportStep;
  file: File | null;
  options: TableOptions | null;
  table: FileTable | null;
  isReading: boolean;
  rowsRead: number;
  /** The reason why the file cannot be read; null for none. */
  fileFault: string | null;
  plan: ImportPlan | null;
  /** True if some texts have the `'` that an export puts before a formula. */
  hasGuards: boolean;
  isChecking: boolean;
  checkedRows: number;
  checkFault: string | null;
  check: CheckResult | null;
  /** The unfinished imports into this collection. */
  unfinished: readonly Act[];
  /** The one of them that began with this file. */
  earlier: ActContent | null;
  /** By field, then by text: the values that replace wrong texts, with the rows that they correct. */
  replacements: ReadonlyMap<string, ReadonlyMap<string, Replacement>>;
}

export interface Replacement {
  readonly value: FormValue;
  /** The message of the fault. */
  readonly message: string;
  readonly rows: readonly number[];
}

const emptyState: Omit<ImportFormState, 'unfinished'> = {
  step: 'file',
  file: null,
  options: null,
  table: null,
  isReading: false,
  rowsRead: 0,
  fileFault: null,
  plan: null,
  hasGuards: false,
  isChecking: false,
  checkedRows: 0,
  checkFault: null,
  check: null,
  earlier: null,
  replacements: ref(new Map()),
};

const pastedName = 'pasted.txt';

export type RecordImportForm = ReturnType<typeof createRecordImportForm>;

/** The steps from a file to checked rows. Nothing is sent before the import runs. */
export function createRecordImportForm(given: Collection) {
  let collection = given;
  const state = proxy<ImportFormState>({ ...emptyState, unfinished: ref([]) });
  let running = new AbortController();
  let checkRows: ReturnType<typeof createImportCheck> | null = null;
  let fileHash = '';
  /** For an import that begins now; a continued one keeps its own. */
  let ownSalt = randomText(20);
  /** The interrupted import that the check continues. */
  let continued: ActContent | null = null;

  /** Cancels the work under way, and returns the signal of the next one. */
  function restart(): AbortSignal {
    running.abort();
    running = new AbortController();
    return running.signal;
  }

  function forgetCheck(): void {
    checkRows = null;
    Object.assign(state, { check: null, checkFault: null, replacements: ref(new Map()) });
  }

  async function read(wanted: TableOptions | null): Promise<void> {
    const { file } = state;
    if (!file) return;
    const signal = restart();
    Object.assign(state, { isReading: true, rowsRead: 0, fileFault: null });
    // At once, so that the next change of an option adds to this one even before the file is read.
    if (wanted) state.options = wanted;
    try {
      const options = wanted ?? (await guessOptions(file, signal));
      if (options.format === 'csv' && /\.(json|jsonl|ndjson)$/i.test(file.name))
        throw new TableError('This file is not JSON.');
      const onProgress = (rows: number) => {
        state.rowsRead = rows;
      };
      const table = await readTable(file, options, { signal, onProgress });
      const guess = await inSlices(guessPlan(table, collection, collections.state.all as Collection[]));
      if (signal.aborted) return;
      forgetCheck();
      const isSame = state.plan !== null && isEqual(state.table?.columns, table.columns);
      const plan = isSame ? (state.plan as ImportPlan) : guess;
      Object.assign(state, {
        options,
        table: ref(table),
        plan: ref(plan),
        hasGuards: guess.takesGuardAway,
        step: 'columns',
      });
    } catch (error) {
      if (signal.aborted) return;
      state.fileFault = faultOf(error, 'The file cannot be read.');
    } finally {
      if (!signal.aborted) state.isReading = false;
    }
  }

  /** Returns the unfinished import that began with this file. */
  async function findEarlier(): Promise<ActContent | null> {
    const act = (await history.unfinishedImports(collection.id)).find(
      (one) => one.import?.fileHash === fileHash,
    );
    if (!act) return null;
    if (!(await history.isBusyElsewhere(act.id))) return history.read(act.id);
    toasts.warning('This import runs in another tab.');
    return null;
  }

  /** The choices that decide which row becomes which record. Replacements are not among them: they only add rows. */
  const choices = () => JSON.stringify({ options: state.options, plan: state.plan });
  const isContinued = () => state.earlier?.act.import?.options === choices();

  function renew(): void {
    const known = collection;
    collection = (collections.find(known.id) as Collection | undefined) ?? known;
    if (state.plan && leaveOutChanged(state.plan as ImportPlan, known)) state.step = 'columns';
  }

  /** Leaves out columns whose field was removed, renamed or replaced. Returns true if there are any. */
  function leaveOutChanged(plan: ImportPlan, known: Collection): boolean {
    const names = plan.columns.flatMap(({ field }) => field ?? []);
    const changed = changedFields(known, collection, names);
    if (changed.length === 0) return false;
    const columns = plan.columns.map((one) =>
      changed.includes(one.field ?? '') ? { ...one, field: null } : one,
    );
    setPlan({ columns });
    return true;
  }

  async function takeChoices({ act }: ActContent): Promise<void> {
    const { options, plan } = JSON.parse(act.import?.options ?? '{}') as Pick<
      ImportFormState,
      'options' | 'plan'
    >;
    await read(options);
    if (!state.table || !plan) return;
    setPlan(plan);
    leaveOutChanged(plan, act.collections.find(({ id }) => id === collection.id) ?? collection);
  }

  function setPlan(changes: Partial<ImportPlan>): void {
    if (!state.plan) return;
    state.plan = ref({ ...(state.plan as ImportPlan), ...changes });
    forgetCheck();
  }

  async function check({ isFresh = false } = {}): Promise<void> {
    const { table, plan } = state;
    if (!table || !plan || planFault(plan as ImportPlan, collection)) return;
    const signal = restart();
    // Asks again, because the records may have changed.
    if (isFresh) checkRows = null;
    Object.assign(state, { step: 'check', isChecking: true, checkedRows: 0, checkFault: null });
    const values = new Map(
      [...state.replacements].map(([field, texts]) => [
        field,
        new Map([...texts].map(([text, { value }]) => [text, value])),
      ]),
    );
    try {
      if (!checkRows) {
        continued = isContinued() ? (state.earlier as ActContent) : null;
        const begun = { salt: continued?.act.import?.salt ?? ownSalt, parts: continued?.parts ?? [] };
        checkRows = createImportCheck(table as FileTable, collection, plan as ImportPlan, begun);
      }
      const onProgress = (done: number) => {
        state.checkedRows = done;
      };
      const result = await checkRows(values, { signal, onProgress });
      if (signal.aborted) return;
      // The interrupted try has sent everything.
      if (continued && result.news.length + result.changed.length === 0)
        await history.resume(continued, 'Import').close();
      state.check = ref(result);
    } catch (error) {
      if (!signal.aborted) state.checkFault = faultOf(error, 'The rows could not be checked.');
    } finally {
      if (!signal.aborted) state.isChecking = false;
    }
  }

  return {
    state,
    get collection(): Collection {
      return collection;
    },

    async open(file: File): Promise<void> {
      const signal = restart();
      Object.assign(state, { ...emptyState, file: ref(file), isReading: true });
      renew();
      ownSalt = randomText(20);
      fileHash = await digestOf(file, signal).catch(() => '');
      const earlier = fileHash ? await findEarlier() : null;
      if (state.file !== file || signal.aborted) return;
      state.earlier = earlier && ref(earlier);
      await (earlier ? takeChoices(earlier) : read(null));
    },
    isContinued,
    /** Restores the choices with which the import of this file began. */
    async continueEarlier(): Promise<void> {
      if (state.earlier) await takeChoices(state.earlier as ActContent);
    },
    async loadUnfinished(): Promise<void> {
      const acts = await history.unfinishedImports(collection.id);
      const areBusy = await Promise.all(acts.map(({ id }) => history.isBusyElsewhere(id)));
      state.unfinished = ref(acts.filter((_, at) => !areBusy[at]));
    },
    async undoUnfinished({ id }: Act): Promise<void> {
      await undo.undo([id]);
      await this.loadUnfinished();
      if (state.earlier?.act.id !== id) return;
      const earlier = await findEarlier();
      state.earlier = earlier && ref(earlier);
      forgetCheck();
      if (state.step === 'check') state.step = 'columns';
    },
    prepare(): PreparedImport | null {
      const { table, check: result, file } = state;
      if (!table || !result) return null;
      const mark = {
        salt: continued?.act.import?.salt ?? ownSalt,
        fileHash,
        options: choices(),
        total: result.news.length + result.changed.length,
        isEnded: false,
      };
      return {
        collection,
        table: table as FileTable,
        fileName: file?.name ?? '',
        check: result as CheckResult,
        mark,
        earlier: continued,
      };
    },
    paste(text: string): Promise<void> {
      return this.open(new File([text], pastedName));
    },
    setOptions(changes: Partial<TableOptions>): Promise<void> {
      return state.options ? read({ ...state.options, ...changes }) : Promise.resolve();
    },

    setMode(mode: ImportMode): void {
      if (!state.plan) return;
      const { key } = state.plan;
      setPlan({ mode, key: mode === 'add' ? null : (key ?? this.keys()[0] ?? 'id') });
    },
    setKey: (key: string) => setPlan({ key }),
    setPlan,
    /** Sends the column to a field; null leaves it out. Another column with this field loses it. */
    setField(at: number, name: string | null): void {
      const { plan, table } = state;
      if (!plan || !table) return;
      const field = importFields(collection).find((one) => one.name === name);
      const cells = (table as FileTable).rows.map((row) => row.cells[at] ?? null);
      const columns = (plan.columns as ColumnPlan[]).map((column, place): ColumnPlan => {
        if (place !== at) return column.field === name ? { ...column, field: null } : column;
        if (!field) return { ...column, field: null };
        return {
          field: field.name,
          ...guessColumn(cells, hasSources(table), field, collections.state.all as Collection[]),
        };
      });
      const isGuardedNow = field && !hasSources(table) && cells.some((cell) => hasGuard(cell ?? '', field));
      if (isGuardedNow && !state.hasGuards) state.hasGuards = true;
      setPlan({ columns, ...(isGuardedNow && { takesGuardAway: true }) });
    },
    setColumn(at: number, changes: Partial<ColumnPlan>): void {
      if (!state.plan) return;
      const columns = (state.plan.columns as ColumnPlan[]).map((column, place) =>
        place === at ? { ...column, ...changes } : column,
      );
      setPlan({ columns });
    },
    /** Returns the fields that can find a record. */
    keys: () => keyFields(collection),

    async check(): Promise<void> {
      const { plan } = state;
      renew();
      // If a column lost its field, show that first.
      if (state.plan === plan) await check({ isFresh: true });
    },
    stopCheck(): void {
      restart();
      Object.assign(state, { isChecking: false, step: state.check ? 'check' : 'columns' });
    },
    /** Replaces a wrong text in all rows; null removes the replacement. */
    async replace(field: string, text: string, value: FormValue | null, message: string): Promise<void> {
      const texts = new Map(state.replacements.get(field));
      const group = state.check?.groups.find((one) => one.field === field && one.texts.has(text));
      const rows = texts.get(text)?.rows ?? group?.texts.get(text) ?? [];
      if (value === null) texts.delete(text);
      else texts.set(text, { value, rows, message });
      state.replacements = ref(new Map([...state.replacements, [field, texts]]));
      await check();
    },
    downloadFaulty(): void {
      const { table, check: result } = state;
      if (table && result) saveFailedRows(table as FileTable, result.faults, state.file?.name ?? '');
    },

    back(): void {
      restart();
      Object.assign(state, { isChecking: false, isReading: false, fileFault: null });
      state.step = state.step === 'check' ? 'columns' : 'file';
    },
    reset(): void {
      restart();
      Object.assign(state, emptyState);
    },
    close: () => running.abort(),
  };
}

function faultOf(error: unknown, fallback: string): string {
  if (error instanceof TableError) return error.message;
  report(error, { isSilent: true });
  return error instanceof ApiError ? error.message : fallback;
}
