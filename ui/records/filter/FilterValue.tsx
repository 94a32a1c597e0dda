import Search from 'lucide-react/icons/search';
import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { Icon } from '../../kit/basics/Icon';
import { DateInput } from '../../kit/form/DateInput';
import { ListInput } from '../../kit/form/ListInput';
import { NumberInput } from '../../kit/form/NumberInput';
import { Select } from '../../kit/form/Select';
import { TextInput } from '../../kit/form/TextInput';
import { optionOf, type SchemaField } from '../../model/field';
import type { FieldCondition } from '../../model/filter/valueCondition';
import type { ListedRecord } from '../../model/record';
import { targetOf } from '../../model/types/fieldTypes';
import * as collections from '../../page/collections';
import { openPanel } from '../../page/panels';
import { recordText } from '../display/RecordLabel';
import { createRelatedRecords } from '../related/relatedRecords';
import css from './FilterDialog.module.css';

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
  const type = field ? field.type : null;
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

interface ValueControl {
  'aria-label': string;
  'aria-invalid'?: true | undefined;
  'aria-describedby'?: string | undefined;
}

interface RelationValueProps extends ValueControl {
  field: SchemaField;
  ids: readonly string[];
  /** Several records can be chosen. */
  isList: boolean;
  onChange: (ids: readonly string[]) => void;
}

const placeholder = '- Select -';

/** The records of a relation, chosen in the record picker. */
function RelationValue({ field, ids, isList, onChange, ...control }: RelationValueProps) {
  const targetId = targetOf(field) ?? '';
  const collection = collections.find(targetId);
  const [related] = useState(() => createRelatedRecords(targetId));
  const { found } = useSnapshot(related.state);
  const idsKey = ids.join(' ');

  useEffect(() => {
    if (collection && idsKey !== '') void related.show(idsKey.split(' '));
  }, [collection, related, idsKey]);
  useEffect(() => related.close, [related]);

  async function pick() {
    const selected = isList ? ids : ids.slice(0, 1);
    const picked = await openPanel('recordPicker', {
      collectionId: targetId,
      selected,
      max: isList ? null : 1,
    });
    if (picked) onChange(picked);
  }

  const shown = isList ? ids : ids.slice(0, 1);
  const names = shown.map((id) => {
    const record = found.get(id) as ListedRecord | undefined;
    return record && collection ? recordText(record, collection) : id;
  });
  const text = names.join(', ');
  const isEmpty = text === '';
  return (
    <button
      {...control}
      aria-label={`${control['aria-label']}: ${isEmpty ? placeholder : text}`}
      type="button"
      className={css.relation}
      disabled={!collection}
      onClick={() => void pick()}
    >
      {isEmpty ? (
        <span className="subtle">{placeholder}</span>
      ) : (
        <span className="ellipsis" translate="no">
          {text}
        </span>
      )}
      <Icon of={Search} size="small" />
    </button>
  );
}
