import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { SchemaField } from '../../model/field';
import { targetOf } from '../../model/types/fieldTypes';
import * as collections from '../../page/collections';
import { RelatedChips } from '../display/RelatedChips';
import { createRecordFiles } from '../files/recordFiles';
import { createRelatedRecords } from './relatedRecords';

interface Props {
  field: SchemaField;
  ids: readonly string[];
  rest: number;
}

/** Loads the records of a relation and shows them as chips. */
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
    <RelatedChips
      ids={ids}
      rest={rest}
      collection={collection}
      files={files}
      found={found}
      missing={missing}
    />
  );
}
