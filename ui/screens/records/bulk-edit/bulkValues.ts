import {
  accountFlags,
  type Collection,
  collectionTypeOf,
  fieldOf,
  indexesOf,
} from '../../../model/collection';
import { fieldTypeOf, isMultiple, optionOf, type SchemaField, valueShape } from '../../../model/field';
import type { FieldError, FieldErrors } from '../../../model/fieldErrors';
import { fieldValue, listOf, type RecordAnswer, type RecordBody } from '../../../model/record';
import { wrongValue } from '../../../model/records/fieldRules';
import { sentValue } from '../../../model/records/recordBody';
import { byName, type FormValue, formOf, isSame, textOf } from '../../../model/records/recordValues';
import { dateOf, numberOf } from '../../../model/records/typedValues';
import { parseIndex } from '../../../model/sql/indexStatement';
import { isSameName } from '../../../model/sql/tokens';
import { cut, plainText } from '../../../platform/text';

/** The act on the values of a field. `keep`: nothing. */
export type BulkKind = 'keep' | 'set' | 'clear' | 'increase' | 'decrease' | 'add' | 'remove';

/** True if the act adds to the stored number. Then each record gets another value. */
export const isRelative = (kind: BulkKind | undefined): boolean => kind === 'increase' || kind === 'decrease';

export interface BulkChoice {
  readonly kind: BulkKind;
  /** The new value, the amount, or the items. Unused for `keep` and `clear`. */
  readonly value: FormValue;
}

/** By the names of the fields. */
export type BulkChoices = Readonly<Record<string, BulkChoice>>;

export interface BulkField {
  readonly field: SchemaField;
  readonly kinds: readonly BulkKind[];
  /** A unique index lets only one record be empty. */
  readonly isUnique: boolean;
}

/** A value of one record that becomes another one. */
export interface FieldChange {
  readonly name: string;
  readonly before: FormValue;
  readonly after: FormValue;
}

/** Lists the fields that several records can change together, and the names of the others. */
export function bulkFields(collection: Collection): { fields: readonly BulkField[]; others: string[] } {
  const flags = collectionTypeOf(collection) === 'auth' ? accountFlags : [];
  const all = [
    ...flags.map((name): SchemaField => ({ id: name, name, type: 'bool' })),
    ...collection.schema,
  ].map((field): BulkField => {
    const uniqueness = uniquenessOf(collection, field.name);
    return { field, kinds: kindsOf(field, uniqueness !== 'no'), isUnique: uniqueness === 'whole' };
  });
  return {
    fields: all.filter(({ kinds }) => kinds.length > 1),
    others: all.filter(({ kinds }) => kinds.length === 1).map(({ field }) => field.name),
  };
}

/** The server refuses an empty value of a required field, and equal values of a unique one. */
function kindsOf(field: SchemaField, isUnique: boolean): readonly BulkKind[] {
  const type = fieldTypeOf(field);
  if (type === null) return ['keep'];
  const clear: BulkKind[] = field.required || type === 'bool' ? [] : ['clear'];
  if (isUnique || type === 'file') return ['keep', ...clear];
  if (type === 'number') return ['keep', 'set', ...clear, 'increase', 'decrease'];
  return ['keep', 'set', ...clear, ...(isMultiple(field) ? (['add', 'remove'] as const) : [])];
}

/** `some`: the index has a condition, which may leave empty values out. */
function uniquenessOf(collection: Collection, name: string): 'no' | 'some' | 'whole' {
  const own = indexesOf(collection)
    .map(parseIndex)
    .filter((index) => index?.isUnique && index.columns.length === 1)
    .filter((index) => isSameName(index?.columns[0]?.name ?? '', name));
  if (own.length === 0) return 'no';
  return own.some((index) => index?.where === '') ? 'whole' : 'some';
}

/** Returns the first value of an operation, as its input holds it. */
export function firstValue(field: SchemaField, kind: BulkKind): FormValue {
  if (fieldTypeOf(field) === 'bool') return kind === 'set';
  return isMultiple(field) ? [] : '';
}

/** Lists the names of the fields that change. */
export function chosenNames(choices: BulkChoices): string[] {
  return Object.keys(choices).filter((name) => choices[name]?.kind !== 'keep');
}

/** Validates what was typed. Only the server knows what each record allows. */
export function checkChoices(collection: Collection, choices: BulkChoices): FieldErrors {
  const errors = chosenNames(choices).flatMap((name) => {
    const choice = choices[name];
    const field = fieldOf(collection, name);
    const error = field && choice ? wrongChoice(field, choice) : null;
    return error ? [[name, error] as const] : [];
  });
  return Object.fromEntries(errors);
}

const nothingTyped: FieldError = {
  code: 'nothing_typed',
  message: 'Give a value. To empty the field, choose "Clear".',
};
const nothingChosen: FieldError = { code: 'nothing_chosen', message: 'Choose at least one.' };

function wrongChoice(field: SchemaField, { kind, value }: BulkChoice): FieldError | null {
  const isEmpty = typeof value === 'string' ? value.trim() === '' : typeof value !== 'boolean' && !value[0];
  switch (kind) {
    case 'set':
      return isEmpty && !field.required ? nothingTyped : wrongValue(field, value);
    case 'increase':
    case 'decrease': {
      if (isEmpty) return { code: 'invalid_number', message: 'Must be a number.' };
      const noDecimal = optionOf(field, 'noDecimal');
      // The limits are those of the sum.
      return wrongValue({ ...field, required: false, options: { noDecimal } }, value);
    }
    case 'add':
    case 'remove':
      return isEmpty ? nothingChosen : null;
    default:
      return null;
  }
}

/** Lists what the choices change in a record. Needs complete records: a row of a list may be cut. */
export function changesOf(
  collection: Collection,
  choices: BulkChoices,
  answer: RecordAnswer,
): readonly FieldChange[] {
  const names = chosenNames(choices);
  const schema = collection.schema.filter(({ name }) => names.includes(name));
  const form = formOf({ ...collection, schema }, answer);
  return names.flatMap((name) => {
    const choice = choices[name];
    const before = form.values[name] ?? form.files[name]?.names;
    if (!choice || before === undefined) return [];
    const after = valueAfter(collection, name, choice, before);
    return isStored(collection, name, answer, { name, before, after }) ? [] : [{ name, before, after }];
  });
}

function valueAfter(collection: Collection, name: string, choice: BulkChoice, before: FormValue): FormValue {
  const { kind, value } = choice;
  const items = typeof value === 'object' ? value : [];
  const stored = typeof before === 'object' ? before : [];
  switch (kind) {
    case 'set':
      return value;
    case 'clear':
      return typeof before === 'object' ? [] : fieldOf(collection, name)?.type === 'json' ? 'null' : '';
    case 'add':
      return [...stored, ...items.filter((item) => !stored.includes(item))];
    case 'remove':
      return stored.filter((item) => !items.includes(item));
    case 'increase':
    case 'decrease':
      return String(sumOf(numberOf(String(before)) ?? 0, amountOf(choice)));
    default:
      return before;
  }
}

/** The input of a date has no milliseconds, but the stored date may have some. */
function isStored(
  collection: Collection,
  name: string,
  { record }: RecordAnswer,
  { before, after }: FieldChange,
): boolean {
  if (fieldOf(collection, name)?.type !== 'date') return isSame(collection, name, before, after);
  return dateOf(String(after)) === dateOf(textOf(fieldValue(record, name)).replace(/Z$/, ''));
}

/** Returns what is added to the stored number; negative for "Decrease by". */
function amountOf({ kind, value }: BulkChoice): number {
  const amount = numberOf(String(value)) ?? 0;
  return kind === 'decrease' ? -amount : amount;
}

const mostDecimals = 12;

/** Adds as a person does: 10.1 and 0.2 are 10.3. Rounds to 12 decimals; a finer amount keeps its own. */
export function sumOf(stored: number, amount: number): number {
  const decimals = Math.max(decimalsOf(amount), Math.min(mostDecimals, decimalsOf(stored)));
  // `toFixed` takes at most 100.
  return decimals > 100 ? stored + amount : Number((stored + amount).toFixed(decimals));
}

function decimalsOf(value: number): number {
  const [, part = '', power = '0'] = /(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value)) ?? [];
  return Math.max(0, part.length - Number(power));
}

/**
 * Builds the body of one record; it has no values if all is so already. Whole numbers, choices and relations are sent
 * as differences, so that less of what others save meanwhile is overwritten.
 */
export function bodyFor(collection: Collection, choices: BulkChoices, answer: RecordAnswer): RecordBody {
  const values = changesOf(collection, choices, answer).map(
    (change): [string, unknown] => sentEntry(collection, choices, answer, change) ?? [change.name, null],
  );
  return { values: byName(values), files: [] };
}

function sentEntry(
  collection: Collection,
  choices: BulkChoices,
  { record }: RecordAnswer,
  { name, before, after }: FieldChange,
): [string, unknown] | null {
  const choice = choices[name];
  if (!choice) return null;
  const [stored, left] = [listOf(before), listOf(after)];
  switch (choice.kind) {
    case 'add':
      return [`${name}+`, left.filter((item) => !stored.includes(item))];
    case 'remove':
      return [`${name}-`, stored.filter((item) => !left.includes(item))];
    case 'increase':
    case 'decrease': {
      const typed = numberOf(String(choice.value));
      const sum = Number(after);
      const areWhole = [fieldValue(record, name), typed, sum].every(Number.isSafeInteger);
      return areWhole ? [`${name}${choice.kind === 'increase' ? '+' : '-'}`, typed] : [name, sum];
    }
    default:
      if (fieldOf(collection, name)?.type === 'file') return [`${name}-`, stored];
      return [name, sentValue(collection, name, after)];
  }
}

/** The numbers that a sent request increases, as they were before it and should be after it. */
export interface SentSums {
  /** When the record was changed last before the request. */
  readonly updated: string;
  readonly sums: readonly { readonly name: string; readonly before: number; readonly after: number }[];
}

export function sentSums(collection: Collection, choices: BulkChoices, answer: RecordAnswer): SentSums {
  const sums = changesOf(collection, choices, answer)
    .filter(({ name }) => isRelative(choices[name]?.kind))
    .map(({ name, before, after }) => ({
      name,
      before: numberOf(String(before)) ?? 0,
      after: Number(after),
    }));
  return { updated: textOf(fieldValue(answer.record, 'updated')), sums };
}

/**
 * Finds out from the present record whether a request whose answer was lost has arrived. `unsure`: somebody else has
 * changed the numbers, too.
 */
export function arrivalOf({ updated, sums }: SentSums, { record }: RecordAnswer): 'yes' | 'no' | 'unsure' {
  if (updated !== '' && fieldValue(record, 'updated') === updated) return 'no';
  const now = (name: string) => Number(fieldValue(record, name));
  if (sums.every(({ name, after }) => now(name) === after)) return 'yes';
  return sums.every(({ name, before }) => now(name) === before) ? 'no' : 'unsure';
}

/** Lists the chosen fields that were changed or deleted in the collection since the panel opened. */
export function changedFields(known: Collection, today: Collection, names: readonly string[]): string[] {
  return names.filter((name) => {
    const field = fieldOf(known, name);
    if (!field) return false;
    const now = today.schema.find(({ id }) => id === field.id);
    return now?.name !== name || valueShape(now) !== valueShape(field);
  });
}

/** How one value looks in the preview. */
export interface PreviewCell {
  /** The replaced value; '' for none. */
  was: string;
  /** The new value; '' for none. */
  next: string;
  /** Instead of values: why nothing changes. */
  same: string;
  /** With a sign, `items` are added or removed. Without one they are the new choices or relations. */
  sign: '' | '+' | '-';
  items: readonly string[];
}

export function previewOf(
  collection: Collection,
  choices: BulkChoices,
  answer: RecordAnswer,
  name: string,
): PreviewCell {
  const blank: PreviewCell = { was: '', next: '', same: '', sign: '', items: [] };
  const kind = choices[name]?.kind ?? 'keep';
  const change = changesOf(collection, choices, answer).find((one) => one.name === name);
  const type = fieldOf(collection, name)?.type ?? '';
  if (!change) return { ...blank, same: sameText(collection, name, choices[name]) };
  const [stored, left] = [listOf(change.before), listOf(change.after)];
  if (kind === 'add') return { ...blank, sign: '+', items: left.filter((one) => !stored.includes(one)) };
  if (kind === 'remove') return { ...blank, sign: '-', items: stored.filter((one) => !left.includes(one)) };
  return {
    ...blank,
    was: printValue(collection, name, change.before),
    next: kind === 'clear' ? '' : printValue(collection, name, change.after),
    items: kind === 'set' && ['select', 'relation'].includes(type) ? left : [],
  };
}

function sameText(collection: Collection, name: string, choice: BulkChoice | undefined): string {
  const type = fieldOf(collection, name)?.type;
  switch (choice?.kind) {
    case 'clear':
      return type === 'file' ? 'no files' : 'empty already';
    case 'add':
      return 'has them already';
    case 'remove':
      return 'has none of them';
    case 'set':
      return type === 'relation' ? 'already chosen' : `${printValue(collection, name, choice.value)} already`;
    default:
      return 'not changed';
  }
}

const previewLength = 40;

function printValue(collection: Collection, name: string, value: FormValue): string {
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  const text = typeof value === 'string' ? value : value.join(', ');
  const type = fieldOf(collection, name)?.type;
  if (type === 'editor') return cut(plainText(text), previewLength);
  if (type === 'json') return text === 'null' ? '' : cut(text.replace(/\s+/g, ' '), previewLength);
  return cut(text, previewLength);
}
