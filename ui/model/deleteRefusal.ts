import { type Infer, optional, string, type, unknown } from 'superstruct';
import { escapePattern } from './filters/filter';

/** A log that may say why a record could not be deleted. Anyone can cause its content. */
export const RefusalLog = type({ id: string(), data: optional(unknown()) });
export type RefusalLog = Infer<typeof RefusalLog>;

/**
 * Returns the filter for logs that say why the record could not be deleted. `address`: the id as a request's path has
 * it.
 */
export function refusalFilter(address: string): string {
  return `data.url ~ "/${escapePattern(address, 'plain')}" && data.details ~ "required reference"`;
}

/**
 * Returns the record that blocks a delete; null if the log names none. The server's text is
 * `... part of a required reference in record ID (NAME collection)`.
 */
export function refusalIn({ data }: RefusalLog): { collectionName: string; recordId: string } | null {
  const details = typeof data === 'object' && data && 'details' in data ? data.details : null;
  if (typeof details !== 'string') return null;
  const [, recordId = '', collectionName = ''] =
    / required reference in record (\S+) \((\w+) collection\)/.exec(details) ?? [];
  return recordId === '' ? null : { collectionName, recordId };
}
