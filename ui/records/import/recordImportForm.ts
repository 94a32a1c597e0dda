import { proxy, ref } from 'valtio/vanilla';
import { ApiError } from '../../backend/ApiError';
import { digestOf } from '../../base/digest';
import { isEqual } from '../../base/equal';
import { randomText } from '../../base/random';
import { inSlices } from '../../base/slices';
import { type Collection, collectionTypeOf } from '../../model/collection';
import type { FormValue, SchemaField } from '../../model/field';
import { collectionNameError } from '../../model/names';
import { learnMore, newFieldTypes } from '../../page/capabilities';
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
import {
  draftCollection,
  idColumn,
  mayName,
  type NewField,
  newFieldFault,
  proposeField,
  related,
  retyped,
  withNewFields,
} from './plan/fieldProposal';
import { importFieldOf, importFields, isOfFailedRows } from './plan/importFields';
import { planFault } from './plan/planFaults';
import { keyFields } from './plan/recordKeys';
import { findTargets } from './relationSearch';

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
  /** The fields to be made, by column; null where there is none. */
  news: readonly (NewField | null)[];
  /** The name of a new collection. */
  name: string;
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
  news: ref([]),
  name: '',
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

/**
 * The steps from a file to checked rows. Nothing is sent before the import runs. Without a collection, the file becomes a new
 * one, which the form alone knows until the import begins.
 */
export function createRecordImportForm(given: Collection | null) {
  /** As the server has it, or as it begins. */
  let base = given ?? draftCollection('', []);
  /** With the new fields. */
  let collection = base;
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
      // The types of new fields depend on the server.
      const [table] = await Promise.all([readTable(file, options, { signal, onProgress }), learnMore()]);
      const isSame = state.plan !== null && isEqual(state.table?.columns, table.columns);
      const isNew = given === null && !isSame;
      const news = isNew ? await proposeAll(table, signal) : (state.news as ImportFormState['news']);
      const guess = await inSlices(guessAll(table, isNew ? news : null));
      if (signal.aborted) return;
      forgetCheck();
      const plan = isSame ? (state.plan as ImportPlan) : guess;
      Object.assign(state, {
        options,
        table: ref(table),
        plan: ref(plan),
        news: ref(isSame || isNew ? news : []),
        hasGuards: guess.takesGuardAway,
        step: 'columns',
      });
      build();
    } catch (error) {
      if (signal.aborted) return;
      state.fileFault = faultOf(error, 'The file cannot be read.');
    } finally {
      if (!signal.aborted) state.isReading = false;
    }
  }

  async function proposeAll(table: FileTable, signal: AbortSignal): Promise<(NewField | null)[]> {
    const news: (NewField | null)[] = [];
    await inSlices(
      (function* () {
        for (const [at, head] of table.columns.entries()) {
          yield;
          news.push(
            isOfFailedRows(head) ? null : proposeField(table, at, namesOf(news), { types: newFieldTypes() }),
          );
        }
      })(),
    );
    return withTargets(table, news, signal);
  }

  const namesOf = (news: readonly (NewField | null)[]) => [
    ...base.schema.map(({ name }) => name),
    ...news.flatMap((one) => one?.field.name ?? []),
  ];

  async function withTargets(table: FileTable, news: readonly (NewField | null)[], signal: AbortSignal) {
    const asked = [...news.entries()].filter(([, one]) => one && mayName(one)).map(([at]) => at);
    const targets = await findTargets(table, asked, signal);
    return news.map((one, at) => {
      const target = targets.get(at);
      return one && target ? related(table, at, one.field, target) : one;
    });
  }

  function* guessAll(table: FileTable, news: readonly (NewField | null)[] | null) {
    const all = collections.state.all as Collection[];
    if (!news) return yield* guessPlan(table, collection, all);
    const made = withNewFields(
      base,
      news.filter((one) => one !== null),
    );
    const idAt = idColumn(table);
    const names = news.map((one, at) => (at === idAt ? 'id' : (one?.field.name ?? null)));
    const plan = yield* guessPlan(table, made, all, names);
    const columns = plan.columns.map((one, at) => byTarget(one, news[at]));
    return { ...plan, columns, mode: 'add', key: null } as const;
  }

  /** Takes the collection as it is now, with the new fields that columns go to. */
  function build(): void {
    const name = given || collections.find(base.id) ? base.name : state.name;
    collection = withNewFields({ ...base, name }, usedFields());
  }

  const usedFields = (): NewField[] =>
    (state.news as ImportFormState['news']).flatMap((one, at) =>
      one && state.plan?.columns[at]?.field === one.field.name ? [one] : [],
    );

  /** The fields that the server does not have. */
  const missingFields = (): SchemaField[] =>
    usedFields()
      .map(({ field }) => field)
      .filter(({ id }) => base.schema.every((one) => one.id !== id));

  const isDraft = () => given === null && collections.find(base.id) === undefined;

  /** Returns the unfinished import that began with this file. */
  async function findEarlier(): Promise<ActContent | null> {
    const act = (await history.unfinishedImports(given && base.id)).find(
      (one) => one.import?.fileHash === fileHash,
    );
    if (!act) return null;
    // Somebody has deleted the collection and its rows since.
    if (!given && act.recordCount > 0 && !collections.find(act.collectionId)) return null;
    if (!(await history.isBusyElsewhere(act.id))) return history.read(act.id);
    toasts.warning('This import runs in another tab.');
    return null;
  }

  /** The choices that say which row becomes which record. A replaced text only adds rows that were left out. */
  const choices = () => {
    const { options, plan, news, name } = state;
    const made = news.some((one) => one !== null) ? { news, name } : {};
    return JSON.stringify({ options, plan, ...made });
  };
  const isContinued = () => state.earlier?.act.import?.options === choices();

  function renew(): void {
    const known = collection;
    base = (collections.find(known.id) as Collection | undefined) ?? base;
    build();
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
    const {
      options,
      plan,
      news = [],
      name = '',
    } = JSON.parse(act.import?.options ?? '{}') as Pick<
      ImportFormState,
      'options' | 'plan' | 'news' | 'name'
    >;
    const then = act.collections.find(({ id }) => id === act.collectionId);
    if (given === null && then)
      base = (collections.find(then.id) as Collection | undefined) ?? { ...then, schema: [], indexes: [] };
    await read(options);
    if (!state.table || !plan) return;
    Object.assign(state, { news: ref(news), name });
    setPlan(plan);
    leaveOutChanged(plan, then ?? collection);
  }

  function setPlan(changes: Partial<ImportPlan>): void {
    if (!state.plan) return;
    state.plan = ref({ ...(state.plan as ImportPlan), ...changes });
    build();
    forgetCheck();
  }

  /** Sends the column to a new field. */
  function setNew(at: number, made: NewField): void {
    const { plan, table } = state;
    if (!plan || !table) return;
    const before = (state.news as ImportFormState['news'])[at];
    const news = table.columns.map((_, place) => (place === at ? made : (state.news[place] ?? null)));
    const columns = (plan.columns as ColumnPlan[]).map((column, place): ColumnPlan => {
      if (place !== at) return column;
      const isRead = before && before.field.type === made.field.type && column.field === before.field.name;
      // A new name does not change how the cells are read.
      if (isRead)
        return { ...column, field: made.field.name, empty: made.field.required ? 'fault' : 'leave' };
      const goal = importFieldOf(made.field);
      const cells = (table as FileTable).rows.map((row) => row.cells[at] ?? null);
      const all = collections.state.all as Collection[];
      const guess = goal && guessColumn(cells, hasSources(table), goal, all);
      return guess ? byTarget({ field: made.field.name, ...guess }, made) : column;
    });
    state.news = ref(news);
    setPlan({ columns });
  }

  /** Says what must be changed before the check; null for nothing. */
  function fault(): string | null {
    const { plan } = state;
    if (!plan) return null;
    const others = collections.state.all.filter(({ id }) => id !== collection.id) as Collection[];
    const wrong = isDraft() ? collectionNameError(state.name, others) : null;
    if (wrong) return `Collection name: ${wrong}`;
    return newFieldFault(collection, usedFields()) ?? planFault(plan as ImportPlan, collection);
  }

  async function check({ isFresh = false } = {}): Promise<void> {
    const { table, plan } = state;
    if (!table || !plan || fault()) return;
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
        const salt = continued?.act.import?.salt ?? ownSalt;
        const begun = { salt, parts: continued?.parts ?? [], isDraft: isDraft() };
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
      if (!given) {
        base = draftCollection(file.name, collections.state.all as Collection[]);
        state.name = base.name;
      }
      renew();
      ownSalt = randomText(20);
      fileHash = await digestOf(file, signal).catch(() => '');
      const earlier = fileHash ? await findEarlier() : null;
      if (state.file !== file || signal.aborted) return;
      state.earlier = earlier && ref(earlier);
      await (earlier ? takeChoices(earlier) : read(null));
    },
    /** True until the collection of the file exists. */
    isDraft,
    fault,
    /** True for a field that the import makes. */
    isNew: (name: string) => usedFields().some(({ field }) => field.name === name),
    isContinued,
    /** Restores the choices with which the import of this file began. */
    async continueEarlier(): Promise<void> {
      if (state.earlier) await takeChoices(state.earlier as ActContent);
    },
    async loadUnfinished(): Promise<void> {
      const acts = await history.unfinishedImports(given && base.id);
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
      const fields = missingFields();
      const isCollection = isDraft();
      return {
        collection,
        makes: isCollection || fields.length > 0 ? { isCollection, fields } : null,
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
    setName(name: string): void {
      state.name = name;
      setPlan({});
    },
    /** Sends the column to a new field, of this type or of the proposed one if it is ''. */
    async setNewField(at: number, type = ''): Promise<void> {
      const table = state.table as FileTable | null;
      if (!table) return;
      const known = state.news[at] as NewField | null | undefined;
      if (known) setNew(at, known.field.type === type ? known : retyped(table, at, known, type));
      else {
        const isAuth = collectionTypeOf(base) === 'auth';
        const others = namesOf(state.news as ImportFormState['news']);
        const made = proposeField(table, at, others, { isAuth, types: newFieldTypes() });
        const alone = table.columns.map((_, place) => (place === at ? made : null));
        const found = await withTargets(table, alone, running.signal);
        if (state.table === table) setNew(at, found[at] ?? made);
      }
    },
    setNew,
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

/** A relation finds its records by the field whose values the proposal has found. */
function byTarget(column: ColumnPlan, made: NewField | null | undefined): ColumnPlan {
  const { reading } = column;
  const by = made?.target?.by;
  return by !== undefined && reading.kind === 'relation'
    ? { ...column, reading: { ...reading, by } }
    : column;
}
