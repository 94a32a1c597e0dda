import { fieldTypeOf, type SchemaField } from '../../../model/field';
import type { FilterOperator } from '../../../model/filters/valueCondition';

const words: Readonly<Record<FilterOperator, string>> = {
  is: 'is',
  isNot: 'is not',
  anyOf: 'is any of',
  contains: 'contains',
  containsNot: 'does not contain',
  atLeast: 'at least',
  atMost: 'at most',
  before: 'before',
  after: 'after',
  empty: 'is empty',
  filled: 'is filled',
};

/** Returns the words of an operator; nothing comes before or after a number. */
export function operatorWords(operator: FilterOperator, field: SchemaField | undefined): string {
  if (field && fieldTypeOf(field) === 'number') {
    if (operator === 'before') return 'less than';
    if (operator === 'after') return 'more than';
  }
  return words[operator];
}
