import { useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { Button } from '../../../components/basics/Button';
import { useProgress } from '../../../components/basics/useProgress';
import { Panel } from '../../../components/overlay/Panel';
import type { OverlayHandle } from '../../../components/overlay/useOverlay';
import { LoadFailure } from '../../../components/page/LoadFailure';
import { Note } from '../../../components/page/Note';
import type { Collection } from '../../../model/collection';
import { focusFirstInvalid } from '../../../platform/focus';
import { countOf, printCount } from '../../../platform/text';
import * as unsaved from '../../../state/forms/unsaved';
import { answerPanel, onCloseRequest, type Panels } from '../../../state/panels';
import { WaitNote } from '../WaitNote';
import { BulkEditFields } from './BulkEditFields';
import css from './BulkEditPanel.module.css';
import { BulkPreview } from './BulkPreview';
import { BulkResultPopup, progressText } from './BulkResultPopup';
import { type BulkChoices, chosenNames } from './bulkChoices';
import { type BulkEdit, createBulkEdit } from './bulkEdit';

interface Props {
  id: number;
  takes: Panels['bulkEdit']['takes'];
}

/** Changes fields of the selected records: choices and preview, the run, and the records that failed. */
export function BulkEditPanel({ id, takes }: Props) {
  const [edit] = useState(() => createBulkEdit(takes));
  const { result } = useSnapshot(edit.state);

  useEffect(() => {
    void edit.open();
    const release = edit.hold();
    return () => {
      release();
      edit.close();
    };
  }, [edit]);
  useEffect(() => onCloseRequest(id, () => answerPanel(id, null)), [id]);

  if (result) return <BulkResultPopup edit={edit} onClose={(chosen) => answerPanel(id, chosen)} />;
  return <FormPanel edit={edit} count={takes.ids.length} onClose={() => answerPanel(id, null)} />;
}

interface FormProps {
  edit: BulkEdit;
  count: number;
  onClose: () => void;
}

function FormPanel({ edit, count, onClose }: FormProps) {
  const overlay = useRef<OverlayHandle>(null);
  const body = useRef<HTMLDivElement>(null);
  const { isRunning, outlook, readFault, staged } = useSnapshot(edit.state);
  // At once, because a text input loses the place of its caret otherwise.
  const choices = useSnapshot(edit.state, { sync: true }).choices as BulkChoices;
  const collection = useSnapshot(edit.state).collection as Collection | null;
  const write = useSnapshot(edit.write);
  const progress = progressText(write);
  useProgress(progress, write.isRunning);
  const names = chosenNames(choices);
  const changes = outlook?.changes ?? 0;

  async function handleRun() {
    if (await edit.run()) overlay.current?.close({ isDone: true });
  }

  // Only now, because the inputs take no focus while it runs.
  useEffect(() => {
    if (!isRunning) focusFirstInvalid(body.current);
  }, [isRunning]);

  return (
    <Panel
      handle={overlay}
      title={
        <>
          Edit{' '}
          <b>
            {printCount(count)} <span translate="no">{collection?.name}</span>
          </b>{' '}
          {count === 1 ? 'record' : 'records'}
        </>
      }
      isBusy={isRunning}
      canClose={() => !edit.isChanged() || unsaved.mayLose('close the panel')}
      onClose={onClose}
      footerStart={
        write.isRunning ? (
          <span className={css.progress}>{progress}</span>
        ) : (
          names.length > 0 && countOf(names.length, 'field')
        )
      }
      footer={
        <>
          {!write.isRunning && (
            <Button kind="quiet" disabled={isRunning} onClick={() => overlay.current?.close()}>
              Cancel
            </Button>
          )}
          {/* Start and Stop are one button, so a keyboard user keeps the focus. */}
          <Button
            kind={write.isRunning ? 'secondary' : 'primary'}
            writes={!write.isRunning}
            isBusy={isRunning && !write.isRunning}
            disabled={write.isStopping || names.length === 0 || outlook === null}
            onClick={write.isRunning ? edit.stop : () => void handleRun()}
          >
            {write.isRunning
              ? write.isStopping
                ? 'Stopping...'
                : 'Stop'
              : `Change ${changes > 0 ? countOf(changes, 'record') : 'records'}`}
          </Button>
        </>
      }
    >
      {!collection && <LoadFailure title="This collection no longer exists." onRetry={onClose} />}
      {collection && (
        <div ref={body} inert={isRunning}>
          {staged > 0 && (
            <Note kind="warning" role="alert">
              {`${printCount(staged)} of these have staged changes. Save or discard them first.`}
            </Note>
          )}
          <BulkEditFields edit={edit} collection={collection} choices={choices} />
          {readFault !== '' ? (
            <LoadFailure
              title="The records could not be read."
              reason={readFault}
              onRetry={() => void edit.open()}
            />
          ) : (
            <BulkPreview edit={edit} collection={collection} count={count} />
          )}
        </div>
      )}
      <WaitNote wait={write.wait} job="The change" />
    </Panel>
  );
}
