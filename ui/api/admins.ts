import { Admin } from '../model/admin';
import { AnyRecord } from '../model/record';
import { AdminSession } from '../model/session';
import { claimsOf, clockFault, isExpired } from '../model/token';
import { ApiError } from './ApiError';
import { apiAddress, request, requestList } from './client';
import * as health from './health';
import { unlessNewer } from './newerServer';

export interface NewAdmin {
  email: string;
  password: string;
  passwordConfirm: string;
}

/** A wrong password and an unknown e-mail give the same 400. */
export async function signIn(identity: string, password: string): Promise<AdminSession> {
  const path = 'admins/auth-with-password';
  const body = { identity, password };
  const session = await unlessNewer(request('POST', path, { body, answer: AdminSession, asGuest: true }));
  await checkClock(apiAddress(path), session.token);
  return session;
}

/** Nobody hands out a token that has run out: by a clock that says so, no session would last. */
async function checkClock(url: string, token: string): Promise<void> {
  const now = Date.now();
  const claims = claimsOf(token);
  if (!claims || !isExpired(claims, now)) return;
  const serverTime = await health.time();
  const message = clockFault(serverTime === null ? null : now - serverTime);
  if (message) throw new ApiError({ kind: 'unreadable', url, status: 200, message });
}

/** A fresh token for the session; any admin-only call would do to learn whether the session is still alive. */
export function refresh(): Promise<AdminSession> {
  return request('POST', 'admins/auth-refresh', { answer: AdminSession });
}

/** Open to anyone while there is no admin yet, to admins only afterwards. */
export function create(body: NewAdmin): Promise<Admin> {
  return unlessNewer(request('POST', 'admins', { body, answer: Admin, asGuest: true }));
}

/** Succeeds for unknown addresses too, so that nobody learns who is an admin. */
export function requestPasswordReset(email: string): Promise<void> {
  return unlessNewer(request('POST', 'admins/request-password-reset', { body: { email }, asGuest: true }));
}

export function confirmPasswordReset(
  token: string,
  password: string,
  passwordConfirm: string,
): Promise<void> {
  const body = { token, password, passwordConfirm };
  return unlessNewer(request('POST', 'admins/confirm-password-reset', { body, asGuest: true }));
}

/** How many admins a filter finds. */
export async function countWhere(filter: string): Promise<number> {
  const page = await requestList('admins', AnyRecord, {
    query: { page: '1', perPage: '1', fields: 'id', filter },
  });
  return page.totalItems;
}
