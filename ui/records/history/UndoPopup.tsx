import { useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { byteSize, countOf, printCount } from '../../base/text';
import { Button } from '../../kit/basics/Button';
import { useProgress } from '../../kit/basics/useProgress';
import { Checkbox } from '../../kit/form/Checkbox';
import { LoadFailure } from '../../kit/layout/LoadFailure';
import { Loading } from '../../kit/layout/Loading';
import { MoreLine } from '../../kit/layout/MoreLine';
import { Note, signalIcons } from '../../kit/layout/Note';
import { ToldList } from '../../kit/layout/ToldList';
import { CloseButton } from '../../kit/overlay/CloseButton';
import { ConflictPopup } from '../../kit/overlay/ConflictPopup';
import { Popup } from '../../kit/overlay/Popup';
import * as collections from '../../page/collections';
import * as unsaved from '../../page/forms/unsaved';
import { answerPanel, type Panels } from '../../page/panels';
import { WaitNote } from '../write/WaitNote';
import { partKey } from './plan/act';
import type { Obstacle } from './plan/returnPlan';
import { removalKey } from './schemaUndo';
import css from './UndoPopup.module.css';
import { endWords } from './undo';
import { createUndoForm, isTaken, type UndoForm } from './undoForm';
import { chosenChanges, isMade, namesOf, type UndoPlan } from './undoPlan';
import type { RefusedUndo } from './undoRun';

interface Props {
  id: number;
  takes: Panels['undo']['takes'];
}

const mostShown = 20;

/** Shows what an Undo will do and what it cannot, runs it, and shows what was refused. */
export function UndoPopup({ id, takes }: Props) {
  const [form] = useState(() => createUndoForm(takes.source, takes.ended));
  const { step, source, failure, ticked } = useSnapshot(form.state);
  const { isStopping } = useSnapshot(form.run.write);
  const { isStopped } = useSnapshot(form.run.state);
  const plan = useSnapshot(form.state).plan;
  const primary = useRef<HTMLButtonElement>(null);
  const isRestore = source.kind === 'restore';
  const verb = isRestore ? 'Bring back' : 'Undo';

  useEffect(() => {
    if (form.state.step === 'reading') void form.open();
  }, [form]);
  useEffect(() => unsaved.watchWork(() => form.state.step === 'sending'), [form]);
  useEffect(() => {
    if (step === 'plan') primary.current?.focus();
    if (form.isSilentEnd()) answerPanel(id, null);
  }, [step, form, id]);

  const end = () => answerPanel(id, null);
  if (step === 'conflicts') {
    const conflictForm = {
      state: form.state,
      cancelConflicts: end,
      resolveConflicts: (choices: Parameters<UndoForm['resolveConflicts']>[0]) =>
        void form.resolveConflicts(choices),
    };
    return <ConflictPopup title="Undo the change" form={conflictForm} />;
  }

  return (
    <Popup
      size="wide"
      title={
        <>
          {verb} <b translate="no">{source.title}</b>
        </>
      }
      isBusy={step === 'sending'}
      onClose={end}
      footer={
        step === 'sending' ? (
          <Button disabled={isStopping} onClick={form.stop}>
            {isStopping ? 'Stopping...' : 'Stop'}
          </Button>
        ) : (
          <>
            <CloseButton>{step === 'ended' ? 'Close' : 'Cancel'}</CloseButton>
            {step === 'plan' && plan && writesOf(plan, ticked) > 0 && (
              <Button ref={primary} kind="primary" writes onClick={() => void form.send()}>
                {verb}
              </Button>
            )}
            {step === 'ended' && isStopped && (
              <Button kind="primary" writes onClick={() => void form.open()}>
                Continue
              </Button>
            )}
          </>
        )
      }
    >
      {step === 'reading' && <Loading>Loading...</Loading>}
      {step === 'failed' && (
        <LoadFailure
          title={plan ? 'This was not finished.' : 'This cannot be read.'}
          reason={failure}
          icon={plan ? signalIcons.danger : undefined}
          onRetry={() => void form.open()}
        />
      )}
      {step === 'plan' && plan && <Plan form={form} plan={plan} />}
      {step === 'sending' && <Progress form={form} />}
      {step === 'ended' && <Ended form={form} />}
    </Popup>
  );
}

function writesOf(plan: UndoPlan, ticked: ReadonlySet<string>): number {
  const { first, records, removals } = plan;
  const back = removals.length + first.length + records.creates.length + records.updates.length;
  return back + chosenChanges(plan, ticked).length + deletesOf(plan, ticked);
}

function deletesOf(
  { deletes, held, unsure }: Pick<UndoPlan, 'deletes' | 'held' | 'unsure'>,
  ticked: ReadonlySet<string>,
): number {
  const isAsked = (key: string) => held.has(key) || unsure.some((part) => partKey(part) === key);
  return deletes.map(partKey).filter((key) => ticked.has(key) || !isAsked(key)).length;
}

function Plan({ form, plan }: { form: UndoForm; plan: UndoPlan }) {
  const { source, ticked } = useSnapshot(form.state);
  const { first, records, removals, stays, held, unsure, dependents } = plan;
  const changes = chosenChanges(plan, ticked);
  const files = records.creates.reduce((sum, one) => sum + one.files.length, 0);
  const deletes = deletesOf(plan, ticked);
  const parts = [
    ...first.map(({ name }) => `The collection ${name} comes back.`),
    records.creates.length > 0 &&
      `${countOf(records.creates.length, 'record comes', 'records come')} back${files > 0 ? `, with ${countOf(files, 'file')}` : ''}${source.bytes > 0 ? ` (${byteSize(source.bytes)})` : ''}.`,
    changes.length > 0 && `${countOf(changes.length, 'record gets its', 'records get their')} former values.`,
    deletes > 0 && `${countOf(deletes, 'new record is', 'new records are')} deleted.`,
    ...removals.filter((one) => one.isCollection).map(({ name }) => `The collection ${name} is deleted.`),
  ].filter((one) => one !== false);
  const losses = [...records.losses, ...new Set(changes.flatMap(({ undoing }) => undoing.losses))];
  const lostFiles = changes.reduce((sum, { undoing }) => sum + undoing.lostFiles, 0);
  if (lostFiles > 0) losses.push(`${countOf(lostFiles, 'file is', 'files are')} not kept.`);
  return (
    <div className={css.plan}>
      {parts.length > 0 && <ToldList isBack sentences={parts} />}
      {stays.length > 0 && <ToldList isBack={false} sentences={stays} />}
      {records.obstacles.length > 0 && <Obstacles form={form} plan={plan} isStuck={parts.length === 0} />}
      {held.size > 0 && (
        <Tick
          form={form}
          keys={[...held]}
          label={`Delete ${countOf(held.size, 'record')} that others depend on`}
        >
          {dependents.join(' ')} The server deletes them too, or removes the link.
        </Tick>
      )}
      {unsure.length > 0 && (
        <Tick
          form={form}
          keys={unsure.map(partKey)}
          label={`${unsure.every(isMade) ? 'Delete' : 'Undo'} ${countOf(unsure.length, 'record')} without a response`}
        >
          The act was interrupted, so others may have changed {unsure.length === 1 ? 'it' : 'them'} since:{' '}
          {namesOf(unsure)}.
        </Tick>
      )}
      {removals
        .filter((one) => !one.isCollection)
        .map((one) => (
          <Tick
            key={removalKey(one)}
            form={form}
            keys={[removalKey(one)]}
            label={`Remove ${countOf(one.fields.length, 'new field')} of ${one.name}`}
          >
            The import has made {one.fields.map(({ name }) => name).join(', ')}. A field that holds other
            values stays.
          </Tick>
        ))}
      {losses.length > 0 && (
        <section>
          <h3 className={css.head}>Does not come back</h3>
          <ToldList isBack={false} sentences={losses} />
        </section>
      )}
      {records.creates.length > 0 && (
        <p className={css.hint}>The hooks and emails of the server run as for any new record.</p>
      )}
    </div>
  );
}

interface TickProps {
  form: UndoForm;
  keys: readonly string[];
  label: string;
  children: React.ReactNode;
}

/** A choice to undo records that otherwise stay as they are. */
function Tick({ form, keys, label, children }: TickProps) {
  const { ticked } = useSnapshot(form.state);
  return (
    <Note kind="warning">
      <Checkbox
        label={label}
        isChecked={keys.every((key) => ticked.has(key))}
        onChange={(isOn) => form.toggle(keys, isOn)}
      />
      <p>{children}</p>
    </Note>
  );
}

/** Lists what prevents the Undo. A button adds the deleted records that are needed. */
function Obstacles({ form, plan, isStuck }: { form: UndoForm; plan: UndoPlan; isStuck: boolean }) {
  const { missing } = useSnapshot(form.state);
  return (
    <Note
      kind="warning"
      role="status"
      actions={
        missing.length > 0 && (
          <Button size="small" onClick={() => void form.addMissing()}>
            Bring them back too
          </Button>
        )
      }
    >
      {isStuck && <p>Nothing left to restore.</p>}
      <ul>
        {obstacleSentences(plan.records.obstacles).map((sentence) => (
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
    if (reason === 'collection')
      return `${countOf(count, 'record')} cannot come back: the collection was deleted.`;
    if (reason === 'circle') {
      const needs = countOf(count, 'record needs', 'records need');
      return `${needs} others of ${name} that need ${count === 1 ? 'it' : 'them'}: they cannot be created one by one.`;
    }
    return `${countOf(count, 'record refers', 'records refer')} to ${name} that were deleted.`;
  });
}

function Progress({ form }: { form: UndoForm }) {
  const { wait } = useSnapshot(form.run.write);
  const { done, total } = useSnapshot(form.run.state);
  const text = `${printCount(done)} of ${countOf(total, 'record')}`;
  useProgress(text, true);
  return (
    <>
      <p>{text}</p>
      <progress className="fullWidth" aria-label="Undo" max={Math.max(total, 1)} value={done} />
      <WaitNote wait={wait} job="This" />
    </>
  );
}

function Ended({ form }: { form: UndoForm }) {
  const ended = useSnapshot(form.run.state);
  const refused = useSnapshot(form.run.state).refused;
  const plan = useSnapshot(form.state).plan;
  const told = [...ended.told, ...(plan?.stays ?? [])];
  return (
    <>
      <p role="status">
        <b>{endWords(ended)}</b>{' '}
        {ended.isStopped &&
          `${countOf(ended.total - ended.done, 'record is', 'records are')} still to be done.`}
      </p>
      {told.length > 0 && <ToldList isBack={false} sentences={told} />}
      {plan && plan.records.obstacles.length > 0 && (
        <ToldList isBack={false} sentences={obstacleSentences(plan.records.obstacles)} />
      )}
      {refused.length > 0 && (
        <section>
          <h3 className={css.head}>Refused by the server</h3>
          {refused.slice(0, mostShown).map((one) => (
            <Refused key={`${one.kind} ${one.collectionId} ${one.id}`} form={form} refused={one} />
          ))}
          <MoreLine count={refused.length} mostShown={mostShown} />
        </section>
      )}
    </>
  );
}

/** A record that was refused: the reasons, and buttons to solve it. */
function Refused({ form, refused }: { form: UndoForm; refused: RefusedUndo }) {
  const { source } = useSnapshot(form.state);
  const { id, collectionId, fields, message, create } = refused;
  const name = source.parts.find((part) => part.id === id && part.collectionId === collectionId)?.name ?? id;
  const reasons = Object.entries(fields);
  return (
    <div className={css.group}>
      <p>
        <b translate="no">{name}</b>{' '}
        {create && (
          <Button kind="link" size="small" onClick={() => void form.openInEditor(refused)}>
            Open in the editor
          </Button>
        )}
      </p>
      {reasons.length === 0 && <p>{message}</p>}
      {reasons.map(([field, error]) => (
        <p key={field}>
          <code translate="no">{field}</code> {error.message}{' '}
          {create && isTaken(error.code) && (
            <Button kind="link" size="small" onClick={() => void form.openHolder(refused, field)}>
              Open the record that has it
            </Button>
          )}
        </p>
      ))}
    </div>
  );
}
