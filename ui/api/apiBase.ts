/**
 * Where the API of a page lives: beside the folder of the page, so that `/_/`, a proxied `/pb/_/` and
 * `/lowline/` all find it; or under the backend elsewhere that the page was built for.
 */
export function apiBaseOf(pageAddress: string, backend: string | null): string {
  if (!backend) return new URL('../api/', pageAddress).href;
  return new URL('api/', backend.endsWith('/') ? backend : `${backend}/`).href;
}
