import { request, requestDate } from './client';

const answersWithinMs = 5000;

/** Resolves when the server answers at all; anyone may ask. */
export function check(): Promise<void> {
  return request('GET', 'health', { asGuest: true, timeoutMs: answersWithinMs });
}

/** The time of the server's clock, in milliseconds since 1970; null if it is unknown. */
export async function time(): Promise<number | null> {
  const date = await requestDate('health', { asGuest: true, timeoutMs: answersWithinMs }).catch(() => null);
  const ms = Date.parse(date ?? '');
  return Number.isNaN(ms) ? null : ms;
}
