import { type FieldErrors, messageAt } from '../../model/fieldErrors';

/** What is wrong with a list: as a whole, or a line for each entry that is. */
export function listMessage(errors: FieldErrors, path: string, list: readonly string[]): string | null {
  const whole = messageAt(errors, path);
  if (whole !== null) return whole;
  const lines = list.flatMap((entry, at) => {
    const message = messageAt(errors, `${path}.${at}`);
    return message === null ? [] : [`${entry}: ${message}`];
  });
  return lines.length > 0 ? lines.join('\n') : null;
}
