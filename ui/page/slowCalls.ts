import { proxy } from 'valtio/vanilla';
import { followCalls } from '../backend/callsUnderWay';

/** True while a call that somebody waits for has had no response for more than a second. */
export const state = proxy({ isLong: false });

const longAfterMs = 1000;

export function follow(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;

  const unfollow = followCalls((calls) => {
    const starts = [...calls].filter((call) => !call.isBackground).map(({ startedAt }) => startedAt);
    const leftMs = Math.min(...starts) + longAfterMs - Date.now();
    clearTimeout(timer);
    state.isLong = leftMs <= 0;
    if (leftMs > 0 && starts.length > 0) {
      timer = setTimeout(() => {
        state.isLong = true;
      }, leftMs);
    }
  });
  return () => {
    unfollow();
    clearTimeout(timer);
    state.isLong = false;
  };
}
