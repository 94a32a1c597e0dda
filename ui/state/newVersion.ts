import { proxy } from 'valtio/vanilla';
import { onUpgrade } from '../platform/chunks';
import { isNewerPage, readServedPage } from '../platform/servedPage';
import { whileVisible } from '../platform/timers';
import * as connection from './connection';
import * as unsaved from './unsaved';

/**
 * Whether the server was upgraded under this tab. It is asked when the tab becomes visible or stays so, at most every
 * ten minutes, and whenever the server comes back, for it starts anew with the upgrade.
 */
export const state = proxy({
  /** A newer version is served. Told when nothing is unsaved for the first time, and from then on. */
  isTold: false,
  /** Loading it would lose nothing that is unsaved. */
  canReload: false,
});

const askAtMostEveryMs = 600_000;
/** A timer may come a moment early. */
const slackMs = 1000;
/** Forms do not tell when they are saved, so they are asked. */
const lookForUnsavedEveryMs = 1000;

/** Returns stop. */
export function follow(): () => void {
  let askedAt = Date.now();
  const stops = [
    whileVisible(askAtMostEveryMs, () => {
      // Below zero the clock was set back.
      const sinceMs = Date.now() - askedAt;
      if (sinceMs < 0 || sinceMs >= askAtMostEveryMs - slackMs) void ask();
    }),
    connection.onReturn(() => void ask()),
    onUpgrade(tellSoon),
  ];
  const stop = () => {
    for (const each of stops.splice(0)) each();
  };

  async function ask(): Promise<void> {
    askedAt = Date.now();
    const isNewer = isNewerPage(await readServedPage());
    const isFollowing = stops.length > 0;
    if (isNewer && isFollowing) tellSoon();
  }

  /** It stays newer, so nothing is asked any more. */
  function tellSoon(): void {
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
