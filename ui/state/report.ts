import { ApiError, defaultMessage } from '../api/ApiError';
import type { FieldErrors } from '../model/fieldErrors';
import * as toasts from './toasts';

interface Options {
  /** The sentence for an error that is none of a call, that is, a fault of this page. */
  fallback?: string;
  /** The failure is shown elsewhere, so no toast repeats it. */
  isSilent?: boolean;
}

/** Needs no toast where a screen says in place why there is nothing; that the session is over is told anywhere. */
export function isShownInPlace({ status }: ApiError): boolean {
  return status !== 401 && status !== 403;
}

/**
 * What becomes of a failed call: nothing when it was given up on purpose, otherwise a toast; the fields it
 * speaks of are returned for the form. Every store's `catch` ends here.
 */
export function report(error: unknown, { fallback, isSilent = false }: Options = {}): FieldErrors {
  if (error instanceof ApiError) {
    if (error.isAborted) return {};
    // Beside the fields that are wrong, a sentence that something is says nothing.
    const isSaidAtFields =
      Object.keys(error.fields).length > 0 && error.message === defaultMessage(error.status);
    if (!isSilent && !isSaidAtFields) toasts.error(error.message);
    return error.fields;
  }
  console.error(error);
  if (!isSilent) toasts.error(fallback ?? 'Something went wrong on this page. Reload it and try again.');
  return {};
}

/** Tells in a toast what is wrong at names without an input, after the `intro`; gives the errors that have one. */
export function tellOthers(
  errors: FieldErrors,
  hasInput: (path: string) => boolean,
  intro: readonly string[] = [],
): FieldErrors {
  const others = Object.entries(errors).filter(([path]) => !hasInput(path));
  if (others.length === 0) return errors;
  toasts.error([...intro, ...others.map(([path, { message }]) => `${path}: ${message}`)].join('\n'));
  return Object.fromEntries(Object.entries(errors).filter(([path]) => hasInput(path)));
}
