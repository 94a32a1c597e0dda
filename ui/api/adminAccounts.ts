import { Admin } from '../model/admin';
import type { NewAdmin } from './admins';
import { type CallQuery, request, requestList } from './client';
import { fullList } from './paging';
import { pathSegment } from './pathSegment';

// Apart from what the sign-in calls, so that it carries none of it.
const batchSize = 100;

/** Keys that are not sent stay as they are. */
export interface AdminChanges extends Partial<NewAdmin> {
  avatar?: number;
}

/** All that the query finds. */
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

/** By an admin who is signed in. */
export function add(body: AdminChanges): Promise<Admin> {
  return request('POST', 'admins', { body, answer: Admin });
}

/** A new password makes all older tokens of the admin void. */
export function update(id: string, body: AdminChanges): Promise<Admin> {
  return request('PATCH', `admins/${pathSegment(id)}`, { body, answer: Admin });
}

/** The server refuses to delete the last one. */
export function remove(id: string): Promise<void> {
  return request('DELETE', `admins/${pathSegment(id)}`);
}
