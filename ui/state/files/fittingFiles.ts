import type { SchemaField } from '../../model/field';
import { type FileChange, freePlaces } from '../../model/records/fileChange';
import { countOf } from '../../platform/text';
import * as toasts from '../toasts';

/**
 * Returns as many of the files as the field still takes. A message names the files that are left out; `refused` have a
 * wrong type.
 */
export function fittingFiles(
  field: SchemaField,
  change: FileChange,
  files: readonly File[],
  refused: readonly File[],
): readonly File[] {
  const taken = files.slice(0, freePlaces(field, change));
  const count = files.length + refused.length;
  const whole = countOf(count, 'file was', 'files were');
  const tell = (out: number, why: string) =>
    out > 0 && toasts.warning(`${out === count ? whole : `${out} of ${whole}`} left out: ${why}.`);
  tell(files.length - taken.length, 'the field is full');
  tell(refused.length, 'the field does not take their type');
  return taken;
}
