import { useSnapshot } from 'valtio';
import { printCount } from '../base/text';
import { Button } from '../kit/basics/Button';
import { Keys } from '../kit/basics/Keys';
import css from './RecordTotal.module.css';
import type { RecordList } from './recordList';

interface Props {
  records: RecordList;
  /** False for views. */
  canEdit: boolean;
}

export function RecordTotal({ records, canEdit }: Props) {
  const { total, status } = useSnapshot(records.count.state);
  const { loadError } = useSnapshot(records.list.state);
  if (loadError && total === null) return null;
  const countNow = () => void records.countNow();
  return (
    <>
      <span role="status">
        {status === 'failed' ? (
          'The records could not be counted.'
        ) : (
          <>
            Total found:{' '}
            <b>
              {total !== null
                ? printCount(total)
                : status === 'counting' || status === 'long'
                  ? '...'
                  : 'not counted'}
            </b>
          </>
        )}
      </span>
      {status === 'long' && <SmallButton text="Stop" onClick={records.count.stop} />}
      {(status === 'stopped' || status === 'onDemand') && <SmallButton text="Count" onClick={countNow} />}
      {status === 'failed' && <SmallButton text="Retry" onClick={countNow} />}
      <KeyHints canEdit={canEdit} />
    </>
  );
}

/** Only visible while the keyboard moves through the cells: `useKeyHints`. */
function KeyHints({ canEdit }: { canEdit: boolean }) {
  return (
    <span className={css.keys} aria-hidden>
      {canEdit && (
        <span className={css.edit}>
          <Keys of="Enter" /> edit
        </span>
      )}
      <span>
        <Keys of="Space" /> look
      </span>
      <span>
        <Keys of={canEdit ? 'Mod+Enter' : 'Enter'} /> open
      </span>
      <span>
        <Keys of="?" /> all keys
      </span>
    </span>
  );
}

function SmallButton({ text, onClick }: { text: string; onClick: () => void }) {
  return (
    <Button kind="link" size="small" onClick={onClick}>
      {text}
    </Button>
  );
}
