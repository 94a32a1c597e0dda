import Copy from 'lucide-react/icons/copy';
import Download from 'lucide-react/icons/download';
import { useState } from 'react';
import { useSnapshot } from 'valtio';
import { Button } from '../../components/basics/Button';
import { BulkBar } from '../../components/data/BulkBar';
import type { Collection } from '../../model/collection';
import { copySelectedIds, downloadSelected } from './recordExport';
import type { RecordList } from './recordList';

interface Props {
  collection: Collection;
  records: RecordList;
}

/** What can be done with the selected records. */
export function SelectionBar({ collection, records }: Props) {
  const { list } = records;
  const { selected } = useSnapshot(list.state);
  const [isDownloading, setIsDownloading] = useState(false);

  async function handleDownload() {
    setIsDownloading(true);
    await downloadSelected(collection, list);
    setIsDownloading(false);
  }

  return (
    <BulkBar
      actions={
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
        </>
      }
    >
      Selected <b>{selected.size}</b> record(s)
    </BulkBar>
  );
}
