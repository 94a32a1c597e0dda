import { proxy, ref } from 'valtio/vanilla';
import { subscribeKey } from 'valtio/vanilla/utils';
import { ApiError } from '../../../api/ApiError';
import * as files from '../../../api/files';
import * as listedRecords from '../../../api/listedRecords';
import { type RecordSource, readByIds, readPage } from '../../../api/recordPages';
import { createRecordWalk, mostSorted, type RecordWalk } from '../../../api/recordWalk';
import { columnKeyOf, columnsOf } from '../../../components/record-table/recordColumns';
import { type Collection, collectionTypeOf, systemFieldNames } from '../../../model/collection';
import { fieldTypeOf } from '../../../model/field';
import { recordKeyOf } from '../../../model/keysetQuery';
import { listCallOf, mayHave } from '../../../model/recordsQuery';
import type { CsvSeparator } from '../../../model/tables/csvWriter';
import { utcStamp } from '../../../platform/dates';
import { downloadBlob } from '../../../platform/download';
import { countOf, printCount } from '../../../platform/text';
import * as collections from '../../../state/collections';
import * as preferences from '../../../state/preferences';
import * as queryLimit from '../../../state/queryLimit';
import { report } from '../../../state/report';
import * as session from '../../../state/session';
import * as toasts from '../../../state/toasts';
import * as unsaved from '../../../state/unsaved';
import type { RecordList } from '../recordList';
import {
  createExportFile,
  type ExportColumn,
  type ExportFile,
  type ExportFormat,
  firstLines,
  type TextOptions,
} from './exportText';

export type ExportScope = 'list' | 'selected' | 'all';

export interface ExportChoices {
  scope: ExportScope;
  format: ExportFormat;
  separator: CsvSeparator;
  hasByteOrderMark: boolean;
  isGuarded: boolean;
  columns: 'shown' | 'all';
  filesAs: 'names' | 'links';
}

export interface ExportState {
  choices: ExportChoices;
  /** The first records, complete; null while they load. */
  sample: readonly RecordSource[] | null;
  /** Why the sample could not be read. */
  sampleFault: string | null;
  /** The number of records in each scope; null while unknown. */
  totals: Record<ExportScope, number | null>;
  status: 'choosing' | 'running' | 'stopped';
  done: number;
  /** The number of records when the run began; null if it was unknown. */
  total: number | null;
  /** Why the run stopped by itself. */
  fault: string | null;
  /** The records of the run are in the order of their ids instead of the wanted one. */
  isInIdOrder: boolean;
}

export interface RecordExport {
  state: ExportState;
  /** The search and the sort of the list. */
  readonly search: string;
  readonly sort: { readonly field: string; readonly isDescending: boolean } | null;
  /** False until the list has asked for its rows: then nothing tells its search. */
  readonly hasList: boolean;
  readonly shownColumns: readonly ExportColumn[];
  readonly allColumns: readonly ExportColumn[];
  /** Are there too many records for the wanted sort? */
  isTooLongToSort(total: number | null): boolean;
  fileName(choices?: ExportChoices): string;
  /** Returns the first lines of the file; '' while their records are unknown. */
  firstLines(choices: ExportChoices): string;
  /** Counts, and reads the first records. */
  open(): Promise<void>;
  choose(choices: Partial<ExportChoices>): void;
  /** Reads the records and saves the file. Returns true when it is saved. */
  start(): Promise<boolean>;
  /** Keeps what was read; `goOn` continues. */
  stop(): void;
  goOn(): Promise<boolean>;
  /** Saves the records that were read before the stop. */
  saveRead(): void;
  /** Ends everything and drops what was read. */
  close(): void;
}

const sampleRows = 3;
const fileEndings = { csv: '.csv', json: '.json', jsonl: '.jsonl' };

/** Exports the records of a list as a file. The list may go on changing: the export keeps its search and sort. */
export function createRecordExport(
  collection: Collection,
  { list, count, asked, state: { sort } }: RecordList,
): RecordExport {
  const isView = collectionTypeOf(collection) === 'view';
  const mine = asked();
  const search = mine?.search ?? '';
  const { filter = '', sort: printedSort = '' } = mine
    ? listCallOf(mine, collections.find, queryLimit.current()).query
    : {};
  const selected = list.state.items.filter(({ id }) => list.state.selected.has(id)).map(({ id }) => id);
  const stamp = utcStamp(new Date());
  // The server leaves a date of a view out of the rows that have none, so the rows do not tell.
  const dates = ['created', 'updated'].filter((name) => mayHave(collection, name));
  const columns = columnsOf(collection, { id: '', ...Object.fromEntries(dates.map((name) => [name, ''])) });
  const { hiddenColumns } = preferences.state;
  const hidden = hiddenColumns.collectionId === collection.id ? hiddenColumns.columns : [];
  const shownColumns = columns
    .filter((column) => column.kind === 'id' || !hidden.includes(columnKeyOf(column)))
    .map(({ name }) => columnNamed(name));
  // The table has no columns for some values of users.
  const others = systemFieldNames(collection).filter(
    (name) => !columns.some((column) => column.name === name),
  );
  const allColumns = [...columns.map(({ name }) => name), ...others].map(columnNamed);

  const state = proxy<ExportState>({
    choices: {
      scope: mine ? 'list' : 'all',
      format: 'csv',
      separator: ',',
      hasByteOrderMark: true,
      isGuarded: true,
      columns: 'shown',
      filesAs: 'names',
    },
    sample: null,
    sampleFault: null,
    totals: { list: null, selected: selected.length, all: null },
    status: 'choosing',
    done: 0,
    total: null,
    fault: null,
    isInIdOrder: false,
  });
  let isOpen = true;
  const counting = new AbortController();
  let sampling = new AbortController();
  let running = new AbortController();
  let walk: RecordWalk;
  let file: ExportFile;
  let release = () => {};

  function columnNamed(name: string): ExportColumn {
    const field = collection.schema.find((one) => one.name === name);
    const type = field && fieldTypeOf(field);
    // A value of an unknown type may be anything.
    if (type === 'json' || type === null) return { name, kind: 'json' };
    // The ids of a view may be any text.
    const hasId = !isView && (name === 'id' || type === 'relation');
    if (hasId) return { name, kind: 'id' };
    return { name, kind: type === 'file' ? 'file' : 'other' };
  }

  function isTooLongToSort(total: number | null): boolean {
    return state.choices.scope !== 'selected' && !recordKeyOf(sort, collection) && (total ?? 0) > mostSorted;
  }

  function textOptions({ filesAs, columns: chosen, ...options }: ExportChoices): TextOptions {
    return {
      ...options,
      columns: chosen === 'all' ? allColumns : shownColumns,
      linkTo:
        filesAs === 'links'
          ? (recordId, name) => files.fileAddress({ collectionId: collection.id, recordId, name })
          : null,
    };
  }

  async function readSample(): Promise<void> {
    sampling.abort();
    sampling = new AbortController();
    const { signal } = sampling;
    Object.assign(state, { sample: null, sampleFault: null });
    try {
      const { scope } = state.choices;
      const call = { fields: null, signal };
      const rows =
        scope === 'selected'
          ? await readByIds(collection.id, selected.slice(0, sampleRows), call)
          : await readFirst(scope, call);
      if (!signal.aborted) state.sample = ref(rows as RecordSource[]);
    } catch (error) {
      if (!signal.aborted) state.sampleFault = await reasonOf(error);
    }
  }

  async function readFirst(scope: ExportScope, call: { fields: null; signal: AbortSignal }) {
    const page = await readPage(collection.id, {
      ...call,
      filter: scope === 'list' ? filter : '',
      sort: isTooLongToSort(state.totals[scope]) ? 'id' : printedSort,
      perPage: sampleRows,
    });
    return page.rows;
  }

  /** Follows the count of the list, which may still be under way. */
  function takeTotal(total: number | null): void {
    if (!mine) return;
    const wasTooLong = isTooLongToSort(state.totals.list);
    state.totals.list = total;
    if (filter === '') state.totals.all = total;
    // The file begins with other records.
    if (isOpen && state.choices.scope === 'list' && isTooLongToSort(total) !== wasTooLong) void readSample();
  }

  async function countAll(): Promise<void> {
    if ((mine && filter === '') || preferences.isSlowToCount(collection.id)) return;
    try {
      state.totals.all = await listedRecords.count(collection.id, '', { signal: counting.signal });
    } catch (error) {
      report(error, { isSilent: true });
    }
  }

  /** Counts once more, because the list may be old. Returns the last known number if that fails or is slow. */
  async function countNow(scope: ExportScope, signal: AbortSignal): Promise<number | null> {
    const known = state.totals[scope];
    if (scope === 'selected' || preferences.isSlowToCount(collection.id)) return known;
    try {
      return await listedRecords.count(collection.id, scope === 'list' ? filter : '', { signal });
    } catch (error) {
      report(error, { isSilent: true });
      return known;
    }
  }

  /** Returns the usual length of a record in characters; null while unknown. */
  function sampleSize(): number | null {
    if (!state.sample?.length) return null;
    const sizes = state.sample.map(({ values }) =>
      [...values.values()].reduce((sum, { length }) => sum + length, 0),
    );
    return Math.max(...sizes);
  }

  async function run(): Promise<boolean> {
    running = new AbortController();
    const { signal } = running;
    Object.assign(state, { status: 'running', fault: null });
    try {
      for (;;) {
        const step = await walk.next(signal);
        if (step.kind === 'end') break;
        if (step.kind === 'again') {
          file.clear();
          state.done = 0;
        } else {
          file.add(step.rows);
          state.done += step.rows.length;
        }
        state.isInIdOrder = walk.notes.isInIdOrder;
        signal.throwIfAborted();
      }
    } catch (error) {
      const fault = signal.aborted ? null : await reasonOf(error);
      if (isOpen) Object.assign(state, { status: 'stopped', fault });
      return false;
    }
    return isOpen && finish();
  }

  function finish(): boolean {
    const { done, total } = state;
    const { gone, hasRepeats } = walk.notes;
    const lost = hasRepeats ? 0 : Math.max(gone, (total ?? 0) - done);
    state.status = 'choosing';
    if (done === 0) {
      toasts.warning('There is nothing to export.');
      return false;
    }
    save();
    const isFiltered = state.choices.scope === 'list' && filter !== '';
    const fate = `${lost === 1 ? 'was' : 'were'} deleted${isFiltered ? ' or changed' : ''} meanwhile.`;
    const order = state.isInIdOrder ? ' The file is in the order of ids.' : '';
    const said = `Exported ${countText(done)}.${order}`;
    if (lost === 0) toasts.success(said);
    else toasts.warning(`${said} ${printCount(lost)} ${fate}`);
    return true;
  }

  function save(): void {
    downloadBlob(fileName(), file.content());
  }

  function fileName({ format, separator }: ExportChoices = state.choices): string {
    const ending = format === 'csv' && separator === '\t' ? '.tsv' : fileEndings[format];
    return `${collection.name}_${stamp}${ending}`;
  }

  return {
    state,
    search,
    sort,
    hasList: mine !== null,
    shownColumns,
    allColumns,
    isTooLongToSort,
    fileName,
    firstLines: (choices) => (state.sample ? firstLines(state.sample, textOptions(choices)) : ''),
    async open() {
      isOpen = true;
      takeTotal(count.state.total);
      const stopFollowing = subscribeKey(count.state, 'total', takeTotal);
      // The session may end during a run; the next sign-in continues it.
      const stopHolding = unsaved.watchWork(() => state.status !== 'choosing');
      release = () => {
        stopFollowing();
        stopHolding();
      };
      await Promise.all([readSample(), countAll()]);
    },
    choose(choices) {
      const { scope } = state.choices;
      Object.assign(state.choices, choices);
      if (state.choices.scope !== scope) void readSample();
    },
    async start() {
      if (state.status !== 'choosing') return false;
      const { scope } = state.choices;
      const options = textOptions(state.choices);
      const hasJson = options.columns.some(({ kind }) => kind === 'json');
      const known = state.totals[scope];
      Object.assign(state, { status: 'running', done: 0, total: known, fault: null, isInIdOrder: false });
      running = new AbortController();
      const { signal } = running;
      const total = await countNow(scope, signal);
      if (!isOpen) return false;
      state.total = total;
      file = createExportFile(options);
      walk = createRecordWalk({
        collection,
        filter: scope === 'list' ? filter : '',
        sort,
        printedSort,
        ids: scope === 'selected' ? selected : null,
        // The server rounds the numbers in json values when it picks fields.
        fields: hasJson ? null : ['id', ...options.columns.map(({ name }) => name)],
        total,
        rowSize: sampleSize(),
      });
      if (!signal.aborted) return run();
      state.status = 'stopped';
      return false;
    },
    stop: () => running.abort(),
    goOn: run,
    saveRead() {
      const { done, total } = state;
      save();
      state.status = 'choosing';
      toasts.info(
        `Saved ${total === null ? countText(done) : `${printCount(done)} of ${countText(total)}`}.`,
      );
    },
    close() {
      isOpen = false;
      release();
      for (const controller of [counting, sampling, running]) controller.abort();
    },
  };
}

/** Returns `1 record` or `1,107 records`; `records` for an unknown number. */
export function countText(count: number | null): string {
  return count === null ? 'records' : countOf(count, 'record');
}

async function reasonOf(error: unknown): Promise<string> {
  report(error, { isSilent: true });
  if (!(error instanceof ApiError)) return 'Something went wrong on this page. Go on, or reload the page.';
  const { status, isAborted, message } = error;
  const isDoubtful = isAborted || status === 401 || status === 403;
  if (isDoubtful && !(await session.confirm())) return 'Your session has ended.';
  if (status === 414 || message === 'Query string is too large.') {
    return 'The search is too long for an export. Shorten it, or export all records.';
  }
  return isAborted ? 'The export was interrupted.' : message;
}
