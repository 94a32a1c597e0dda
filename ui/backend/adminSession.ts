import { Admin, AdminSession, SuperuserMethods } from '../model/admin';
import { AnyRecord } from '../model/record';
import { claimsOf, clockFault, isExpired } from '../model/token';
import { ApiError } from './ApiError';
import { apiAddress, refreshPath, request, requestList } from './client';
import * as dialect from './dialect';
import * as health from './health';

export const newerServerMessage = 'This server is PocketBase 0.23 or newer. Lowline is for 0.22.';

export interface NewAdmin {
  email: string;
  password: string;
  passwordConfirm: string;
}

/** The server sends the same 400 for a wrong password and an unknown e-mail. */
export async function signIn(identity: string, password: string): Promise<AdminSession> {
  const path = 'admins/auth-with-password';
  const body = { identity, password };
  const session = await detectNewerServer(
    request('POST', path, { body, answer: AdminSession, asGuest: true }),
  );
  await checkClock(apiAddress(path), session.token);
  return session;
}

/** Throws if the new token looks expired: then the browser's clock is wrong, and no session would last. */
async function checkClock(url: string, token: string): Promise<void> {
  const now = Date.now();
  const claims = claimsOf(token);
  if (!claims || !isExpired(claims, now)) return;
  const serverTime = await health.time();
  const message = clockFault(serverTime === null ? null : now - serverTime);
  if (message) throw new ApiError({ kind: 'unreadable', url, status: 200, message });
}

export function refresh(): Promise<AdminSession> {
  return request('POST', refreshPath(), { answer: AdminSession, isBackground: true });
}

/**
 * True if there is no admin yet. An empty request to create an admin fails in both cases and creates nothing. It gets
 * 400 (blank e-mail and password) while anyone may create the first admin, and 401 afterwards.
 */
export async function needsFirst(): Promise<boolean> {
  try {
    await request('POST', 'admins', { body: {}, asGuest: true });
    return false;
  } catch (error) {
    if (error instanceof ApiError && error.kind === 'refused') return error.status === 400;
    throw error;
  }
}

/** Anyone may call this while there is no admin. */
export function createFirst(body: NewAdmin): Promise<Admin> {
  return detectNewerServer(request('POST', 'admins', { body, answer: Admin, asGuest: true }));
}

/** Succeeds for unknown addresses too, so that nobody can find out who is an admin. */
export function requestPasswordReset(email: string): Promise<void> {
  return detectNewerServer(
    request('POST', 'admins/request-password-reset', { body: { email }, asGuest: true }),
  );
}

export function confirmPasswordReset(
  token: string,
  password: string,
  passwordConfirm: string,
): Promise<void> {
  const body = { token, password, passwordConfirm };
  return detectNewerServer(request('POST', 'admins/confirm-password-reset', { body, asGuest: true }));
}

export async function countWhere(filter: string): Promise<number> {
  const page = await requestList('admins', AnyRecord, {
    query: { page: '1', perPage: '1', fields: 'id', filter },
  });
  return page.totalItems;
}

/** A newer server lacks the endpoints of admins: a 404 is explained by the server's version. */
async function detectNewerServer<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    const isUnknown = error instanceof ApiError && error.kind === 'refused' && error.status === 404;
    if (!isUnknown || !(await isServerNewer())) throw error;
    throw new ApiError({ ...error, message: newerServerMessage });
  }
}

/** True for 0.23 or newer. Any failure counts as no. */
export async function isServerNewer(): Promise<boolean> {
  try {
    await request('GET', 'collections/_superusers/auth-methods', { answer: SuperuserMethods, asGuest: true });
    dialect.learn(dialect.firstNewer);
    return true;
  } catch {
    return false;
  }
}
