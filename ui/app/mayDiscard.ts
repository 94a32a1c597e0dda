import * as confirm from '../page/confirm';
import * as unsaved from '../page/forms/unsaved';

const askEveryMs = 100;

/**
 * Asks whether unsaved changes may be lost. A running save may end during the question: if nothing is unsaved then,
 * closes the question with Yes.
 */
export async function mayDiscard(): Promise<boolean> {
  const timer = setInterval(() => {
    if (!unsaved.hasAny()) void confirm.yes();
  }, askEveryMs);
  try {
    return await unsaved.mayLose('discard them');
  } finally {
    clearInterval(timer);
  }
}
