import { listAll } from '../../api/collections';
import * as files from '../../api/files';
import { readAllMatching, readByIds, toAnswer } from '../../api/recordPages';
import { createRecordWalk } from '../../api/recordWalk';
import type { Collection } from '../../model/collection';
import { isMultiple, isProtected, optionOf, type SchemaField } from '../../model/field';
import { escapePattern, escapeText } from '../../model/filters/filter';
import { type FormerRecord, type FormerReference, recordKey } from '../../model/put-back/putBackPlan';
import { fieldValue, listOf, type RecordAnswer } from '../../model/record';
import { referencesTo } from '../../model/references';
import { countOf, printCount } from '../../platform/text';
import * as collections from '../collections';
import * as fileToken from '../files/fileToken';
import { report } from '../report';
import type { KeptFile } from './binShelf';

// Reads everything that a delete removes or changes.

/** Records that depend on deleted ones. More of them are not kept. */
const mostDependents = 1_000;
const mostFileBytes = 20 * 1024 * 1024;
const mostActBytes = 100 * 1024 * 1024;
const mostCollectionRecords = 5_000;
const filesAtOnce = 4;
/** If the server needs longer, the loaded collections are used. */
const collectionsWaitMs = 2_000;

export interface Gathered {
  records: FormerRecord[];
  /** Records that the server may delete, too. */
  candidates: FormerRecord[];
  references: FormerReference[];
  files: KeptFile[];
  /** Sentences about what is left out. */
  gaps: string[];
}

export const nothing = (): Gathered => ({ records: [], candidates: [], references: [], files: [], gaps: [] });

/** Reads whole records. Missing ones are left out. */
export async function readRecords(
  collection: Collection,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<RecordAnswer[]> {
  const rows = await readByIds(collection.id, ids, { fields: null, signal });
  return rows.map((row) => toAnswer(collection, row));
}

/** Reads the collections as they are now, because others may have made some. The page then knows them, too. */
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

/** Reads the dependent records, the references to the records, and all files. `all` are the collections. */
export async function gather(
  roots: readonly FormerRecord[],
  all: readonly Collection[],
  signal: AbortSignal,
): Promise<Gathered> {
  const gathered = { ...nothing(), records: [...roots] };
  const seen = new Set(roots.map(({ collectionId, answer }) => recordKey(collectionId, answer.record.id)));
  let next: readonly FormerRecord[] = roots;
  while (next.length > 0) {
    const found: FormerRecord[] = [];
    for (const [target, ids] of idsByCollection(next)) {
      for (const { collection, field } of referencesTo(target, all)) {
        const isCascade = optionOf(field, 'cascadeDelete') === true;
        const rows = await readNaming(collection, field, ids, { isWhole: isCascade, signal });
        for (const answer of rows) {
          const key = recordKey(collection.id, answer.record.id);
          const former = listOf(fieldValue(answer.record, field.name));
          gathered.references.push({
            collectionId: collection.id,
            recordId: answer.record.id,
            fieldId: field.id,
            ids: former,
          });
          if (!isCascade || seen.has(key)) continue;
          seen.add(key);
          found.push({ collectionId: collection.id, answer });
        }
      }
    }
    gathered.candidates.push(...found);
    if (gathered.candidates.length + gathered.references.length > mostDependents) {
      gathered.candidates = [];
      gathered.references = [];
      gathered.gaps.push(
        `More than ${printCount(mostDependents)} records depend on it, too many to keep for Undo.`,
      );
      break;
    }
    next = found;
  }
  await gatherFiles([...gathered.records, ...gathered.candidates], gathered, signal);
  return gathered;
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

/** Reads the records that name one of these ids. */
async function readNaming(
  collection: Collection,
  field: SchemaField,
  ids: readonly string[],
  { isWhole, signal }: { isWhole: boolean; signal: AbortSignal },
): Promise<RecordAnswer[]> {
  // The server has no operator for one item of a list that holds for texts, too.
  const comparison = (id: string) => (isMultiple(field) ? `~"${escapePattern(id)}"` : `="${escapeText(id)}"`);
  const rows = await readAllMatching(
    collection.id,
    ids.map((id) => field.name + comparison(id)),
    { fields: isWhole ? null : ['id', 'updated', field.name], most: mostDependents, signal },
  );
  return rows
    .map((row) => toAnswer(collection, row))
    .filter(({ record }) => listOf(fieldValue(record, field.name)).some((id) => ids.includes(id)));
}

/** Reads the files of the records. Adds a sentence to `gaps` about files that are too large. */
export async function gatherFiles(
  records: readonly FormerRecord[],
  gathered: Gathered,
  signal: AbortSignal,
  isWanted: (name: string) => boolean = () => true,
): Promise<void> {
  let large = 0;
  let bytes = 0;
  const names = records.flatMap(({ collectionId, answer }) => {
    const fields = collections.find(collectionId)?.schema.filter(({ type }) => type === 'file') ?? [];
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
        const content = await files.readContent(files.fileAddress({ ...file, token }), { most, signal });
        if (content === 'large') large += 1;
        // Nothing is lost with a file that is missing already.
        if (!(content instanceof Blob)) return;
        bytes += content.size;
        gathered.files.push({ recordId: file.recordId, name: file.name, content });
      }),
    );
  }
  if (large > 0) {
    const which = countOf(large, 'file is', 'files are');
    gathered.gaps.push(`${which} larger than 20 MB, or than 100 MB together, and cannot be kept.`);
  }
}

/** Reads all records of a collection, with their files. */
export async function gatherCollection(
  collection: Collection,
  gathered: Gathered,
  signal: AbortSignal,
): Promise<void> {
  const tooMany = `Only its definition is kept: it has more than ${printCount(mostCollectionRecords)} records or 100 MB.`;
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
    if (step.kind === 'again') gathered.records = [];
    for (const row of step.kind === 'rows' ? step.rows : []) {
      const answer = toAnswer(collection, row);
      bytes += JSON.stringify(answer).length;
      gathered.records.push({ collectionId: collection.id, answer });
    }
    if (gathered.records.length > mostCollectionRecords || bytes > mostActBytes) {
      gathered.records = [];
      gathered.gaps.push(tooMany);
      return;
    }
  }
  await gatherFiles(gathered.records, gathered, signal);
}
