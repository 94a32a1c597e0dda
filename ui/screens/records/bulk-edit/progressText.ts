import { printCount } from '../../../platform/text';
import type { WriteRunState, WriteWait } from '../../../state/writeRun';

export function progressText({ done, refused, total }: Readonly<WriteRunState>): string {
  // Others may have changed further records meanwhile.
  return `Changing ${printCount(Math.min(done + refused, total))} of ${printCount(total)}...`;
}

export const waitWords: Readonly<Record<WriteWait, string>> = {
  offline: 'The server cannot be reached. The change continues when it is back.',
  session: 'Your session has ended. The change continues after you sign in.',
  busy: 'The server asks to wait. The change continues by itself.',
};
