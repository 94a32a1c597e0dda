import { useSnapshot } from 'valtio';
import { Button } from '../kit/basics/Button';
import { Quoted } from '../kit/basics/Quoted';
import { Popup } from '../kit/overlay/Popup';
import * as confirm from '../page/confirm';
import * as environment from '../page/session/environment';
import { host } from '../page/session/environmentName';
import classes from './ConfirmPopup.module.css';

export function ConfirmPopup() {
  const { question } = useSnapshot(confirm.state);
  const { current } = useSnapshot(environment.state);
  if (!question) return null;
  return (
    <Popup
      role="alertdialog"
      label={question.text}
      isBusy={question.isBusy}
      onClose={confirm.no}
      footer={
        <>
          <Button kind="quiet" data-autofocus disabled={question.isBusy} onClick={confirm.no}>
            No
          </Button>
          <Button
            kind={question.isDangerous ? 'danger' : 'primary'}
            writes={question.writes}
            isBusy={question.isBusy}
            onClick={() => void confirm.yes()}
          >
            Yes
          </Button>
        </>
      }
    >
      <p className={classes.text}>
        <Quoted text={question.text} />
      </p>
      {confirm.unlocks(question) && (
        <p className={classes.more}>
          <b translate="no">{current?.name}</b> (<span translate="no">{host()}</span>) is locked. Yes unlocks
          it for 10 minutes.
        </p>
      )}
      {question.more !== undefined && (
        <p className={classes.more} role="status" translate="no">
          {question.more}
        </p>
      )}
    </Popup>
  );
}
