import { type Collection, fieldOf } from '../../model/collection';
import { escapeText, withoutExponent } from '../../model/filter/filterTexts';
import { atRequest } from '../../model/filter/ruleWords';
import { typeOf } from '../../model/types/fieldTypes';

/** A value that a rule compares. Null is NULL in SQL; a bool is 1 or 0. */
export type KnownValue = string | number | null;

/** Conditions that every record meets, and that none meets. */
export const always = '1=1';
export const never = '1=2';

/** Query parameters for texts that a filter cannot quote, by name. */
export type ExtraQuery = Record<string, string>;

export type Print = (value: KnownValue) => string;

export type LiteralPrinter = ReturnType<typeof createLiteralPrinter>;

/** True if the server converts a request value of this name to a number. */
export function isNumberField(collection: Collection, name: string): boolean {
  const field = fieldOf(collection, name);
  return field !== undefined && typeOf(field).isAmount === true;
}

/** Prints values for the filter of one list call. */
export function createLiteralPrinter(collection: Collection) {
  const query: ExtraQuery = {};
  let count = 0;
  function asParameter(text: string): string {
    const known = Object.entries(query).find(([, value]) => value === text);
    if (known) return `${atRequest.query}.${known[0]}`;
    let name: string;
    do name = `l${count++}`;
    while (isNumberField(collection, name));
    query[name] = text;
    return `${atRequest.query}.${name}`;
  }
  return {
    /** The parameters to send beside the filter. */
    query,

    print(value: KnownValue): string {
      if (value === null) return 'null';
      if (typeof value === 'number') return withoutExponent(String(value));
      return value.includes('\0') ? asParameter(value) : `"${escapeText(value)}"`;
    },
  };
}

/**
 * Returns the number that the server makes of the text (Go's `ParseFloat`); null if it makes none. Go accepts more
 * spellings; `isStrangeNumber` finds these.
 */
export function parsedNumber(text: string): number | null {
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : null;
}

/** Go also accepts hexadecimal numbers, underscores in them, and names for infinity and NaN. */
export function isStrangeNumber(text: string): boolean {
  if (/^[+-]?(0x[\da-f_.p+-]+|inf(inity)?|nan)$/i.test(text)) return true;
  const value = parsedNumber(text);
  return value !== null && !Number.isFinite(value);
}
