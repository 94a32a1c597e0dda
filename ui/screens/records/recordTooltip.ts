import type { AnyRecord } from '../../model/record';
import { cut } from '../../platform/text';

const textLength = 150;
const wholeLength = 800;

/** A record as JSON, short enough to be read in a tooltip. */
export function recordTooltip(record: AnyRecord): string {
  const shorten = (_: string, value: unknown) => (typeof value === 'string' ? cut(value, textLength) : value);
  return cut(JSON.stringify(record, shorten, 2), wholeLength);
}
