import { proxy } from 'valtio/vanilla';
import { ApiError } from '../api/ApiError';
import * as health from '../api/health';
import { whileVisible } from '../platform/timers';

/**
 * Whether the server can be reached. A call that got no answer says `lost()`; from then on health is asked
 * until it answers, and whoever failed to load meanwhile loads again (`onReturn`). No write is repeated.
 */
export const state = proxy({ isAway: false });

const askEveryMs = 3000;

const returnListeners = new Set<() => void>();
let stopAsking: (() => void) | null = null;

export function lost(): void {
  if (state.isAway) return;
  state.isAway = true;
  const stopTimer = whileVisible(askEveryMs, ask);
  window.addEventListener('online', ask);
  stopAsking = () => {
    stopTimer();
    window.removeEventListener('online', ask);
  };
}

export function onReturn(listener: () => void): () => void {
  returnListeners.add(listener);
  return () => returnListeners.delete(listener);
}

async function ask(): Promise<void> {
  try {
    await health.check();
  } catch (error) {
    // Anything but silence is an answer, even a refusal.
    const isAnswer = error instanceof ApiError && error.kind === 'refused' && error.status < 502;
    if (!isAnswer) return;
  }
  if (!state.isAway) return;
  stopAsking?.();
  stopAsking = null;
  state.isAway = false;
  for (const listener of [...returnListeners]) listener();
}
