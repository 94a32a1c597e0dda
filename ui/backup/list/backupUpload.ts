import { proxy } from 'valtio/vanilla';
import * as api from '../../backend/backups';
import { messageAt } from '../../model/fieldErrors';
import { report } from '../../page/report';
import * as writeLock from '../../page/session/writeLock';
import * as toasts from '../../page/toasts';

/**
 * The upload that is running; it continues when the person leaves the page. `share` is from 0 to 1; null
 * without an upload.
 */
export const state = proxy<{ share: number | null }>({ share: null });

/** Uploads a backup and reports the result. Does nothing during another upload. */
export async function upload(file: File): Promise<void> {
  if (state.share !== null) return;
  const act = { what: `upload the backup ${file.name}`, verb: 'upload' };
  if (writeLock.isLocked() && (!(await writeLock.ask(act)) || state.share !== null)) return;
  state.share = 0;
  const release = writeLock.hold();
  // Closing the tab would abort the upload.
  window.addEventListener('beforeunload', ask);
  try {
    const onProgress = (share: number) => {
      state.share = share;
    };
    await api.upload(file, onProgress);
    toasts.success('Successfully uploaded a new backup.');
  } catch (error) {
    const message = messageAt(report(error), 'file');
    if (message) toasts.error(message);
  } finally {
    release();
    window.removeEventListener('beforeunload', ask);
    state.share = null;
  }
}

function ask(event: BeforeUnloadEvent): void {
  event.preventDefault();
}
