import { isMissing } from '../../api/ApiError';
import { get as readCollection } from '../../api/collections';
import { readByIds } from '../../api/recordPages';
import { type FormerRecord, recordKey } from '../../model/put-back/putBackPlan';
import { report } from '../report';
import type { BinContent, BinEntry } from './binShelf';

/** The entry of a delete that has deleted something. */
export interface CompletedDelete {
  readonly entry: BinEntry;
  readonly content: BinContent;
}

/**
 * Completes an entry after its delete: adds the records that the server deleted with it, and asks the server which
 * `doubtful` ones exist. Null if nothing was deleted. Rejects if the server does not say which exist.
 */
export async function completeDelete(
  entry: BinEntry,
  content: BinContent,
  deleted: readonly string[],
  doubtful: readonly string[],
): Promise<CompletedDelete | null> {
  const isCollection = entry.kind === 'collection';
  const there = await readExisting(entry.collectionId, doubtful);
  const gone = new Set([...deleted, ...doubtful.filter((id) => !there.includes(id))]);
  const records = content.records.filter(({ answer }) => isCollection || gone.has(answer.record.id));
  if (!isCollection && records.length === 0) return null;
  const isGone = await goneTestOf(content);
  const cascaded = content.candidates.filter(isGone);
  const keys = new Set(cascaded.map(({ collectionId, answer }) => recordKey(collectionId, answer.record.id)));
  const all = [...records, ...cascaded];
  const ids = new Set(all.map(({ answer }) => answer.record.id));
  const files = content.files.filter(({ recordId }) => ids.has(recordId));
  return {
    entry: {
      ...entry,
      state: 'kept',
      ids: isCollection ? [] : records.map(({ answer }) => answer.record.id),
      recordCount: all.length,
      fileCount: files.length,
    },
    content: {
      ...content,
      records: all,
      candidates: [],
      references: content.references.filter((one) => !keys.has(recordKey(one.collectionId, one.recordId))),
      files,
    },
  };
}

/**
 * Asks the server which candidates exist. The returned function says whether one is deleted. Without an answer all
 * count as deleted: a put-back leaves those that exist.
 */
async function goneTestOf({ candidates }: BinContent): Promise<(record: FormerRecord) => boolean> {
  const there = new Set<string>();
  const collectionIds = new Set(candidates.map(({ collectionId }) => collectionId));
  try {
    for (const collectionId of collectionIds) {
      const ids = candidates
        .filter((one) => one.collectionId === collectionId)
        .map(({ answer }) => answer.record.id);
      for (const id of await readExisting(collectionId, ids)) there.add(recordKey(collectionId, id));
    }
  } catch (error) {
    report(error, { isSilent: true });
  }
  return ({ collectionId, answer }) => !there.has(recordKey(collectionId, answer.record.id));
}

/** Asks the server what an interrupted delete has deleted. Null if it is one of a collection that exists. */
export async function readDeleted({ kind, collectionId, ids }: BinEntry): Promise<readonly string[] | null> {
  const hasCollection = await isThere(collectionId);
  if (kind === 'collection') return hasCollection ? null : [];
  const there = hasCollection ? await readExisting(collectionId, ids) : [];
  return ids.filter((id) => !there.includes(id));
}

async function readExisting(collectionId: string, ids: readonly string[]): Promise<string[]> {
  return (await readByIds(collectionId, ids, { fields: ['id'] })).map(({ id }) => id);
}

async function isThere(collectionId: string): Promise<boolean> {
  try {
    await readCollection(collectionId);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}
