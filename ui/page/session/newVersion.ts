import { proxy } from 'valtio/vanilla';
import { onUpgrade } from '../../base/chunks';
import { isNewerPage, readServedPage } from '../../base/servedPage';
import { whileVisible } from '../../base/timers';
import * as unsaved from '../forms/unsaved';
import * as connection from './connection';

/**
 * Shows whether the server was upgraded since this tab loaded. Checks when the tab is or becomes visible, at most every
 * ten minutes. It also checks when the server returns, because an upgrade restarts it.
 */
export const state = proxy({
  /** True once a newer version is available and a reload was possible without loss at least once. */
  isTold: false,
  /** A reload would lose no unsaved changes. */
  canReload: false,
});

const askAtMostEveryMs = 600_000;
/** A timer may fire a moment early. */
const slackMs = 1000;
/** Forms send no event when they are saved, so we poll them. */
const lookForUnsavedEveryMs = 1000;

/** Starts the checks; returns a function that stops them. */
export function follow(): () => void {
  let askedAt = Date.now();
  const stops = [
    whileVisible(askAtMostEveryMs, () => {
      // A negative value means that the clock was set back.
      const sinceMs = Date.now() - askedAt;
      if (sinceMs < 0 || sinceMs >= askAtMostEveryMs - slackMs) void ask();
    }),
    connection.onReturn(() => void ask()),
    onUpgrade(scheduleNotice),
  ];
  const stop = () => {
    for (const each of stops.splice(0)) each();
  };

  async function ask(): Promise<void> {
    askedAt = Date.now();
    const isNewer = isNewerPage(await readServedPage());
    const isFollowing = stops.length > 0;
    if (isNewer && isFollowing) scheduleNotice();
  }

  /** Stops the checks, because the newer version stays available. */
  function scheduleNotice(): void {
    stop();
    stops.push(whileVisible(lookForUnsavedEveryMs, tell));
    tell();
  }

  return () => {
    stop();
    Object.assign(state, { isTold: false, canReload: false });
  };
}

function tell(): void {
  const canReload = !unsaved.hasAny();
  if (state.canReload !== canReload) state.canReload = canReload;
  if (canReload && !state.isTold) state.isTold = true;
}
