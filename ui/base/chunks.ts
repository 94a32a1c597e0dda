import { reloadPage } from './pageAddress';
import { isNewerPage, readServedPage } from './servedPage';
import { wait } from './timers';

/** Tests replace these. */
interface Surroundings {
  retryAfterMs: number;
  /** The time in which the page must unload; after it the chunk counts as failed. */
  leaveWithinMs: number;
  isUpgraded: () => Promise<boolean>;
  isServed: () => Promise<boolean>;
  reload: () => void;
}

const reloadMark = 'chunks.reloadedAt';
const reloadAtMostEveryMs = 60_000;

const browser: Surroundings = {
  retryAfterMs: 400,
  leaveWithinMs: 5_000,
  isUpgraded: async () => isNewerPage(await readServedPage()),
  isServed: async () => (await readServedPage()) !== null,
  reload: reloadPage,
};

const upgradeListeners = new Set<() => void>();

/** Calls the listener when a chunk is missing because the server has a newer build. */
export function onUpgrade(listener: () => void): () => void {
  upgradeListeners.add(listener);
  return () => upgradeListeners.delete(listener);
}

/**
 * Loads a lazy chunk: `loadChunk(() => import('./linePlot'))`. Retries a failure once, then rejects with it.
 * For features that are optional: never reloads the page.
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
 * Loads a chunk again because a person asked for it. Browsers such as Chromium 153 never request a module again
 * after its first failure. So a second failure reloads the page, if the server can serve it.
 */
export async function retryChunk<T>(load: () => Promise<T>, changed: Partial<Surroundings> = {}): Promise<T> {
  const surroundings = { ...browser, ...changed };
  try {
    return await loadChunk(load, surroundings);
  } catch (failure) {
    if (await surroundings.isServed()) {
      surroundings.reload();
      // Shows no error while the page unloads.
      await wait(surroundings.leaveWithinMs);
    }
    throw failure;
  }
}

/**
 * Like `loadChunk`, for a screen or a panel. After an upgrade of the server the chunk of an open tab is
 * missing for good. So the page reloads, at most once a minute. Rejects with the failure if a reload cannot
 * help, or if the user refuses to leave the page.
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
    // An unreachable server, or a missing file of the same build, is not fixed by a reload.
    if (await isUpgraded()) {
      for (const tell of [...upgradeListeners]) tell();
      if (markReload()) {
        reload();
        // Shows no error while the page unloads.
        await wait(leaveWithinMs);
        // The user refused to leave unsaved changes; the next failure may ask again.
        sessionStorage.removeItem(reloadMark);
      }
    }
    throw failure;
  }
}

/**
 * Returns false after a reload within the last minute, or if it cannot be stored: behind servers of two
 * builds the page would reload forever.
 */
function markReload(): boolean {
  try {
    const now = Date.now();
    const sinceMs = now - Number(sessionStorage.getItem(reloadMark));
    // A negative time means that the clock was set back.
    if (sinceMs >= 0 && sinceMs < reloadAtMostEveryMs) return false;
    sessionStorage.setItem(reloadMark, String(now));
    return true;
  } catch {
    return false;
  }
}
