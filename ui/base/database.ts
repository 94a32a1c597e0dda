import {
  type DBSchema,
  deleteDB,
  type IDBPDatabase,
  type IDBPTransaction,
  openDB,
  type StoreNames,
} from 'idb';

/**
 * IndexedDB, which may be full, forbidden, blocked by another tab or missing. Nothing here throws: a database
 * that cannot be opened is null, and so is a transaction that failed.
 */

export type { DBSchema as DatabaseSchema };

type Names<Schema> = StoreNames<Schema>[];

export interface Database<Schema extends DBSchema> {
  /**
   * Runs the work in one transaction. Returns null if it failed; then nothing of it is stored. The work may run
   * twice. It may wait for its own requests only, and must wait for each of them.
   */
  transact<Mode extends 'readonly' | 'readwrite', Result extends NonNullable<unknown>>(
    stores: Names<Schema>,
    mode: Mode,
    work: (transaction: IDBPTransaction<Schema, Names<Schema>, Mode>) => Promise<Result>,
  ): Promise<Result | null>;
  close(): void;
}

type Upgrade<Schema> = (database: IDBPDatabase<Schema>, oldVersion: number) => void;

/** Returns null, too, while another tab has an older version open. */
export async function openDatabase<Schema extends DBSchema>(
  name: string,
  version: number,
  upgrade: Upgrade<Schema>,
): Promise<Database<Schema> | null> {
  const first = await connect(name, version, upgrade);
  if (!first) return null;
  let connection = first;
  return {
    async transact(stores, mode, work) {
      const attempt = async () => {
        try {
          const transaction = connection.transaction(stores, mode);
          try {
            return (await Promise.all([work(transaction), transaction.done]))[0];
          } catch (error) {
            transaction.abort();
            throw error;
          }
        } catch {
          return null;
        }
      };
      const result = await attempt();
      if (result !== null) return result;
      // A browser may drop a connection at any time. Safari does so in the background.
      const renewed = await connect(name, version, upgrade);
      if (!renewed) return null;
      connection.close();
      connection = renewed;
      return attempt();
    },
    close: () => connection.close(),
  };
}

/** Deletes a database as soon as no tab has it open. */
export function removeDatabase(name: string): void {
  void deleteDB(name).catch(() => {});
}

/** Returns the range of all keys that are lists and begin with these parts. */
export function keysUnder(...parts: readonly (string | number)[]): IDBKeyRange {
  // A list follows every text and number in the order of keys.
  return IDBKeyRange.bound([...parts], [...parts, []]);
}

async function connect<Schema extends DBSchema>(
  name: string,
  version: number,
  upgrade: Upgrade<Schema>,
): Promise<IDBPDatabase<Schema> | null> {
  try {
    return await new Promise((resolve, reject) => {
      const opening = openDB<Schema>(name, version, {
        upgrade,
        blocked() {
          resolve(null);
          // The other tab may close later, and nobody waits for this connection now.
          void opening.then((late) => late.close()).catch(() => {});
        },
      });
      opening.then(resolve, reject);
    });
  } catch {
    return null;
  }
}
