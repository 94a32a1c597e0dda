import ArrowRight from 'lucide-react/icons/arrow-right';
import type { ReactNode } from 'react';
import type { CellMark, CellMarks } from '../../model/cellMark';
import type { Collection } from '../../model/collection';
import type { FullRecord } from '../../model/record';
import { Badge } from '../basics/Badge';
import { fieldIcons } from '../basics/fieldIcons';
import { Icon } from '../basics/Icon';
import { ValueRow, ValueTable } from '../data/ValueTable';
import css from './PreviewTable.module.css';
import { type PreviewContext, PreviewValue } from './PreviewValue';
import { columnsOf } from './recordColumns';

/** Values that were changed in the table of records and are not saved. */
export interface StagedValues {
  /** The record with these values. */
  record: FullRecord;
  /** Its json fields as they were typed. */
  sources: Readonly<Record<string, string>>;
  marks: CellMarks;
}

interface Props {
  record: FullRecord;
  collection: Collection;
  /** The json fields as the server wrote them. */
  sources: Readonly<Record<string, string>>;
  context: PreviewContext;
  staged?: StagedValues | null | undefined;
}

/** Shows all values of a record completely, one below the other; a changed value after the stored one. */
export function PreviewTable({ record, collection, sources, context, staged }: Props) {
  return (
    <ValueTable>
      {columnsOf(collection, record).map((column) => {
        const { name, kind } = column;
        const shared = { column, collection, context };
        const value = <PreviewValue {...shared} record={record} source={sources[name]} />;
        const mark = staged?.marks.get(name);
        return (
          <ValueRow
            key={name}
            mark={mark?.kind}
            name={
              <>
                <Icon of={fieldIcons[kind]} size="small" />
                {name}
              </>
            }
          >
            {staged && mark ? (
              <StagedValue mark={mark} stored={value}>
                <PreviewValue {...shared} record={staged.record} source={staged.sources[name]} />
              </StagedValue>
            ) : (
              value
            )}
          </ValueRow>
        );
      })}
    </ValueTable>
  );
}

interface StagedValueProps {
  mark: CellMark;
  stored: ReactNode;
  children: ReactNode;
}

function StagedValue({ mark: { kind, text, description }, stored, children }: StagedValueProps) {
  const needsAttention = kind !== 'changed';
  return (
    <div className={css.staged}>
      <del className={css.stored}>{stored}</del>
      <Icon of={ArrowRight} size="small" />
      <ins className={css.changed}>{text ?? children}</ins>
      <span className={css.badge}>
        <Badge kind={kind === 'wrong' ? 'danger' : 'warning'}>Staged</Badge>
      </span>
      {needsAttention && <p className={css.error}>{description}</p>}
    </div>
  );
}
