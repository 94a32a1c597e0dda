import { ApiError } from '../api/ApiError';
import { maxQueryLength } from '../model/queryLength';

/**
 * How long the query of a records list may be. Servers up to 0.22.24 take any length, and no endpoint tells the
 * version: the first refusal does.
 */
let isLimited = false;

/** In characters as the server counts them. */
export function current(): number {
  return isLimited ? maxQueryLength : Number.POSITIVE_INFINITY;
}

/** True when this refusal is the first one because of the length; a shorter call is then worth a try. */
export function learnFrom(error: unknown): boolean {
  if (isLimited || !(error instanceof ApiError)) return false;
  const { status, message } = error;
  // A proxy in front of the server has a limit of its own, and another status for it.
  isLimited = status === 414 || (status === 400 && message === 'Query string is too large.');
  return isLimited;
}

/** Another server may answer next. */
export function forget(): void {
  isLimited = false;
}
