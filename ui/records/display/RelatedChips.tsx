import { Badge } from '../../kit/basics/Badge';
import type { Collection } from '../../model/collection';
import type { ListedRecord } from '../../model/record';
import { RecordInfo, RecordLabel } from './RecordLabel';
import css from './RelatedChips.module.css';
import type { ThumbSource } from './Thumb';

interface Props {
  ids: readonly string[];
  rest: number;
  /** The collection of the records; undefined if it is unknown. */
  collection: Collection | undefined;
  files: ThumbSource;
  found: ReadonlyMap<string, ListedRecord>;
  missing: ReadonlySet<string>;
}

/** A chip shows the id until its record is loaded. */
export function RelatedChips({ ids, rest, collection, files, found, missing }: Props) {
  return (
    <span className="chips">
      {ids.map((id) => {
        const record = found.get(id);
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
