// The ids of records. 0.22 has one law for all of them. A newer server has a text field `id` in each collection, with
// a pattern and a length of its own.

import { lettersAndDigits } from '../../base/random';
import type { Collection } from '../../model/collection';
import { optionOf } from '../../model/field';
import type { FieldError } from '../../model/fieldErrors';
import { text } from '../../model/types/text';

type Ids = Pick<Collection, 'builtIn'>;

/** The length of an id on 0.22, in bytes, and the usual one on newer servers. */
const usualLength = 15;
const forbiddenOf22 = /[@#$&|.,'"\\/\t\n\f\r ]/;
/** The server has Go's patterns. A plain class of characters means the same in both languages. */
const plainPattern = /^\^\[[\w-]+\][+*]?\$$/;

const idField = ({ builtIn }: Ids) => builtIn?.find(({ name }) => name === 'id');
const byteLength = (id: string) => new TextEncoder().encode(id).length;

/** Returns the error of a typed id, in the words of the server. An empty id is valid, because one is made for it. */
export function wrongId(collection: Ids, id: string): FieldError | null {
  if (id === '') return null;
  const field = idField(collection);
  if (!field) {
    if (byteLength(id) !== usualLength)
      return { code: 'validation_length_invalid', message: `The length must be exactly ${usualLength}.` };
    const isWrong = forbiddenOf22.test(id);
    return isWrong ? { code: 'validation_match_invalid', message: 'Must be in a valid format.' } : null;
  }
  const pattern = String(optionOf(field, 'pattern') ?? '');
  if (plainPattern.test(pattern) && !new RegExp(pattern).test(id))
    return { code: 'validation_invalid_format', message: 'Invalid value format.' };
  return text.check?.(field, id, false) ?? null;
}

/** True if the text may be an id of this server. An id of another product, such as 1, has another length. */
export const isRecordId = (collection: Ids, id: string): boolean =>
  collection.builtIn ? id !== '' && wrongId(collection, id) === null : byteLength(id) === usualLength;

/**
 * Makes an id of random lower case letters and digits, 15 or more. Null if the collection has ids that only its server
 * can make.
 */
export function idFrom(collection: Ids, random: string): string | null {
  const pattern = String(
    optionOf(idField(collection) ?? {}, 'autogeneratePattern') || `[a-z0-9]{${usualLength}}`,
  );
  if (!/^(?:\[[\w-]+\](?:\{\d{1,2}\})?|[\w-])+$/.test(pattern)) return null;
  let at = 0;
  return pattern.replace(/\[([\w-]+)\](?:\{(\d+)\})?/g, (_, ranges: string, count = '1') => {
    const signs = ranges.replace(/(\w)-(\w)/g, (__, from: string, to: string) => signsBetween(from, to));
    return Array.from({ length: Number(count) }, () => {
      const value = lettersAndDigits.indexOf(random.charAt(at++ % random.length));
      return signs.charAt(value % signs.length);
    }).join('');
  });
}

function signsBetween(from: string, to: string): string {
  const first = from.charCodeAt(0);
  const count = Math.max(to.charCodeAt(0) - first + 1, 0);
  return Array.from({ length: count }, (_, at) => String.fromCharCode(first + at)).join('');
}
