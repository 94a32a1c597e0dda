import { subscribeKey } from 'valtio/vanilla/utils';
import { currentLocation, subscribeToLocation } from '../../platform/hash';
import { onChangeInOtherTab } from '../../platform/storage';
import * as writeLock from '../../state/environment/writeLock';
import * as session from '../../state/session';

/** Locks when the session ends or another tab locks, and drops the question when the path changes. */
export function followLock(): () => void {
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
