import Search from 'lucide-react/icons/search';
import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { Icon } from '../../kit/basics/Icon';
import { ListInput } from '../../kit/form/ListInput';
import { Select } from '../../kit/form/Select';
import { TextInput } from '../../kit/form/TextInput';
import type { SchemaField } from '../../model/field';
import type { FieldCondition } from '../../model/filter/valueCondition';
import { holdsChoices, holdsRecords, targetOf } from '../../model/types/fieldTypes';
import * as collections from '../../page/collections';
import { openPanel } from '../../page/panels';
import { recordText } from '../display/RecordLabel';
import { createRelatedRecords } from '../related/relatedRecords';
import type { FilterControl } from '../types/fieldLook';
import { lookOf } from '../types/fieldLooks';
import { choiceOptions } from '../types/select';
import css from './FilterDialog.module.css';

interface Props {
  /** Undefined for "Any column". */
  field: SchemaField | undefined;
  condition: FieldCondition;
  control: FilterControl;
  onChange: (values: readonly string[]) => void;
}

export function FilterValue({ field, condition, control, onChange }: Props) {
  const { operator, values } = condition;
  const isList = operator === 'anyOf';
  if (field && holdsRecords(field)) {
    return <RelationValue {...control} field={field} ids={values} isList={isList} onChange={onChange} />;
  }
  if (field && isList && holdsChoices(field)) {
    const options = choiceOptions(field);
    return <Select {...control} isMultiple options={options} value={values} onChange={onChange} />;
  }
  if (isList) return <ListInput {...control} placeholder="one, two" value={values} onChange={onChange} />;
  const [value = ''] = values;
  const set = (text: string) => onChange(text === '' ? [] : [text]);
  const FilterInput = field && lookOf(field).FilterInput;
  return FilterInput ? (
    <FilterInput field={field} operator={operator} control={control} value={value} onChange={set} />
  ) : (
    <TextInput {...control} autoComplete="off" value={value} onChange={set} />
  );
}

interface RelationValueProps extends FilterControl {
  field: SchemaField;
  ids: readonly string[];
  /** True if several records can be chosen. */
  isList: boolean;
  onChange: (ids: readonly string[]) => void;
}

const placeholder = '- Select -';

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
    const record = found.get(id);
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
