import * as api from '../../backend/backups';
import { type FieldErrors, messageAt } from '../../model/fieldErrors';
import { createForm } from '../../page/forms/form';
import { report } from '../../page/report';
import * as writeLock from '../../page/session/writeLock';
import * as toasts from '../../page/toasts';

const shownMs = 4500;
/** In milliseconds. A small backup is ready by then; for a larger one, the page shows that it runs. */
const patienceMs = 1500;

export const busyText = 'A backup has already been started, please wait.';
const longText = 'The backup was started but may take a while to complete. You can come back later.';

export type NewBackup = ReturnType<typeof createNewBackup>;

/**
 * The backup that this page has started. It continues after the popup is closed. Calls `onProgress` when the list
 * may have changed.
 */
export function createNewBackup(onProgress: () => void) {
  let underWay = false;
  const form = createForm<{ name: string }>({
    initial: { name: '' },
    check: nameErrors,
    mayWrite: ({ name }) =>
      writeLock.ask({
        what: name.trim() ? `make the backup ${name.trim()}` : 'make a backup',
        verb: 'make it',
      }),
    save: make,
  });

  /** Resolves when the backup is ready, or after `patienceMs`. */
  function make({ name }: { name: string }): Promise<void> {
    underWay = true;
    return new Promise((resolve, reject) => {
      let isTold = false;
      const timer = setTimeout(() => {
        isTold = true;
        toasts.info(longText, shownMs);
        onProgress();
        resolve();
      }, patienceMs);
      api
        .create(name.trim())
        .then(() => {
          toasts.success('Successfully generated new backup.');
          resolve();
        })
        .catch((error: unknown) => {
          // The popup is closed, so the error cannot be shown there.
          if (!isTold) return reject(error);
          const message = messageAt(report(error), 'name');
          if (message) toasts.error(message);
        })
        .finally(() => {
          clearTimeout(timer);
          underWay = false;
          onProgress();
        });
    });
  }

  return {
    form,
    isUnderWay: () => underWay,
    /** Resolves when the popup can close. False if the server has refused the backup. */
    start: async () => !underWay && form.submit(),
  };
}

export function nameErrors({ name }: { name: string }): FieldErrors {
  const text = name.trim();
  if (text === '' || (/^[a-z0-9_-]+\.zip$/.test(text) && text.length <= 100)) return {};
  return {
    name: {
      code: 'validation_match_invalid',
      message:
        'Use lowercase letters, digits, underscores and hyphens, at most 100 characters, ending in .zip.',
    },
  };
}
