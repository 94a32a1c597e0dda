import { type Reader, unzip } from 'unzipit';
import { readBytes } from '../../../api/backups';

/** The first bytes of every SQLite database. */
const sqliteHeader = 'SQLite format 3\0';

/**
 * Returns the fault of a backup as a sentence; null if it looks good. The server accepts any zip and silently
 * restores nothing from one without a database. This reads only the zip's directory and the first bytes of
 * the database. Throws if the server does not return them, which proves nothing about the file.
 */
export async function faultOfBackup(address: string, size: number): Promise<string | null> {
  const reader = rangeReader(address, size);
  let entries: Awaited<ReturnType<typeof unzip>>['entries'];
  try {
    ({ entries } = await unzip(reader as Reader));
  } catch (error) {
    if (reader.hasFailed()) throw error;
    return 'This is not a readable zip file. It may be incomplete.';
  }
  const database = entries['data.db'];
  if (!database) return 'This zip has no data.db, so it is not a backup.';
  if (database.size === 0) return 'The data.db in this zip is empty.';
  try {
    const start = await firstBytes(await database.stream(), sqliteHeader.length);
    if (start !== sqliteHeader) return 'The data.db in this zip is not a database.';
  } catch (error) {
    if (reader.hasFailed()) throw error;
    return 'The data.db in this zip is damaged and cannot be unpacked.';
  }
  return null;
}

/** A reader for unzipit that remembers failed requests, because unzipit reports them like invalid zips. */
function rangeReader(address: string, size: number) {
  let failed = false;
  return {
    hasFailed: () => failed,
    getLength: async () => size,
    async read(from: number, length: number): Promise<Uint8Array> {
      // HTTP has no empty range.
      if (length === 0) return new Uint8Array();
      try {
        return await readBytes(address, from, length);
      } catch (error) {
        failed = true;
        throw error;
      }
    },
  };
}

async function firstBytes(stream: ReadableStream<Uint8Array>, count: number): Promise<string> {
  const reader = stream.getReader();
  let text = '';
  while (text.length < count) {
    const { done, value } = await reader.read();
    if (done) break;
    text += String.fromCharCode(...value.subarray(0, count - text.length));
  }
  await reader.cancel().catch(() => {});
  return text;
}
