import { reloadPage } from './pageAddress';
import { readServedPage } from './servedPage';

/** Replaced in tests only. */
interface Surroundings {
  retryAfterMs: number;
  /** How long the page may take to go before the chunk counts as failed after all. */
  leaveWithinMs: number;
  canReload: () => Promise<boolean>;
  reload: () => void;
}

const reloadMark = 'chunks.reloadedAt';
const reloadAtMostEveryMs = 60_000;

const browser: Surroundings = {
  retryAfterMs: 400,
  leaveWithinMs: 5_000,
  // A server that is away is no upgraded one: a reload would put the browser's error page in our place.
  canReload: async () => (await readServedPage()) !== null,
  reload: reloadPage,
};

/**
 * Loads a lazy chunk: `loadChunk(() => import('./Page'))`. A failure is tried once more; after the second
 * the server was probably upgraded under the open tab and the chunk is gone for good, so the page is
 * loaded anew, at most once a minute. When that is no way out, the promise rejects with the failure.
 */
export async function loadChunk<T>(load: () => Promise<T>, changed: Partial<Surroundings> = {}): Promise<T> {
  const { retryAfterMs, leaveWithinMs, canReload, reload } = { ...browser, ...changed };
  try {
    return await load();
  } catch {
    await wait(retryAfterMs);
  }
  try {
    return await load();
  } catch (failure) {
    if ((await canReload()) && markReload()) {
      reload();
      // No error flashes up while the page goes. It stays if the person, asked about unsaved work, says so.
      await wait(leaveWithinMs);
    }
    throw failure;
  }
}

/**
 * False when there was a reload within the last minute, or when none can be remembered: it would repeat for
 * ever. A chunk that loads does not take the mark away, for another may be the one that is missing.
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
