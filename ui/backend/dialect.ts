import { readJson, writeJson } from '../base/storage';

/**
 * Which server it is: the least minor version of PocketBase that is known of it. The first start of a browser asks for
 * the health as a guest, and this browser keeps the answer for the address of the API. Until then the server counts as
 * 0.22. Only the files of `backend/` know the two APIs; screens ask `page/capabilities.ts`.
 */
let version = 0;
let key = '';
/** An error had the form of the other API, as after an upgrade of the server. */
let isDoubted = false;
/** The API is another one than at first: nothing fits that the page has read. */
let hasMoved = false;
const listeners = new Set<() => void>();
let onDoubt = () => {};

const oldest = 22;
/** The first version with the other API. */
export const firstNewer = 23;

/** Reads what is known of the server at this address. */
export function open(apiBase: string): void {
  key = `lowlineServer@${apiBase}`;
  const stored = readJson(key);
  isDoubted = false;
  hasMoved = false;
  set(typeof stored === 'number' ? stored : 0);
}

export const isRecognized = (): boolean => version > 0 && !isDoubted;
export const serverVersion = (): number => version || oldest;
export const isNewer = (): boolean => version >= firstNewer;

/** True until the page is loaded again. */
export const isOutdated = (): boolean => hasMoved;

/** Calls the listener when more is known of the server. Returns a function that stops it. */
export function onRecognized(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Calls the listener when the server has to be recognized again. */
export function onDoubted(listener: () => void): void {
  onDoubt = listener;
}

/** Keeps the least version that the server can have. */
export function learn(found: number): void {
  if (isDoubted && isNewer() !== found >= firstNewer) hasMoved = true;
  isDoubted = false;
  if (found === version || (isNewer() && found >= firstNewer && found < version)) return;
  set(found);
  writeJson(key, found);
}

/** Called with each error: it has the form of one of the two APIs. */
export function doubt(looksNewer: boolean): void {
  if (!isRecognized() || looksNewer === isNewer()) return;
  isDoubted = true;
  onDoubt();
}

/** True if a body of collections is for the other API. The server would drop what it holds, and say that all is well. */
export function isForeign(body: unknown): boolean {
  const { collections = [body] } = Object(body) as { collections?: readonly unknown[] };
  const has = (name: string) => collections.some((one) => name in Object(one));
  return isDoubted ? has('schema') || has('fields') : has(isNewer() ? 'schema' : 'fields');
}

/** Reads the response of `/api/health` to a guest; 0 if it says nothing. */
export function versionOfHealth(answer: unknown): number {
  const { data } = Object(answer) as { data?: unknown };
  if (typeof data !== 'object' || data === null) return 0;
  if ('canBackup' in data) return oldest;
  return Object.keys(data).length === 0 ? firstNewer : 0;
}

function set(found: number): void {
  version = found;
  for (const listener of listeners) listener();
}

/** The collection of the admins of a newer server. */
const superusers = 'collections/_superusers';

/** True for the id of that collection, as in the token of a mail. */
export const isOfAdmins = (collectionId: string): boolean => collectionId === 'pbc_3142635823';

/** Returns the path of a call of the sign-in of admins, such as `auth-refresh`. */
export const adminPath = (call: string): string => `${isNewer() ? superusers : 'admins'}/${call}`;

/** Returns the path of the admins. */
export const adminsPath = (): string => (isNewer() ? `${superusers}/records` : 'admins');
