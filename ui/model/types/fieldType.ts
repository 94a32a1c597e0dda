import type { Words } from '../../base/text';
import { type FieldOptions, type FormValue, isUnset, optionOf, type SchemaField } from '../field';
import type { FieldError } from '../fieldErrors';
import type { FilterOperator, Form } from './conditionForms';
import type { Options } from './fieldOption';
import type { TextReading } from './textReading';

/**
 * A type of field, as the whole page knows it; `records/types/` has its looks. A stored value is one that the server
 * has sent. A form value is one in an input.
 */
export interface FieldType {
  /** Its name in the menu of new fields. */
  readonly label: string;
  /** The width of its column in CSS pixels, as long as no values are known. */
  readonly width: number;
  /** How its column fits the values. Absent: `width` stays. */
  readonly fit?: ColumnFit;
  /** People write and search the value as text, so its column takes a share of the remaining width. */
  readonly isTextual?: true;
  /** The values are aligned with the end of their column. */
  readonly isAtEnd?: true;

  /** The kind of thing that a value names. Absent: it is a value of its own. */
  readonly holds?: 'choices' | 'records' | 'files';
  /** True if a record holds a list in this field. Absent: never. */
  readonly isMultiple?: (field: FieldOptions) => boolean;
  /** The form holds the source of JSON, as the server wrote it; a list has only the parsed value. */
  readonly hasSource?: true;
  /** The column holds JSON, so a path can go on in it. */
  readonly isJsonColumn?: true;
  /** The server alone sets the value. */
  readonly isReadOnly?: true;
  /** No response contains the value. A form writes it; no draft, cell or history holds it. */
  readonly isSecret?: true;
  /** Servers of 0.22 do not know the type. */
  readonly isNewerOnly?: true;
  /** The text is HTML, of which a list holds an excerpt. */
  readonly isRich?: true;
  /** The value is on or off, so it is never empty. */
  readonly isSwitch?: true;
  /** A number can be added to the value. */
  readonly isAmount?: true;
  /** The value is a moment in UTC. */
  readonly isMoment?: true;
  /** A filter can find one record by the text of the value. */
  readonly isKey?: true;
  /** The input needs half of a line. */
  readonly isShort?: true;
  /** The value is an address that a browser opens. */
  readonly isLink?: true;
  /** Any plain text, which often names the record. */
  readonly isPlainText?: true;

  readonly empty: (field: FieldOptions) => FormValue;
  /** Returns a stored value as its input holds it. `source` is its text of JSON. */
  readonly fromStored: (value: unknown, source: string, field: FieldOptions) => FormValue;
  /** Returns a typed text as it is sent; undefined for a text that means no value. Absent: as it is. */
  readonly toSent?: (text: string) => unknown;
  /** Returns a typed text as a row of a list holds it; the text itself if it means no value. Absent: as it is. */
  readonly toRow?: (text: string) => unknown;
  /** Returns a typed text as JSON with all its digits; null if it means no value. Absent: it is a text. */
  readonly toJson?: (text: string) => string | null;
  /** True if two different texts mean the same to the server. Absent: they never do. */
  readonly isSame?: (one: string, other: string, field: FieldOptions) => boolean;
  /** True if a required field refuses the value. */
  readonly isEmpty: (value: FormValue) => boolean;
  /**
   * Validates a form value that is not empty; the messages are those of the server. Refuses only what the server
   * refuses or would change silently. A stored value came from the server, so its numbers are not checked.
   */
  readonly check?: (field: SchemaField, value: FormValue, isStored: boolean) => FieldError | null;

  /** Returns a stored value as the screen shows it in one line; '' for none. */
  readonly print: (value: unknown) => string;
  /** Returns a form value as the screen shows it. Absent: as a stored value. */
  readonly printTyped?: (value: FormValue) => string;
  /** Returns a stored value as a copy holds it: exact, never translated. An export writes the server's own source. */
  readonly write: (value: unknown, field: FieldOptions) => string;
  /** How the texts of a file or a paste become values. Absent: files are never read. */
  readonly reading?: TextReading | undefined;
  /** An export puts a sign before a text that a spreadsheet would run. */
  readonly isGuarded?: true;

  /** Returns the operators that a person can choose for a filter, the usual one first. */
  readonly operators: (field: FieldOptions) => readonly FilterOperator[];
  /** Returns a value of a condition as the filter language writes it; null if it cannot. Absent: in quotes. */
  readonly operand?: (value: string, field?: FieldOptions) => string | null;
  /** The sentence for a value that the filter language cannot write. */
  readonly wrongOperand?: string;
  /** Returns the forms of a condition with a value. Undefined: those of every type. */
  readonly forms?: (
    field: SchemaField,
    operator: FilterOperator,
    value: string,
  ) => readonly Form[] | undefined;
  /** Returns the comparisons that find records with and without a single value. Absent: with ''. */
  readonly presence?: (name: string) => { readonly filled: string; readonly empty: string };
  /** Returns the texts of a stored value with which a condition can compare: one, the items of a list, or none. */
  readonly conditionValues: (value: unknown) => readonly string[];
  /** Returns a comparison for an example. */
  readonly example?: (field: SchemaField) => string;

  /** Returns a value that the field accepts, as far as its options say it. */
  readonly sample: (field: SchemaField) => unknown;

  /** The type of a value in the API docs. Absent: String. */
  readonly valueType?: string;
  /** Describes the values for the API docs. */
  readonly about: (field: SchemaField, nameOf: NameOf) => Words;

  /** In the order in which servers send them. */
  readonly options: Options;
  /** Sums up the options in a few words. */
  readonly summary?: ((field: FieldOptions, nameOf: NameOf) => string) | undefined;
  /** Returns the faults of the options by name. `isMany`: the form shows a list. */
  readonly checkOptions?: ((field: FieldOptions, isMany: boolean) => readonly OptionFault[]) | undefined;
  /** Returns the options of a field that becomes a list, or a single value. */
  readonly manyOptions?: (field: FieldOptions, isMany: boolean) => Record<string, unknown>;
  /** The word for a required value, and the values that it refuses. */
  readonly required: { readonly word: string; readonly refused: string };
}

/** All in CSS pixels. `unit` is the width of a character, of a file or of a record; `rest` is what stands around them. */
interface ColumnFit {
  readonly least: number;
  readonly most: number;
  readonly unit: number;
  readonly rest: number;
}

/** Returns the name of a collection by its id. */
export type NameOf = (id: string) => string | null | undefined;

export type OptionFault = readonly [option: string, message: string];

export const cannotBeBlank = 'Cannot be blank.';

/** Returns a fault unless the option is a number of at least `least`. */
export function atLeast(field: FieldOptions, name: string, least: number): OptionFault[] {
  const given = optionOf(field, name);
  if ((typeof given === 'number' && given >= least) || isUnset(field, name)) return [];
  return [[name, typeof given === 'number' ? `Must be at least ${least}.` : cannotBeBlank]];
}

/** Returns '' for anything but a text. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

export const wrong = (code: string, message: string): FieldError => ({ code, message });

export const byteLength = (text: string): number => new TextEncoder().encode(text).length;

/** Describes the limits of a field: `min 1, max 5`. */
export function limitWords(field: FieldOptions): string[] {
  return ['min', 'max'].flatMap((name) => {
    const limit = limitText(field, name);
    return limit === '' ? [] : `${name} ${limit}`;
  });
}

/** Returns a sentence such as ` From 1 to 5 characters.`; '' without limits. */
export function aboutLimits(field: FieldOptions, unit = ''): string {
  const [min, max] = [limitText(field, 'min'), limitText(field, 'max')];
  if (min !== '' && max !== '') return ` From ${min} to ${max}${unit}.`;
  if (min !== '') return ` At least ${min}${unit}.`;
  return max === '' ? '' : ` At most ${max}${unit}.`;
}

const limitText = (field: FieldOptions, name: string) => String(optionOf(field, name) ?? '');
