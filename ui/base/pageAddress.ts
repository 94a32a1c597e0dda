export function hasQueryFlag(name: string): boolean {
  return new URLSearchParams(window.location.search).has(name);
}

/** Reloads the page with this query before the `#` ('' for none) and an empty hash. */
export function loadPageWith(query: string): void {
  window.location.replace(`${window.location.pathname}${query}`);
}

export function reloadPage(): void {
  window.location.reload();
}

export function pagePath(): string {
  return window.location.pathname;
}

/** Returns the content of a meta element that the build wrote into the page; null if missing or empty. */
export function metaContent(name: string): string | null {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content || null;
}

/** Returns the full URL of this page with another hash, to be copied or sent. */
export function pageAddressOf(hash: string): string {
  const { origin, pathname } = window.location;
  return `${origin}${pathname}${hash}`;
}

/**
 * For reads without the admin's token: by the referrer the list of logs recognizes the requests of this page. Other
 * calls send none.
 */
export const fileReferrer = 'strict-origin-when-cross-origin';

/** Returns the `Referer` header that a server gets with `fileReferrer`: for its own server all but the hash. */
export function refererFor(server: string): string {
  const { origin, pathname, search } = window.location;
  return new URL(server).origin === origin ? `${origin}${pathname}${search}` : `${origin}/`;
}
