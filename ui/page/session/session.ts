// A session is confirmed, not guessed: the server ignores an expired token instead of refusing it, and a public rule
// lets its write pass as a guest's. So the client renews the session before a write, unless it was confirmed within
// the last minute, and after a 403, a 404, a refused create or an empty list. A missing response never ends the
// session.

import { proxy, ref } from 'valtio/vanilla';
import { subscribeKey } from 'valtio/vanilla/utils';
import { ApiError } from '../../backend/ApiError';
import * as adminSession from '../../backend/adminSession';
import * as health from '../../backend/health';
import { readJson, remove, writeJson } from '../../base/storage';
import { type Admin, type AdminSession, storedSession } from '../../model/admin';
import { claimsOf, isExpired } from '../../model/token';

/**
 * The signed-in admin. Stored as `{ token, model }` under the key of the built-in dashboard. An expired token
 * counts as no session; all tabs of a browser share one session.
 */
export const state = proxy<{ admin: Admin | null; token: string }>({ admin: null, token: '' });

const key = 'pb_admin_auth';

/** A renewal that did not reach the server is repeated after this time. */
const renewalRetryMs = 60_000;
/** A longer wait overflows the browser's timer. */
const maxTimerMs = 2 ** 31 - 1;

let expiryTimer: ReturnType<typeof setTimeout> | undefined;
/** When the server issued or renewed the token; 0 for a stored one. */
let confirmedAt = 0;
let confirming: Promise<boolean> | null = null;
let renewalTimer: ReturnType<typeof setTimeout> | undefined;
/** The only admin whose session is taken; '' for any. */
let awaitedAdminId = '';
const expiryListeners = new Set<() => void>();

export function isSignedIn(): boolean {
  return state.token !== '';
}

/** Resolves when an admin is signed in; at once if one is already. */
export async function signedIn(): Promise<void> {
  if (isSignedIn()) return;
  await new Promise<void>((resolve) => {
    const stop = subscribeKey(state, 'token', (token) => {
      if (token === '') return;
      stop();
      resolve();
    });
  });
}

export function token(): string {
  return state.token;
}

/**
 * Takes only the session of this admin from now on, because the page holds unsaved changes or running work of that
 * admin. '' accepts any again.
 */
export function acceptOnly(id: string): void {
  awaitedAdminId = id;
}

/** False for an admin who must not go on with the work of another one. */
export function accepts(admin: Admin): boolean {
  return awaitedAdminId === '' || awaitedAdminId === admin.id;
}

/** True if a session is stored, which may be over. */
export const isStored = (): boolean => readJson(key) !== null;

/** Restores the session from storage; returns true if there is one. */
export function restore(): boolean {
  const stored = storedSession(readJson(key));
  if (stored && !accepts(stored.admin)) forget();
  else if (stored && isLive(stored.token)) hold(stored);
  else if (stored) end();
  else forget();
  return isSignedIn();
}

export function begin(session: AdminSession): void {
  hold(session);
  confirmedAt = Date.now();
  writeJson(key, { token: session.token, model: session.admin });
}

/** Ends a session that has expired, and notifies the listeners. */
export function expire(): void {
  if (!isSignedIn()) return;
  end();
  for (const listener of [...expiryListeners]) listener();
}

/** Ends the session. Preferences and drafts stay. */
export function end(): void {
  forget();
  remove(key);
}

/** Follows a sign-in or sign-out in another tab. */
export function rereadFromOtherTab(changed: string | null): void {
  if (changed !== null && changed !== key) return;
  const stored = storedSession(readJson(key));
  if (!stored || !state.admin || stored.admin.id === state.admin.id) {
    restore();
    return;
  }
  // The work of this admin ends or waits before the session of the other one begins.
  forget();
  setTimeout(restore);
}

/** Calls the listener when the session expires or the server refuses its token. */
export function onExpiry(listener: () => void): () => void {
  expiryListeners.add(listener);
  return () => expiryListeners.delete(listener);
}

/**
 * Asks the server whether the session is still alive, and renews it. Most endpoints treat an expired token as
 * a guest and send 403, 404 or an empty list, which proves nothing. Returns false only if the server refuses
 * the session; no response is no proof. A confirmation after the given time is enough.
 */
export function confirm(after = Date.now()): boolean | Promise<boolean> {
  if (!isSignedIn()) return false;
  if (confirmedAt > after) return true;
  if (confirming) return confirming;
  const mine = renew().finally(() => {
    if (confirming === mine) confirming = null;
  });
  confirming = mine;
  return mine;
}

async function renew(): Promise<boolean> {
  const before = state.token;
  // False after a sign-out or another sign-in during the request: the response is about the old session.
  const isStillMine = () => state.token === before;
  try {
    const session = await adminSession.refresh();
    if (isStillMine()) begin(session);
  } catch (error) {
    if (!isStillMine()) return isSignedIn();
    // An error from a proxy says nothing about the session.
    if (!(error instanceof ApiError && error.isOwn)) renewLater();
    else if ([401, 403].includes(error.status)) expire();
    // Perhaps the server was upgraded: a write waits until that is known.
    else await health.recognized();
  }
  return isSignedIn();
}

function renewLater(): void {
  clearTimeout(renewalTimer);
  renewalTimer = setTimeout(() => void confirm(), renewalRetryMs);
}

function isLive(token: string): boolean {
  const claims = claimsOf(token);
  return claims !== null && !isExpired(claims, Date.now());
}

function hold({ token, admin }: AdminSession): void {
  confirmedAt = 0;
  state.admin = ref(admin);
  state.token = token;
  watchExpiry(claimsOf(token)?.exp);
}

function forget(): void {
  clearTimeout(expiryTimer);
  clearTimeout(renewalTimer);
  confirming = null;
  state.admin = null;
  state.token = '';
}

/** `exp` is in seconds since 1970; a token without it never expires. */
function watchExpiry(exp: number | undefined): void {
  clearTimeout(expiryTimer);
  if (exp === undefined) return;
  const left = exp * 1000 - Date.now();
  expiryTimer = setTimeout(
    () => {
      if (left > maxTimerMs) return watchExpiry(exp);
      expire();
    },
    Math.min(Math.max(left, 0), maxTimerMs),
  );
}
