import { SuperuserMethods } from '../model/session';
import { ApiError } from './ApiError';
import { request } from './client';

/**
 * Gives what the call gives. A newer server knows none of the calls for admins; then the failure says so. Only a
 * 404 is asked after.
 */
export async function unlessNewer<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    const isUnknown = error instanceof ApiError && error.kind === 'refused' && error.status === 404;
    if (!isUnknown || !(await isNewer())) throw error;
    throw new ApiError({
      ...error,
      message: 'This server is PocketBase 0.23 or newer. Lowline is for 0.22.',
    });
  }
}

async function isNewer(): Promise<boolean> {
  try {
    await request('GET', 'collections/_superusers/auth-methods', { answer: SuperuserMethods, asGuest: true });
    return true;
  } catch {
    return false;
  }
}
