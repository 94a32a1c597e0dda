import { printCount } from '../../../platform/text';
import type { WriteRunState } from '../../../state/jobs/writeRun';

export function progressText({ done, refused, total }: Readonly<WriteRunState>): string {
  // Others may have changed further records meanwhile.
  return `Changing ${printCount(Math.min(done + refused, total))} of ${printCount(total)}...`;
}
