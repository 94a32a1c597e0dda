import { ApiError } from './ApiError';
import { request } from './client';

/**
 * Whether no admin exists yet. Creating an admin from nothing is refused in both cases and creates nothing:
 * with 400 (e-mail and password are blank) while anyone may make the first one, with 401 afterwards.
 */
export async function needsFirstAdmin(): Promise<boolean> {
  try {
    await request('POST', 'admins', { body: {}, asGuest: true });
    return false;
  } catch (error) {
    if (error instanceof ApiError && error.kind === 'refused') return error.status === 400;
    throw error;
  }
}
