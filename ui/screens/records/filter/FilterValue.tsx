import { DateInput } from '../../../components/form/DateInput';
import { ListInput } from '../../../components/form/ListInput';
import { NumberInput } from '../../../components/form/NumberInput';
import { Select } from '../../../components/form/Select';
import { TextInput } from '../../../components/form/TextInput';
import { fieldTypeOf, optionOf, type SchemaField } from '../../../model/field';
import type { FieldCondition } from '../../../model/filters/valueCondition';
import { RelationValue, type ValueControl } from './RelationValue';

interface Props {
  /** Undefined for "Any column". */
  field: SchemaField | undefined;
  condition: FieldCondition;
  control: ValueControl;
  onChange: (values: readonly string[]) => void;
}

const truths = [
  { value: 'true', label: 'True' },
  { value: 'false', label: 'False' },
];

/** The input for the value of a condition, by the type of its field. */
export function FilterValue({ field, condition, control, onChange }: Props) {
  const { operator, values } = condition;
  const [value = ''] = values;
  const isList = operator === 'anyOf';
  const set = (text: string) => onChange(text === '' ? [] : [text]);
  const type = field ? fieldTypeOf(field) : null;
  if (field && type === 'relation') {
    return <RelationValue {...control} field={field} ids={values} isList={isList} onChange={onChange} />;
  }
  if (field && type === 'select') {
    const options = choicesOf(field);
    return isList ? (
      <Select {...control} isMultiple options={options} value={values} onChange={onChange} />
    ) : (
      <Select {...control} isRequired options={options} value={value} onChange={set} />
    );
  }
  if (type === 'bool')
    return <Select {...control} isRequired options={truths} value={value} onChange={set} />;
  if (isList) return <ListInput {...control} placeholder="one, two" value={values} onChange={onChange} />;
  switch (type) {
    case 'number':
      return <NumberInput {...control} value={value} onChange={set} />;
    case 'date':
      return (
        <DateInput
          {...control}
          isRequired
          placeholder={operator === 'is' || operator === 'isNot' ? 'YYYY-MM-DD' : 'YYYY-MM-DD HH:MM:SS'}
          value={value}
          onChange={(text) => set(operator === 'is' || operator === 'isNot' ? dayOf(text) : text)}
        />
      );
    case 'json':
      return <TextInput {...control} isMono placeholder={'5 or "text"'} value={value} onChange={set} />;
    default:
      return <TextInput {...control} autoComplete="off" value={value} onChange={set} />;
  }
}

/** The input completes a day with midnight. */
function dayOf(text: string): string {
  return text.replace(/ 00:00:00$/, '');
}

function choicesOf(field: SchemaField) {
  const known = optionOf(field, 'values');
  return (Array.isArray(known) ? known : []).map((choice, index) => ({
    value: String(choice),
    mark: (index % 8) + 1,
  }));
}
