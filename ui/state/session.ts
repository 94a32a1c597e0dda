import { proxy, ref } from 'valtio/vanilla';
import { subscribeKey } from 'valtio/vanilla/utils';
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
/** A renewal that did not reach the server is tried again. */
const renewedAfterMs = 60_000;
/** Longer waits overflow the timer of a browser. */
const maxTimerMs = 2 ** 31 - 1;

let expiryTimer: ReturnType<typeof setTimeout> | undefined;
let confirmation: { at: number; isUnderWay: boolean; isAlive: Promise<boolean> } | null = null;
let renewalTimer: ReturnType<typeof setTimeout> | undefined;
const expiryListeners = new Set<() => void>();

export function isSignedIn(): boolean {
  return state.token !== '';
}

/** Resolves when somebody is signed in; at once when somebody is. */
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

/** For the client: the token to send, '' for none. */
export function token(): string {
  return state.token;
}

/** Takes up what storage holds; true when there is a session. */
export function restore(): boolean {
  const stored = storedSession(readJson(key));
  if (stored && isLive(stored.token)) hold(stored);
  else if (stored) end();
  else forget();
  return isSignedIn();
}

/** Signed in, or the session was renewed. */
export function adopt(session: AdminSession): void {
  hold(session);
  writeJson(key, { token: session.token, model: session.admin });
}

/** The session ended by itself, and whoever listens is told. */
export function expire(): void {
  if (!isSignedIn()) return;
  end();
  for (const listener of [...expiryListeners]) listener();
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

/** Calls the listener when the session ends by itself: its time is over, or the server no longer takes it. */
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
    if (!isStillMine()) return isSignedIn();
    // What refuses on the way to the server knows nothing of the session.
    if (!(error instanceof ApiError && error.isOwn)) renewLater();
    else if ([401, 403].includes(error.status)) expire();
  }
  return isSignedIn();
}

function renewLater(): void {
  clearTimeout(renewalTimer);
  renewalTimer = setTimeout(() => void confirm({ isFresh: true }), renewedAfterMs);
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
  clearTimeout(renewalTimer);
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
      expire();
    },
    Math.min(Math.max(left, 0), maxTimerMs),
  );
}
