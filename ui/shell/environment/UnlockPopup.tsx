import { useSnapshot } from 'valtio';
import { Button } from '../../components/basics/Button';
import { Popup } from '../../components/overlay/Popup';
import * as environment from '../../state/environment/environment';
import { host } from '../../state/environment/environmentName';
import * as writeLock from '../../state/environment/writeLock';
import css from './UnlockPopup.module.css';

/** Asks to unlock writes for an act that waits. */
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
      <b className={css.title} translate="no">
        {title}
      </b>
      <p className={css.text}>
        You are about to <span translate="no">{question.what}</span> at <code translate="no">{host()}</code>.
        Until it locks again, everything you save or delete in this tab takes effect.
      </p>
    </Popup>
  );
}
