import { copyText } from '../../../platform/clipboard';
import * as toasts from '../../../state/toasts';

/** Copies the text, and says whether the browser allowed it. */
export async function copyWithMessage(text: string): Promise<void> {
  if (await copyText(text)) toasts.success('Copied.');
  else toasts.error('The browser did not allow copying.');
}
