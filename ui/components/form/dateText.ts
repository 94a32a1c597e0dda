/** The text of a date while it is edited: `2026-11-24 08:00:00`, in UTC, without the letters that say so. */

import { parseDate } from '../../platform/dates';

/** A date of the server as a person would type it; all else, and a fraction of a second, as it is. */
export function shownDate(text: string): string {
  return parseDate(text) ? text.replace(/Z$/, '').replace(/\.0+$/, '').replace('T', ' ') : text;
}

/** What was typed, with its missing hours, minutes and seconds; what is no date stays as it was typed. */
export function normalDate(text: string): string {
  const typed = text.trim();
  if (!parseDate(typed)) return typed;
  const [day = '', time = ''] = shownDate(typed).split(' ');
  const [clock = '', fraction] = time.split('.');
  const [hours = '00', minutes = '00', seconds = '00'] = clock ? clock.split(':') : [];
  return `${day} ${hours}:${minutes}:${seconds}${fraction ? `.${fraction}` : ''}`;
}
