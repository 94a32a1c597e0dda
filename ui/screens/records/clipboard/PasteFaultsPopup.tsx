import { Popup } from '../../../components/overlay/Popup';
import { MoreLine } from '../../../components/page/MoreLine';

interface Props {
  sentences: readonly string[];
  onClose: () => void;
}

const mostShown = 200;

/** Lists the cells that a paste has left out, with the reasons. */
export function PasteFaultsPopup({ sentences, onClose }: Props) {
  return (
    <Popup title="Not pasted" size="wide" onClose={onClose}>
      <ul translate="no">
        {sentences.slice(0, mostShown).map((sentence, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and a sentence may come twice
          <li key={at}>{sentence}</li>
        ))}
      </ul>
      <MoreLine count={sentences.length} mostShown={mostShown} />
    </Popup>
  );
}
