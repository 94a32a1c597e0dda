import { useSnapshot } from 'valtio';
import { Button } from '../../components/basics/Button';
import { Keys } from '../../components/basics/Keys';
import { orderOf } from '../../model/sort';
import { printCount } from '../../platform/text';
import css from './RecordTotal.module.css';
import type { RecordList } from './recordList';

interface Props {
  records: RecordList;
  /** False for views. */
  canEdit: boolean;
}

/** Shows the number of records, dots while the server counts them, and the sort. */
export function RecordTotal({ records, canEdit }: Props) {
  const { total, status } = useSnapshot(records.count.state);
  const { items, loadError } = useSnapshot(records.list.state);
  const { sort } = useSnapshot(records.state);
  if (loadError) return null;
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
      {/* The sorted column may be outside the viewport. */}
      {sort && items.length > 0 && (
        <span className="ellipsis">
          Sorted by <span translate="no">{sort.field}</span>, {orderOf(sort)}
        </span>
      )}
      <span className={css.keys} aria-hidden>
        {[
          canEdit ? ['Enter', 'edit'] : [],
          ['Space', 'look'],
          [canEdit ? 'Mod+Enter' : 'Enter', 'open'],
          ['?', 'all keys'],
        ].map(
          ([key, act]) =>
            key && (
              <span key={key} className={act === 'edit' ? css.edit : undefined}>
                <Keys of={key} /> {act}
              </span>
            ),
        )}
      </span>
    </>
  );
}

function SmallButton({ text, onClick }: { text: string; onClick: () => void }) {
  return (
    <Button kind="link" size="small" onClick={onClick}>
      {text}
    </Button>
  );
}
