import * as confirm from '../state/confirm';
import * as unsaved from '../state/unsaved';

const askEveryMs = 100;

/**
 * Asks whether what is unsaved may be lost. A save that is under way may end meanwhile: when nothing is left to lose,
 * the question goes, and whoever asked goes on.
 */
export async function mayDiscard(): Promise<boolean> {
  const timer = setInterval(() => {
    if (!unsaved.hasAny()) void confirm.yes();
  }, askEveryMs);
  try {
    return await confirm.ask('You have unsaved changes. Do you really want to discard them?');
  } finally {
    clearInterval(timer);
  }
}
