import Download from 'lucide-react/icons/download';
import { useSnapshot } from 'valtio';
import { navigate } from '../../base/hash';
import { countOf, printCount } from '../../base/text';
import { Button } from '../../kit/basics/Button';
import { useProgress } from '../../kit/basics/useProgress';
import { FormSection } from '../../kit/layout/FormSection';
import * as collections from '../../page/collections';
import * as app from '../../page/pageTitle';
import { WaitNote } from '../write/WaitNote';
import { speedOf } from '../write/writeRun';
import { FaultList } from './FaultList';
import type { ImportRun } from './importRun';
import css from './RecordImportPage.module.css';
import type { RecordImportForm } from './recordImportForm';

export function RunStep({ run }: { run: ImportRun }) {
  const { isShown, isBusy, isUndone, isKept, total, created, changed, refused, left, groups, differing } =
    useSnapshot(run.state);
  const write = useSnapshot(run.write);
  const { wait, isStopping } = write;
  const sent = total - left;
  const progress = `${printCount(sent)} of ${countOf(total, 'row')}`;
  useProgress(progress, isBusy);

  if (!isShown) return null;
  const speed = speedOf(write, Date.now());
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users scroll it
    <section className={css.scroll} data-scrollable aria-label="Import" tabIndex={0}>
      <FormSection
        title={isBusy ? 'Importing' : titleOf(isUndone, left)}
        reason={
          isKept
            ? left > 0 && 'Safe to close: choosing the same file again here continues without duplicates.'
            : 'Browser storage is off: the import cannot go on or be undone after a reload.'
        }
      >
        {isBusy && (
          <>
            <div className={css.progressHead}>
              <span>
                <b className={css.figure}>{printCount(sent)}</b> of {countOf(total, 'row')}
              </span>
              <span>
                {isStopping
                  ? 'Stopping...'
                  : speed &&
                    `${countOf(Math.round(speed.perSecond), 'row')} a second, about ${countOf(Math.ceil(speed.msLeft / 1000), 'second')} left`}
              </span>
            </div>
            <progress className="fullWidth" aria-label="Import" max={Math.max(total, 1)} value={sent} />
          </>
        )}
        <WaitNote wait={wait} job="The import" />
        <dl className={css.figures}>
          <Figure name="New" count={created} isShown={isBusy} />
          <Figure name="Changed" count={changed} isShown={isBusy} />
          <Figure name="Refused by the server" count={refused} isShown={isBusy} />
          <Figure name="Waiting" count={left} isShown={isBusy} />
        </dl>
      </FormSection>
      {groups.length > 0 && (
        <FormSection
          title="Refused by the server"
          reason="Only the server can find these errors: uniqueness, patterns, rules of your own hooks."
        >
          <FaultList level={3} collection={run.collection} groups={groups}>
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
    </section>
  );
}

function titleOf(isUndone: boolean, left: number): string {
  if (isUndone) return 'Undone';
  return left > 0 ? 'Stopped' : 'Imported';
}

function Figure({ name, count, isShown }: { name: string; count: number; isShown: boolean }) {
  if (count === 0 && !isShown) return null;
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

export function RunBar({ form, run }: RunBarProps) {
  const { isShown, isBusy, isUndone, created, changed, refused, left, leftOut } = useSnapshot(run.state);
  const { isStopping } = useSnapshot(run.write);
  const { appName } = useSnapshot(app.state);
  const { id, name } = run.collection;
  if (!isShown) return null;
  const sent = created + changed;

  function handleShow() {
    form.reset();
    run.leave();
    // An Undo may have deleted the collection.
    navigate('/collections', collections.find(id) ? { collectionId: id } : {});
  }

  return (
    <div className={css.bar}>
      <span role="status">
        {isBusy ? (
          <>
            Into <b translate="no">{name}</b> of <span translate="no">{appName}</span>
          </>
        ) : isUndone ? (
          'The import is undone.'
        ) : (
          <>
            Imported {countOf(sent, 'row')}.{refused > 0 && ` ${countOf(refused, 'was', 'were')} refused.`}
            {leftOut > 0 && ` ${countOf(leftOut, 'was', 'were')} left out.`}
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
            {refused > 0 && (
              <Button icon={Download} onClick={run.downloadRefused}>
                Download {countOf(refused, 'row')}
              </Button>
            )}
            {!isUndone && sent > 0 && (
              <Button writes onClick={() => void run.undo()}>
                Undo this import
              </Button>
            )}
            {left > 0 && !isUndone ? (
              <Button kind="primary" data-primary writes onClick={() => void run.goOn()}>
                Continue
              </Button>
            ) : (
              <Button kind="primary" data-primary onClick={handleShow}>
                {collections.find(id) ? 'Show records' : 'Show collections'}
              </Button>
            )}
          </>
        )}
      </span>
    </div>
  );
}
