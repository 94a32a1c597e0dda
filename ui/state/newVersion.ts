import { proxy } from 'valtio/vanilla';
import { isOfAnotherBuild, readServedPage } from '../platform/servedPage';
import { whileVisible } from '../platform/timers';
import * as connection from './connection';
import * as unsaved from './unsaved';

/**
 * Whether the server was upgraded under this tab. It is asked when the tab becomes visible or stays so, at most every
 * ten minutes, and whenever the server comes back, for it starts anew with the upgrade.
 */
export const state = proxy({
  /** A newer version is served, and loading it would lose nothing that is unsaved. */
  isOffered: false,
});

const askAtMostEveryMs = 600_000;
/** Forms do not tell when they are saved, so they are asked. */
const lookForUnsavedEveryMs = 1000;

/** Returns stop. */
export function follow(): () => void {
  let askedAt = Date.now();
  const stops = [
    whileVisible(askAtMostEveryMs, () => {
      if (Date.now() - askedAt >= askAtMostEveryMs) void ask();
    }),
    connection.onReturn(() => void ask()),
  ];
  const stop = () => {
    for (const each of stops.splice(0)) each();
  };

  async function ask(): Promise<void> {
    askedAt = Date.now();
    const served = await readServedPage();
    const isFollowing = stops.length > 0;
    if (!isFollowing || served === null || !isOfAnotherBuild(served)) return;
    // It stays newer, so nothing is asked any more.
    stop();
    stops.push(whileVisible(lookForUnsavedEveryMs, offer));
    offer();
  }

  return () => {
    stop();
    state.isOffered = false;
  };
}

function offer(): void {
  const isOffered = !unsaved.hasAny();
  if (state.isOffered !== isOffered) state.isOffered = isOffered;
}
