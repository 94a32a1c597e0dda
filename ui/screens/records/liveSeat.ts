import { heldElsewhere, hold, tabId } from '../../platform/tabs';

/** A browser has six connections for one host, which its tabs share. */
const mostSeats = 4;
const seat = 'live ';

/**
 * Tells whether this tab may keep a stream open, now and whenever that changes, until the returned function has
 * run. A hidden tab may not. Of more than four that are seen at once, each in a window of its own, only the one
 * that the person turned to last may.
 */
export function takeSeat(onChange: (mayListen: boolean) => void): () => void {
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('lowline live');
  let release: (() => void) | null = null;

  function turnTo(): void {
    if (document.visibilityState !== 'visible') {
      leave();
      return;
    }
    release ??= hold(`${seat}${tabId}`);
    onChange(true);
    channel?.postMessage('taken');
  }

  function leave(): void {
    if (!release) return;
    release();
    release = null;
    onChange(false);
    channel?.postMessage('left');
  }

  async function lookAround({ data }: MessageEvent<unknown>): Promise<void> {
    const names = [...(await heldElsewhere())];
    if (!release) return;
    const isFull = names.filter((name) => name.startsWith(seat)).length >= mostSeats;
    if (!isFull) onChange(true);
    else if (data === 'taken') onChange(false);
  }

  channel?.addEventListener('message', lookAround);
  document.addEventListener('visibilitychange', turnTo);
  window.addEventListener('focus', turnTo);
  window.addEventListener('pagehide', leave);
  turnTo();
  return () => {
    document.removeEventListener('visibilitychange', turnTo);
    window.removeEventListener('focus', turnTo);
    window.removeEventListener('pagehide', leave);
    leave();
    channel?.close();
  };
}
