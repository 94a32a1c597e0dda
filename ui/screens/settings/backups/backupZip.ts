import { rangeSource } from '../../../api/backups';
import { FileFault } from '../../../platform/fileFault';
import { readEntryStart, readZip } from '../../../platform/zipFile';

/** The first bytes of every SQLite database. */
const sqliteHeader = 'SQLite format 3\0';

/**
 * Returns the fault of a backup as a sentence; null if it looks good. The server accepts any zip and silently
 * restores nothing from one without a database. This reads only the zip's directory and the first bytes of
 * the database. Throws if the server does not return them, which proves nothing about the file.
 */
export async function faultOfBackup(address: string, size: number): Promise<string | null> {
  const source = rangeSource(size, async () => address);
  try {
    const database = (await readZip(source)).get('data.db');
    if (!database) return 'This zip has no data.db, so it is not a backup.';
    if (database.size === 0) return 'The data.db in this zip is empty.';
    const start = await readEntryStart(source, database, sqliteHeader.length);
    if (String.fromCharCode(...start) === sqliteHeader) return null;
    return 'The data.db in this zip is not a database.';
  } catch (error) {
    if (error instanceof FileFault) return error.message;
    throw error;
  }
}
