import { durationText } from '../base/durations';
import type { FieldErrors } from '../model/fieldErrors';
import { valueAt } from './settingsChanges';

/** The server's own messages, so that an error reads the same from both. */
export const faults = {
  required: { code: 'validation_required', message: 'Cannot be blank.' },
  email: { code: 'validation_is_email', message: 'Must be a valid email address.' },
  url: { code: 'validation_is_url', message: 'Must be a valid URL.' },
} as const;

export function requiredErrors(values: object, paths: readonly string[]): FieldErrors {
  const empty = paths.filter((path) => String(valueAt(values, path) ?? '').trim() === '');
  return Object.fromEntries(empty.map((path) => [path, faults.required]));
}

/** Returns an error for each path without a whole number in the range. Without `most` there is no upper bound. */
export function wholeNumberErrors(
  values: object,
  paths: readonly string[],
  { least, most }: { least: number; most?: number },
): FieldErrors {
  const message = `Must be a whole number${most === undefined ? `, ${least} or larger` : ` from ${least} to ${most}`}.`;
  const largest = most ?? Number.MAX_SAFE_INTEGER;
  const form = least < 0 ? /^[-+]?\d+$/ : /^\d+$/;
  return Object.fromEntries(
    paths.flatMap((path) => {
      const text = String(valueAt(values, path) ?? '').trim();
      if (text === '') return [[path, faults.required]];
      const isFine = form.test(text) && Number(text) >= least && Number(text) <= largest;
      return isFine ? [] : [[path, { code: 'validation_out_of_bounds', message }]];
    }),
  );
}

const durationForms = 'seconds, or units such as 14d, 30m or 1h 30m.';
export const durationHelp = `Type ${durationForms}`;

/**
 * Returns an error for each path without seconds in the range. The input has already converted readable
 * durations to seconds.
 */
export function durationErrors(
  values: object,
  paths: readonly string[],
  { least, most }: { least: number; most: number },
): FieldErrors {
  const unreadable = `Not a duration. Use ${durationForms}`;
  const outside = `Must be from ${durationText(least)} to ${durationText(most)}.`;
  return Object.fromEntries(
    paths.flatMap((path) => {
      const text = String(valueAt(values, path) ?? '').trim();
      if (text === '') return [[path, faults.required]];
      const isPlain = /^\d+$/.test(text);
      if (isPlain && Number(text) >= least && Number(text) <= most) return [];
      return [[path, { code: 'validation_out_of_bounds', message: isPlain ? outside : unreadable }]];
    }),
  );
}

export function emailErrors(values: object, paths: readonly string[]): FieldErrors {
  const wrong = paths.filter((path) => !/^\s*[^\s@]+@[^\s@]+\s*$/.test(String(valueAt(values, path) ?? '')));
  return Object.fromEntries(wrong.map((path) => [path, faults.email]));
}

/** Joins the errors; the first one at a path wins. */
export function allErrors(...found: readonly FieldErrors[]): FieldErrors {
  return Object.assign({}, ...[...found].reverse());
}

/**
 * Returns an error for each path without a web URL. A value equal to the `saved` one is valid, because the
 * server has accepted it.
 */
export function urlErrors(values: object, saved: object, paths: readonly string[]): FieldErrors {
  const wrong = paths.filter((path) => {
    const text = String(valueAt(values, path) ?? '').trim();
    return text !== '' && text !== valueAt(saved, path) && !/^https?:\/\/[^\s/]/i.test(text);
  });
  return Object.fromEntries(wrong.map((path) => [path, faults.url]));
}
