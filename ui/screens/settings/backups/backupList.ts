import { proxy, ref } from 'valtio/vanilla';
import { subscribeKey } from 'valtio/vanilla/utils';
import { ApiError } from '../../../api/ApiError';
import * as api from '../../../api/backups';
import { type Backup, timeOf } from '../../../model/backup';
import { whileVisible } from '../../../platform/timers';
import { downloadBackup } from '../../../state/backups';
import * as confirm from '../../../state/confirm';
import * as writeLock from '../../../state/environment/writeLock';
import { createLoading, type LoadingState } from '../../../state/loading';
import { isShownInPlace, report } from '../../../state/report';
import * as toasts from '../../../state/toasts';
import * as backupUpload from './backupUpload';

/**
 * The backups of the server, newest first, and whether it can start another one.
 *
 *   const backups = createBackupList();
 *   await backups.load();
 *   const stop = backups.watch();      // asks for health every three seconds while the tab is visible
 */
export interface BackupList {
  state: BackupListState;
  watch(): () => void;
  load(): Promise<void>;
  /** Cancels a load. */
  close(): void;
  /** Asks first. */
  remove(key: string): Promise<void>;
  download(key: string): Promise<void>;
}

export interface BackupListState extends LoadingState {
  items: readonly Backup[];
  isLoading: boolean;
  /** True once the backups were loaded. They stay when a later load fails: they are only outdated. */
  isLoaded: boolean;
  /** False while the server creates or restores a backup. */
  canBackup: boolean;
  /** The running operation of a backup, by its key. */
  underWay: Record<string, 'delete' | 'download'>;
}

const askEveryMs = 3000;

export function createBackupList(): BackupList {
  const state = proxy<BackupListState>({
    items: ref([]),
    status: 'loading',
    loadError: null,
    isLoading: false,
    isLoaded: false,
    canBackup: true,
    underWay: {},
  });
  const loading = createLoading(state, api.list, show, (error) => {
    report(error, { isSilent: error instanceof ApiError && isShownInPlace(error) && !state.isLoaded });
  });
  let running = 0;

  function show(items: readonly Backup[]): void {
    Object.assign(state, { items: ref(newestFirst(items)), isLoaded: true });
  }

  async function load(): Promise<void> {
    running += 1;
    state.isLoading = true;
    await loading.load();
    running -= 1;
    state.isLoading = running > 0;
  }

  async function askHealth(): Promise<void> {
    let isFree: boolean;
    try {
      isFree = await api.canBackup();
    } catch {
      // The banner reports an unreachable server.
      return;
    }
    const wasFree = state.canBackup;
    state.canBackup = isFree;
    if (isFree && !wasFree) void load();
  }

  /** Marks the row until the operation has ended. */
  async function during(key: string, work: 'delete' | 'download', run: () => Promise<void>): Promise<void> {
    if (state.underWay[key]) return;
    state.underWay[key] = work;
    try {
      await run();
    } catch (error) {
      report(error);
      // The backup may have been deleted meanwhile.
      void load();
    } finally {
      delete state.underWay[key];
    }
  }

  return {
    state,
    load,
    close: loading.cancel,

    watch() {
      void askHealth();
      const stops = [
        whileVisible(askEveryMs, () => void askHealth()),
        // The upload may have started before this page opened.
        subscribeKey(backupUpload.state, 'share', (share) => {
          if (share === null) void load();
        }),
      ];
      return () => {
        for (const stop of stops) stop();
      };
    },

    async remove(key) {
      if (!(await confirm.ask(`Do you really want to delete ${key}?`, { isDangerous: true, writes: true })))
        return;
      if (!(await writeLock.ask({ what: `delete the backup ${key}`, verb: 'delete' }))) return;
      await during(key, 'delete', async () => {
        await api.remove(key);
        toasts.success(`Successfully deleted ${key}.`);
        await load();
      });
    },

    download: (key) =>
      during(key, 'download', async () => {
        if (!(await downloadBackup(key))) void load();
      }),
  };
}

function newestFirst(items: readonly Backup[]): Backup[] {
  return [...items].sort((one, other) => (timeOf(other) || 0) - (timeOf(one) || 0));
}
