import { copyText } from '../base/clipboard';
import * as toasts from './toasts';

/** Copies the text, and says so. `what` names it in the message: "the record". */
export async function copyWithMessage(text: string, what = ''): Promise<void> {
  if (await copyText(text)) toasts.success(`Copied ${what && `${what} `}to the clipboard.`);
}
