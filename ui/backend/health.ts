import { request, requestDate, requestSource } from './client';
import * as dialect from './dialect';

const answersWithinMs = 5000;

/** The endpoint is public, and a server that is well responds soon. */
export const healthOptions = { asGuest: true, isBackground: true, timeoutMs: answersWithinMs };

export function check(): Promise<void> {
  // A newer server logs this call, and as that of an admin it is no use by an app.
  return request('GET', 'health', { ...healthOptions, asGuest: !dialect.isNewer() });
}

/** Returns the server's time in milliseconds since 1970; null if it is unknown. */
export async function time(): Promise<number | null> {
  const date = await requestDate('health', { asGuest: true, timeoutMs: answersWithinMs }).catch(() => null);
  const ms = Date.parse(date ?? '');
  return Number.isNaN(ms) ? null : ms;
}

let recognition = Promise.resolve();

/** Asks which server it is, unless that is known. A failure is silent: an unknown server then counts as 0.22. */
export function recognize(): Promise<void> {
  if (!dialect.isRecognized()) recognition = askVersion().catch(() => {});
  return recognition;
}

/** Resolves when the question is answered, or at once if nobody has asked. */
export const recognized = (): Promise<void> => recognition;

async function askVersion(): Promise<void> {
  const answer: unknown = JSON.parse(await requestSource('health', healthOptions));
  const version = dialect.versionOfHealth(answer);
  if (version > 0) dialect.learn(version);
}
