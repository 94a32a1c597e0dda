import { proxy } from 'valtio/vanilla';
import { subscribeKey } from 'valtio/vanilla/utils';
import * as api from '../../backend/backups';
import { whileVisible } from '../../base/timers';
import { type Backup, timeOf } from '../../model/backup';
import { downloadBackup } from '../../page/backups';
import { createPagedList } from '../../page/pagedList';
import { perform } from '../../page/perform';
import { isShownInPlace, report } from '../../page/report';
import * as backupUpload from './backupUpload';

export type BackupList = ReturnType<typeof createBackupList>;

export interface BackupWork {
  /** False while the server makes or restores a backup. */
  canBackup: boolean;
  /** By the key of the backup. */
  underWay: Record<string, 'delete' | 'download'>;
}

const askEveryMs = 3000;

/**
 * The backups of the server, the newest first. `watch` loads them and reads the health (GET api/health) every three
 * seconds while the tab is visible, until the returned function is called.
 */
export function createBackupList() {
  const work = proxy<BackupWork>({ canBackup: true, underWay: {} });
  const list = createPagedList<Backup, null>({
    pageSize: Number.POSITIVE_INFINITY,
    keyOf: ({ key }) => key,
    fetchPage: async () => newestFirst(await api.list()),
    isSilent: isShownInPlace,
  });

  const load = async () => void (await list.load(null));

  async function askHealth(): Promise<void> {
    let isFree: boolean;
    try {
      isFree = await api.canBackup();
    } catch {
      // The banner says that the server cannot be reached.
      return;
    }
    const wasFree = work.canBackup;
    work.canBackup = isFree;
    if (isFree && !wasFree) void load();
  }

  /** Marks the row of the backup while `run` works. Returns false if the row already has an operation. */
  async function during(key: string, act: 'delete' | 'download', run: () => Promise<void>): Promise<boolean> {
    if (work.underWay[key]) return false;
    work.underWay[key] = act;
    try {
      await run();
    } finally {
      delete work.underWay[key];
    }
    return true;
  }

  /** The backup may have been deleted meanwhile, so the list is read again. */
  function fail(error: unknown): void {
    report(error);
    void load();
  }

  return {
    state: list.state,
    work,
    load,
    close: list.stop,

    watch(): () => void {
      void load();
      void askHealth();
      const stops = [
        list.stop,
        whileVisible(askEveryMs, () => void askHealth()),
        // The end of an upload adds a backup. The upload may have started before this page was opened.
        subscribeKey(backupUpload.state, 'share', (share) => {
          if (share === null) void load();
        }),
      ];
      return () => {
        for (const stop of stops) stop();
      };
    },

    async remove(key: string): Promise<void> {
      await perform({
        ask: { text: `Do you really want to delete ${key}?`, isDangerous: true },
        what: `delete the backup ${key}`,
        verb: 'delete',
        run: () =>
          during(key, 'delete', async () => {
            await api.remove(key);
            await load();
          }),
        done: `Successfully deleted ${key}.`,
        failed: fail,
      });
    },

    async download(key: string): Promise<void> {
      await during(key, 'download', async () => {
        if (!(await downloadBackup(key))) void load();
      }).catch(fail);
    },
  };
}

function newestFirst(items: readonly Backup[]): Backup[] {
  return [...items].sort((one, other) => (timeOf(other) || 0) - (timeOf(one) || 0));
}
