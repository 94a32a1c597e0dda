import { printCount } from '../../base/text';

interface Props {
  /** The number of all items. */
  count: number;
  /** At most so many are in the list before. */
  mostShown: number;
}

/** Says how many items a cut list leaves out; nothing if it shows them all. */
export function MoreLine({ count, mostShown }: Props) {
  return count > mostShown ? <p>And {printCount(count - mostShown)} more.</p> : null;
}
