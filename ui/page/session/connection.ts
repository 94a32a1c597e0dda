import { proxy } from 'valtio/vanilla';
import { ApiError } from '../../backend/ApiError';
import * as health from '../../backend/health';
import { whileVisible } from '../../base/timers';

/**
 * True while the server is unreachable. A request without a response calls `lost()`. From then on we poll the health
 * endpoint until it responds; failed loads then run again (`onReturn`). No write is repeated.
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

/** Loads again after the server returns, if the last load failed. */
export function retryOnReturn(hasFailed: () => boolean, load: () => Promise<void>): () => void {
  return onReturn(() => {
    if (hasFailed()) void load();
  });
}

async function ask(): Promise<void> {
  try {
    await health.check();
  } catch (error) {
    // Any response means that the server is back, even an error.
    const isAnswer = error instanceof ApiError && error.kind === 'refused' && error.status < 502;
    if (!isAnswer) return;
  }
  if (!state.isAway) return;
  stopAsking?.();
  stopAsking = null;
  state.isAway = false;
  for (const listener of [...returnListeners]) listener();
}
