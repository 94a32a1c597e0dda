import { ApiError } from '../../api/ApiError';
import { maxQueryLength } from '../../model/queryLength';

/**
 * The maximum length of a records list's query. Servers up to 0.22.24 accept any length. No endpoint returns
 * the version, so the first error reveals the limit.
 */
let refused: ApiError | null = null;

/** Returns the limit in characters as the server counts them. */
export function current(): number {
  return refused ? maxQueryLength : Number.POSITIVE_INFINITY;
}

/** Returns the server's answer to a longer query; null while no limit is known. */
export function refusal(): ApiError | null {
  return refused;
}

/** Returns true for the first error about the length; a shorter request may succeed then. */
export function detectLimit(error: unknown): boolean {
  if (refused || !(error instanceof ApiError)) return false;
  const { status, message } = error;
  // A proxy in front of the server has its own limit and sends another status (414).
  const isLimit = status === 414 || (status === 400 && message === 'Query string is too large.');
  if (isLimit) refused = error;
  return isLimit;
}

/** Resets the limit, because the next session may use another server. */
export function forget(): void {
  refused = null;
}
