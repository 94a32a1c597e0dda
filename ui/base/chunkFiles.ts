import { metaContent } from './pageAddress';

// The build writes the files of each chunk into the page, because a browser finds the imports of a script only
// when the script has arrived.

const fetched = new Map<string, Promise<void>>();

/**
 * Fetches a chunk that may be needed soon into the browser's cache; its code does not run. Rejects if a file
 * fails; the import requests it again. Does nothing in a browser without `rel="prefetch"`.
 */
export async function fetchChunk(chunk: string): Promise<void> {
  await Promise.all(filesOf(chunk).map(fetchFile));
}

/** Like `fetchChunk`, one file after the other, so that a call of the page always finds a free connection. */
export async function fetchChunkAtRest(chunk: string, signal: AbortSignal): Promise<void> {
  for (const file of filesOf(chunk)) {
    await fetchFile(file);
    signal.throwIfAborted();
  }
}

function filesOf(chunk: string): readonly string[] {
  const table: Record<string, string[]> = JSON.parse(metaContent('chunks') ?? '{}');
  return table[chunk] ?? [];
}

/** In milliseconds: a failed file is not requested again sooner, as the server may be away or have another build. */
const failureCountsFor = 30_000;

/** Requests a file once; again only some time after a failure. */
function fetchFile(file: string): Promise<void> {
  const known = fetched.get(file);
  if (known) return known;
  const fetching = prefetch(file);
  fetched.set(file, fetching);
  fetching.catch(() => setTimeout(() => fetched.delete(file), failureCountsFor));
  return fetching;
}

async function prefetch(file: string): Promise<void> {
  const link = document.createElement('link');
  if (!link.relList.supports('prefetch')) return;
  link.rel = 'prefetch';
  link.as = 'script';
  // The import sends its Origin too, and a server's responses may vary by it.
  link.crossOrigin = '';
  link.href = file;
  try {
    await new Promise((resolve, reject) => {
      link.onload = resolve;
      link.onerror = () => reject(new Error(`${file} could not be fetched.`));
      document.head.append(link);
    });
  } finally {
    link.remove();
  }
}

/** True if the browser asks pages to save data. */
export function savesData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  return connection?.saveData === true || window.matchMedia('(prefers-reduced-data: reduce)').matches;
}
