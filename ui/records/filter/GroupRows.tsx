import CodeXml from 'lucide-react/icons/code-xml';
import Plus from 'lucide-react/icons/plus';
import X from 'lucide-react/icons/x';
import { type ReactNode, useId } from 'react';
import { Button } from '../../kit/basics/Button';
import { Icon } from '../../kit/basics/Icon';
import { IconButton } from '../../kit/basics/IconButton';
import { Select } from '../../kit/form/Select';
import type { SchemaField } from '../../model/field';
import { anyColumn } from '../../model/filter/filter';
import { deepestGroup } from '../../model/filter/filterReading';
import type { FilterGroup, FilterRow } from '../../model/filter/filterTree';
import { type FieldCondition, operatorsOf } from '../../model/filter/valueCondition';
import type { FilterOperator } from '../../model/types/conditionForms';
import { typeOf } from '../../model/types/fieldTypes';
import css from './FilterDialog.module.css';
import { FilterValue } from './FilterValue';
import { type FilterBuilder, valueFault } from './filterBuilder';

interface Props {
  builder: FilterBuilder;
  group: FilterGroup;
  /** 0 for the whole filter. */
  depth: number;
  /** Its number, such as `2.`; '' for the whole filter. */
  place: string;
}

const joins = [
  { value: 'all', label: 'all of these' },
  { value: 'any', label: 'any of these' },
] as const;

export function GroupRows({ builder, group, depth, place }: Props) {
  const { id, join, parts } = group;
  return (
    <>
      {(depth > 0 || parts.length > 1) && (
        <div className={css.join}>
          {depth === 0 && <span>Records that meet</span>}
          <Select
            aria-label={depth === 0 ? 'Join of the filter' : 'Join of the group'}
            isRequired
            options={joins}
            value={join}
            onChange={(value) => builder.setJoin(id, value === 'any' ? 'any' : 'all')}
          />
        </div>
      )}
      {parts.map((part, at) => {
        const number = `${place}${at + 1}`;
        if (part.kind === 'group') {
          return (
            <Line key={part.id} label={`Group ${number}`}>
              <div className={css.group}>
                <GroupRows builder={builder} group={part} depth={depth + 1} place={`${number}.`} />
              </div>
              <RemoveButton builder={builder} id={part.id} label="Remove group" />
            </Line>
          );
        }
        return (
          <Line key={part.id} label={`Condition ${number}`} id={part.id}>
            {part.condition ? (
              <ConditionRow builder={builder} row={part} condition={part.condition} />
            ) : (
              <TextRow row={part} />
            )}
            <RemoveButton builder={builder} id={part.id} label="Remove condition" />
          </Line>
        );
      })}
      <div className={css.adders}>
        <Button kind="quiet" size="small" icon={Plus} onClick={() => builder.addRow(id)}>
          Add condition
        </Button>
        {depth < deepestGroup && parts.length > 1 && (
          <Button kind="quiet" size="small" icon={Plus} onClick={() => builder.addGroup(id)}>
            Add group
          </Button>
        )}
      </div>
    </>
  );
}

interface LineProps {
  label: string;
  id?: number;
  children: ReactNode;
}

function Line({ label, id, children }: LineProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a grid in all browsers
    <div className={css.line} role="group" aria-label={label} data-row={id}>
      {children}
    </div>
  );
}

interface RemoveProps {
  builder: FilterBuilder;
  id: number;
  label: string;
}

function RemoveButton({ builder, id, label }: RemoveProps) {
  return (
    <IconButton
      className={css.remove}
      icon={X}
      size="small"
      label={label}
      onClick={() => builder.remove(id)}
    />
  );
}

/** A part of the filter that has no row. It is shown as text, and can only be removed. */
function TextRow({ row }: { row: FilterRow }) {
  return (
    <div className={css.raw}>
      <Icon of={CodeXml} size={13} />
      <code translate="no">{row.open + row.text + row.close}</code>
    </div>
  );
}

interface ConditionRowProps {
  builder: FilterBuilder;
  row: FilterRow;
  condition: FieldCondition;
}

function ConditionRow({ builder, row, condition }: ConditionRowProps) {
  const faultId = useId();
  const field = builder.fields.find(({ name }) => name === condition.field);
  const operators = field ? operatorsOf(field) : (['contains'] as const);
  const isWrong = row.text === '' && condition.values.some((value) => value !== '');
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
          {valueFault(field)}
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

/** A number is less or more, while a date is before or after. */
function operatorWords(operator: FilterOperator, field: SchemaField | undefined): string {
  if (field && typeOf(field).isAmount) {
    if (operator === 'before') return 'less than';
    if (operator === 'after') return 'more than';
  }
  return words[operator];
}
