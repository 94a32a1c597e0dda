import { request, requestDate } from './client';

const answersWithinMs = 5000;

/** The endpoint is public, and a server that is well responds soon. */
export const healthOptions = { asGuest: true, isBackground: true, timeoutMs: answersWithinMs };

export function check(): Promise<void> {
  return request('GET', 'health', healthOptions);
}

/** Returns the server's time in milliseconds since 1970; null if it is unknown. */
export async function time(): Promise<number | null> {
  const date = await requestDate('health', { asGuest: true, timeoutMs: answersWithinMs }).catch(() => null);
  const ms = Date.parse(date ?? '');
  return Number.isNaN(ms) ? null : ms;
}
