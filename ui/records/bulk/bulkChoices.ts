// A unique field can at most be cleared. The name and email of an account are not offered, because they are unique,
// and the person signs in with them.

import {
  accountFlags,
  type Collection,
  collectionTypeOf,
  fieldOf,
  indexesOf,
  systemTypeOf,
} from '../../model/collection';
import { type FormValue, optionOf, type SchemaField } from '../../model/field';
import type { FieldError, FieldErrors } from '../../model/fieldErrors';
import { parseIndex } from '../../model/sql/indexStatement';
import { isSameName } from '../../model/sql/tokens';
import {
  holdsFiles,
  isEditable,
  isMultiple,
  isSecret,
  typeOf,
  valueShape,
  wrongValue,
} from '../../model/types/fieldTypes';

/** How a field changes; `keep` changes nothing. */
export type BulkKind = 'keep' | 'set' | 'clear' | 'increase' | 'decrease' | 'add' | 'remove';

/** True if the stored number is changed by an amount, so that each record gets another value. */
export const isRelative = (kind: BulkKind | undefined): boolean => kind === 'increase' || kind === 'decrease';

export interface BulkChoice {
  readonly kind: BulkKind;
  /** The new value, the amount, or the items. Unused for `keep` and `clear`. */
  readonly value: FormValue;
}

/** By field name. */
export type BulkChoices = Readonly<Record<string, BulkChoice>>;

export interface BulkField {
  readonly field: SchemaField;
  readonly kinds: readonly BulkKind[];
  /** True if a unique index lets only one record be empty. */
  readonly isUnique: boolean;
}

/**
 * Lists the fields that several records can change together, and the names of the other fields; dates that the server
 * sets and passwords are in neither.
 */
export function bulkFields(collection: Collection): { fields: readonly BulkField[]; others: string[] } {
  const flags = collectionTypeOf(collection) === 'auth' ? accountFlags : [];
  const all = [
    ...flags.map((name): SchemaField => ({ id: name, name, type: systemTypeOf(name) })),
    ...collection.schema,
  ].map((field): BulkField => {
    const uniqueness = uniquenessOf(collection, field.name);
    return { field, kinds: kindsOf(field, uniqueness !== 'no'), isUnique: uniqueness === 'whole' };
  });
  return {
    fields: all.filter(({ kinds }) => kinds.length > 1),
    others: all
      .filter(({ field, kinds }) => kinds.length === 1 && !typeOf(field).isReadOnly && !isSecret(field))
      .map(({ field }) => field.name),
  };
}

/** The server refuses an empty value of a required field, and equal values of a unique field. */
function kindsOf(field: SchemaField, isUnique: boolean): readonly BulkKind[] {
  if (!isEditable(field) || isSecret(field)) return ['keep'];
  const { isSwitch, isAmount } = typeOf(field);
  const clear: BulkKind[] = field.required || isSwitch ? [] : ['clear'];
  if (isUnique || holdsFiles(field)) return ['keep', ...clear];
  if (isAmount) return ['keep', 'set', ...clear, 'increase', 'decrease'];
  return ['keep', 'set', ...clear, ...(isMultiple(field) ? (['add', 'remove'] as const) : [])];
}

/** `some` means that the index has a condition, which may ignore empty values. */
function uniquenessOf(collection: Collection, name: string): 'no' | 'some' | 'whole' {
  const own = indexesOf(collection)
    .map(parseIndex)
    .filter((index) => index?.isUnique && index.columns.length === 1)
    .filter((index) => isSameName(index?.columns[0]?.name ?? '', name));
  if (own.length === 0) return 'no';
  return own.some((index) => index?.where === '') ? 'whole' : 'some';
}

/** Returns the first value of the input. */
export function firstValue(field: SchemaField, kind: BulkKind): FormValue {
  return typeOf(field).isSwitch ? kind === 'set' : typeOf(field).empty(field);
}

export function chosenNames(choices: BulkChoices): string[] {
  return Object.keys(choices).filter((name) => choices[name]?.kind !== 'keep');
}

/** Checks the typed values. Only the server knows the rest. */
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
      // The limits of the field hold for the sum, not for the amount.
      return wrongValue({ ...field, required: false, options: { noDecimal } }, value);
    }
    case 'add':
    case 'remove':
      return isEmpty ? nothingChosen : null;
    default:
      return null;
  }
}

/** Lists the chosen fields that were changed or deleted since the panel opened. */
export function changedFields(known: Collection, today: Collection, names: readonly string[]): string[] {
  return names.filter((name) => {
    const field = fieldOf(known, name);
    if (!field) return false;
    const now = today.schema.find(({ id }) => id === field.id);
    return now?.name !== name || valueShape(now) !== valueShape(field);
  });
}
