import { useSnapshot } from 'valtio';
import { Button } from '../../kit/basics/Button';
import { Popup } from '../../kit/overlay/Popup';
import * as environment from '../../page/session/environment';
import { host } from '../../page/session/environmentName';
import * as writeLock from '../../page/session/writeLock';
import css from './UnlockPopup.module.css';

export function UnlockPopup() {
  const { question } = useSnapshot(writeLock.state);
  const { current } = useSnapshot(environment.state);
  if (!question) return null;
  const title = `Unlock ${current?.name} for 10 minutes?`;
  return (
    <Popup
      role="alertdialog"
      label={title}
      onClose={writeLock.stayLocked}
      footer={
        <>
          <Button kind="quiet" data-autofocus onClick={writeLock.stayLocked}>
            Stay locked
          </Button>
          <Button kind="primary" onClick={writeLock.unlock}>
            Unlock and {question.verb}
          </Button>
        </>
      }
    >
      <b className="strong" translate="no">
        {title}
      </b>
      <p className={css.text}>
        You are about to <span translate="no">{question.what}</span> at <code translate="no">{host()}</code>.
        Until it locks again, everything you save or delete in this tab takes effect.
      </p>
    </Popup>
  );
}
