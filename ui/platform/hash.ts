/**
 * The address of the app: all of it stands behind the `#`, its own query included, so that the real query
 * (before the `#`) is neither sent a filter nor loses what it holds.
 *
 *   navigate('/collections', { filter: 'tags ?= "a"' });   // #/collections?filter=tags%20%3F%3D%20%22a%22
 *   currentLocation();                                     // { path: '/collections', query: { filter: 'tags ?= "a"' } }
 *   replaceQuery({ filter: undefined, page: '2' });        // #/collections?page=2, and no new history entry
 *
 * Values are decoded once, here. The path stays as it is written; whoever cuts names out of it decodes them.
 */

export type Query = Readonly<Record<string, string>>;

/** A value that is undefined or '' is left out of the address. */
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

/** Says whether the present address may be left for another one. */
export type LeaveGuard = (to: HashLocation) => boolean;

/** Never throws: what is no proper escape stays as text. Of a key given twice the last counts. */
export function parseHash(hash: string): HashLocation {
  const address = hash.startsWith('#') ? hash.slice(1) : hash;
  // The first '?' only: a filter that was typed by hand may hold `?=` and `?~`.
  const mark = address.indexOf('?');
  const path = mark < 0 ? address : address.slice(0, mark);
  const query = mark < 0 ? '' : address.slice(mark);
  return {
    path: withSlash(path),
    // fromEntries defines keys and never assigns: `__proto__` becomes a key like any other.
    query: Object.fromEntries(new URLSearchParams(query)),
  };
}

/** Written so that parseHash gives the same back, and as the browser will keep it in location.hash. */
export function printHash(path: string, query: QueryChanges = {}): string {
  const params = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (value) params.append(key, value);
  }
  // A blank is written as '+', a plus as '%2B'; %20 reads the same and survives being pasted elsewhere.
  const printed = params.toString().replaceAll('+', '%20');
  return `#${escapePath(withSlash(path))}${printed && `?${printed}`}`;
}

/** The same object until the hash changes, as useSyncExternalStore wants it. */
export function currentLocation(): HashLocation {
  const { hash } = window.location;
  if (latest?.hash !== hash) latest = { hash, location: parseHash(hash) };
  return latest.location;
}

/** Told once of every change, whoever made it: this module, the back button or a person typing. */
export function subscribeToLocation(listener: () => void): () => void {
  if (listeners.size === 0) {
    announcedHash = window.location.hash;
    // A browser sends both for one change, and which come first differs; announce() lets one through.
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
 * Asked before every change of the address, whoever makes it. Where it says no the address stays, or, after the
 * back button or a person's typing, is put back; the guard may lead on to it later. Null takes it away.
 */
export function guardLeaving(guard: LeaveGuard | null): void {
  leaveGuard = guard;
}

/** The path is one without a query. Listeners have run when this returns. */
export function navigate(path: string, query: QueryChanges = {}, options: { replace?: boolean } = {}): void {
  const hash = printHash(path, query);
  if (hash === window.location.hash) return;
  if (leaveGuard?.(parseHash(hash)) === false) return;
  const here = currentLocation();
  // The same address written differently (typed by hand) is set right, but is no further step back.
  const isSameAddress = hash === printHash(here.path, here.query);
  // Only the hash is given: the path and query of the page stay.
  if (options.replace || isSameAddress) window.history.replaceState(null, '', hash);
  else window.history.pushState(null, '', hash);
  announce();
}

/** Merges into the present query, without a history entry; undefined and '' take a key out. */
export function replaceQuery(changes: QueryChanges): void {
  const { path, query } = currentLocation();
  navigate(path, { ...query, ...changes }, { replace: true });
}

/** The browser has moved already: a move that is refused is taken back as a new entry. */
function announceMove(): void {
  const { hash } = window.location;
  if (hash === announcedHash) return;
  if (leaveGuard?.(parseHash(hash)) === false) window.history.pushState(null, '', announcedHash || '#/');
  else announce();
}

/** pushState sends no event, so navigate calls this itself; a later event for the same hash is old news. */
function announce(): void {
  const { hash } = window.location;
  if (hash === announcedHash) return;
  announcedHash = hash;
  for (const listener of [...listeners]) listener();
}

function withSlash(path: string): string {
  return path.startsWith('/') ? path : `/${path}`;
}

/** '?' would begin the query; the others are what a browser escapes in a hash by itself. */
function escapePath(path: string): string {
  return path.replace(/[^!-~]|["<>?`]/gu, encodeURIComponent);
}
