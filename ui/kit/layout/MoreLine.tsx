import { printCount } from '../../base/text';

interface Props {
  count: number;
  /** The number of items that the list before it shows at most. */
  mostShown: number;
}

/** Says how many items a cut list leaves out; nothing if it shows them all. */
export function MoreLine({ count, mostShown }: Props) {
  return count > mostShown ? <p>And {printCount(count - mostShown)} more.</p> : null;
}
