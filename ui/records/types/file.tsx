import Image from 'lucide-react/icons/image';
import { listOf } from '../../base/lists';
import type { Collection } from '../../model/collection';
import { needsToken } from '../../model/file';
import type { ListedRecord } from '../../model/record';
import { CellLine } from '../display/CellLine';
import { FileThumb } from '../display/RecordLabel';
import { Thumb } from '../display/Thumb';
import { type FieldLook, mostPreviewed, type RecordValueContext } from './fieldLook';

const mostInCell = 5;

export const file: FieldLook = {
  icon: Image,
  isWide: true,
  cell({ value, record, context }) {
    const names = listOf(value);
    return (
      <CellLine rest={names.slice(mostInCell)}>
        {names.slice(0, mostInCell).map((name) => (
          <CellThumb
            key={name}
            record={record}
            name={name}
            collection={context.collection}
            context={context}
          />
        ))}
      </CellLine>
    );
  },
  preview({ value, record, collection, context: { files, onFileOpen } }) {
    const names = listOf(value);
    return (
      <span className="chips">
        {names.slice(0, mostPreviewed).map((name) => (
          <FileThumb
            key={name}
            record={record}
            name={name}
            collection={collection}
            files={files}
            onOpen={onFileOpen && (() => onFileOpen(name))}
          />
        ))}
        {names.length > mostPreviewed && '...'}
      </span>
    );
  },
};

interface CellThumbProps {
  record: ListedRecord;
  name: string;
  collection: Collection | undefined;
  context: RecordValueContext;
}

/** It does not follow the token, because a new one renders the whole table again. */
export function CellThumb({ record, name, collection, context: { files, onFileOpen } }: CellThumbProps) {
  return (
    <Thumb
      name={name}
      address={files.thumbAddress(record, name, collection)}
      onFailure={() => {
        if (needsToken(record, name, collection)) void files.renewToken();
      }}
      onOpen={onFileOpen && (() => onFileOpen(record, name))}
      tabIndex={-1}
    />
  );
}
