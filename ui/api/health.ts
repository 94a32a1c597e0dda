import { request } from './client';

const answersWithinMs = 5000;

/** Resolves when the server answers at all; anyone may ask. */
export function check(): Promise<void> {
  return request('GET', 'health', { asGuest: true, timeoutMs: answersWithinMs });
}
