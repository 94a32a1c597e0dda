import CloudOff from 'lucide-react/icons/cloud-off';
import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { Button } from '../kit/basics/Button';
import { EmptyState } from '../kit/layout/EmptyState';
import { Loading } from '../kit/layout/Loading';
import { CloseButton } from '../kit/overlay/CloseButton';
import { Panel } from '../kit/overlay/Panel';
import type { Collection } from '../model/collection';
import type { FullRecord } from '../model/record';
import { openPanel, type Panels } from '../page/panels';
import { usePanel } from '../page/usePanel';
import * as seenAs from '../rules/seenAs';
import { copyRecord, copyRecordLink } from './copyRecord';
import { PreviewTable } from './display/PreviewTable';
import { RecordMenu } from './display/RecordMenu';
import { createRecordPreview, type RecordPreview } from './recordPreview';
import { RelatedValue } from './related/RelatedValue';

interface Props {
  id: number;
  takes: Panels['recordPreview']['takes'];
}

export function RecordPreviewPanel({ id, takes }: Props) {
  const [preview] = useState(() => createRecordPreview(takes));
  const panel = usePanel(id);
  const { collection } = preview;
  const { collectionId, recordId } = takes;
  const { status, isGone, loadError } = useSnapshot(preview.state);

  useEffect(() => {
    void preview.open();
    return preview.close;
  }, [preview]);

  useEffect(() => {
    if (isGone) panel.finish();
  }, [isGone, panel.finish]);

  return (
    <Panel
      {...panel.overlay}
      title={
        <>
          <b translate="no">{collection?.name ?? ''}</b> record preview
        </>
      }
      actions={
        status === 'ready' && (
          <RecordMenu
            onCopyLink={() => copyRecordLink(collectionId, recordId)}
            onCopyJson={() => copyRecord(collectionId, recordId)}
            onAccess={() => seenAs.openAccess(collectionId, recordId)}
          />
        )
      }
      footer={<CloseButton kind="secondary">Close</CloseButton>}
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
        onFileOpen: (name) => void openPanel('filePreview', { collectionId: collection.id, record, name }),
        drawRelated: (field, ids, rest) => <RelatedValue field={field} ids={ids} rest={rest} />,
      }}
    />
  );
}
