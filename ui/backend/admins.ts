import { Admin, adminOf } from '../model/admin';
import type { Collection } from '../model/collection';
import { pathSegment } from './addresses';
import type { NewAdmin } from './adminSession';
import { type CallQuery, fullList, request, requestList } from './client';
import * as collections from './collections';
import { adminsPath, isNewer } from './dialect';

// The admins of the settings. See adminSession.ts for the calls of the sign-in, which load with the page.

const batchSize = 100;

const pathTo = (id: string) => `${adminsPath()}/${pathSegment(id)}`;

/** Missing keys stay unchanged. */
export interface AdminChanges extends Partial<NewAdmin> {
  avatar?: number;
}

export function listAll(query: CallQuery, signal?: AbortSignal): Promise<Admin[]> {
  return fullList((page) =>
    requestList(adminsPath(), Admin, {
      query: { ...query, page: String(page), perPage: String(batchSize) },
      signal,
    }),
  );
}

/** Returns the collection of the admins; null on 0.22, which has none. */
export const accounts = async (signal?: AbortSignal): Promise<Collection | null> =>
  isNewer() ? collections.get('_superusers', signal) : null;

export async function get(id: string, signal?: AbortSignal): Promise<Admin> {
  return adminOf(await request('GET', pathTo(id), { answer: Admin, signal }));
}

export async function create(body: AdminChanges): Promise<Admin> {
  return adminOf(await request('POST', adminsPath(), { body, answer: Admin }));
}

/** A new password invalidates all older tokens of the admin. */
export async function update(id: string, body: AdminChanges): Promise<Admin> {
  return adminOf(await request('PATCH', pathTo(id), { body, answer: Admin }));
}

/** The server refuses to delete the last admin. */
export function remove(id: string): Promise<void> {
  return request('DELETE', pathTo(id));
}
