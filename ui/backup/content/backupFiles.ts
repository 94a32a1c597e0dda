import { createPauses } from '../../base/slices';
import type { ZipEntry } from '../../base/zipFile';

export interface BackupFile {
  readonly collectionId: string;
  readonly recordId: string;
  readonly name: string;
  readonly entry: ZipEntry;
  /** The entry with its type and its first name (JSON); null if it is missing. */
  readonly attributes: ZipEntry | null;
  /** In bytes: the file with its attributes and thumbnails. */
  readonly size: number;
}

/** By the id of the collection, then by the id of the record. */
export type BackupFiles = ReadonlyMap<string, ReadonlyMap<string, readonly BackupFile[]>>;

const attributesEnding = '.attrs';

/** Finds `storage/<collection>/<record>/<name>`. Attributes and thumbnails count for their file. */
export async function filesIn(
  entries: ReadonlyMap<string, ZipEntry>,
  signal?: AbortSignal,
): Promise<BackupFiles> {
  const pause = createPauses();
  const thumbs = new Map<string, number>();
  for (const { name, size } of entries.values()) {
    const [, folder, file] = /^(storage\/[^/]+\/[^/]+\/)thumbs_([^/]+)\/[^/]+$/.exec(name) ?? [];
    if (folder && file) thumbs.set(folder + file, (thumbs.get(folder + file) ?? 0) + size);
    await pause();
  }
  const files = new Map<string, Map<string, BackupFile[]>>();
  for (const entry of entries.values()) {
    signal?.throwIfAborted();
    await pause();
    const [, collectionId, recordId, name] = /^storage\/([^/]+)\/([^/]+)\/([^/]+)$/.exec(entry.name) ?? [];
    if (!collectionId || !recordId || !name || isAttributes(entry.name, entries)) continue;
    const attributes = entries.get(entry.name + attributesEnding) ?? null;
    const size = entry.size + (attributes?.size ?? 0) + (thumbs.get(entry.name) ?? 0);
    const ofCollection = files.get(collectionId) ?? new Map<string, BackupFile[]>();
    files.set(collectionId, ofCollection);
    const ofRecord = ofCollection.get(recordId) ?? [];
    ofCollection.set(recordId, ofRecord);
    ofRecord.push({ collectionId, recordId, name, entry, attributes, size });
  }
  return files;
}

/** Another file may have a name with this ending. */
function isAttributes(name: string, entries: ReadonlyMap<string, ZipEntry>): boolean {
  return name.endsWith(attributesEnding) && entries.has(name.slice(0, -attributesEnding.length));
}
