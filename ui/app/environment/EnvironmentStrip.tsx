import Lock from 'lucide-react/icons/lock';
import LockOpen from 'lucide-react/icons/lock-open';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useSnapshot } from 'valtio';
import { subscribeKey } from 'valtio/vanilla/utils';
import { currentLocation, subscribeToLocation } from '../../base/hash';
import { onChangeInOtherTab } from '../../base/storage';
import { announce } from '../../kit/basics/announce';
import { Icon } from '../../kit/basics/Icon';
import { joinClasses } from '../../kit/basics/joinClasses';
import type { Environment } from '../../model/environment';
import * as app from '../../page/pageTitle';
import * as environment from '../../page/session/environment';
import * as environmentName from '../../page/session/environmentName';
import * as session from '../../page/session/session';
import * as writeLock from '../../page/session/writeLock';
import css from './EnvironmentStrip.module.css';
import { environmentStyle, keepEnvironment, removeEnvironment } from './environmentActs';
import { UnlockPopup } from './UnlockPopup';

/**
 * Shows along the top edge which server this is, and whether writes are locked. It stays active above all overlays.
 * Draws the question of the lock, too.
 */
export function EnvironmentStrip() {
  const { current } = useSnapshot(environment.state);
  const { appName } = useSnapshot(app.state);
  const { question } = useSnapshot(writeLock.state);
  useEffect(followLock, []);
  // Another tab may have changed the name.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the title holds the name
  useEffect(app.writeTitle, [current]);
  useEffect(() => environmentName.learnAppName(appName), [appName]);
  if (!current) return null;
  const formerName = formerNameOf(current);
  const isOther = appName !== '' && formerName !== '' && formerName !== appName;
  return (
    <>
      {createPortal(
        <Strip environment={{ ...current, appName: formerName }} isOther={isOther} />,
        document.body,
      )}
      {question && <UnlockPopup />}
    </>
  );
}

/** The stored name may be anything. */
const formerNameOf = ({ appName }: Environment) => (typeof appName === 'string' ? appName : '');

interface Props {
  environment: Environment;
  /** The application at this address has another name than when it was named. */
  isOther: boolean;
}

function Strip({ environment: { name, colour, locks, appName }, isOther }: Props) {
  const { runs } = useSnapshot(writeLock.state);
  const { isOpen } = useSnapshot(environment.state);
  // On a phone the question about the other application needs several lines.
  useLayoutEffect(() => {
    const { dataset } = document.documentElement;
    if (!isOther) return;
    dataset['strip'] = 'tall';
    return () => {
      if (dataset['strip']) dataset['strip'] = '';
    };
  }, [isOther]);
  return (
    <section
      className={joinClasses(css.root, isOther && css.asks)}
      style={environmentStyle(colour)}
      aria-label="Environment"
      data-always-live
    >
      {locks && <Icon of={isOpen ? LockOpen : Lock} size="small" />}
      <b className="ellipsis" translate="no">
        {name}
      </b>
      {isOther ? (
        <OtherApp name={name} appName={appName} />
      ) : (
        <>
          <span className={joinClasses(css.host, 'onlyWide')} translate="no">
            {environmentName.host()}
          </span>
          {locks && <span className={css.end}>{isOpen ? <Open /> : <Locked hasRuns={runs > 0} />}</span>}
        </>
      )}
      {locks && <Spoken />}
    </section>
  );
}

function OtherApp({ name, appName }: { name: string; appName: string }) {
  return (
    <>
      <span role="alert">
        This address was named for <b translate="no">{appName}</b>. Is it still{' '}
        <span translate="no">{name}</span>?
      </span>
      <span className={css.end}>
        <button type="button" className={css.button} onClick={keepEnvironment}>
          Yes
        </button>
        <button type="button" className={css.button} onClick={() => void removeEnvironment()}>
          Remove
        </button>
      </span>
    </>
  );
}

function Locked({ hasRuns }: { hasRuns: boolean }) {
  const { token } = useSnapshot(session.state);
  return (
    <>
      {hasRuns ? (
        <span>Locks when this run ends</span>
      ) : (
        <span>
          Locked<span className="onlyWide">: nothing is written</span>
        </span>
      )}
      {token !== '' && (
        <button type="button" className={css.button} onClick={writeLock.unlock}>
          Unlock for 10 min
        </button>
      )}
    </>
  );
}

function Open() {
  const { leftMs } = useSnapshot(writeLock.state);
  return (
    <>
      <span>
        <span className="onlyWide">Writes are open for</span>
        <span className="onlyNarrow">Open</span> <b className="digits">{remainingText(leftMs)}</b>
      </span>
      <button type="button" className={css.button} onClick={writeLock.lock}>
        Lock now
      </button>
      <span className={css.time} style={{ width: `${(leftMs * 100) / writeLock.unlockedMs}%` }} />
    </>
  );
}

/** Prints the rest as minutes and seconds: `6:24`. */
function remainingText(leftMs: number): string {
  const seconds = Math.ceil(leftMs / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

const lastMinuteMs = 60_000;
const sentences = {
  locked: 'Writes are locked.',
  open: 'Writes are open for 10 minutes.',
  last: 'Writes are open for 1 more minute.',
};

/** Announces each change, but not the state that the page opens with. */
function Spoken() {
  const { leftMs } = useSnapshot(writeLock.state);
  const { isOpen } = useSnapshot(environment.state);
  const stage = !isOpen ? 'locked' : leftMs > lastMinuteMs ? 'open' : 'last';
  const said = useRef(stage);
  useEffect(() => {
    if (said.current !== stage) announce(sentences[stage]);
    said.current = stage;
  }, [stage]);
  return null;
}

/** Locks when the session ends or another tab locks, and drops the question when the path changes. */
function followLock(): () => void {
  let { path } = currentLocation();
  const stops = [
    subscribeKey(session.state, 'token', (token) => {
      if (token === '') writeLock.lockHere();
    }),
    subscribeToLocation(() => {
      const before = path;
      path = currentLocation().path;
      if (path !== before) writeLock.stayLocked();
    }),
    onChangeInOtherTab(writeLock.rereadFromOtherTab),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
