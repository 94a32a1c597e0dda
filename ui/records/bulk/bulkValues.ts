import { listOf } from '../../base/lists';
import { cut } from '../../base/text';
import { type Collection, fieldOf, systemTypeOf } from '../../model/collection';
import type { FormValue } from '../../model/field';
import { fieldValue, type RecordAnswer } from '../../model/record';
import {
  holdsChoices,
  holdsFiles,
  holdsRecords,
  printTyped,
  typeNamed,
  typeOf,
} from '../../model/types/fieldTypes';
import { numberOf } from '../../model/types/number';
import { sentValue } from '../values/recordBody';
import { byName, formOf, isSame } from '../values/recordValues';
import type { Made } from '../write/writeRecord';
import { type BulkChoice, type BulkChoices, chosenNames } from './bulkChoices';

export interface FieldChange {
  readonly name: string;
  readonly before: FormValue;
  readonly after: FormValue;
}

/** Lists what the choices change in a record. The record must be complete: rows of a list are cut. */
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
    return isSame(collection, name, before, after) ? [] : [{ name, before, after }];
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
      return typeof before === 'object' ? [] : emptyOf(collection, name);
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

/** A cleared json value is sent as null. */
function emptyOf(collection: Collection, name: string): FormValue {
  const field = fieldOf(collection, name);
  return field && typeOf(field).hasSource ? 'null' : '';
}

const isOfFiles = (collection: Collection, name: string): boolean =>
  collection.schema.some((field) => field.name === name && holdsFiles(field));

/** Negative for "Decrease by". */
function amountOf({ kind, value }: BulkChoice): number {
  const amount = numberOf(String(value)) ?? 0;
  return kind === 'decrease' ? -amount : amount;
}

const mostDecimals = 12;

/** Adds decimal numbers exactly: 10.1 and 0.2 are 10.3. Rounds to 12 decimals, or to those of the amount. */
export function sumOf(stored: number, amount: number): number {
  const decimals = Math.max(decimalsOf(amount), Math.min(mostDecimals, decimalsOf(stored)));
  // `toFixed` accepts at most 100.
  return decimals > 100 ? stored + amount : Number((stored + amount).toFixed(decimals));
}

function decimalsOf(value: number): number {
  const [, part = '', power = '0'] = /(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value)) ?? [];
  return Math.max(0, part.length - Number(power));
}

/**
 * Makes the write of one record. Whole numbers, choices and relations are sent as differences, so that changes of
 * others in the same field are not overwritten.
 */
export function bulkWrite(
  collection: Collection,
  choices: BulkChoices,
  answer: RecordAnswer,
): Required<Pick<Made, 'form' | 'body'>> {
  const form = formOf(collection, answer);
  const values = changesOf(collection, choices, answer).map((change): [string, unknown] => {
    const { name, before, after } = change;
    if (form.files[name]) form.files[name] = { names: [], removed: listOf(before), added: [] };
    else form.values[name] = after;
    return sentEntry(collection, choices, answer, change) ?? [name, null];
  });
  return { form, body: { values: byName(values), files: [] } };
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
      if (isOfFiles(collection, name)) return [`${name}-`, stored];
      return [name, sentValue(collection, name, after)];
  }
}

/** A value in the preview. */
export interface PreviewCell {
  /** The old value; '' for none. */
  was: string;
  /** The new value; '' for none. */
  next: string;
  /** Why nothing changes, shown instead of the values. */
  same: string;
  /** With a sign, `items` are added or removed. Without one, they are the new list. */
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
  const field = fieldOf(collection, name);
  if (!change) return { ...blank, same: sameText(collection, name, choices[name]) };
  const [stored, left] = [listOf(change.before), listOf(change.after)];
  if (kind === 'add') return { ...blank, sign: '+', items: left.filter((one) => !stored.includes(one)) };
  if (kind === 'remove') return { ...blank, sign: '-', items: stored.filter((one) => !left.includes(one)) };
  return {
    ...blank,
    was: printValue(collection, name, change.before),
    next: kind === 'clear' ? '' : printValue(collection, name, change.after),
    items: kind === 'set' && field && (holdsChoices(field) || holdsRecords(field)) ? left : [],
  };
}

function sameText(collection: Collection, name: string, choice: BulkChoice | undefined): string {
  const field = fieldOf(collection, name);
  switch (choice?.kind) {
    case 'clear':
      return field && holdsFiles(field) ? 'no files' : 'already empty';
    case 'add':
      return 'already has them';
    case 'remove':
      return 'has none of them';
    case 'set':
      return field && holdsRecords(field)
        ? 'already chosen'
        : `already ${printValue(collection, name, choice.value)}`;
    default:
      return 'not changed';
  }
}

const previewLength = 40;

function printValue(collection: Collection, name: string, value: FormValue): string {
  const field = fieldOf(collection, name);
  const type = field ? typeOf(field) : typeNamed(systemTypeOf(name));
  return cut(printTyped(type, value), previewLength);
}
