import { memo, type ReactNode } from 'react';
import { Missing } from '../../kit/basics/Missing';
import { fieldValue, type ListedRecord } from '../../model/record';
import type { RecordValueContext } from '../types/fieldLook';
import { columnLook } from '../types/fieldLooks';
import { columnType, type RecordColumn } from './recordColumns';

interface Props {
  record: ListedRecord;
  column: RecordColumn;
  context: RecordValueContext;
}

/** Shows a value on one line. `cellTooltip` gives the tooltip of its cell. */
export const RecordValue = memo(function RecordValue(props: Props): ReactNode {
  const { record, column } = props;
  const value = fieldValue(record, column.name);
  const text = columnType(column).print(value);
  return text === '' ? <Missing /> : columnLook(column).cell({ ...props, value, text });
});

/** Undefined if nothing is cut, or if the parts of the cell have tooltips. */
export function cellTooltip(record: ListedRecord, column: RecordColumn): string | undefined {
  const value = fieldValue(record, column.name);
  return columnLook(column).tooltip?.(columnType(column).print(value), value) || undefined;
}
