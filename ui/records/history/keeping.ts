// How much a delete removes is known only after several reads. The question "Delete?" does not wait for them,
// because it would appear late on a slow line. So a second question follows only if something cannot be kept.

import { ApiError, isWithoutAnswer, messageOf } from '../../backend/ApiError';
import { listAll } from '../../backend/collections';
import * as files from '../../backend/files';
import { readAllMatching, readByIds, toAnswer } from '../../backend/recordPages';
import { createRecordWalk } from '../../backend/recordWalk';
import { listOf } from '../../base/lists';
import { countOf, printCount } from '../../base/text';
import { type Collection, collectionTypeOf } from '../../model/collection';
import { optionOf, type SchemaField } from '../../model/field';
import { escapePattern, escapeText } from '../../model/filter/filterTexts';
import { type FullRecord, fieldValue, type RecordAnswer } from '../../model/record';
import { displayText } from '../../model/recordName';
import { holdsFiles, isMultiple, isProtected } from '../../model/types/fieldTypes';
import * as collections from '../../page/collections';
import { report } from '../../page/report';
import * as fileToken from '../../page/session/fileToken';
import { referencesTo } from '../related/references';
import type { Recorder } from './history';
import * as history from './history';
import { type KeptFile, type Part, partKey } from './plan/act';
import { type FormerRecord, type FormerReference, recordKey } from './plan/returnPlan';

// Reads everything that a delete removes or changes, and stores it in the history before the delete.

/** Records that depend on the deleted ones; more than these are not kept. */
const mostDependents = 1_000;
const mostFileBytes = 20 * 1024 * 1024;
const mostActBytes = 100 * 1024 * 1024;
const mostCollectionRecords = 5_000;
const filesAtOnce = 4;
/** After this time, the collections that the page has loaded are used. */
const collectionsWaitMs = 2_000;
/** A delete waits this long for the reads, then asks whether to go on without them. */
const waitsMs = 10_000;

/**
 * Keeps records that will be deleted, with their files, the records that the server deletes with them, and the
 * relations that name them. Returns false if something cannot be kept and the person does not want the delete.
 */
export async function keepRecords(
  collection: Collection,
  ids: readonly string[],
  act: Recorder,
  stop?: AbortSignal,
): Promise<boolean> {
  return keep(act, stop, async (signal) => {
    const [answers, all] = await Promise.all([readRecords(collection, ids, signal), readCollections(signal)]);
    const roots = answers.map((answer): FormerRecord => ({ collectionId: collection.id, answer }));
    const [only] = answers;
    if (only && ids.length === 1) act.setTitle(displayText(only.record, collection));
    const { candidates, references, gaps } = await readDependents(roots, all, signal);
    const records = [...roots, ...candidates];
    const kept = await readFiles(records, signal);
    return { records, references, files: kept.files, gaps: [...gaps, ...kept.gaps] };
  });
}

/**
 * Keeps a collection that will be deleted: its definition, and at most 5,000 records and 100 MB. Returns null if
 * something cannot be kept and the person does not want the delete.
 */
export async function keepCollection(known: Collection): Promise<Recorder | null> {
  const collection = (await readCollections()).find(({ id }) => id === known.id) ?? known;
  const act = history.begin({ kind: 'collection', verb: 'Delete', title: collection.name, collection });
  const isView = collectionTypeOf(collection) === 'view';
  const isSure = isView
    ? await act.add({ parts: [] })
    : await keep(act, undefined, (signal) => readWhole(collection, signal));
  if (isSure) return act;
  await act.discard();
  return null;
}

interface Kept {
  records: readonly FormerRecord[];
  references: readonly FormerReference[];
  files: readonly KeptFile[];
  gaps: readonly string[];
}

async function keep(
  act: Recorder,
  stop: AbortSignal | undefined,
  read: (signal: AbortSignal) => Promise<Kept>,
): Promise<boolean> {
  const own = new AbortController();
  const abort = () => own.abort();
  stop?.addEventListener('abort', abort);
  const patience = setTimeout(abort, waitsMs);
  try {
    const { records, references, ...rest } = await withinSignal(read(own.signal), own.signal);
    const parts = partsOf(records, references);
    const involved = new Set(parts.map(({ collectionId }) => collectionId));
    const known = collections.state.all.filter(({ id }) => involved.has(id)) as Collection[];
    return await act.add({ parts, ...rest, collections: known });
  } catch (error) {
    if (stop?.aborted) return false;
    report(error, { isSilent: true });
    const reason = own.signal.aborted ? 'The server takes too long to read it.' : messageOf(error);
    return await act.add({ parts: [], gaps: [reason] });
  } finally {
    clearTimeout(patience);
    stop?.removeEventListener('abort', abort);
  }
}

function withinSignal<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  // The reads may fail after the caller has stopped waiting.
  work.catch(() => {});
  return Promise.race([
    work,
    new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(new Error('Too late.')));
    }),
  ]);
}

function partsOf(records: readonly FormerRecord[], references: readonly FormerReference[]): Part[] {
  const parts = new Map<string, Part>();
  for (const { collectionId, answer } of records) {
    const { id } = answer.record;
    const name = displayText(answer.record, collections.find(collectionId) as Collection | undefined);
    const part: Part = { collectionId, id, name, before: withoutExpand(answer), after: 'gone' };
    parts.set(partKey(part), part);
  }
  for (const reference of references) {
    const { collectionId, recordId: id } = reference;
    const known = parts.get(recordKey(collectionId, id)) ?? {
      collectionId,
      id,
      name: id,
      before: null,
      after: null,
    };
    parts.set(partKey(known), { ...known, references: [...(known.references ?? []), reference] });
  }
  return [...parts.values()];
}

function withoutExpand({ record, sources }: RecordAnswer): RecordAnswer {
  const { expand, ...rest } = record;
  return { record: rest as FullRecord, sources };
}

/** Reads files that a save will remove. Throws if the save itself must wait for the server or for a session. */
export async function readRemovedFiles(
  collection: Collection,
  before: RecordAnswer,
  names: readonly string[],
): Promise<Pick<Kept, 'files' | 'gaps'>> {
  if (names.length === 0) return { files: [], gaps: [] };
  const own = AbortSignal.timeout(waitsMs);
  const record: FormerRecord = { collectionId: collection.id, answer: before };
  return withinSignal(
    readFiles([record], own, (name) => names.includes(name)),
    own,
  ).catch((error: unknown) => {
    if (!own.aborted && mustWait(error)) throw error;
    return { files: [], gaps: ['The files that it removes could not be read.'] };
  });
}

const mustWait = (error: unknown): boolean =>
  error instanceof ApiError &&
  (isWithoutAnswer(error) || error.isAborted || error.status === 401 || error.status === 429);

async function readRecords(
  collection: Collection,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<RecordAnswer[]> {
  const rows = await readByIds(collection.id, ids, { fields: null, signal });
  return rows.map((row) => toAnswer(collection, row));
}

/** Reads the collections again, because others may have added some, and updates those of the page. */
export async function readCollections(signal?: AbortSignal): Promise<readonly Collection[]> {
  const own = new AbortController();
  const stop = () => own.abort();
  const patience = setTimeout(stop, collectionsWaitMs);
  signal?.addEventListener('abort', stop);
  try {
    const all = await listAll(own.signal);
    for (const one of all) {
      const known = collections.find(one.id);
      if (!known || (one.updated ?? '') > (known.updated ?? '')) collections.adopt(one, { isOwn: false });
    }
    return all;
  } catch (error) {
    report(error, { isSilent: true });
    return collections.state.all;
  } finally {
    clearTimeout(patience);
    signal?.removeEventListener('abort', stop);
  }
}

/** Reads the records that the server deletes with these, and the relations that name any of them. */
export async function readDependents(
  roots: readonly FormerRecord[],
  all: readonly Collection[],
  signal: AbortSignal,
): Promise<{ candidates: FormerRecord[]; references: FormerReference[]; gaps: string[] }> {
  const candidates: FormerRecord[] = [];
  const references: FormerReference[] = [];
  /** The keys of all other records that are deleted or lose a relation. */
  const outside = new Set<string>();
  const seen = new Set(roots.map(({ collectionId, answer }) => recordKey(collectionId, answer.record.id)));
  for (let next = roots; next.length > 0; ) {
    const found: FormerRecord[] = [];
    for (const [target, ids] of idsByCollection(next)) {
      for (const { collection, field } of referencesTo(target, all)) {
        const isCascade = optionOf(field, 'cascadeDelete') === true;
        for (const answer of await readNaming(collection, field, ids, {
          isWhole: isCascade,
          most: mostDependents + seen.size,
          signal,
        })) {
          const { id } = answer.record;
          const key = recordKey(collection.id, id);
          const former = listOf(fieldValue(answer.record, field.name));
          references.push({ collectionId: collection.id, recordId: id, fieldId: field.id, ids: former });
          if (!seen.has(key)) outside.add(key);
          if (!isCascade || seen.has(key)) continue;
          seen.add(key);
          found.push({ collectionId: collection.id, answer });
        }
      }
    }
    candidates.push(...found);
    if (outside.size > mostDependents) {
      const gap = `More than ${printCount(mostDependents)} records depend on it, too many to keep.`;
      return { candidates: [], references: [], gaps: [gap] };
    }
    next = found;
  }
  return { candidates, references, gaps: [] };
}

function idsByCollection(records: readonly FormerRecord[]): Map<string, string[]> {
  const ids = new Map<string, string[]>();
  for (const { collectionId, answer } of records) {
    const some = ids.get(collectionId);
    if (some) some.push(answer.record.id);
    else ids.set(collectionId, [answer.record.id]);
  }
  return ids;
}

async function readNaming(
  collection: Collection,
  field: SchemaField,
  ids: readonly string[],
  { isWhole, ...call }: { isWhole: boolean; most: number; signal: AbortSignal },
): Promise<RecordAnswer[]> {
  // For texts, the filters of the server have no operator that matches one item of a list.
  const comparison = (id: string) => (isMultiple(field) ? `~"${escapePattern(id)}"` : `="${escapeText(id)}"`);
  const rows = await readAllMatching(
    collection.id,
    ids.map((id) => field.name + comparison(id)),
    { fields: isWhole ? null : ['id', 'updated', field.name], ...call },
  );
  return rows
    .map((row) => toAnswer(collection, row))
    .filter(({ record }) => listOf(fieldValue(record, field.name)).some((id) => ids.includes(id)));
}

/** `gaps` gets a sentence about files that are too large. */
async function readFiles(
  records: readonly FormerRecord[],
  signal: AbortSignal,
  isWanted: (name: string) => boolean = () => true,
): Promise<{ files: KeptFile[]; gaps: string[] }> {
  const kept: KeptFile[] = [];
  let large = 0;
  let bytes = 0;
  const names = records.flatMap(({ collectionId, answer }) => {
    const fields = collections.find(collectionId)?.schema.filter(holdsFiles) ?? [];
    return fields.flatMap((field) =>
      listOf(fieldValue(answer.record, field.name))
        .filter(isWanted)
        .map((name) => ({ collectionId, recordId: answer.record.id, name, field })),
    );
  });
  for (let at = 0; at < names.length; at += filesAtOnce) {
    await Promise.all(
      names.slice(at, at + filesAtOnce).map(async ({ field, ...file }) => {
        const token = isProtected(field) ? await fileToken.get() : undefined;
        const most = Math.min(mostFileBytes, mostActBytes - bytes);
        const read = (token?: string) =>
          files.readContent(files.fileAddress({ ...file, token }), { most, signal });
        let content = await read(token);
        // A newer server also has no file for a token that it no longer takes.
        if (content === null && token) {
          fileToken.forget();
          content = await read(await fileToken.get());
        }
        if (content === 'large') large += 1;
        // A file that is missing on the server cannot be lost.
        if (!(content instanceof Blob)) return;
        bytes += content.size;
        kept.push({ recordId: file.recordId, name: file.name, content });
      }),
    );
  }
  const which = countOf(large, 'file is', 'files are');
  return {
    files: kept,
    gaps: large > 0 ? [`${which} larger than 20 MB, or than 100 MB together.`] : [],
  };
}

async function readWhole(collection: Collection, signal: AbortSignal): Promise<Kept> {
  const tooMany = `Only its definition is kept: it has more than ${printCount(mostCollectionRecords)} records or 100 MB.`;
  let records: FormerRecord[] = [];
  let bytes = 0;
  const walk = createRecordWalk({
    collection,
    filter: '',
    sort: null,
    printedSort: '',
    ids: null,
    fields: null,
    total: null,
    rowSize: null,
  });
  for (let step = await walk.next(signal); step.kind !== 'end'; step = await walk.next(signal)) {
    if (step.kind === 'again') records = [];
    for (const row of step.kind === 'rows' ? step.rows : []) {
      const answer = toAnswer(collection, row);
      bytes += JSON.stringify(answer).length;
      records.push({ collectionId: collection.id, answer });
    }
    if (records.length > mostCollectionRecords || bytes > mostActBytes)
      return { records: [], references: [], files: [], gaps: [tooMany] };
  }
  return { records, references: [], ...(await readFiles(records, signal)) };
}
