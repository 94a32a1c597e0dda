import { useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { Button } from '../../../components/basics/Button';
import { useProgress } from '../../../components/basics/useProgress';
import { ConflictPopup } from '../../../components/overlay/ConflictPopup';
import { Popup } from '../../../components/overlay/Popup';
import type { OverlayHandle } from '../../../components/overlay/useOverlay';
import { LoadFailure } from '../../../components/page/LoadFailure';
import { Loading } from '../../../components/page/Loading';
import { MoreLine } from '../../../components/page/MoreLine';
import { Note } from '../../../components/page/Note';
import { ToldList } from '../../../components/page/ToldList';
import type { Collection } from '../../../model/collection';
import {
  nameOf,
  type Obstacle,
  type PutBackPlan,
  passwordsSentence,
} from '../../../model/put-back/putBackPlan';
import { byteSize, countOf, printCount } from '../../../platform/text';
import { backWords } from '../../../state/bin/undo';
import * as collections from '../../../state/collections';
import * as unsaved from '../../../state/forms/unsaved';
import { progressOf } from '../../../state/jobs/jobCounts';
import type { RefusedGroup } from '../../../state/jobs/writeEntries';
import { answerPanel, onCloseRequest, type Panels } from '../../../state/panels';
import { WaitNote } from '../WaitNote';
import css from './PutBackPopup.module.css';
import { createPutBackForm, type PutBackForm } from './putBackForm';

interface Props {
  id: number;
  takes: Panels['putBack']['takes'];
}

const mostShown = 20;

/** Shows what comes back and what does not, puts it back, and shows what was refused. */
export function PutBackPopup({ id, takes }: Props) {
  const [form] = useState(() => createPutBackForm(takes));
  const overlay = useRef<OverlayHandle>(null);
  const { step, source, failure } = useSnapshot(form.state);
  const { isBusy, counts } = useSnapshot(form.run.state);
  const { isStopping } = useSnapshot(form.run.write.state);
  const plan = useSnapshot(form.state).plan as PutBackPlan | null;
  const primary = useRef<HTMLButtonElement>(null);
  const wasChange = useRef(false);

  useEffect(() => {
    void form.open();
  }, [form]);
  useEffect(() => onCloseRequest(id, () => answerPanel(id, null)), [id]);
  useEffect(() => unsaved.watchWork(() => form.run.state.isBusy), [form]);
  useEffect(() => {
    if (step === 'plan') primary.current?.focus();
  }, [step]);
  useEffect(() => {
    if (step === 'conflicts') wasChange.current = true;
    else if (step === 'ended' && wasChange.current) answerPanel(id, null);
  }, [step, id]);

  if (step === 'conflicts') {
    const conflictForm = {
      state: form.state,
      cancelConflicts: () => answerPanel(id, null),
      resolveConflicts: (choices: Parameters<PutBackForm['resolveConflicts']>[0]) =>
        void form.resolveConflicts(choices),
    };
    return <ConflictPopup title="Undo the change" form={conflictForm} />;
  }

  const close = () => overlay.current?.close();
  const count = plan?.creates.length ?? 0;
  const isSending = step === 'sending' || isBusy;
  const canSend = plan !== null && count + plan.updates.length + form.state.collections.length > 0;
  return (
    <Popup
      handle={overlay}
      size="wide"
      title={
        <>
          Put back <b translate="no">{source?.title ?? ''}</b>
        </>
      }
      isBusy={isSending}
      onClose={() => answerPanel(id, null)}
      footer={
        isSending ? (
          <Button disabled={isStopping} onClick={form.stop}>
            {isStopping ? 'Stopping...' : 'Stop'}
          </Button>
        ) : (
          <>
            <Button kind="quiet" onClick={close}>
              {step === 'ended' ? 'Close' : 'Cancel'}
            </Button>
            {step === 'plan' && canSend && (
              <Button ref={primary} kind="primary" writes onClick={() => void form.send()}>
                Put back
              </Button>
            )}
            {step === 'ended' && counts.open > 0 && (
              <Button kind="primary" writes onClick={() => void form.goOn()}>
                Continue
              </Button>
            )}
          </>
        )
      }
    >
      {step === 'reading' && <Loading>Reading what is kept...</Loading>}
      {step === 'failed' && (
        <LoadFailure title="This cannot be read." reason={failure} onRetry={() => void form.open()} />
      )}
      {step === 'plan' && plan && <Plan form={form} plan={plan} />}
      {isSending && <Progress form={form} />}
      {step === 'ended' && !isSending && <Ended form={form} />}
    </Popup>
  );
}

function Plan({ form, plan }: { form: PutBackForm; plan: PutBackPlan }) {
  const { bytes, changesLeft } = useSnapshot(form.state);
  const first = useSnapshot(form.state).collections as readonly Collection[];
  const files = plan.creates.reduce((sum, one) => sum + one.files.length, 0);
  const parts = [
    ...first.map(({ name }) => `the collection ${name}`),
    plan.creates.length > 0 && countOf(plan.creates.length, 'record'),
    files > 0 && countOf(files, 'file'),
    plan.updates.some(({ former }) => former) &&
      countOf(plan.updates.filter(({ former }) => former).length, 'reference'),
    plan.creates.length > 0 && bytes > 0 && byteSize(bytes),
  ].filter(Boolean);
  const isStuck = parts.length === 0 && plan.obstacles.length > 0;
  return (
    <div className={css.plan}>
      {parts.length > 0 && <p>{parts.join(', ')}.</p>}
      {parts.length === 0 && !isStuck && (
        <Note kind="info" role="status">
          All of it exists again.
        </Note>
      )}
      {changesLeft > 0 && (
        <p>{countOf(changesLeft, 'change stays', 'changes stay')} in the bin: undo changes one by one.</p>
      )}
      {plan.existing.length > 0 && parts.length > 0 && (
        <p>{countOf(plan.existing.length, 'record exists', 'records exist')} again and stay unchanged.</p>
      )}
      {plan.obstacles.length > 0 && <Obstacles form={form} plan={plan} isStuck={isStuck} />}
      {plan.losses.length > 0 && (
        <section>
          <h3 className={css.head}>Does not come back</h3>
          <ToldList isBack={false} sentences={plan.losses} />
        </section>
      )}
      {plan.creates.length > 0 && (
        <p className={css.hint}>The hooks and emails of the server run as for any new record.</p>
      )}
    </div>
  );
}

/** Lists the obstacles. A button adds the entries of the bin, or the records of the backup, that remove them. */
function Obstacles({ form, plan, isStuck }: { form: PutBackForm; plan: PutBackPlan; isStuck: boolean }) {
  const { missing, needed } = useSnapshot(form.state);
  const handleAdd = () => void (missing.length > 0 ? form.addMissing() : form.addNeeded());
  return (
    <Note
      kind="warning"
      role="status"
      actions={
        needed.length + missing.length > 0 && (
          <Button size="small" onClick={handleAdd}>
            Put them back too
          </Button>
        )
      }
    >
      {isStuck && <p>Nothing can be put back now.</p>}
      <ul>
        {obstacleSentences(plan.obstacles).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </Note>
  );
}

function obstacleSentences(obstacles: readonly Obstacle[]): string[] {
  const counts = new Map<string, number>();
  for (const { reason, collectionId } of obstacles) {
    const key = `${reason}/${collectionId}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return [...counts].map(([key, count]) => {
    const [reason, collectionId = ''] = key.split('/');
    const name = collections.find(collectionId)?.name ?? 'a collection';
    const records = countOf(count, 'record');
    if (reason === 'collection') return `${records} cannot come back: the collection is gone.`;
    if (reason === 'circle') return `${records} of ${name} need each other and cannot be created one by one.`;
    return `${records} ${count === 1 ? 'refers' : 'refer'} to ${name} that are gone.`;
  });
}

function Progress({ form }: { form: PutBackForm }) {
  const write = useSnapshot(form.run.write.state);
  const { ended: sent, total } = progressOf(useSnapshot(form.run.state), write);
  const text = `${printCount(sent)} of ${countOf(total, 'record')}`;
  useProgress(text, true);
  return (
    <>
      <p>{text}</p>
      <progress className={css.progress} aria-label="Put back" max={Math.max(total, 1)} value={sent} />
      <WaitNote wait={write.wait} job="This" />
    </>
  );
}

function Ended({ form }: { form: PutBackForm }) {
  const { counts } = useSnapshot(form.run.state);
  const { told, wasBack } = useSnapshot(form.state);
  const first = useSnapshot(form.state).collections;
  const groups = useSnapshot(form.run.state).groups as readonly RefusedGroup[];
  const plan = useSnapshot(form.state).plan as PutBackPlan | null;
  const source = form.state.source;
  const nameAt = (row: number) => {
    const { id, collectionId } = plan?.creates[row - 1] ?? {};
    const record = source?.records.find(
      (one) => one.answer.record.id === id && one.collectionId === collectionId,
    );
    return record ? nameOf(record, source?.collections ?? []) : String(row);
  };
  const isCollectionAlone = counts.created === 0 && first.length > 0;
  return (
    <>
      <p role="status">
        <b>
          {wasBack
            ? 'This was put back already.'
            : isCollectionAlone
              ? 'The collection is back.'
              : backWords(counts.created)}
        </b>{' '}
        {counts.open > 0 && `${countOf(counts.left, 'record is', 'records are')} still to be put back.`}
        {counts.users > 0 && ` ${passwordsSentence(counts.users)}`}
      </p>
      {told.length > 0 && <ToldList isBack={false} sentences={told} />}
      {groups.length > 0 && !wasBack && (
        <section>
          <h3 className={css.head}>Refused by the server</h3>
          {groups.map(({ field, message, rows }) => (
            <div key={`${field} ${message}`} className={css.group}>
              <p>
                {field && <code translate="no">{field}</code>} {message}
              </p>
              <ul translate="no">
                {rows.slice(0, mostShown).map((row) => (
                  <li key={row}>{nameAt(row)}</li>
                ))}
              </ul>
              <MoreLine count={rows.length} mostShown={mostShown} />
            </div>
          ))}
        </section>
      )}
    </>
  );
}
