// How the texts of a file or of a paste become values. The types of fields say how they read; the parts that several
// of them need stand here.

import { checkJson, sliceItems } from '../../base/jsonText';
import type { FieldOptions, FormValue } from '../field';

/** Separates the values of one cell; `json`: the cell is a JSON array. */
export type ListSeparator = 'json' | ',' | ';' | '|';

/** The separators of a list, with their words in a choice. */
export const listSeparators: Readonly<Record<ListSeparator, string>> = {
  json: 'as JSON array',
  ',': 'between commas',
  ';': 'between semicolons',
  '|': 'between bars',
};

export type DateOrder = 'iso' | 'dayFirst' | 'monthFirst' | 'unix';

/** How the texts of a column become values. Null: open, so a person must choose. */
export type Reading =
  /** There is nothing to choose. */
  | { readonly kind: 'text' | 'bool' | 'json' }
  | { readonly kind: 'number'; readonly decimal: '.' | ',' | null }
  | { readonly kind: 'date'; readonly order: DateOrder | null; readonly zone: 'utc' | 'browser' }
  | { readonly kind: 'list'; readonly separator: ListSeparator }
  | {
      readonly kind: 'relation';
      /** `id`, or a field of the target that is unique. */
      readonly by: string;
      readonly separator: ListSeparator;
    };

export interface ReadingChoice {
  readonly label: string;
  readonly reading: Reading;
}

/** The meaning of a cell for its record. */
export type CellResult =
  /** The record keeps its value, or a new one gets the default. */
  | { readonly kind: 'none' }
  | { readonly kind: 'value'; readonly value: FormValue }
  /** The null of a json field. */
  | { readonly kind: 'null' }
  | { readonly kind: 'fault'; readonly message: string }
  /** The related records are still to be found by these texts. */
  | { readonly kind: 'lookup'; readonly texts: readonly string[] };

/** The field that gets the values of a column. */
export interface ReadField {
  readonly field: FieldOptions;
  /** The fields of the related records by which a text finds one, `id` first. */
  readonly keys: readonly string[];
  /** The name of the collection of the related records; '' without one. */
  readonly target: string;
}

/** A cell that holds something. */
interface ReadText {
  /** Null for an array or an object of JSON. */
  readonly text: string | null;
  /** As the file has it. */
  readonly cell: string;
  /** The cell is a number of JSON, which has one meaning. */
  readonly isPlainNumber: boolean;
}

/** How a type of field reads texts. Its errors do not quote the text, so that equal ones of many rows are one line. */
export interface TextReading {
  /** Lists the ways in which a column can be read. A single one needs no choice. */
  readonly choices: (field: ReadField) => readonly ReadingChoice[];
  /**
   * Guesses the way from texts without blanks around them, none of them empty. `typed` are those that are no number
   * of JSON. Absent: there is one way.
   */
  readonly guess?: (texts: readonly string[], field: ReadField, typed: readonly string[]) => Reading;
  readonly read: (given: ReadText, reading: Reading, field: FieldOptions) => CellResult;
  /** True if a text of only blanks is a value. Absent: the cell counts as empty. */
  readonly keepsBlanks?: (field: FieldOptions) => boolean;
  /** Returns what a person must say of an open reading; null if it is not open. */
  readonly question?: (reading: Reading) => string | null;
}

export const asValue = (value: FormValue): CellResult => ({ kind: 'value', value });
export const asFault = (message: string): CellResult => ({ kind: 'fault', message });

export const plainReading: TextReading = {
  choices: () => [{ label: 'Text', reading: { kind: 'text' } }],
  keepsBlanks: () => true,
  read: ({ text }) => (text === null ? asFault('Must be a text.') : asValue(text)),
};

/**
 * Returns the text that a JSON source means: of a string its letters, of a number or a word its source. Null for
 * an array or an object.
 */
export function textOfSource(source: string): string | null {
  if (source.startsWith('"')) return JSON.parse(source) as string;
  return /^[[{]/.test(source) ? null : source;
}

/** Returns the values of a JSON array of texts, without the empty ones; null for any other text. */
export function itemsOfArray(text: string): string[] | null {
  const json = text.trim();
  if (!json.startsWith('[') || checkJson(json) !== null) return null;
  const items = sliceItems(json, []).map(textOfSource);
  return items.some((item) => item === null)
    ? null
    : (items.filter((item) => item !== null && item !== '') as string[]);
}

export function splitList(text: string, separator: ListSeparator): string[] | null {
  if (separator === 'json' && text.trim().startsWith('[')) return itemsOfArray(text);
  const parts = separator === 'json' ? [text] : text.split(separator);
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

/** Chooses the separator that gives most cells with known values only, then the one that most cells contain. */
export function guessListSeparator(
  texts: readonly string[],
  isKnown: (item: string) => boolean,
): ListSeparator {
  if (texts.length === 0 || texts.some((text) => itemsOfArray(text) !== null)) return 'json';
  const used = ([';', '|', ','] as const).filter((separator) =>
    texts.some((text) => text.includes(separator)),
  );
  if (used.length === 0) return ',';
  const ranked = [...used, 'json' as const].map((separator) => ({
    separator,
    known: texts.filter((text) => splitList(text, separator)?.every(isKnown)).length,
    cells: texts.filter((text) => text.includes(separator)).length,
  }));
  const [best] = ranked.sort((a, b) => b.known - a.known || b.cells - a.cells);
  return best?.separator ?? ',';
}

/** Returns the values of a cell. A single value may contain a separator, but it may also be a list of one. */
export function itemsOf(
  { text, cell }: ReadText,
  isMultiple: boolean,
  separator: ListSeparator,
): string[] | null {
  if (text === null) return itemsOfArray(cell);
  return isMultiple ? splitList(text, separator) : (itemsOfArray(text) ?? [text.trim()]);
}

export function readItems(items: readonly string[] | null, isMultiple: boolean): CellResult {
  if (items === null) return asFault('Must be a list of texts.');
  if (!isMultiple && items.length > 1) return asFault('Select no more than 1.');
  return asValue(isMultiple ? items : (items[0] ?? ''));
}
