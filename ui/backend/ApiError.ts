import type { FieldErrors } from '../model/fieldErrors';

/**
 * The reason for a failed request: the server refused it, it got no response, the caller cancelled it, the
 * response was invalid, or writes are locked and nothing was sent.
 */
type FailureKind = 'refused' | 'unreachable' | 'timeout' | 'aborted' | 'unreadable' | 'locked';

interface Failure {
  kind: FailureKind;
  url: string;
  /** The HTTP status; 0 without a response. */
  status: number;
  message: string;
  fields?: FieldErrors;
  isOwn?: boolean;
  looksNewer?: boolean;
  retryAfterMs?: number | null;
  mfaId?: string;
}

/** The only error that `backend/` throws. Its message is a sentence for the user. */
export class ApiError extends Error {
  readonly kind: FailureKind;
  readonly url: string;
  readonly status: number;
  /** The server's errors of single fields, by dotted path. */
  readonly fields: FieldErrors;
  /** True if the backend itself refused the request; false if the response seems to come from a proxy. */
  readonly isOwn: boolean;
  /** True if the response has the form of PocketBase 0.23 or newer. */
  readonly looksNewer: boolean;
  /** The pause that the server asks for, in milliseconds; null if it names none. */
  readonly retryAfterMs: number | null;
  /** A newer server wants a second factor for this sign-in; '' for every other error. */
  readonly mfaId: string;

  constructor({
    kind,
    url,
    status,
    message,
    fields = {},
    isOwn = false,
    looksNewer = false,
    retryAfterMs = null,
    mfaId = '',
  }: Failure) {
    super(message);
    this.name = 'ApiError';
    this.kind = kind;
    this.url = url;
    this.status = status;
    this.fields = fields;
    this.isOwn = isOwn;
    this.looksNewer = looksNewer;
    this.retryAfterMs = retryAfterMs;
    this.mfaId = mfaId;
  }

  /** True when the caller cancelled the request: there is nothing to report. */
  get isAborted(): boolean {
    return this.kind === 'aborted';
  }
}

/** True if the server refused this filter. It does not name the filter: it sends 400, as for any invalid request. */
export function refusesFilter(error: unknown, filter: string): boolean {
  return error instanceof ApiError && error.status === 400 && filter !== '';
}

/** True for a 404. The server also sends one for a record that the user may not see. */
export function isMissing(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

/**
 * True if the server itself did not respond, so nobody knows whether it got the call. A page of a proxy does not
 * count.
 */
export function isWithoutAnswer(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  const { kind, status } = error;
  return ['unreachable', 'timeout', 'unreadable'].includes(kind) || (status >= 502 && status <= 504);
}

/**
 * True if a write may be stored although it failed. A hook of the server can fail after it has stored the record; its
 * error names no field.
 */
export function isResponseLost(error: unknown): error is ApiError {
  if (!(error instanceof ApiError) || error.kind === 'locked') return false;
  const { status, fields, kind } = error;
  return kind !== 'refused' || status >= 500 || (status === 400 && Object.keys(fields).length === 0);
}

export function lockedError(message = 'Writes are locked. Nothing was sent.'): ApiError {
  return new ApiError({ kind: 'locked', url: '', status: 0, message });
}

/** For a body that is in the form of another version of the server. */
export const outdatedError = (): ApiError =>
  lockedError('The server has another version now. Nothing was sent. Reload this page.');

export function defaultMessage(status: number): string {
  return status === 404
    ? "The requested resource wasn't found."
    : 'Something went wrong while processing your request.';
}

/** Returns a sentence for the user. Any error but an ApiError is a fault of this page. */
export function messageOf(error: unknown): string {
  return error instanceof ApiError ? error.message : 'Something went wrong on this page.';
}
