import type { Collection } from '../../model/collection';
import type { FullRecord } from '../../model/record';
import { fieldIcons } from '../basics/fieldIcons';
import { Icon } from '../basics/Icon';
import { ValueRow, ValueTable } from '../data/ValueTable';
import { type PreviewContext, PreviewValue } from './PreviewValue';
import { columnsOf } from './recordColumns';

interface Props {
  record: FullRecord;
  collection: Collection;
  /** The json fields as the server wrote them. */
  sources: Readonly<Record<string, string>>;
  context: PreviewContext;
}

/** Shows all values of a record completely, one below the other. */
export function PreviewTable({ record, collection, sources, context }: Props) {
  return (
    <ValueTable>
      {columnsOf(collection, record).map((column) => (
        <ValueRow
          key={column.name}
          name={
            <>
              <Icon of={fieldIcons[column.kind]} size="small" />
              {column.name}
            </>
          }
        >
          <PreviewValue
            record={record}
            column={column}
            collection={collection}
            source={sources[column.name]}
            context={context}
          />
        </ValueRow>
      ))}
    </ValueTable>
  );
}
