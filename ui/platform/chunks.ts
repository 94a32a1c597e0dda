import { reloadPage } from './pageAddress';
import { isNewerPage, readServedPage } from './servedPage';

/** Replaced in tests only. */
interface Surroundings {
  retryAfterMs: number;
  /** How long the page may take to go before the chunk counts as failed after all. */
  leaveWithinMs: number;
  isUpgraded: () => Promise<boolean>;
  reload: () => void;
}

const reloadMark = 'chunks.reloadedAt';
const reloadAtMostEveryMs = 60_000;

const browser: Surroundings = {
  retryAfterMs: 400,
  leaveWithinMs: 5_000,
  isUpgraded: async () => isNewerPage(await readServedPage()),
  reload: reloadPage,
};

const upgradeListeners = new Set<() => void>();

/** Called when a chunk is gone because the server has another build by now. */
export function onUpgrade(listener: () => void): () => void {
  upgradeListeners.add(listener);
  return () => upgradeListeners.delete(listener);
}

/**
 * Loads a lazy chunk: `loadChunk(() => import('./linePlot'))`. A failure is tried once more; after the second the
 * promise rejects with it. For what has a way without the chunk: no page is loaded anew for its sake.
 */
export async function loadChunk<T>(load: () => Promise<T>, { retryAfterMs } = browser): Promise<T> {
  try {
    return await load();
  } catch {
    await wait(retryAfterMs);
  }
  return load();
}

/**
 * As `loadChunk`, for a screen or a panel, without which nothing goes on: when the server was upgraded under the open
 * tab the chunk is gone for good, so the page is loaded anew, at most once a minute. When that is no way out, or the
 * person does not let the page go, the promise rejects with the failure.
 */
export async function loadChunkOrReload<T>(
  load: () => Promise<T>,
  changed: Partial<Surroundings> = {},
): Promise<T> {
  const surroundings = { ...browser, ...changed };
  const { leaveWithinMs, isUpgraded, reload } = surroundings;
  try {
    return await loadChunk(load, surroundings);
  } catch (failure) {
    // A server that is away, or has no such file in the same build, has no better page to give.
    if (await isUpgraded()) {
      for (const tell of [...upgradeListeners]) tell();
      if (markReload()) {
        reload();
        // No error flashes up while the page goes.
        await wait(leaveWithinMs);
        // The browser asked about something unsaved, and the person stayed: the next try may ask again.
        sessionStorage.removeItem(reloadMark);
      }
    }
    throw failure;
  }
}

/**
 * False when there was a reload within the last minute, or when none can be remembered: behind servers of two builds it
 * would repeat for ever.
 */
function markReload(): boolean {
  try {
    const now = Date.now();
    const sinceMs = now - Number(sessionStorage.getItem(reloadMark));
    // A negative time: the clock was set back meanwhile.
    if (sinceMs >= 0 && sinceMs < reloadAtMostEveryMs) return false;
    sessionStorage.setItem(reloadMark, String(now));
    return true;
  } catch {
    return false;
  }
}

function wait(ms: number): Promise<void> {
  return new Promise((done) => setTimeout(done, ms));
}
