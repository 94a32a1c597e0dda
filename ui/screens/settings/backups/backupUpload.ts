import { proxy } from 'valtio/vanilla';
import * as api from '../../../api/backups';
import { messageAt } from '../../../model/fieldErrors';
import { report } from '../../../state/report';
import * as toasts from '../../../state/toasts';

/** The one upload under way: it goes on when the page is left. `share` is from 0 to 1; null while nothing is sent. */
export const state = proxy<{ share: number | null }>({ share: null });

/** Tells how it ended. A second one while one is under way is not begun. */
export async function upload(file: File): Promise<void> {
  if (state.share !== null) return;
  state.share = 0;
  // Closing the tab would end it.
  window.addEventListener('beforeunload', ask);
  try {
    await api.upload(file, (share) => {
      state.share = share;
    });
    toasts.success('Successfully uploaded a new backup.');
  } catch (error) {
    const message = messageAt(report(error), 'file');
    if (message) toasts.error(message);
  } finally {
    window.removeEventListener('beforeunload', ask);
    state.share = null;
  }
}

function ask(event: BeforeUnloadEvent): void {
  event.preventDefault();
}
