import History from 'lucide-react/icons/history';
import Undo2 from 'lucide-react/icons/undo-2';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { countOf } from '../../base/text';
import { Button } from '../../kit/basics/Button';
import { LoadFailure } from '../../kit/layout/LoadFailure';
import { Loading } from '../../kit/layout/Loading';
import { BannerBar } from '../../kit/layout/Note';
import { CloseButton } from '../../kit/overlay/CloseButton';
import { Panel } from '../../kit/overlay/Panel';
import type { OverlayHandle } from '../../kit/overlay/useOverlay';
import { displayText } from '../../model/recordName';
import { targetOf } from '../../model/types/fieldTypes';
import { noFiles } from '../../records/display/noFiles';
import { PreviewTable } from '../../records/display/PreviewTable';
import { RelatedChips } from '../../records/display/RelatedChips';
import { createBlobThumbs } from '../../records/files/blobThumbs';
import { answerOf, type BackupRecord } from '../content/recordSource';
import type { BackupRecords } from './backupRecords';
import { CompareTable } from './CompareTable';
import type { FieldChanges } from './fieldChanges';
import type { OpenedBackup } from './openedBackup';
import { createRecordComparison, type RecordComparison } from './recordComparison';
import type { TodayMark } from './todayMarks';

interface Props {
  backup: OpenedBackup;
  records: BackupRecords;
  record: BackupRecord;
  /** Null if the present records are unknown. */
  mark: TodayMark | null;
  onBringBack: () => void;
  /** Called after fields were restored. */
  onChanged: () => void;
  onClose: () => void;
}

/** A record of the backup, beside the present one if that exists and differs. */
export function BackupRecordPanel(props: Props) {
  const { records, record, mark } = props;
  const [comparison] = useState(() => createRecordComparison(records.collection, record));
  const { isGone } = useSnapshot(comparison.state);
  const { foreign } = useSnapshot(props.backup.state);
  // The mark at the opening: Bring back changes `mark`, but the panel must stay the same.
  const [first] = useState(mark);
  const isBack = first === 'gone' && mark !== null && mark !== 'gone';
  if (foreign || first === 'gone' || first === 'same' || isGone) {
    return <Values {...props} mark={isGone ? 'gone' : first} isBack={isBack} />;
  }
  return <Compare {...props} comparison={comparison} />;
}

const noIds: ReadonlySet<string> = new Set();

function Values({
  backup,
  records,
  record,
  mark,
  isBack,
  onBringBack,
  onClose,
}: Props & { isBack: boolean }) {
  const { collection } = records;
  const overlay = useRef<OverlayHandle>(null);
  const [answer] = useState(() => answerOf(collection, record));
  const { collections: then, foreign } = useSnapshot(backup.state);
  const [thumbs] = useState(() =>
    createBlobThumbs((id, name) => backup.readSmallFile(collection.id, id, name)),
  );
  useEffect(() => thumbs.close, [thumbs]);
  // If the record was restored, close the panel, which says that it is missing.
  useEffect(() => {
    if (isBack) overlay.current?.close({ isDone: true });
  }, [isBack]);
  // Render again when related records are read, to show their names.
  void useSnapshot(records.state).related;

  return (
    <Panel
      handle={overlay}
      title={<b translate="no">{displayText(answer.record, collection)}</b>}
      onClose={onClose}
      bar={
        <BannerBar kind={mark === 'gone' ? 'warning' : 'info'} icon={History}>
          {foreign || (mark === 'gone' ? 'This record no longer exists.' : 'This record is unchanged.')}
        </BannerBar>
      }
      footer={
        <>
          <CloseButton>Close</CloseButton>
          {mark === 'gone' && (
            <Button kind="primary" icon={Undo2} writes onClick={onBringBack}>
              Bring back
            </Button>
          )}
        </>
      }
    >
      <PreviewTable
        record={answer.record}
        collection={collection}
        sources={answer.sources}
        context={{
          files: thumbs,
          onFileOpen: (name) => {
            const file = backup.fileOf(collection.id, record.id, name);
            if (file) void backup.downloadFile(file);
          },
          drawRelated: (field, ids, rest) => (
            <RelatedChips
              ids={ids}
              rest={rest}
              collection={then.find(({ id }) => id === targetOf(field))}
              files={noFiles}
              found={records.relatedOf(field, ids)}
              missing={noIds}
            />
          ),
        }}
      />
    </Panel>
  );
}

function Compare({
  records: { collection },
  record,
  comparison,
  onChanged,
  onClose,
}: Props & { comparison: RecordComparison }) {
  const overlay = useRef<OverlayHandle>(null);
  const { status, fault, ticked, updated, hasMoved, isSending, errors } = useSnapshot(comparison.state);
  const fields = useSnapshot(comparison.state).fields;
  const [answer] = useState(() => answerOf(collection, record));
  const count = ticked.size;

  useEffect(() => void comparison.open(), [comparison]);

  async function handlePutBack() {
    if (!(await comparison.bringBack())) return;
    overlay.current?.close({ isDone: true });
    onChanged();
  }

  let body: ReactNode = <Loading>Loading...</Loading>;
  if (status === 'failed') {
    body = (
      <LoadFailure
        title="The present record cannot be read."
        reason={fault}
        onRetry={() => void comparison.open()}
      />
    );
  } else if (status === 'ready' && fields) {
    body = (
      <CompareTable
        fields={fields}
        ticked={ticked}
        errors={errors}
        updated={{ former: record.updated ?? '', present: updated }}
        onToggle={comparison.toggle}
      />
    );
  }
  return (
    <Panel
      handle={overlay}
      width="wide"
      title={
        <>
          Compare <b translate="no">{displayText(answer.record, collection)}</b>
        </>
      }
      isBusy={isSending}
      onClose={onClose}
      bar={
        status === 'ready' &&
        fields && (
          <BannerBar kind={hasMoved ? 'warning' : 'info'} icon={hasMoved ? undefined : History}>
            {hasMoved ? (
              'The record was changed meanwhile, and nothing was sent. These are its values now.'
            ) : (
              <>
                <code translate="no">{record.id}</code> of <b translate="no">{collection.name}</b>:{' '}
                {differing(fields)} Selected fields are restored, the others stay.
              </>
            )}
          </BannerBar>
        )
      }
      footerStart={
        fields && (
          <span className="subtle">
            {count} of {countOf(fields.changes.filter(({ canComeBack }) => canComeBack).length, 'field')}
          </span>
        )
      }
      footer={
        <>
          <CloseButton disabled={isSending}>Cancel</CloseButton>
          <Button
            kind="primary"
            writes
            icon={Undo2}
            isBusy={isSending}
            disabled={status !== 'ready' || count === 0}
            onClick={() => void handlePutBack()}
          >
            Bring back {countOf(count, 'field')}
          </Button>
        </>
      }
    >
      {body}
    </Panel>
  );
}

function differing({ changes }: FieldChanges): string {
  const { length } = changes;
  if (length === 0) return 'No field has changed.';
  return `${countOf(length, 'field has', 'fields have')} changed.`;
}
