import { Admin } from '../model/admin';
import { AnyRecord } from '../model/record';
import { AdminSession } from '../model/session';
import { request, requestList } from './client';

export interface NewAdmin {
  email: string;
  password: string;
  passwordConfirm: string;
}

/** A wrong password and an unknown e-mail give the same 400. */
export function signIn(identity: string, password: string): Promise<AdminSession> {
  const body = { identity, password };
  return request('POST', 'admins/auth-with-password', { body, answer: AdminSession, asGuest: true });
}

/** A fresh token for the session; any admin-only call would do to learn whether the session is still alive. */
export function refresh(): Promise<AdminSession> {
  return request('POST', 'admins/auth-refresh', { answer: AdminSession });
}

/** Open to anyone while there is no admin yet, to admins only afterwards. */
export function create(body: NewAdmin): Promise<Admin> {
  return request('POST', 'admins', { body, answer: Admin, asGuest: true });
}

/** Succeeds for unknown addresses too, so that nobody learns who is an admin. */
export function requestPasswordReset(email: string): Promise<void> {
  return request('POST', 'admins/request-password-reset', { body: { email }, asGuest: true });
}

export function confirmPasswordReset(
  token: string,
  password: string,
  passwordConfirm: string,
): Promise<void> {
  const body = { token, password, passwordConfirm };
  return request('POST', 'admins/confirm-password-reset', { body, asGuest: true });
}

/** How many admins a filter finds. */
export async function countWhere(filter: string): Promise<number> {
  const page = await requestList('admins', AnyRecord, {
    query: { page: '1', perPage: '1', fields: 'id', filter },
  });
  return page.totalItems;
}
