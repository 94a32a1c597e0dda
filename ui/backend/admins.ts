import { Admin } from '../model/admin';
import { pathSegment } from './addresses';
import type { NewAdmin } from './adminSession';
import { type CallQuery, fullList, request, requestList } from './client';

// The admins of the settings. See adminSession.ts for the calls of the sign-in, which load with the page.

const batchSize = 100;

/** Missing keys stay unchanged. */
export interface AdminChanges extends Partial<NewAdmin> {
  avatar?: number;
}

export function listAll(query: CallQuery, signal?: AbortSignal): Promise<Admin[]> {
  return fullList((page) =>
    requestList('admins', Admin, {
      query: { ...query, page: String(page), perPage: String(batchSize) },
      signal,
    }),
  );
}

export function get(id: string, signal?: AbortSignal): Promise<Admin> {
  return request('GET', `admins/${pathSegment(id)}`, { answer: Admin, signal });
}

export function create(body: AdminChanges): Promise<Admin> {
  return request('POST', 'admins', { body, answer: Admin });
}

/** A new password invalidates all older tokens of the admin. */
export function update(id: string, body: AdminChanges): Promise<Admin> {
  return request('PATCH', `admins/${pathSegment(id)}`, { body, answer: Admin });
}

/** The server refuses to delete the last admin. */
export function remove(id: string): Promise<void> {
  return request('DELETE', `admins/${pathSegment(id)}`);
}
