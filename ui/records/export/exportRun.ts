import { proxy, ref } from 'valtio/vanilla';
import { ApiError } from '../../backend/ApiError';
import type { RecordSource } from '../../backend/recordPages';
import type { RecordWalk } from '../../backend/recordWalk';
import { utcStamp } from '../../base/dates';
import { downloadBlob } from '../../base/download';
import { FileFault } from '../../base/fileFault';
import { countOf, printCount } from '../../base/text';
import { collectionTypeOf } from '../../model/collection';
import { arrange, noLayout } from '../../model/columnLayout';
import { possibleDates } from '../../model/recordsQuery';
import { holdsFiles, holdsRecords, isKnown, typeOf } from '../../model/types/fieldTypes';
import * as unsaved from '../../page/forms/unsaved';
import { report } from '../../page/report';
import * as session from '../../page/session/session';
import * as toasts from '../../page/toasts';
import { columnKeyOf, columnsOf } from '../display/recordColumns';
import { type ExportChoices, lastChoices, rememberChoices } from './exportChoices';
import type { ExportScope, ExportSource } from './exportSource';
import {
  createExportFile,
  type ExportColumn,
  type ExportFile,
  exportFormats,
  firstLines,
  type TextOptions,
} from './exportText';

declare module '../../page/panels' {
  interface Panels {
    recordExport: { takes: { source: ExportSource }; answers: null };
  }
}

export interface ExportState {
  choices: ExportChoices;
  /** The first records, complete; null while they are loading. */
  sample: readonly RecordSource[] | null;
  sampleFault: string | null;
  totals: Record<ExportScope, number | null>;
  status: 'choosing' | 'running' | 'stopped';
  done: number;
  /** The number of records at the start; null if unknown. */
  total: number | null;
  /** Why the run has stopped by itself; null if it has not. */
  fault: string | null;
  /** True if the records are sorted by id instead of the wanted sort. */
  isInIdOrder: boolean;
}

export type RecordExport = ReturnType<typeof createRecordExport>;

const sampleRows = 3;

export function createRecordExport(source: ExportSource) {
  const { collection, search, sort, isFiltered, hasList } = source;
  const isView = collectionTypeOf(collection) === 'view';
  const hasSelected = source.selectedCount > 0;
  const stamp = utcStamp(source.date);
  // For a view, the server omits a date that a row does not have, so rows do not show whether the date exists.
  const dates = possibleDates(collection);
  const columns = columnsOf(collection, { id: '', ...Object.fromEntries(dates.map((name) => [name, ''])) });
  const shownColumns = arrange(columns, columnKeyOf, source.layout).map(({ name }) => columnNamed(name));
  // If all columns are exported, those that a table hides by default come last.
  const all = new Set([...arrange(columns, columnKeyOf, noLayout), ...columns]);
  const allColumns = [...all].map(({ name }) => columnNamed(name));

  const { scope: lastScope, ...last } = lastChoices();
  const usualScope = lastScope === 'selected' && hasSelected ? 'selected' : hasList ? 'list' : 'all';

  const state = proxy<ExportState>({
    choices: {
      scope: source.scope ?? usualScope,
      format: 'csv',
      separator: ',',
      hasByteOrderMark: true,
      isGuarded: true,
      columns: 'shown',
      filesAs: 'names',
      ...last,
    },
    sample: null,
    sampleFault: null,
    totals: { list: null, selected: source.selectedCount, all: null },
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
    return {
      name,
      // A value of an unknown type may be anything.
      isSource: field && (typeOf(field).isJsonColumn || !isKnown(field)),
      // The ids of a view may be any text.
      isId: !isView && (name === 'id' || (field && holdsRecords(field))),
      hasFiles: field && holdsFiles(field),
    };
  }

  const isTooLongToSort = (total: number | null) => source.isTooLongToSort(state.choices.scope, total);

  function textOptions({ filesAs, columns: chosen, ...options }: ExportChoices): TextOptions {
    return {
      ...options,
      columns: chosen === 'all' ? allColumns : shownColumns,
      linkTo: filesAs === 'links' ? source.linkTo : null,
    };
  }

  async function readSample(): Promise<void> {
    sampling.abort();
    sampling = new AbortController();
    const { signal } = sampling;
    Object.assign(state, { sample: null, sampleFault: null });
    try {
      const { scope } = state.choices;
      const total = state.totals[scope];
      const rows = await source.readFirst(scope, { count: sampleRows, total, signal });
      if (!signal.aborted) state.sample = ref(rows as RecordSource[]);
    } catch (error) {
      if (signal.aborted) return;
      const fault = reasonOf(error);
      // Another scope may have been chosen meanwhile.
      if (!signal.aborted) state.sampleFault = fault;
    }
  }

  /** Takes the total of the list, whose count may still have run when the export was opened. */
  function takeTotal(total: number | null): void {
    const wasTooLong = isTooLongToSort(state.totals.list);
    state.totals.list = total;
    if (!isFiltered) state.totals.all = total;
    // With another sort, the file begins with other records.
    if (isOpen && state.choices.scope === 'list' && isTooLongToSort(total) !== wasTooLong) void readSample();
  }

  /** Counts again, because the list may be old. Returns the last number if that fails or is slow. */
  async function countNow(scope: ExportScope, signal: AbortSignal): Promise<number | null> {
    const known = state.totals[scope];
    try {
      return (await source.count(scope, signal)) ?? known;
    } catch (error) {
      report(error, { isSilent: true });
      return known;
    }
  }

  async function countAll(): Promise<void> {
    if (!hasList || isFiltered) state.totals.all = await countNow('all', counting.signal);
  }

  /** In characters: the length of the longest of the first records; null while unknown. */
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
      const fault = signal.aborted ? null : reasonOf(error);
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
    const mayDiffer = state.choices.scope === 'list' && isFiltered;
    const fate = `${lost === 1 ? 'was' : 'were'} deleted${mayDiffer ? ' or changed' : ''} meanwhile.`;
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
    const { isTable, ending: usual } = exportFormats[format];
    const ending = isTable && separator === '\t' ? '.tsv' : usual;
    return `${collection.name}_${stamp}${ending}`;
  }

  return {
    state,
    search,
    sort,
    /** False until the list has read its rows: before, its search is unknown. */
    hasList,
    /** True if files have addresses. */
    hasLinks: source.linkTo !== null,
    shownColumns,
    allColumns,
    /** True if there are too many records for the wanted sort. */
    isTooLongToSort,
    fileName,
    /** '' while the records are unknown. */
    firstLines: (choices: ExportChoices) =>
      state.sample ? firstLines(state.sample, textOptions(choices)) : '',
    /** Counts, and reads the first records. */
    async open() {
      isOpen = true;
      const stopFollowing = source.watchTotal(takeTotal);
      // If the session ends, the run continues after the next sign-in.
      const stopHolding = unsaved.watchWork(() => state.status !== 'choosing');
      release = () => {
        stopFollowing();
        stopHolding();
      };
      await Promise.all([readSample(), countAll()]);
    },
    choose(choices: Partial<ExportChoices>) {
      const { scope } = state.choices;
      Object.assign(state.choices, choices);
      if (state.choices.scope !== scope) void readSample();
    },
    /** Returns true if the file is saved. */
    async start(): Promise<boolean> {
      if (state.status !== 'choosing') return false;
      const { scope } = state.choices;
      rememberChoices(state.choices);
      const options = textOptions(state.choices);
      const hasSources = options.columns.some(({ isSource }) => isSource);
      const known = state.totals[scope];
      Object.assign(state, { status: 'running', done: 0, total: known, fault: null, isInIdOrder: false });
      running = new AbortController();
      const { signal } = running;
      const total = await countNow(scope, signal);
      if (!isOpen) return false;
      state.total = total;
      file = createExportFile(options);
      walk = source.walk(scope, {
        // With `fields`, the server rounds numbers in json values.
        fields: hasSources ? null : ['id', ...options.columns.map(({ name }) => name)],
        total,
        rowSize: sampleSize(),
      });
      if (!signal.aborted) return run();
      state.status = 'stopped';
      return false;
    },
    /** `goOn` continues with what was read. */
    stop: () => running.abort(),
    goOn: run,
    /** Saves the records that were read before a stop. */
    saveRead() {
      const { done, total } = state;
      save();
      state.status = 'choosing';
      toasts.info(
        `Saved ${total === null ? countText(done) : `${printCount(done)} of ${countText(total)}`}.`,
      );
    },
    /** Ends the run and drops what was read. */
    close() {
      isOpen = false;
      release();
      for (const controller of [counting, sampling, running]) controller.abort();
    },
  };
}

/** `1 record` or `1,107 records`; `records` if the number is unknown. */
export function countText(count: number | null): string {
  return count === null ? 'records' : countOf(count, 'record');
}

function reasonOf(error: unknown): string {
  report(error, { isSilent: true });
  if (error instanceof FileFault) return error.message;
  if (!(error instanceof ApiError)) return 'Something went wrong on this page. Continue, or reload the page.';
  const { status, isAborted, message } = error;
  if (!session.isSignedIn()) return 'Your session has ended.';
  if (status === 414 || message === 'Query string is too large.') {
    return 'The search is too long for an export. Shorten it, or export all records.';
  }
  return isAborted ? 'The export was interrupted.' : message;
}
