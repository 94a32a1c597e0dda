const answerWithinMs = 5_000;

/** Returns the present text of this page on the server; null if the request fails. */
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

let ownTitle: string | null = null;

/** Sets the title that every build of this page has. Without it no page counts as newer. */
export function setOwnTitle(title: string): void {
  ownTitle = title;
}

/**
 * True if the text is our page in another build. Names of files contain hashes, so it names at least one file
 * that this page does not. A proxy's sign-in page or a maintenance page is not our page.
 */
export function isNewerPage(served: string | null): boolean {
  if (ownTitle === null || !served?.includes(`<title>${ownTitle}</title>`)) return false;
  const loaded = new Set(
    [...document.querySelectorAll('script[src], link[href]')].map(
      (element) => element.getAttribute('src') ?? element.getAttribute('href'),
    ),
  );
  return [...served.matchAll(/ (?:src|href)="(\.\/assets\/[^"]+)"/g)].some(
    ([, name]) => name !== undefined && !loaded.has(name),
  );
}
