import { ApiError, defaultMessage } from '../backend/ApiError';
import { isOutdated } from '../backend/dialect';
import type { FieldErrors } from '../model/fieldErrors';
import * as toasts from './toasts';

interface Options {
  /** The message for an error that is no ApiError, that is, a bug of this page. */
  fallback?: string;
  /** The error is shown elsewhere, so no toast repeats it. */
  isSilent?: boolean;
}

/**
 * True when a screen can show the error in place, without a toast. The end of the session is always reported.
 */
export function isShownInPlace({ status }: ApiError): boolean {
  return status !== 401 && status !== 403;
}

/** Returns the reason to show in place. The end of the session cancels all calls, and their message does not say so. */
export const shownReason = ({ isAborted, message }: ApiError): string =>
  isAborted ? 'Your session ended meanwhile.' : message;

/**
 * Reports a failed request. A cancelled one needs no message; others cause a toast. Returns the field errors
 * for the form. Every store's `catch` calls this function.
 */
export function report(error: unknown, { fallback, isSilent = false }: Options = {}): FieldErrors {
  if (error instanceof ApiError) {
    // The page itself has refused it: the strip of locked writes says so, but nothing says that the server has moved.
    if (error.isAborted || (error.kind === 'locked' && !isOutdated())) return {};
    // When fields show errors, a toast that says only that there are errors adds nothing.
    const isSaidAtFields =
      Object.keys(error.fields).length > 0 && error.message === defaultMessage(error.status);
    if (!isSilent && !isSaidAtFields) toasts.error(error.message);
    return error.fields;
  }
  console.error(error);
  if (!isSilent) toasts.error(fallback ?? 'Something went wrong on this page. Reload it and try again.');
  return {};
}

/**
 * Shows a toast with the errors of names without an input, after the `intro`. Returns the errors with an
 * input.
 */
export function notifyOtherErrors(
  errors: FieldErrors,
  hasInput: (path: string) => boolean,
  intro: readonly string[] = [],
): FieldErrors {
  const others = Object.entries(errors).filter(([path]) => !hasInput(path));
  if (others.length === 0) return errors;
  toasts.error([...intro, ...others.map(([path, { message }]) => `${path}: ${message}`)].join('\n'));
  return Object.fromEntries(Object.entries(errors).filter(([path]) => hasInput(path)));
}
