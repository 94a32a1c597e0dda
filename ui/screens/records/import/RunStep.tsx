import Download from 'lucide-react/icons/download';
import { useSnapshot } from 'valtio';
import { Button } from '../../../components/basics/Button';
import { useProgress } from '../../../components/basics/useProgress';
import { FormSection } from '../../../components/page/FormSection';
import { Note } from '../../../components/page/Note';
import { navigate } from '../../../platform/hash';
import { countOf, printCount } from '../../../platform/text';
import * as app from '../../../state/app';
import { progressOf } from '../../../state/jobs/jobCounts';
import type { RefusedGroup } from '../../../state/jobs/writeEntries';
import { speedOf } from '../../../state/jobs/writeRun';
import { WaitNote } from '../WaitNote';
import { FaultList } from './FaultList';
import type { ImportRun } from './importRun';
import css from './RecordImportPage.module.css';
import type { RecordImportForm } from './recordImportForm';

/** Shows how far the import has come, and what the server refused. */
export function RunStep({ run }: { run: ImportRun }) {
  const { job, isBusy, isTakingBack, isTakenBack, counts, groups, isKept } = useSnapshot(run.state);
  const { rows: differing } = useSnapshot(run.differing);
  const write = useSnapshot(run.write.state);
  const { wait, isStopping } = write;
  const { ended: sent, total: whole } = progressOf({ job, isTakingBack, counts }, write);
  const progress = `${printCount(sent)} of ${countOf(whole, 'row')}`;
  useProgress(progress, isBusy);

  if (!job) return null;
  const speed = speedOf(write, Date.now());
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users scroll it
    <section className={css.scroll} data-scrollable aria-label="Import" tabIndex={0}>
      <FormSection
        title={isTakingBack ? 'Taking back' : isBusy ? 'Importing' : titleOf(isTakenBack, counts.open)}
        reason={
          isKept
            ? 'Every row is noted in this browser before it is sent, so that none is sent twice.'
            : 'This browser keeps nothing: the import cannot go on after a reload or be taken back.'
        }
      >
        {isBusy && (
          <>
            <div className={css.progressHead}>
              <span>
                <b className={css.figure}>{printCount(sent)}</b> of {countOf(whole, 'row')}
              </span>
              <span>
                {isStopping
                  ? 'Stopping...'
                  : speed &&
                    `${countOf(Math.round(speed.perSecond), 'row')} a second, about ${countOf(Math.ceil(speed.msLeft / 1000), 'second')} left`}
              </span>
            </div>
            <progress
              className={css.progress}
              aria-label={isTakingBack ? 'Taking back' : 'Import'}
              max={Math.max(whole, 1)}
              value={sent}
            />
          </>
        )}
        <WaitNote wait={wait} job="The import" />
        <dl className={css.figures}>
          <Figure name="New" count={counts.created} />
          <Figure name="Changed" count={counts.changed} />
          <Figure name="Refused by the server" count={counts.refused} />
          <Figure name="Still to send" count={counts.left} />
        </dl>
      </FormSection>
      {groups.length > 0 && (
        <FormSection
          title="Refused by the server"
          reason="Only the server can find these errors: uniqueness, patterns, rules of your own hooks."
        >
          <FaultList level={3} collection={run.collection} groups={groups as RefusedGroup[]}>
            {({ rows }) => <p>{countOf(rows.length, 'row')} can be downloaded with the reason of each.</p>}
          </FaultList>
        </FormSection>
      )}
      {differing.length > 0 && (
        <FormSection
          title="Other values"
          reason={`The server stored other values in ${countOf(differing.length, 'record')}.`}
        >
          <table className={css.texts}>
            <tbody translate="no">
              {differing.slice(0, 100).map(({ number, id, names }) => (
                <tr key={`${number} ${names.join()}`}>
                  <td>{printCount(number)}</td>
                  <td>
                    <code translate="no">{id}</code>
                  </td>
                  <td>{names.join(', ')}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </FormSection>
      )}
      {isBusy && isKept && (
        <FormSection title="When you leave">
          <Note kind="info">
            Leaving stops the import after the rows under way. It continues from there when you come back,
            after a reload or a crash too.
          </Note>
        </FormSection>
      )}
    </section>
  );
}

function titleOf(isTakenBack: boolean, open: number): string {
  if (isTakenBack) return 'Taken back';
  return open > 0 ? 'Stopped' : 'Imported';
}

function Figure({ name, count }: { name: string; count: number }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{printCount(count)}</dd>
    </div>
  );
}

interface RunBarProps {
  form: RecordImportForm;
  run: ImportRun;
}

/** Stops the import, continues, or takes it back. */
export function RunBar({ form, run }: RunBarProps) {
  const { job, isBusy, isTakenBack, counts, isKept } = useSnapshot(run.state);
  const { isStopping } = useSnapshot(run.write.state);
  const { appName } = useSnapshot(app.state);
  const { id, name } = run.collection;
  if (!job) return null;
  const sent = counts.created + counts.changed;

  function handleShow() {
    form.reset();
    run.leave();
    navigate('/collections', { collectionId: id });
  }

  return (
    <div className={css.bar}>
      <span role="status">
        {isBusy ? (
          <>
            Into <b translate="no">{name}</b> of <span translate="no">{appName}</span>
          </>
        ) : isTakenBack ? (
          'The import is taken back.'
        ) : (
          <>
            {countOf(sent, 'row is', 'rows are')} in.
            {counts.refused > 0 && ` ${countOf(counts.refused, 'was', 'were')} refused.`}
          </>
        )}
      </span>
      <span className={css.acts}>
        {isBusy ? (
          <Button disabled={isStopping} onClick={run.stop}>
            Stop
          </Button>
        ) : (
          <>
            {counts.refused > 0 && (
              <Button icon={Download} onClick={() => void run.downloadRefused()}>
                Download {countOf(counts.refused, 'row')}
              </Button>
            )}
            {!isTakenBack && sent > 0 && isKept && (
              <Button writes onClick={() => void run.askTakeBack(job.id)}>
                Take this import back
              </Button>
            )}
            {counts.open > 0 && !isTakenBack ? (
              <Button kind="primary" data-primary writes onClick={() => void run.resume(job.id)}>
                Continue
              </Button>
            ) : (
              <Button kind="primary" data-primary onClick={handleShow}>
                Show records
              </Button>
            )}
          </>
        )}
      </span>
    </div>
  );
}
