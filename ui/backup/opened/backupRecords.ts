import { proxy, ref } from 'valtio/vanilla';
import { readPage } from '../../backend/recordPages';
import { FileFault } from '../../base/fileFault';
import { listOf } from '../../base/lists';
import { createPauses, inSlices } from '../../base/slices';
import { countOf } from '../../base/text';
import { type Collection, collectionTypeOf } from '../../model/collection';
import type { SchemaField } from '../../model/field';
import { fieldValue, type ListedRecord } from '../../model/record';
import { displayText } from '../../model/recordName';
import { printSort, type Sort } from '../../model/sort';
import { targetOf } from '../../model/types/fieldTypes';
import * as collections from '../../page/collections';
import { createLoading, type LoadingState } from '../../page/loading';
import { createPagedList } from '../../page/pagedList';
import { report } from '../../page/report';
import type { Part } from '../../records/history/plan/act';
import { undoSource } from '../../records/history/undo';
import { onRecordsChanged } from '../../records/recordsChanged';
import { damageSentence } from '../content/backupDatabase';
import { answerOf, type BackupRecord, createPacking } from '../content/recordSource';
import { type OpenedBackup, sentenceOf } from './openedBackup';
import { filterRecords, sortRecords, termsOf } from './rowOrder';
import {
  comparedFields,
  compareWith,
  countMarks,
  type MarkCounts,
  markOf,
  type TodayMark,
  type TodayMarks,
} from './todayMarks';

interface BackupRecordsState extends LoadingState {
  readCount: number;
  fault: string;
  /** A sentence about records that cannot be read; '' for none. */
  damage: string;
  total: number;
  /** 'large' means that the comparison runs only on request; 'foreign' that the opened backup says why it cannot run. */
  comparison: 'waiting' | 'foreign' | 'running' | 'done' | 'large' | 'failed';
  comparedCount: number;
  comparisonFault: string;
  today: TodayMarks;
  counts: MarkCounts | null;
  /** By collection, then by id: the records of the backup to which relations refer. */
  related: ReadonlyMap<string, ReadonlyMap<string, BackupRecord>>;
  asked: Asked;
}

interface Asked {
  readonly search: string;
  readonly sort: Sort | null;
  readonly show: TodayMark | 'all';
}

export type BackupRecords = ReturnType<typeof createBackupRecords>;

/** Above this number, the present records are read only on request. */
export const mostCompared = 20_000;
const pageLength = 500;
const mostParsed = 500;
/** In characters: all records of a collection are in memory. */
const mostCharacters = 256_000_000;
/** The number of records between two renders. */
const progressStep = 1000;
/** A cell has room for few names. */
const mostNamed = 5;

/**
 * The records of a collection in a backup, and if they have changed since. All are in memory, so the list has one
 * page.
 */
export function createBackupRecords(backup: OpenedBackup, collection: Collection) {
  const state = proxy<BackupRecordsState>({
    status: 'loading',
    loadError: null,
    readCount: 0,
    fault: '',
    damage: '',
    total: 0,
    comparison: 'waiting',
    comparedCount: 0,
    comparisonFault: '',
    today: null,
    counts: null,
    related: ref(new Map()),
    asked: { search: '', sort: { field: 'created', isDescending: true }, show: 'all' },
  });
  const list = createPagedList<BackupRecord, Asked>({
    pageSize: Number.POSITIVE_INFINITY,
    keyOf: ({ id }) => id,
    fetchPage: arrange,
  });
  const parsed = new Map<string, ListedRecord>();
  let all: readonly BackupRecord[] = [];
  let sorted: readonly BackupRecord[] = [];
  let sortedBy = '';
  let byId = new Map<string, BackupRecord>();
  let controller = new AbortController();
  let comparing: AbortController | null = null;
  let isComparisonAsked = false;
  let arranged: Asked | null = null;
  let stopListening = () => {};

  const loading = createLoading(
    state,
    read,
    (found) => {
      byId = found;
      setAll([...found.values()]);
      state.total = all.length;
    },
    (error) => {
      state.fault = sentenceOf(error);
    },
  );

  async function read(signal: AbortSignal): Promise<Map<string, BackupRecord>> {
    Object.assign(state, { readCount: 0, fault: '', damage: '' });
    const found = new Map<string, BackupRecord>();
    const pack = createPacking();
    let size = 0;
    const onDamage = (damage: Parameters<typeof damageSentence>[1]) => {
      state.damage = damageSentence(collection, damage);
    };
    for await (const rows of backup.state.database?.recordsOf(collection, { signal, onDamage }) ?? []) {
      // A damaged table may contain an id twice.
      for (const row of rows) {
        if (found.has(row.id)) continue;
        found.set(row.id, pack(row));
        size += row.source.length;
      }
      if (size > mostCharacters) throw new FileFault('This collection is too large to be shown here.');
      if (found.size >= state.readCount + progressStep) state.readCount = found.size;
      // The first rows are shown while others are read.
      if (all.length > 0) continue;
      byId = found;
      setAll(rows);
      void ask();
    }
    return found;
  }

  async function open(): Promise<void> {
    close();
    const { signal } = controller;
    stopListening = onRecordsChanged(() => {
      list.clearSelection();
      void refresh();
    });
    await loading.load();
    if (state.status !== 'ready' || signal.aborted) return;
    const isKnown = collections.state.isLoaded;
    await Promise.all([ask(), isKnown ? compare() : refresh(), readRelated(signal)]);
  }

  /** Reads related records for their names. Large collections are skipped, so their ids are shown. */
  async function readRelated(signal: AbortSignal): Promise<void> {
    const { database, collections: then } = backup.state;
    const related = new Map([[collection.id, byId]]);
    for (const targetId of new Set(collection.schema.map(targetOf))) {
      const target = then.find(({ id }) => id === targetId) as Collection | undefined;
      if (!database || !target || related.has(target.id)) continue;
      try {
        const count = await database.countRecords(target, signal);
        if (count === null || count > mostCompared) continue;
        const found = new Map<string, BackupRecord>();
        const pack = createPacking();
        let size = 0;
        for await (const rows of database.recordsOf(target, { signal })) {
          for (const row of rows) {
            found.set(row.id, pack(row));
            size += row.source.length;
          }
          if (size > mostCharacters) break;
        }
        if (size <= mostCharacters) related.set(target.id, found);
      } catch (error) {
        if (signal.aborted) return;
        // For a damaged collection, the ids are shown.
        if (!(error instanceof FileFault)) report(error, { isSilent: true });
      }
    }
    if (signal.aborted) return;
    parsed.clear();
    state.related = ref(related);
  }

  function expandedOf(record: ListedRecord): ListedRecord {
    const expand: [string, ListedRecord[]][] = [];
    for (const field of collection.schema) {
      const found = relatedOf(field, listOf(fieldValue(record, field.name)).slice(0, mostNamed));
      if (found.size > 0) expand.push([field.name, [...found.values()]]);
    }
    return { ...record, expand: Object.fromEntries(expand) };
  }

  /** By id: the known records of a relation. */
  function relatedOf(field: SchemaField, ids: readonly string[]): ReadonlyMap<string, ListedRecord> {
    const targets = state.related.get(targetOf(field) ?? '');
    const found = ids.flatMap((id) => targets?.get(id) ?? []);
    return new Map(found.map(({ id, source }) => [id, JSON.parse(source) as ListedRecord]));
  }

  function close(): void {
    loading.cancel();
    controller.abort();
    comparing?.abort();
    controller = new AbortController();
    stopListening();
    arranged = null;
    list.stop();
    parsed.clear();
  }

  function setAll(records: readonly BackupRecord[]): void {
    all = records;
    sortedBy = '';
  }

  /** Stops when the list asks for something else. */
  function* whileAsked<T>(mine: Asked, work: Iterator<unknown, T>): Generator<void, T> {
    for (;;) {
      const step = work.next();
      if (step.done) return step.value;
      if (mine !== arranged) throw new Error('Something newer is asked.');
      yield;
    }
  }

  /** Sorts only if the sort or the records have changed; filters each time. */
  async function arrange(mine: Asked): Promise<readonly BackupRecord[]> {
    arranged = mine;
    const { sort, search, show } = mine;
    if (sort && sortedBy !== printSort(sort)) {
      // The database has the oldest first; most tables show the newest first.
      const start = sort.isDescending ? [...all].reverse() : all;
      sorted = await inSlices(whileAsked(mine, sortRecords(start, sort)));
      sortedBy = printSort(sort);
    }
    const isShown = (record: BackupRecord) => show === 'all' || markOf(record, state.today) === show;
    return inSlices(whileAsked(mine, filterRecords(sorted, termsOf(search), isShown)));
  }

  async function ask(changes: Partial<Asked> = {}): Promise<void> {
    state.asked = { ...state.asked, ...changes };
    await list.load({ ...state.asked });
  }

  function presentCollection(): Collection | undefined {
    return collections.state.all.find(({ id }) => id === collection.id);
  }

  async function refresh(): Promise<void> {
    const { signal } = controller;
    await collections.load();
    if (!signal.aborted) await compare();
  }

  async function compare(): Promise<void> {
    comparing?.abort();
    if (collectionTypeOf(collection) === 'view') return;
    if (backup.state.foreign) {
      Object.assign(state, { comparison: 'foreign', comparisonFault: backup.state.foreign });
      return;
    }
    const mine = new AbortController();
    comparing = mine;
    if (!collections.state.isLoaded) {
      Object.assign(state, {
        comparison: 'failed',
        comparisonFault: 'The collections of today are not known.',
      });
      return;
    }
    const exists = presentCollection() !== undefined;
    if (exists && all.length > mostCompared && !isComparisonAsked) {
      state.comparison = 'large';
      return;
    }
    Object.assign(state, { comparison: 'running', comparedCount: 0, comparisonFault: '' });
    try {
      const today = exists ? await readToday(mine.signal) : new Map<string, TodayMark>();
      if (mine.signal.aborted) return;
      if (!today) {
        state.comparison = 'large';
        return;
      }
      const counts = countMarks(all, today);
      Object.assign(state, { today: ref(today), counts: counts && ref(counts), comparison: 'done' });
      await ask();
    } catch (error) {
      if (mine.signal.aborted) return;
      Object.assign(state, { comparison: 'failed', comparisonFault: sentenceOf(error) });
    }
  }

  /** Null if there are too many to read without a request by the person. */
  async function readToday(signal: AbortSignal): Promise<Map<string, TodayMark> | null> {
    const present = presentCollection();
    const fields = comparedFields(all, present);
    const today = new Map<string, TodayMark>();
    for (let last = ''; ; ) {
      const { rows } = await readPage(collection.id, {
        filter: last === '' ? undefined : `id>"${last}"`,
        sort: 'id',
        perPage: pageLength,
        fields,
        signal,
      });
      if (rows.length === 0) return today;
      for (const row of rows) {
        today.set(row.id, compareWith(byId.get(row.id), row, collection, present));
        last = row.id;
      }
      state.comparedCount = today.size;
      if (today.size > mostCompared && !isComparisonAsked) return null;
    }
  }

  /** If the collection is missing today, it is created first. */
  async function bringBack(records: readonly BackupRecord[]): Promise<void> {
    const pause = createPauses();
    const parts: Part[] = [];
    for (const record of records) {
      const before = answerOf(collection, record);
      const name = displayText(before.record, collection);
      parts.push({ collectionId: collection.id, id: record.id, name, before, after: 'gone' });
      await pause();
    }
    const isGone = !presentCollection();
    await undoSource({
      kind: 'restore',
      acts: [],
      title: isGone
        ? collection.name
        : parts.length === 1 && parts[0]
          ? parts[0].name
          : countOf(records.length, 'record'),
      collections: backup.state.collections as readonly Collection[],
      first: isGone ? [collection] : [],
      parts,
      bytes: 0,
      hasFile: (recordId, name, collectionId) => backup.fileOf(collectionId, recordId, name) !== null,
      readFile: backup.readUpload,
      find: backup.findRecords,
    });
  }

  return {
    state,
    list,
    collection,
    open,
    close,
    ask,
    compare: refresh,

    compareOnRequest(): void {
      isComparisonAsked = true;
      void refresh();
    },

    relatedOf,
    sortedRows: (): readonly BackupRecord[] => (sorted.length === all.length ? sorted : all),
    find: (id: string): BackupRecord | undefined => byId.get(id),

    /** Parses the record. The last parsed records stay in memory. */
    recordOf({ id }: { id: string }): ListedRecord {
      const known = parsed.get(id);
      if (known) return known;
      const source = byId.get(id)?.source ?? JSON.stringify({ id });
      const record = expandedOf(JSON.parse(source) as ListedRecord);
      if (parsed.size >= mostParsed) parsed.clear();
      parsed.set(id, record);
      return record;
    },

    bringBack,
    bringBackSelected: () => bringBack(all.filter(({ id }) => list.state.selected.has(id))),
    bringBackGone: () => bringBack(all.filter((record) => markOf(record, state.today) === 'gone')),
  };
}
