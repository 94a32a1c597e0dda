import { proxy } from 'valtio/vanilla';
import * as api from '../../backend/backups';
import { messageAt } from '../../model/fieldErrors';
import { perform } from '../../page/perform';
import { report } from '../../page/report';
import * as toasts from '../../page/toasts';

/**
 * The upload under way, which continues when the person leaves the page. `share` is from 0 to 1; null without an
 * upload.
 */
export const state = proxy<{ share: number | null }>({ share: null });

/** Does nothing during another upload. */
export async function upload(file: File): Promise<void> {
  await perform({
    what: `upload the backup ${file.name}`,
    verb: 'upload',
    run: async () => {
      if (state.share !== null) return false;
      state.share = 0;
      // Closing the tab would cancel the upload.
      window.addEventListener('beforeunload', ask);
      try {
        return await api.upload(file, (share) => {
          state.share = share;
        });
      } finally {
        window.removeEventListener('beforeunload', ask);
        state.share = null;
      }
    },
    done: 'Successfully uploaded a new backup.',
    failed: (error) => {
      const message = messageAt(report(error), 'file');
      if (message) toasts.error(message);
    },
  });
}

function ask(event: BeforeUnloadEvent): void {
  event.preventDefault();
}
