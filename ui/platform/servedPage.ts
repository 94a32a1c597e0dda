const answerWithinMs = 5_000;

/** The text of this page as the server has it now; null when it gives none. */
export async function readServedPage(): Promise<string | null> {
  try {
    const { pathname, search } = window.location;
    const signal = AbortSignal.timeout(answerWithinMs);
    const answer = await fetch(pathname + search, { cache: 'no-store', signal });
    return answer.ok ? await answer.text() : null;
  } catch {
    return null;
  }
}

/**
 * Whether the server has another build by now: the names of a build's files hold their hashes, so its page names at
 * least one that this page does not. Any other text, such as the sign-in of a proxy, names none.
 */
export function isOfAnotherBuild(servedPage: string): boolean {
  const loaded = new Set(
    [...document.querySelectorAll('script[src], link[href]')].map(
      (element) => element.getAttribute('src') ?? element.getAttribute('href'),
    ),
  );
  return [...servedPage.matchAll(/ (?:src|href)="(\.\/assets\/[^"]+)"/g)].some(
    ([, name]) => name !== undefined && !loaded.has(name),
  );
}
