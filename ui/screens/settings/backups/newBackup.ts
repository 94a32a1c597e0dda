import * as api from '../../../api/backups';
import { type FieldErrors, messageAt } from '../../../model/fieldErrors';
import { createForm, type Form } from '../../../state/form';
import { report } from '../../../state/report';
import * as toasts from '../../../state/toasts';

const shownMs = 4500;
/** By then a small one is made, and of a large one the page tells that it is under way. */
const patienceMs = 1500;

export const busyText = 'A backup has already been started, please wait.';
const longText = 'The backup was started but may take a while to complete. You can come back later.';

/** The one backup that this page has asked for; it goes on when the popup has closed. */
export interface NewBackup {
  form: Form<{ name: string }>;
  isUnderWay(): boolean;
  /** Resolves when the popup may close: it is made, or takes long. False when it was refused. */
  start(): Promise<boolean>;
}

/** `onProgress` is told when the list may have another row. */
export function createNewBackup(onProgress: () => void): NewBackup {
  let underWay = false;
  const form = createForm<{ name: string }>({ initial: { name: '' }, check: nameErrors, save: make });

  /** Ends well when it is made, or after a while. */
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
          // The popup that would show it has closed.
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

  return { form, isUnderWay: () => underWay, start: async () => !underWay && form.submit() };
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
