import { type Reader, unzip } from 'unzipit';
import { readBytes } from '../../../api/backups';

/** With which every SQLite database begins. */
const sqliteHeader = 'SQLite format 3\0';

/**
 * What is wrong with a backup, as a sentence; null when it looks good. The server takes any zip, and does nothing in
 * silence when there is no database in it. Only the zip's directory and the beginning of its database are read.
 * Throws when the server does not give them, which says nothing of the file.
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

/** For unzipit, which does not tell what it cannot read from what it cannot understand. */
function rangeReader(address: string, size: number) {
  let failed = false;
  return {
    hasFailed: () => failed,
    getLength: async () => size,
    async read(from: number, length: number): Promise<Uint8Array> {
      // There is no range of nothing.
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
