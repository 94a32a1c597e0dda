/** Whether the real query, before the `#`, holds a name, with or without a value. */
export function hasQueryFlag(name: string): boolean {
  return new URLSearchParams(window.location.search).has(name);
}

/** Loads the page anew with this real query ('' for none) and nothing behind the `#`. */
export function loadPageWith(query: string): void {
  window.location.replace(`${window.location.pathname}${query}`);
}

/** Loads the page anew as it stands, with what is behind the `#`. */
export function reloadPage(): void {
  window.location.reload();
}

export function pagePath(): string {
  return window.location.pathname;
}

/** Where the server is when it is not the one that serves this page: what the build wrote into the page. */
export function serverElsewhere(): string | null {
  return document.querySelector<HTMLMetaElement>('meta[name="backend"]')?.content || null;
}

/** The whole address of this page with another hash, to be copied or sent. */
export function pageAddressOf(hash: string): string {
  const { origin, pathname } = window.location;
  return `${origin}${pathname}${hash}`;
}

/** What a server reads in `Referer` where this page sends it: to its own server all but the hash. */
export function refererFor(server: string): string {
  const { origin, pathname, search } = window.location;
  return new URL(server).origin === origin ? `${origin}${pathname}${search}` : `${origin}/`;
}
