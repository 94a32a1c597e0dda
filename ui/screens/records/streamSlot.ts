import { findHeldNames, hold, tabId } from '../../state/tabs';

/** A browser allows six connections per host, shared by all tabs. */
const mostSlots = 4;
const slotPrefix = 'live ';
/** Long, because a busy window that answers late would count as a free slot. */
const answersWithinMs = 500;

/**
 * Reports whether this tab may keep a stream open, now and after each change, until the returned function
 * runs. A hidden tab may not. If more than four windows are visible, the one that had the focus last may.
 */
export function takeStreamSlot(onChange: (mayListen: boolean) => void): () => void {
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('lowline live');
  let release: (() => void) | null = null;

  function turnTo(): void {
    if (document.visibilityState !== 'visible') {
      leave();
      return;
    }
    release ??= hold(`${slotPrefix}${tabId}`);
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

  async function checkSlots({ data }: MessageEvent<unknown>): Promise<void> {
    const names = [...(await findHeldNames(answersWithinMs))];
    if (!release) return;
    const isFull = names.filter((name) => name.startsWith(slotPrefix)).length >= mostSlots;
    if (data === 'taken' && isFull) onChange(false);
    if (data === 'left' && !isFull) onChange(true);
  }

  channel?.addEventListener('message', checkSlots);
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
