import type { FieldErrors } from '../model/fieldErrors';

/** Why a call ended: the server refused it, it never got an answer, nobody wants the answer any more, or the answer made no sense. */
export type FailureKind = 'refused' | 'unreachable' | 'timeout' | 'aborted' | 'unreadable';

interface Failure {
  kind: FailureKind;
  url: string;
  /** The HTTP status; 0 when there was no answer. */
  status: number;
  message: string;
  fields?: FieldErrors;
  isOwn?: boolean;
}

/** The one error that leaves api/. Its message is a sentence for the person in front of the screen. */
export class ApiError extends Error {
  readonly kind: FailureKind;
  readonly url: string;
  readonly status: number;
  /** What the server says of single fields, by dotted path. */
  readonly fields: FieldErrors;
  /** The backend itself refused; false where the answer looks like that of something on the way to it. */
  readonly isOwn: boolean;

  constructor({ kind, url, status, message, fields = {}, isOwn = false }: Failure) {
    super(message);
    this.name = 'ApiError';
    this.kind = kind;
    this.url = url;
    this.status = status;
    this.fields = fields;
    this.isOwn = isOwn;
  }

  /** True when the caller itself gave up: nothing to tell anyone. */
  get isAborted(): boolean {
    return this.kind === 'aborted';
  }
}

/** The sentence for a refusal that carries none of its own. */
export function defaultMessage(status: number): string {
  return status === 404
    ? "The requested resource wasn't found."
    : 'Something went wrong while processing your request.';
}
