import CircleAlert from 'lucide-react/icons/circle-alert';
import { useSnapshot } from 'valtio';
import { countOf, printCount } from '../../base/text';
import { Button } from '../../kit/basics/Button';
import { Icon } from '../../kit/basics/Icon';
import { useProgress } from '../../kit/basics/useProgress';
import { MoreLine } from '../../kit/layout/MoreLine';
import { CloseButton } from '../../kit/overlay/CloseButton';
import { Popup } from '../../kit/overlay/Popup';
import type { usePanel } from '../../page/usePanel';
import { WaitNote } from '../write/WaitNote';
import type { WriteRunState } from '../write/writeRun';
import css from './BulkEditPanel.module.css';
import type { BulkEdit } from './bulkEdit';
import type { EditFault } from './editFaults';

export type BulkEditOverlay = ReturnType<typeof usePanel<'bulkEdit'>>;

interface Props {
  edit: BulkEdit;
  panel: BulkEditOverlay;
}

const mostShown = 200;

/** Lists the records that were not changed, with the reasons. They can be selected, and most can be retried. */
export function BulkResultPopup({ edit, panel }: Props) {
  const { isRunning } = useSnapshot(edit.state);
  const result = useSnapshot(edit.state).result;
  const write = useSnapshot(edit.write);
  const progress = progressText(write);
  useProgress(progress, write.isRunning);
  if (!result) return null;
  const { changed, failed, left } = result;
  const total = changed + failed.length + left;
  const canRetry = failed.filter(({ fault }) => fault.canRetry).length;
  const again = canRetry + left;
  const selectable = edit.failedIds();

  async function handleGoOn() {
    if (await edit.goOn()) panel.finish();
  }

  return (
    <Popup
      {...panel.overlay}
      size="wide"
      title={`Changed ${printCount(changed)} of ${printCount(total)}`}
      isBusy={isRunning}
      footerStart={
        write.isRunning ? (
          <span className="digits">{progress}</span>
        ) : (
          selectable.length > 0 && (
            <Button kind="quiet" disabled={isRunning} onClick={() => panel.finish(selectable)}>
              {selectable.length === 1 ? 'Select this one' : `Select these ${printCount(selectable.length)}`}
            </Button>
          )
        )
      }
      footer={
        <>
          {!write.isRunning && <CloseButton disabled={isRunning}>Close</CloseButton>}
          {(again > 0 || isRunning) && (
            <RunButton edit={edit} onClick={() => void handleGoOn()}>
              {`${left > 0 ? 'Continue with' : 'Retry'} ${printCount(again)}`}
            </RunButton>
          )}
        </>
      }
    >
      <progress className="fullWidth" aria-label="Changed records" max={Math.max(total, 1)} value={changed} />
      <WaitNote wait={write.wait} job="The change" />
      {left > 0 && <p>{`Stopped. ${countOf(left, 'record was', 'records were')} not sent.`}</p>}
      {failed.length > 0 && (
        <table className={css.failed}>
          <tbody>
            {failed.slice(0, mostShown).map(({ id, fault }) => (
              <tr key={id}>
                <th scope="row">
                  <code className={css.id} translate="no">
                    {id}
                  </code>
                </th>
                <td>
                  <Fault fault={fault} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <MoreLine count={failed.length} mostShown={mostShown} />
    </Popup>
  );
}

interface RunButtonProps {
  edit: BulkEdit;
  disabled?: boolean;
  onClick: () => void;
  children: string;
}

/** Start and Stop are one button, so that a keyboard user keeps the focus. */
export function RunButton({ edit, disabled = false, onClick, children }: RunButtonProps) {
  const isBusy = useSnapshot(edit.state).isRunning;
  const { isRunning, isStopping } = useSnapshot(edit.write);
  return (
    <Button
      kind={isRunning ? 'secondary' : 'primary'}
      writes={!isRunning}
      isBusy={isBusy && !isRunning}
      disabled={isStopping || disabled}
      onClick={isRunning ? edit.stop : onClick}
    >
      {isRunning ? (isStopping ? 'Stopping...' : 'Stop') : children}
    </Button>
  );
}

function Fault({ fault: { lines, canRetry } }: { fault: EditFault }) {
  return lines.map(({ field, message, isOther }) =>
    canRetry || field !== '' ? (
      <p key={`${field} ${message}`} className={css.fault}>
        <Icon of={CircleAlert} size={13} />
        <span>
          {field !== '' && <b translate="no">{field} </b>}
          <span>{message}</span>
          {isOther && <span className="subtle"> Not changed here: the record was invalid before.</span>}
        </span>
      </p>
    ) : (
      <p key={message} className="subtle">
        {message}
      </p>
    ),
  );
}

export function progressText({ done, refused, total }: Readonly<WriteRunState>): string {
  // More records than planned may need the change, if others changed them meanwhile.
  return `Changing ${printCount(Math.min(done + refused, total))} of ${printCount(total)}...`;
}
