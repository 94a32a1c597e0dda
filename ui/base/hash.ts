/**
 * The URL of the app: path and query both follow the `#`. So no filter is sent to the server, and the query before
 * the `#` stays unchanged.
 *
 *   navigate('/collections', { filter: 'tags ?= "a"' });   // #/collections?filter=tags%20%3F%3D%20%22a%22
 *   currentLocation();                                     // { path: '/collections', query: { filter: 'tags ?= "a"' } }
 *   replaceQuery({ filter: undefined, page: '2' });        // #/collections?page=2, and no new history entry
 *
 * Values are decoded once, here. The path stays encoded; code that reads names from it must decode them.
 */

export type Query = Readonly<Record<string, string>>;

/** A key with undefined or '' is left out of the URL. */
export type QueryChanges = Readonly<Record<string, string | undefined>>;

export interface HashLocation {
  /** Begins with '/'. */
  readonly path: string;
  readonly query: Query;
}

const listeners = new Set<() => void>();
let announcedHash: string | undefined;
let leaveGuard: LeaveGuard | null = null;
let latest: { hash: string; location: HashLocation } | undefined;

type LeaveGuard = (to: HashLocation) => boolean;

/** Never throws: an invalid escape stays as text. The last of duplicate keys counts. */
export function parseHash(hash: string): HashLocation {
  const address = hash.startsWith('#') ? hash.slice(1) : hash;
  // The first '?' only: a filter that was typed by hand may contain `?=` and `?~`.
  const mark = address.indexOf('?');
  const path = mark < 0 ? address : address.slice(0, mark);
  const query = mark < 0 ? '' : address.slice(mark);
  return {
    path: withSlash(path),
    // fromEntries defines keys and never assigns, so `__proto__` is an ordinary key.
    query: Object.fromEntries(new URLSearchParams(query)),
  };
}

/** Prints a hash that parseHash reads back, in the form in which the browser keeps it in location.hash. */
export function printHash(path: string, query: QueryChanges = {}): string {
  const params = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (value) params.append(key, value);
  }
  // URLSearchParams prints a space as '+' and a plus as '%2B'; %20 means the same and survives a paste
  // elsewhere.
  const printed = params.toString().replaceAll('+', '%20');
  return `#${escapePath(withSlash(path))}${printed && `?${printed}`}`;
}

/** Returns the same object until the hash changes, as useSyncExternalStore requires. */
export function currentLocation(): HashLocation {
  const { hash } = window.location;
  if (latest?.hash !== hash) latest = { hash, location: parseHash(hash) };
  return latest.location;
}

/** Calls the listener once per change, whether by this module, the back button or typing. */
export function subscribeToLocation(listener: () => void): () => void {
  if (listeners.size === 0) {
    announcedHash = window.location.hash;
    // A browser sends both events for one change, in either order; announce() passes one on.
    window.addEventListener('popstate', announceMove);
    window.addEventListener('hashchange', announceMove);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    window.removeEventListener('popstate', announceMove);
    window.removeEventListener('hashchange', announceMove);
  };
}

/**
 * Sets the guard of every change of the URL. On false the URL stays; after the back button or typing it is
 * restored. The guard may navigate there later. Null removes the guard.
 */
export function guardLeaving(guard: LeaveGuard | null): void {
  leaveGuard = guard;
}

/** `path` contains no query. All listeners have run when this returns. */
export function navigate(path: string, query: QueryChanges = {}, options: { replace?: boolean } = {}): void {
  const hash = printHash(path, query);
  if (hash === window.location.hash) return;
  if (leaveGuard?.(parseHash(hash)) === false) return;
  const here = currentLocation();
  // The same URL in another spelling (typed by hand) is corrected without a history entry.
  const isSameAddress = hash === printHash(here.path, here.query);
  // Only the hash is passed: the path and query of the page stay.
  if (options.replace || isSameAddress) window.history.replaceState(null, '', hash);
  else window.history.pushState(null, '', hash);
  announce();
}

/** Merges into the present query without a history entry; undefined and '' remove a key. */
export function replaceQuery(changes: QueryChanges): void {
  const { path, query } = currentLocation();
  navigate(path, { ...query, ...changes }, { replace: true });
}

/** The browser has already moved: a refused move is undone by a new entry. */
function announceMove(): void {
  const { hash } = window.location;
  if (hash === announcedHash) return;
  if (leaveGuard?.(parseHash(hash)) === false) window.history.pushState(null, '', announcedHash || '#/');
  else announce();
}

/** Called by navigate, because pushState sends no event; ignores a later event for the same hash. */
function announce(): void {
  const { hash } = window.location;
  if (hash === announcedHash) return;
  announcedHash = hash;
  for (const listener of [...listeners]) listener();
}

function withSlash(path: string): string {
  return path.startsWith('/') ? path : `/${path}`;
}

/** '?' would start the query; a browser escapes the other characters in a hash itself. */
function escapePath(path: string): string {
  return path.replace(/[^!-~]|["<>?`]/gu, encodeURIComponent);
}
