import { proxy, ref } from 'valtio/vanilla';
import { ApiError } from '../api/ApiError';
import * as admins from '../api/admins';
import type { Admin } from '../model/admin';
import { type AdminSession, storedSession } from '../model/session';
import { claimsOf, isExpired } from '../model/token';
import { readJson, remove, writeJson } from '../platform/storage';

/**
 * Who is signed in. Kept in storage as `{ token, model }`, under the name that the built-in dashboard
 * used. A token that has run out counts as no session; the tabs of one browser share one session.
 */
export const state = proxy<{ admin: Admin | null; token: string }>({ admin: null, token: '' });

const key = 'pb_admin_auth';

/** A confirmed session is believed for this long, so that a burst of doubts asks once. */
const believedForMs = 5000;
/** Longer waits overflow the timer of a browser. */
const maxTimerMs = 2 ** 31 - 1;

let expiryTimer: ReturnType<typeof setTimeout> | undefined;
let confirmation: { at: number; isUnderWay: boolean; isAlive: Promise<boolean> } | null = null;
const expiryListeners = new Set<() => void>();

export function isSignedIn(): boolean {
  return state.token !== '';
}

/** For the client: the token to send, '' for none. */
export function token(): string {
  return state.token;
}

/** Takes up what storage holds; true when there is a session. */
export function restore(): boolean {
  const stored = storedSession(readJson(key));
  if (stored && isLive(stored.token)) hold(stored);
  else forget();
  return isSignedIn();
}

/** Signed in, or the session was renewed. */
export function adopt(session: AdminSession): void {
  hold(session);
  writeJson(key, { token: session.token, model: session.admin });
}

/** The session is over, whoever ended it. Choices and drafts stay. */
export function end(): void {
  forget();
  remove(key);
}

/** Another tab signed in or out. */
export function rereadFromOtherTab(changed: string | null): void {
  if (changed === null || changed === key) restore();
}

/** Calls the listener when the token runs out while the page is open. */
export function onExpiry(listener: () => void): () => void {
  expiryListeners.add(listener);
  return () => expiryListeners.delete(listener);
}

/**
 * Asks the server whether the session is still alive, and renews it. A dead token is a guest to most calls and
 * gets 403, 404 or an empty list, so those are no proof. False only when the server says so; silence is no answer.
 * `isFresh`: what was answered a moment ago is not believed, because something that a person did hangs on it.
 */
export function confirm({ isFresh = false } = {}): Promise<boolean> {
  if (!isSignedIn()) return Promise.resolve(false);
  const isRecent = confirmation !== null && Date.now() - confirmation.at < believedForMs;
  if (confirmation && isRecent && (confirmation.isUnderWay || !isFresh)) return confirmation.isAlive;
  const asked = { at: Date.now(), isUnderWay: true, isAlive: renew() };
  confirmation = asked;
  void asked.isAlive.finally(() => {
    asked.isUnderWay = false;
  });
  return asked.isAlive;
}

async function renew(): Promise<boolean> {
  const before = state.token;
  // Signed out, or in as someone else, while the answer was under way: it is about neither.
  const isStillMine = () => state.token === before;
  try {
    const session = await admins.refresh();
    if (isStillMine()) adopt(session);
  } catch (error) {
    const isRefused = error instanceof ApiError && [401, 403].includes(error.status);
    if (isRefused && isStillMine()) end();
  }
  return isSignedIn();
}

function isLive(token: string): boolean {
  const claims = claimsOf(token);
  return claims !== null && !isExpired(claims, Date.now());
}

function hold({ token, admin }: AdminSession): void {
  state.admin = ref(admin);
  state.token = token;
  watchExpiry(claimsOf(token)?.exp);
}

function forget(): void {
  clearTimeout(expiryTimer);
  confirmation = null;
  state.admin = null;
  state.token = '';
}

/** `exp` in seconds since 1970; a token without one never runs out. */
function watchExpiry(exp: number | undefined): void {
  clearTimeout(expiryTimer);
  if (exp === undefined) return;
  const left = exp * 1000 - Date.now();
  expiryTimer = setTimeout(
    () => {
      if (left > maxTimerMs) return watchExpiry(exp);
      end();
      for (const listener of [...expiryListeners]) listener();
    },
    Math.min(Math.max(left, 0), maxTimerMs),
  );
}
