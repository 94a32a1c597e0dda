/**
 * Returns the base URL of the API. By default it is beside the folder of the page, for `/_/`, a proxied
 * `/pb/_/` and `/lowline/`. A page that was built for another backend uses that backend.
 */
export function apiBaseOf(pageAddress: string, backend: string | null): string {
  if (!backend) return new URL('../api/', pageAddress).href;
  return new URL('api/', backend.endsWith('/') ? backend : `${backend}/`).href;
}

/**
 * Escapes a text as one segment of a path. encodeURIComponent is not enough for a text such as `50%25`: the
 * server decodes a path twice if all its escapes are in the server's own form. So all bytes of such a text
 * are escaped.
 */
export function pathSegment(text: string): string {
  if (!text.includes('%')) return encodeURIComponent(text);
  const bytes = new TextEncoder().encode(text);
  return Array.from(bytes, (byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
}

/** Returns the address for SDKs. `localhost` may resolve to ::1, on which the server does not listen. */
export function baseOf(apiBase: string): string {
  const address = new URL('../', apiBase);
  if (address.hostname === 'localhost') address.hostname = '127.0.0.1';
  return address.href.replace(/\/$/, '');
}

export const collectionPath = (id: string): string => `collections/${pathSegment(id)}`;

/** Returns the query of a page of all collections, from 1. */
export const collectionsPage = (page: number): Readonly<Record<string, string>> => ({
  page: String(page),
  perPage: '200',
  sort: '+name',
});
