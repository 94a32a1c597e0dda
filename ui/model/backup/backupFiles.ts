import type { ZipEntry } from '../../platform/zipFile';

/** A file of a record in a zip. */
export interface BackupFile {
  readonly collectionId: string;
  readonly recordId: string;
  readonly name: string;
  readonly entry: ZipEntry;
  /** The entry with its type and first name (JSON); null without one. */
  readonly attributes: ZipEntry | null;
  /** Bytes in the storage, with its attributes and thumbnails. */
  readonly size: number;
}

/** The files of a backup: by the id of the collection, then by the id of the record. */
export type BackupFiles = ReadonlyMap<string, ReadonlyMap<string, readonly BackupFile[]>>;

const attributesEnding = '.attrs';

/** Finds `storage/<collection>/<record>/<name>`. Attributes and thumbnails belong to the file of their name. */
export function filesIn(entries: ReadonlyMap<string, ZipEntry>): BackupFiles {
  const files = new Map<string, Map<string, BackupFile[]>>();
  const thumbs = new Map<string, number>();
  for (const entry of entries.values()) {
    const parts = entry.name.split('/');
    const [root, collectionId, recordId, name] = parts;
    if (root !== 'storage' || !collectionId || !recordId || !name) continue;
    if (parts.length === 5 && name.startsWith('thumbs_')) {
      const key = `${root}/${collectionId}/${recordId}/${name.slice('thumbs_'.length)}`;
      thumbs.set(key, (thumbs.get(key) ?? 0) + entry.size);
    }
    if (parts.length !== 4 || isAttributes(entry.name, entries)) continue;
    const ofCollection = files.get(collectionId) ?? new Map<string, BackupFile[]>();
    files.set(collectionId, ofCollection);
    const ofRecord = ofCollection.get(recordId) ?? [];
    ofCollection.set(recordId, ofRecord);
    const attributes = entries.get(entry.name + attributesEnding) ?? null;
    const size = entry.size + (attributes?.size ?? 0);
    ofRecord.push({ collectionId, recordId, name, entry, attributes, size });
  }
  return withThumbs(files, thumbs);
}

/** A record may have a file of this ending, too. */
function isAttributes(name: string, entries: ReadonlyMap<string, ZipEntry>): boolean {
  return name.endsWith(attributesEnding) && entries.has(name.slice(0, -attributesEnding.length));
}

function withThumbs(files: BackupFiles, thumbs: ReadonlyMap<string, number>): BackupFiles {
  const sizeOf = ({ entry, size }: BackupFile) => size + (thumbs.get(entry.name) ?? 0);
  return new Map(
    [...files].map(([collectionId, records]) => [
      collectionId,
      new Map([...records].map(([id, of]) => [id, of.map((file) => ({ ...file, size: sizeOf(file) }))])),
    ]),
  );
}
