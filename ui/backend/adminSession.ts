import { Admin, AdminSession, adminOf, SuperuserSession } from '../model/admin';
import { AnyRecord } from '../model/record';
import { claimsOf, clockFault, isExpired } from '../model/token';
import { ApiError } from './ApiError';
import { apiAddress, type CallOptions, request, requestList } from './client';
import * as dialect from './dialect';
import * as health from './health';

export interface NewAdmin {
  email: string;
  password: string;
  passwordConfirm: string;
}

/**
 * The server sends the same 400 for a wrong password and an unknown e-mail. A newer one may want a second factor: the
 * error then has an `mfaId` for `newer/superuserCalls.ts`.
 */
export async function signIn(identity: string, password: string): Promise<AdminSession> {
  const body = { identity, password };
  const session = await onEitherLine(() => askSession('auth-with-password', { body, asGuest: true }));
  await checkClock(apiAddress(dialect.adminPath('auth-with-password')), session.token);
  return session;
}

async function askSession(call: string, options: CallOptions): Promise<AdminSession> {
  const path = dialect.adminPath(call);
  if (!dialect.isNewer()) return request('POST', path, { ...options, answer: AdminSession });
  const { record, token } = await request('POST', path, { ...options, answer: SuperuserSession });
  return { admin: adminOf(record), token };
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
  return askSession('auth-refresh', { isBackground: true });
}

/**
 * True if there is no admin yet. An empty request to create an admin fails in both cases and creates nothing. It gets
 * 400 (blank e-mail and password) while anyone may create the first admin, and 401 afterwards. A newer server prints a
 * link in its place.
 */
export async function needsFirst(): Promise<boolean> {
  await health.recognized();
  if (dialect.isNewer()) return false;
  try {
    await request('POST', 'admins', { body: {}, asGuest: true });
    return false;
  } catch (error) {
    if (error instanceof ApiError && error.kind === 'refused') return error.status === 400;
    throw error;
  }
}

/** On 0.22, anyone may call this while there is no admin. A newer server takes the token of the link that it prints. */
export async function createFirst(body: NewAdmin, linkToken = ''): Promise<Admin> {
  const call = { body, asGuest: true, guestToken: linkToken };
  return adminOf(await onEitherLine(() => request('POST', dialect.adminsPath(), { ...call, answer: Admin })));
}

/** Succeeds for unknown addresses too, so that nobody can find out who is an admin. */
export function requestPasswordReset(email: string): Promise<void> {
  const call = { body: { email }, asGuest: true };
  return onEitherLine(() => request('POST', dialect.adminPath('request-password-reset'), call));
}

export function confirmPasswordReset(
  token: string,
  password: string,
  passwordConfirm: string,
): Promise<void> {
  const call = { body: { token, password, passwordConfirm }, asGuest: true };
  return onEitherLine(() => request('POST', dialect.adminPath('confirm-password-reset'), call));
}

export async function countWhere(filter: string): Promise<number> {
  const page = await requestList(dialect.adminsPath(), AnyRecord, {
    query: { page: '1', perPage: '1', fields: 'id', filter },
  });
  return page.totalItems;
}

/** If the server was not recognized, it counted as 0.22: a newer one then answers 404, and is asked again. */
async function onEitherLine<T>(call: () => Promise<T>): Promise<T> {
  await health.recognized();
  try {
    return await call();
  } catch (error) {
    const isUnknown = error instanceof ApiError && error.status === 404 && error.looksNewer;
    if (!isUnknown || dialect.isRecognized()) throw error;
    await health.recognize();
    if (!dialect.isNewer()) throw error;
    return call();
  }
}
