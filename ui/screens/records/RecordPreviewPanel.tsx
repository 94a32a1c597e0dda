import CloudOff from 'lucide-react/icons/cloud-off';
import { useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { Button } from '../../components/basics/Button';
import { Panel } from '../../components/overlay/Panel';
import type { OverlayHandle } from '../../components/overlay/useOverlay';
import { EmptyState } from '../../components/page/EmptyState';
import { Loading } from '../../components/page/Loading';
import { RecordMenu } from '../../components/record/RecordMenu';
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
  const { collectionId, recordId } = takes;
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
      actions={
        status === 'ready' && (
          <RecordMenu
            onCopyLink={() => copyRecordLink(collectionId, recordId)}
            onCopyJson={() => copyRecord(collectionId, recordId)}
            onAccess={() => seenAs.openAccess(collectionId, recordId)}
          />
        )
      }
      footer={<Button onClick={() => overlay.current?.close()}>Close</Button>}
    >
      {status === 'loading' && <Loading />}
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
