import { followCalls } from '../api/callsUnderWay';
import { fetchChunk, fetchChunkAtRest } from '../platform/chunkFiles';
import { savesData } from '../platform/dataSaving';
import { parseHash } from '../platform/hash';
import * as connection from '../state/connection';
import { chunksFor, likeliest } from './nextChunks';

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
    // The screen has not sent its first calls yet, or the server is away.
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

/** Fetches what a link or a row opens as soon as the pointer or the focus is on it. */
export function fetchPointed(fetchOne = fetchChunk): () => void {
  function handle({ target }: Event): void {
    const element =
      target instanceof Element ? target.closest<HTMLElement>('a[href^="#"], [data-opens]') : null;
    if (!element || connection.state.isAway) return;
    const name = element.dataset['opens'] ?? parseHash(element.getAttribute('href') ?? '').path;
    for (const chunk of chunksFor(name)) void fetchOne(chunk).catch(() => {});
  }
  const kinds = ['pointerover', 'focusin'];
  for (const kind of kinds) document.addEventListener(kind, handle);
  return () => {
    for (const kind of kinds) document.removeEventListener(kind, handle);
  };
}

/** Fetches the page after the sign-in. The chunk of this code has fetched the shell. */
export function fetchAfterSignIn(): void {
  void fetchChunk('records').catch(() => {});
}

/** Fetches the code that the admin needs next, until the result is called. With data saving it does nothing. */
export function fetchAhead(): () => void {
  if (savesData()) return () => {};
  const stops = [fetchAtRest(likeliest), fetchPointed()];
  return () => {
    for (const stop of stops) stop();
  };
}
