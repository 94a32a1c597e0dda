const answerWithinMs = 5_000;

/** The text of this page as the server has it now; null when it gives none. */
export async function readServedPage(): Promise<string | null> {
  try {
    const address = new URL(window.location.href);
    address.hash = '';
    const signal = AbortSignal.timeout(answerWithinMs);
    const answer = await fetch(address, { cache: 'no-store', signal });
    return answer.ok ? await answer.text() : null;
  } catch {
    return null;
  }
}

/**
 * Whether this is our page in another build: the names of a build's files hold their hashes, so it names at least one
 * that this page does not. A proxy's sign-in or the words of a maintenance are not our page.
 */
export function isNewerPage(served: string | null): boolean {
  if (!served?.includes('<title>Lowline</title>')) return false;
  const loaded = new Set(
    [...document.querySelectorAll('script[src], link[href]')].map(
      (element) => element.getAttribute('src') ?? element.getAttribute('href'),
    ),
  );
  return [...served.matchAll(/ (?:src|href)="(\.\/assets\/[^"]+)"/g)].some(
    ([, name]) => name !== undefined && !loaded.has(name),
  );
}
