import Braces from 'lucide-react/icons/braces';
import CloudOff from 'lucide-react/icons/cloud-off';
import Ellipsis from 'lucide-react/icons/ellipsis';
import Link from 'lucide-react/icons/link';
import UserCheck from 'lucide-react/icons/user-check';
import { useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { announce } from '../../components/basics/announce';
import { Button } from '../../components/basics/Button';
import { IconButton } from '../../components/basics/IconButton';
import { Dropdown, DropdownItem } from '../../components/overlay/Dropdown';
import { Panel } from '../../components/overlay/Panel';
import type { OverlayHandle } from '../../components/overlay/useOverlay';
import { EmptyState } from '../../components/page/EmptyState';
import { PreviewTable } from '../../components/record-table/PreviewTable';
import type { Collection } from '../../model/collection';
import type { FullRecord } from '../../model/record';
import { answerPanel, onCloseRequest, openPanel, type Panels } from '../../state/panels';
import { copyRecord, copyRecordLink } from '../../state/records/copyRecord';
import * as seenAs from '../../state/rules/seenAs';
import { RelatedValue } from './RelatedValue';
import { createRecordPreview, type RecordPreview } from './recordPreview';

interface Props {
  id: number;
  takes: Panels['recordPreview']['takes'];
}

/** Shows all values of a record that cannot be edited. */
export function RecordPreviewPanel({ id, takes }: Props) {
  const [preview] = useState(() => createRecordPreview(takes));
  const overlay = useRef<OverlayHandle>(null);
  const { collection } = preview;
  const { status, isGone, loadError } = useSnapshot(preview.state);

  useEffect(() => {
    void preview.open();
    return preview.close;
  }, [preview]);

  useEffect(() => onCloseRequest(id, () => answerPanel(id, null)), [id]);

  useEffect(() => {
    if (isGone) overlay.current?.close({ isDone: true });
  }, [isGone]);

  return (
    <Panel
      handle={overlay}
      title={
        <>
          <b translate="no">{collection?.name ?? ''}</b> record preview
        </>
      }
      onClose={() => answerPanel(id, null)}
      actions={status === 'ready' && <PreviewMenu {...takes} />}
      footer={<Button onClick={() => overlay.current?.close()}>Close</Button>}
    >
      {status === 'loading' && (
        <p className="subtle" role="status">
          Loading...
        </p>
      )}
      {status === 'failed' && !isGone && (
        <EmptyState
          icon={CloudOff}
          title="The record could not be loaded."
          reason={loadError?.message}
          role="alert"
        >
          {collection && <Button onClick={() => void preview.open()}>Retry</Button>}
        </EmptyState>
      )}
      {status === 'ready' && collection && <Values preview={preview} collection={collection} />}
    </Panel>
  );
}

function Values({ preview, collection }: { preview: RecordPreview; collection: Collection }) {
  const { sources } = useSnapshot(preview.state);
  const record = useSnapshot(preview.state).record as FullRecord;
  return (
    <PreviewTable
      record={record}
      collection={collection}
      sources={sources}
      context={{
        files: preview.files,
        onFileOpen: (name) =>
          void openPanel('filePreview', { collectionId: collection.id, recordId: record.id, name }),
        drawRelated: (field, ids, rest) => <RelatedValue field={field} ids={ids} rest={rest} />,
      }}
    />
  );
}

function PreviewMenu({ collectionId, recordId }: Props['takes']) {
  async function handleCopyLink() {
    if (await copyRecordLink(collectionId, recordId)) announce('Copied');
  }

  function handleAccess() {
    seenAs.openAccess(collectionId, recordId);
  }

  return (
    <Dropdown
      label="More actions"
      placement="bottom-end"
      trigger={(props) => <IconButton {...props} icon={Ellipsis} label="More actions" />}
    >
      <DropdownItem icon={Link} onSelect={() => void handleCopyLink()}>
        Copy link
      </DropdownItem>
      <DropdownItem icon={UserCheck} onSelect={handleAccess}>
        Access...
      </DropdownItem>
      <DropdownItem icon={Braces} onSelect={() => void copyRecord(collectionId, recordId)}>
        Copy as JSON
      </DropdownItem>
    </Dropdown>
  );
}
