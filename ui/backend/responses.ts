import { fromAnswer } from '../model/fieldErrors';
import { ApiError, defaultMessage } from './ApiError';

// Functions that convert a response, or its absence, to a value or an error.

/** Parses a JSON body; undefined for an empty one. */
export function parseBody(url: string, status: number, text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    const found = /^\s*</.test(text) ? 'a web page came instead of data' : 'it is no complete JSON';
    throw unreadableError(url, found, status);
  }
}

/**
 * Returns the error for a status of 400 or above; a proxy's body need not be JSON. `retryAfter` is the header,
 * of which only seconds are read.
 */
export function httpError(
  url: string,
  status: number,
  text: string,
  retryAfter: string | null = null,
): ApiError {
  let body: { mfaId?: unknown; code?: unknown; status?: unknown; message?: unknown; data?: unknown } = {};
  try {
    const value: unknown = JSON.parse(text);
    if (value && typeof value === 'object') body = value;
  } catch {
    // A body that is no JSON is replaced by the default message.
  }
  // The backend repeats the status in its body; newer versions use another key.
  const looksNewer = body.code !== status && body.status === status;
  const isOwn = body.code === status || looksNewer;
  const standIn = !isOwn && [401, 403].includes(status) ? proxyMessage(status) : defaultMessage(status);
  const mfaId = typeof body.mfaId === 'string' ? body.mfaId : '';
  const own = typeof body.message === 'string' ? body.message : '';
  const message = own || (mfaId ? 'This account needs a second factor.' : standIn);
  const retryAfterMs = /^\d+$/.test(retryAfter ?? '') ? Number(retryAfter) * 1000 : null;
  return new ApiError({
    kind: 'refused',
    url,
    status,
    message,
    fields: fromAnswer(body.data),
    isOwn,
    looksNewer,
    retryAfterMs,
    mfaId,
  });
}

function proxyMessage(status: number): string {
  return `Something between this page and the server refused the call (${status}).`;
}

export function abortError(url: string): ApiError {
  return new ApiError({ kind: 'aborted', url, status: 0, message: 'The request was autocancelled.' });
}

/**
 * Browsers give no reason. If the server has another origin than `pageOrigin`, the message names the two
 * possible reasons.
 */
export function unreachableError(url: string, pageOrigin: string | undefined): ApiError {
  const { origin } = new URL(url);
  const message =
    pageOrigin === undefined || origin === pageOrigin
      ? 'The server cannot be reached. Check the connection and try again.'
      : `The server at ${origin} cannot be reached. Check the connection, and that it allows calls from ${pageOrigin}.`;
  return new ApiError({ kind: 'unreachable', url, status: 0, message });
}

export function unreadableError(url: string, found: string, status = 200): ApiError {
  const message = `The server's answer could not be read: ${found}. Is something between this page and the server changing its answers?`;
  return new ApiError({ kind: 'unreadable', url, status, message });
}
