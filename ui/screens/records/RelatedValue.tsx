import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { Badge } from '../../components/basics/Badge';
import { RecordInfo, RecordLabel } from '../../components/record/RecordLabel';
import { type SchemaField, targetOf } from '../../model/field';
import type { ListedRecord } from '../../model/record';
import * as collections from '../../state/collections';
import { createRecordFiles } from '../../state/recordFiles';
import { createRelatedRecords } from '../../state/relatedRecords';
import css from './RelatedValue.module.css';

interface Props {
  field: SchemaField;
  ids: readonly string[];
  /** The number of records that do not fit. */
  rest: number;
}

/** Shows the records of a relation as chips. A chip shows the id until its record is loaded. */
export function RelatedValue({ field, ids, rest }: Props) {
  const targetId = targetOf(field) ?? '';
  const collection = collections.find(targetId);
  const [related] = useState(() => createRelatedRecords(targetId));
  const [files] = useState(createRecordFiles);
  const { found, missing } = useSnapshot(related.state);

  useEffect(() => {
    if (!collection) return;
    void files.prepare(collection);
    void related.show(ids);
  }, [collection, files, related, ids]);

  useEffect(() => related.close, [related]);

  return (
    <span className={css.root}>
      {ids.map((id) => {
        const record = found.get(id) as ListedRecord | undefined;
        return (
          <span key={id} className={css.chip}>
            {record && collection ? (
              <>
                <RecordLabel record={record} collection={collection} files={files} />
                <RecordInfo record={record} />
              </>
            ) : (
              <>
                <span className={css.id}>{id}</span>
                {missing.has(id) && <Badge kind="warning">missing</Badge>}
              </>
            )}
          </span>
        );
      })}
      {rest > 0 && '...'}
    </span>
  );
}
