import { useId } from 'react';
import { useSnapshot } from 'valtio';
import { Select } from '../../../components/form/Select';
import { fieldTypeOf, type SchemaField } from '../../../model/field';
import { anyColumn } from '../../../model/filters/anyColumn';
import type { FilterRow } from '../../../model/filters/filterTree';
import { type FieldCondition, type FilterOperator, operatorsOf } from '../../../model/filters/valueCondition';
import css from './FilterDialog.module.css';
import { FilterValue } from './FilterValue';
import { type FilterBuilder, valueFault } from './filterBuilder';

interface Props {
  builder: FilterBuilder;
  row: FilterRow;
  condition: FieldCondition;
}

/** Field, operator and value of one condition. */
export function ConditionRow({ builder, row, condition }: Props) {
  const { wrongId } = useSnapshot(builder.state);
  const faultId = useId();
  const field = builder.fields.find(({ name }) => name === condition.field);
  const operators = field ? operatorsOf(field) : (['contains'] as const);
  const isTyped = condition.values.some((value) => value !== '');
  const isWrong = row.text === '' && (isTyped || wrongId === row.id);
  const hasValue = condition.operator !== 'empty' && condition.operator !== 'filled';
  return (
    <>
      <Select
        aria-label="Field"
        isRequired
        options={fieldOptions(builder.fields)}
        value={condition.field}
        onChange={(name) => builder.set(row.id, { field: name })}
      />
      <Select
        aria-label="Operator"
        isRequired
        options={operators.map((value) => ({ value, label: operatorWords(value, field) }))}
        value={condition.operator}
        onChange={(value) => {
          const operator = operators.find((one) => one === value);
          if (operator) builder.set(row.id, { operator });
        }}
      />
      {hasValue && (
        <div className={css.value}>
          <FilterValue
            field={field}
            condition={condition}
            control={{
              'aria-label': 'Value',
              'aria-invalid': isWrong || undefined,
              'aria-describedby': isWrong ? faultId : undefined,
            }}
            onChange={(values) => builder.set(row.id, { values })}
          />
        </div>
      )}
      {isWrong && (
        <p id={faultId} className={css.wrong}>
          {valueFault(condition, field)}
        </p>
      )}
    </>
  );
}

function fieldOptions(fields: readonly SchemaField[]) {
  return [{ value: anyColumn, label: 'Any column' }, ...fields.map(({ name }) => ({ value: name }))];
}

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
function operatorWords(operator: FilterOperator, field: SchemaField | undefined): string {
  if (field && fieldTypeOf(field) === 'number') {
    if (operator === 'before') return 'less than';
    if (operator === 'after') return 'more than';
  }
  return words[operator];
}
