import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { Badge } from '../../components/basics/Badge';
import { type SchemaField, targetOf } from '../../model/field';
import type { ListedRecord } from '../../model/record';
import * as collections from '../../state/collections';
import { createRelatedRecords } from './editor/relatedRecords';
import { RecordInfo } from './RecordInfo';
import { RecordLabel } from './RecordLabel';
import css from './RelatedValue.module.css';
import { createRecordFiles } from './recordFiles';

interface Props {
  field: SchemaField;
  ids: readonly string[];
  /** How many more there are. */
  rest: number;
}

/** The records of a relation, as chips; their ids stand there until they have come. */
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
