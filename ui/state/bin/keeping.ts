import { messageOf } from '../../api/ApiError';
import { type Collection, collectionTypeOf } from '../../model/collection';
import type { FormerRecord } from '../../model/put-back/putBackPlan';
import { displayText, type FullRecord, type RecordAnswer } from '../../model/record';
import { randomText } from '../../platform/random';
import { countOf } from '../../platform/text';
import * as collections from '../collections';
import * as confirm from '../confirm';
import { report } from '../report';
import * as bin from './bin';
import type { BinContent, BinEntry, KeptFile } from './binShelf';
import {
  type Gathered,
  gather,
  gatherCollection,
  gatherFiles,
  nothing,
  readCollections,
  readRecords,
} from './keptReads';

/**
 * Reads what a delete removes, and puts it into the bin before the delete.
 *
 *   const keeping = keepRecords(collection, [id]);
 *   const gap = await keeping.prepare();           // a sentence if not everything can be kept
 *   if (gap !== '' && !(await askAboutGap(gap))) return keeping.cancel();
 *   await records.remove(collection.id, id);
 *   const entryId = await keeping.confirm([id]);   // for Undo; null if nothing is kept
 *
 * Guarantees: the entry is stored before `prepare` ends, and offered only after `confirm`. If the page dies between
 * them, the next load of the bin asks whether the records are deleted. The caller may delete in any case.
 */
export interface Keeping {
  /** Waits at most ten seconds. Returns '' if all is kept, else a sentence about the gap. */
  prepare(): Promise<string>;
  /**
   * Call this with the records that the server has deleted. It asks the server about the doubtful ones: those without a
   * response, or with a 404. Null if nothing is kept.
   */
  confirm(deleted: readonly string[], doubtful?: readonly string[]): Promise<string | null> | null;
  /** Nothing was deleted. */
  cancel(): void;
  /** The response of the delete was lost: the next load of the bin asks the server. */
  leave(): void;
}

/** Asks whether to delete although not everything can be kept. With `onYes` the question is busy until its end. */
export const askAboutGap = (gap: string, onYes?: () => Promise<void>): Promise<boolean> =>
  confirm.ask(`${gap} Delete anyway?`, { isDangerous: true, writes: true, ...(onYes && { onYes }) });

const waitsMs = 10_000;
/**
 * The definition of a collection is kept in any case. Reading it takes two seconds at most, so its records have less
 * time than the delete.
 */
const collectionWaitsMs = 7_000;

/**
 * Keeps records before they are deleted, with their files and with the relations that name them. Reads them now,
 * because others may have changed them.
 */
export function keepRecords(collection: Collection, ids: readonly string[]): Keeping {
  return keep(async (signal) => {
    const [answers, all] = await Promise.all([readRecords(collection, ids, signal), readCollections(signal)]);
    const roots = answers.map((answer): FormerRecord => ({ collectionId: collection.id, answer }));
    const gathered = await gather(roots, all, signal);
    const [first] = answers;
    const title =
      ids.length === 1 && first ? displayText(first.record, collection) : countOf(ids.length, 'record');
    return { kind: 'deleted', collection, title, ids, gathered };
  });
}

/**
 * Keeps a collection before it is deleted: its definition always, its records up to 5,000 and 100 MB. Reads the
 * definition now, because others may have changed it.
 */
export function keepCollection(known: Collection): Keeping {
  return keep(async (signal) => {
    const collection = (await readCollections(signal)).find(({ id }) => id === known.id) ?? known;
    const gathered = nothing();
    const act = { kind: 'collection' as const, collection, title: collection.name, ids: [] };
    if (collectionTypeOf(collection) === 'view') return { ...act, gathered };
    const own = new AbortController();
    const patience = setTimeout(() => own.abort(), collectionWaitsMs);
    signal.addEventListener('abort', () => own.abort());
    try {
      await gatherCollection(collection, gathered, own.signal);
    } catch (error) {
      report(error, { isSilent: true });
      return {
        ...act,
        gathered: { ...nothing(), gaps: ['Its records cannot be read: only its definition is kept.'] },
      };
    } finally {
      clearTimeout(patience);
    }
    return { ...act, gathered };
  });
}

/**
 * Keeps a change after it is stored: both versions of the record, and the files that it removes. `files` were read
 * before the save. Null if nothing is to be kept.
 */
export function keepChange(...change: Parameters<typeof storeChange>): ReturnType<typeof storeChange> | null {
  return bin.isOff() ? null : storeChange(...change);
}

async function storeChange(
  collection: Collection,
  before: RecordAnswer,
  after: RecordAnswer,
  given: { changed: readonly string[]; files: readonly KeptFile[]; gaps: readonly string[] },
): Promise<string | null> {
  const content: BinContent = {
    collections: [collection],
    records: [{ collectionId: collection.id, answer: withoutExpand(before) }],
    references: [],
    files: given.files,
    candidates: [],
    after: { collectionId: collection.id, answer: withoutExpand(after) },
  };
  const entry: BinEntry = {
    ...ownerOfEntry(),
    kind: 'changed',
    state: 'kept',
    collectionId: collection.id,
    collectionName: collection.name,
    title: displayText(before.record, collection),
    ids: [before.record.id],
    changed: given.changed,
    gaps: given.gaps,
    ...sizesOf(content),
  };
  return (await bin.add(entry, content)) === 'no' ? null : entry.id;
}

function withoutExpand({ record, sources }: RecordAnswer): RecordAnswer {
  const { expand, ...rest } = record;
  return { record: rest as FullRecord, sources };
}

/** Reads files that a save is about to remove. */
export async function readRemovedFiles(
  collection: Collection,
  before: RecordAnswer,
  names: readonly string[],
): Promise<{ files: KeptFile[]; gaps: string[] }> {
  const gathered = nothing();
  if (names.length > 0 && !bin.isOff()) {
    const record: FormerRecord = { collectionId: collection.id, answer: before };
    const isRemoved = (name: string) => names.includes(name);
    const reading = startReading((signal) => gatherFiles([record], gathered, signal, isRemoved));
    await reading.within(waitsMs).catch(() => gathered.gaps.push('Its removed files could not be read.'));
  }
  return gathered;
}

interface Act {
  kind: 'deleted' | 'collection';
  collection: Collection;
  title: string;
  ids: readonly string[];
  gathered: Gathered;
}

/** Reads at once. The delete waits for the end with `within`. */
function startReading<T>(read: (signal: AbortSignal) => Promise<T>) {
  const controller = new AbortController();
  const reading = read(controller.signal);
  // The caller waits for it later, or never.
  reading.catch(() => {});
  return {
    controller,
    /** Rejects when the time is over, and stops the reading. */
    within(ms: number): Promise<T> {
      const late = new Promise<never>((_, reject) => {
        controller.signal.addEventListener('abort', () => reject(new Error('Too late.')));
      });
      const timer = setTimeout(() => controller.abort(), ms);
      return Promise.race([reading, late]).finally(() => clearTimeout(timer));
    },
  };
}

function keep(read: (signal: AbortSignal) => Promise<Act>): Keeping {
  let entry: BinEntry | null = null;
  let content: BinContent | null = null;
  let release = () => {};
  const started = bin.isOff() ? null : startReading(read);

  async function store({ kind, collection, title, ids, gathered }: Act): Promise<string> {
    const { gaps, ...rest } = gathered;
    const all = [...rest.records, ...rest.candidates].map(({ collectionId }) => collectionId);
    const named = rest.references.map(({ collectionId }) => collectionId);
    const involved = new Set([collection.id, ...all, ...named]);
    content = {
      ...rest,
      collections: [
        collection,
        ...collections.state.all.filter(({ id }) => id !== collection.id && involved.has(id)),
      ],
      after: null,
    };
    entry = {
      ...ownerOfEntry(),
      kind,
      state: 'pending',
      collectionId: collection.id,
      collectionName: collection.name,
      title,
      ids,
      changed: [],
      gaps,
      ...sizesOf(content),
    };
    release = bin.holdEntry(entry.id);
    const stored = await bin.add(entry, content);
    if (stored === 'no') {
      entry = null;
      return 'This browser has no room to keep what you delete.';
    }
    if (stored === 'without files') content = { ...content, files: [] };
    return [...gaps, ...(stored === 'without files' ? ['This browser has no room for its files.'] : [])].join(
      ' ',
    );
  }

  async function confirmKept(
    kept: BinEntry,
    all: BinContent,
    deleted: readonly string[],
    doubtful: readonly string[],
  ): Promise<string | null> {
    const isDone = await bin.confirmDelete(kept, all, deleted, doubtful);
    release();
    return isDone ? kept.id : null;
  }

  return {
    async prepare() {
      if (!started) return '';
      try {
        return await store(await started.within(waitsMs));
      } catch (error) {
        report(error, { isSilent: true });
        return `This cannot be kept for undo: ${reasonOf(error, started.controller.signal.aborted)}`;
      }
    },
    confirm(deleted, doubtful = []) {
      return entry && content ? confirmKept(entry, content, deleted, doubtful) : null;
    },
    cancel() {
      started?.controller.abort();
      release();
      if (entry) void bin.remove([entry.id]);
    },
    leave: () => release(),
  };
}

function reasonOf(error: unknown, isLate: boolean): string {
  if (isLate) return 'The server takes too long to read it.';
  return messageOf(error);
}

function ownerOfEntry() {
  const [server, admin] = bin.currentOwner();
  return { id: randomText(15), server, admin, savedAt: new Date().toISOString() };
}

function sizesOf({ records, candidates, files: kept }: BinContent) {
  const texts = [...records, ...candidates].reduce((sum, one) => sum + JSON.stringify(one.answer).length, 0);
  return {
    recordCount: records.length,
    fileCount: kept.length,
    bytes: texts + kept.reduce((sum, { content }) => sum + content.size, 0),
  };
}
