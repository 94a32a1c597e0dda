/** The text of a date while it is edited: `2026-11-24 08:00:00`, in UTC, without the `Z`. */

import { parseDate } from '../../base/dates';

/**
 * Returns a server date as a person would type it. Keeps a fraction of a second, and a text that is no date.
 */
export function shownDate(text: string): string {
  return parseDate(text) ? text.replace(/Z$/, '').replace(/\.0+$/, '').replace('T', ' ') : text;
}

/** Completes a typed date with hours, minutes and seconds; keeps a text that is no date. */
export function completeDate(text: string): string {
  const typed = text.trim();
  if (!parseDate(typed)) return typed;
  const [day = '', time = ''] = shownDate(typed).split(' ');
  const [clock = '', fraction] = time.split('.');
  const [hours = '00', minutes = '00', seconds = '00'] = clock ? clock.split(':') : [];
  return `${day} ${hours}:${minutes}:${seconds}${fraction ? `.${fraction}` : ''}`;
}
