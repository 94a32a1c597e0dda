import Copy from 'lucide-react/icons/copy';
import Download from 'lucide-react/icons/download';
import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash-2';
import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { printHash } from '../base/hash';
import { isPlainClick } from '../base/keys';
import { printCount } from '../base/text';
import { Button } from '../kit/basics/Button';
import { Popup } from '../kit/overlay/Popup';
import { BulkBar } from '../kit/table/BulkBar';
import type { Collection } from '../model/collection';
import { openPanel } from '../page/panels';
import { type BulkDelete, createBulkDelete, type FailedDelete } from './bulk/bulkDelete';
import type { RecordList } from './recordList';
import type { Blocker } from './related/blockers';
import css from './SelectionBar.module.css';
import { copySelectedIds, downloadSelected } from './selectedRecords';

interface Props {
  collection: Collection;
  records: RecordList;
}

export function SelectionBar({ collection, records }: Props) {
  const { list, look } = records;
  const { selected } = useSnapshot(list.state);
  const { isOpen } = useSnapshot(look.state);
  const [bulkDelete] = useState(createBulkDelete);
  const { isRunning, done, refused, total } = useSnapshot(bulkDelete.write);
  const failed = useSnapshot(bulkDelete.state).failed;
  const [isDownloading, setIsDownloading] = useState(false);

  const isShown = selected.size > 0 || isRunning || failed !== null;

  useEffect(() => {
    const release = bulkDelete.hold();
    return () => {
      release();
      bulkDelete.stop();
    };
  }, [bulkDelete]);

  async function handleDownload() {
    setIsDownloading(true);
    await downloadSelected(collection, list);
    setIsDownloading(false);
  }

  async function handleDelete(act: () => Promise<boolean>) {
    if (await act()) await records.reload();
  }

  function handleDeleteSelected() {
    void handleDelete(() => bulkDelete.run(collection, [...selected]));
  }

  async function handleEdit() {
    const chosen = await openPanel('bulkEdit', {
      collectionId: collection.id,
      ids: [...selected],
      onChange: () => void records.reload(),
    });
    if (chosen) list.select(chosen);
  }

  if (!isShown) return null;
  return (
    <>
      <BulkBar
        isBeside={isOpen}
        actions={
          <>
            {!isRunning && (
              <>
                <Button kind="quiet" onClick={list.clearSelection}>
                  Reset
                </Button>
                <Button kind="quiet" icon={Copy} onClick={() => void copySelectedIds(list)}>
                  Copy ids
                </Button>
                <Button kind="quiet" icon={Download} isBusy={isDownloading} onClick={handleDownload}>
                  Download as JSON
                </Button>
                <Button
                  kind="quiet"
                  icon={Pencil}
                  disabled={selected.size === 0}
                  onClick={() => void handleEdit()}
                >
                  Edit
                </Button>
              </>
            )}
            {/* Start and Stop are one button, so a keyboard user keeps the focus. */}
            <Button
              kind={isRunning ? 'quiet' : 'danger'}
              icon={isRunning ? undefined : Trash2}
              writes={!isRunning}
              data-danger={!isRunning || undefined}
              onClick={isRunning ? bulkDelete.stop : handleDeleteSelected}
            >
              {isRunning ? 'Stop' : 'Delete selected'}
            </Button>
          </>
        }
      >
        {isRunning ? (
          `Deleting ${done + refused} of ${total}...`
        ) : (
          <>
            Selected <b>{selected.size}</b> record(s)
          </>
        )}
      </BulkBar>
      {failed && (
        <FailedDeletes
          failed={failed}
          total={total}
          bulkDelete={bulkDelete}
          onRetry={() => void handleDelete(bulkDelete.retry)}
        />
      )}
    </>
  );
}

interface FailedProps {
  failed: readonly FailedDelete[];
  total: number;
  bulkDelete: BulkDelete;
  onRetry: () => void;
}

function FailedDeletes({ failed, total, bulkDelete, onRetry }: FailedProps) {
  const blockers = useSnapshot(bulkDelete.state).blockers;
  return (
    <Popup
      title={`Deleted ${total - failed.length} of ${total}`}
      size="wide"
      onClose={bulkDelete.dismiss}
      footer={
        <>
          <Button kind="quiet" onClick={bulkDelete.dismiss}>
            Close
          </Button>
          <Button kind="primary" writes onClick={onRetry}>
            Retry
          </Button>
        </>
      }
    >
      <p>These records were not deleted:</p>
      <ul className={css.failed}>
        {failed.map(({ id, reason }) => {
          const blocker = blockers.get(id);
          return (
            <li key={id}>
              <code translate="no">{id}</code> {reason}
              {blocker && <BlockedBy blocker={blocker} onFollow={bulkDelete.dismiss} />}
            </li>
          );
        })}
      </ul>
    </Popup>
  );
}

function BlockedBy({ blocker, onFollow }: { blocker: Blocker; onFollow: () => void }) {
  const { collectionId, collectionName, fieldName, filter, firstId, count } = blocker;
  const name = `${collectionName}.${fieldName}`;
  return (
    <span className={css.blocker}>
      Needed by{' '}
      <a
        href={printHash('/collections', { collectionId, filter })}
        translate="no"
        onClick={(event) => isPlainClick(event) && onFollow()}
      >
        {count === 1 ? `${name} ${firstId}` : `${printCount(count)} ${name}`}
      </a>
    </span>
  );
}
