// Code ahead is fetched, not run: a link with `rel="prefetch"` has the lowest priority, and a failure has no effect
// on the import. Safari has no prefetch; there each script comes when it is opened. Rejected: `modulepreload` (a
// browser may never request a module again after it failed), `preload` (a warning when a visit does not use it),
// `fetch()` (no Origin, and responses vary by it: the file would come twice), `import()` at rest (it runs the
// editors' code).

import { followCalls } from '../backend/callsUnderWay';
import { fetchChunk, fetchChunkAtRest, savesData } from '../base/chunkFiles';
import { parseHash } from '../base/hash';
import * as connection from '../page/session/connection';

/** The chunks that an admin may need next, the likeliest first. */
export const likeliest = [
  'desk',
  'settings',
  'logs',
  'linePlot',
  'overview',
  'rules',
  'transfer',
  'codeEditor',
  'richText',
];

const opened: Readonly<Record<string, readonly string[]>> = {
  '/collections/import': ['transfer'],
  '/collections/from-file': ['transfer'],
  '/backup': ['transfer'],
  '/history': ['desk'],
  '/logs': ['logs', 'linePlot'],
  '/overview': ['overview', 'linePlot'],
  '/settings': ['settings'],
  '/settings/rules': ['rules'],
  '/settings/findings': ['rules'],
};

/** Returns the chunks of a path. A page without its own has those of the path above. */
function chunksFor(path: string): readonly string[] {
  const found = opened[path.replace(/\/$/, '')];
  if (found) return found;
  const above = path.slice(0, Math.max(0, path.lastIndexOf('/')));
  return above === '' ? [] : chunksFor(above);
}

/** The page rests when no call has been under way for this long. */
const restMs = 500;
/** The wait after a failure: the server may be away. */
const afterFailureMs = 30_000;

/**
 * Fetches chunks one after the other while the page rests. A call of the page stops it after the running file;
 * the rest of the chunk follows later. A chunk that fails is left to its import.
 */
export function fetchAtRest(chunks: readonly string[], fetchOne = fetchChunkAtRest): () => void {
  const left = [...chunks];
  let isBusy = false;
  let notBefore = 0;
  let running: AbortController | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function wait(): void {
    clearTimeout(timer);
    if (isBusy || running || left.length === 0) return;
    timer = setTimeout(next, Math.max(restMs, notBefore - Date.now()));
  }

  async function next(): Promise<void> {
    const [chunk] = left;
    if (chunk === undefined) return;
    // Waits while the screen has not sent its first calls yet, or the server is away.
    if (!document.getElementById('content') || connection.state.isAway) return wait();
    running = new AbortController();
    const { signal } = running;
    try {
      await fetchOne(chunk, signal);
      left.shift();
    } catch {
      if (!signal.aborted) {
        left.shift();
        notBefore = Date.now() + afterFailureMs;
      }
    }
    running = null;
    if (signal.aborted || notBefore > Date.now()) wait();
    else void next();
  }

  const unfollow = followCalls(({ size }) => {
    isBusy = size > 0;
    if (isBusy) running?.abort();
    wait();
  });
  return () => {
    unfollow();
    left.length = 0;
    running?.abort();
    clearTimeout(timer);
  };
}

/** Fetches what a link opens, or the chunk that `data-opens` names, as soon as the pointer or the focus is on it. */
export function fetchPointed(fetchOne = fetchChunk): () => void {
  function handle({ target }: Event): void {
    const element =
      target instanceof Element ? target.closest<HTMLElement>('a[href^="#"], [data-opens]') : null;
    if (!element || connection.state.isAway) return;
    const { opens } = element.dataset;
    const chunks = opens ? [opens] : chunksFor(parseHash(element.getAttribute('href') ?? '').path);
    for (const chunk of chunks) void fetchOne(chunk).catch(() => {});
  }
  const kinds = ['pointerover', 'focusin'];
  for (const kind of kinds) document.addEventListener(kind, handle);
  return () => {
    for (const kind of kinds) document.removeEventListener(kind, handle);
  };
}

/** Fetches the code that the admin needs next, until the returned function runs. With data saving it does nothing. */
export function fetchAhead(): () => void {
  if (savesData()) return () => {};
  const stops = [fetchAtRest(likeliest), fetchPointed()];
  return () => {
    for (const stop of stops) stop();
  };
}
