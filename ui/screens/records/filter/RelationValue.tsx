import Search from 'lucide-react/icons/search';
import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { Icon } from '../../../components/basics/Icon';
import { recordText } from '../../../components/record/RecordLabel';
import { type SchemaField, targetOf } from '../../../model/field';
import type { ListedRecord } from '../../../model/record';
import * as collections from '../../../state/collections';
import { openPanel } from '../../../state/panels';
import { createRelatedRecords } from '../../../state/records/relatedRecords';
import css from './FilterDialog.module.css';

export interface ValueControl {
  'aria-label': string;
  'aria-invalid'?: true | undefined;
  'aria-describedby'?: string | undefined;
}

interface Props extends ValueControl {
  field: SchemaField;
  ids: readonly string[];
  /** Several records can be chosen. */
  isList: boolean;
  onChange: (ids: readonly string[]) => void;
}

const placeholder = '- Select -';

/** The records of a relation, chosen in the record picker. */
export function RelationValue({ field, ids, isList, onChange, ...control }: Props) {
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
