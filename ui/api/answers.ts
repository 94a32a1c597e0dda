import { fromAnswer } from '../model/fieldErrors';
import { ApiError, defaultMessage } from './ApiError';

// What an answer, or its absence, is to the rest of the page.

/** The body of a success; an empty one is undefined. */
export function parsed(url: string, status: number, text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    const found = /^\s*</.test(text) ? 'a web page came instead of data' : 'it is no complete JSON';
    throw unreadable(url, found, status);
  }
}

/** The error for a status of 400 and above; bodies of proxies need not be JSON. */
export function refusal(url: string, status: number, text: string): ApiError {
  let body: { code?: unknown; status?: unknown; message?: unknown; data?: unknown } = {};
  try {
    const value: unknown = JSON.parse(text);
    if (value && typeof value === 'object') body = value;
  } catch {
    // The default message stands in for what is no JSON.
  }
  // The backend repeats the status in its body, newer ones under another name.
  const isOwn = body.code === status || body.status === status;
  const standIn = !isOwn && [401, 403].includes(status) ? refusedOnTheWay(status) : defaultMessage(status);
  const message = typeof body.message === 'string' && body.message ? body.message : standIn;
  return new ApiError({ kind: 'refused', url, status, message, fields: fromAnswer(body.data), isOwn });
}

function refusedOnTheWay(status: number): string {
  return `Something between this page and the server refused the call (${status}).`;
}

export function aborted(url: string): ApiError {
  return new ApiError({ kind: 'aborted', url, status: 0, message: 'The request was autocancelled.' });
}

/** `pageOrigin` is where the page stands: a browser tells it no reason, and of a server elsewhere there are two. */
export function unreachable(url: string, pageOrigin: string | undefined): ApiError {
  const { origin } = new URL(url);
  const message =
    pageOrigin === undefined || origin === pageOrigin
      ? 'The server cannot be reached. Check the connection and try again.'
      : `The server at ${origin} cannot be reached. Check the connection, and that it allows calls from ${pageOrigin}.`;
  return new ApiError({ kind: 'unreachable', url, status: 0, message });
}

export function unreadable(url: string, found: string, status = 200): ApiError {
  const message = `The server's answer could not be read: ${found}. Is something between this page and the server changing its answers?`;
  return new ApiError({ kind: 'unreadable', url, status, message });
}
