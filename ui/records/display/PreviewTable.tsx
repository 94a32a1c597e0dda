import ArrowRight from 'lucide-react/icons/arrow-right';
import type { ReactNode } from 'react';
import { Badge } from '../../kit/basics/Badge';
import { Icon } from '../../kit/basics/Icon';
import { Missing } from '../../kit/basics/Missing';
import type { CellMark, CellMarks } from '../../kit/table/TableRow';
import { ValueRow, ValueTable } from '../../kit/table/ValueTable';
import type { Collection } from '../../model/collection';
import { type FullRecord, fieldValue } from '../../model/record';
import type { PreviewContext } from '../types/fieldLook';
import { columnLook } from '../types/fieldLooks';
import css from './PreviewTable.module.css';
import { columnsOf, columnType } from './recordColumns';

/** Unsaved changes of the table of records. */
export interface StagedValues {
  /** The record with the changed values. */
  record: FullRecord;
  /** The changed json fields as typed. */
  sources: Readonly<Record<string, string>>;
  marks: CellMarks;
}

interface Props {
  record: FullRecord;
  collection: Collection;
  /** The json fields as the server has written them. */
  sources: Readonly<Record<string, string>>;
  context: PreviewContext;
  staged?: StagedValues | null | undefined;
}

/** Shows all values of a record in full. A changed value follows the stored one. */
export function PreviewTable({ record, collection, sources, context, staged }: Props) {
  return (
    <ValueTable>
      {columnsOf(collection, record).map((column) => {
        const { name } = column;
        const { icon, preview } = columnLook(column);
        const draw = (from: FullRecord, source: string | undefined) => {
          const value = fieldValue(from, name);
          const text = columnType(column).print(value);
          if (text === '') return <Missing />;
          return preview({ value, text, record: from, column, collection, source, context });
        };
        const value = draw(record, sources[name]);
        const mark = staged?.marks.get(name);
        return (
          <ValueRow
            key={name}
            mark={mark?.kind}
            name={
              <>
                <Icon of={icon} size="small" />
                {name}
              </>
            }
          >
            {staged && mark ? (
              <StagedValue mark={mark} stored={value}>
                {draw(staged.record, staged.sources[name])}
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
