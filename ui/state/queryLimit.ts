import { ApiError } from '../api/ApiError';
import { maxQueryLength } from '../model/queryLength';

/**
 * The maximum length of a records list's query. Servers up to 0.22.24 accept any length. No endpoint returns
 * the version, so the first error reveals the limit.
 */
let isLimited = false;

/** Returns the limit in characters as the server counts them. */
export function current(): number {
  return isLimited ? maxQueryLength : Number.POSITIVE_INFINITY;
}

/** Returns true for the first error about the length; a shorter request may succeed then. */
export function detectLimit(error: unknown): boolean {
  if (isLimited || !(error instanceof ApiError)) return false;
  const { status, message } = error;
  // A proxy in front of the server has its own limit and sends another status (414).
  isLimited = status === 414 || (status === 400 && message === 'Query string is too large.');
  return isLimited;
}

/** Resets the limit, because the next session may use another server. */
export function forget(): void {
  isLimited = false;
}
