import * as records from '../../backend/records';
import { utcDay, utcTime } from '../../base/dates';
import type { Collection } from '../../model/collection';
import { fieldValue, type ListedRecord, listOf } from '../../model/record';
import { copyWithMessage } from '../../page/copyWithMessage';
import { report } from '../../page/report';
import { copiedCell } from '../clipboard/copiedCell';
import { cellText } from '../display/cellText';
import type { RecordColumn } from '../display/recordColumns';
import * as staged from '../staged/staged';

/** Returns what the cell shows, with all of its values. `nameOf` names a related record. */
export function shownText(row: ListedRecord, column: RecordColumn, nameOf: (id: string) => string): string {
  const value = fieldValue(row, column.name);
  switch (column.kind) {
    case 'bool':
      return value === true ? 'True' : 'False';
    case 'date':
      return `${utcDay(cellText(row, column))} ${utcTime(cellText(row, column))}`.trim();
    case 'select':
    case 'file':
      return listOf(value).join(', ');
    case 'relation':
      return listOf(value).map(nameOf).join(', ');
    default:
      return cellText(row, column);
  }
}

/** Rows hold rich text and json only in part, so their whole value is copied: the changed one, or the stored one. */
export async function copyValue(
  collection: Collection,
  row: ListedRecord,
  column: RecordColumn,
): Promise<void> {
  const isPart = column.kind === 'editor' || column.kind === 'json';
  try {
    await copyWithMessage(
      isPart ? await wholeText(collection, row.id, column) : copiedCell(column, row, null).text,
    );
  } catch (error) {
    report(error);
  }
}

async function wholeText(collection: Collection, id: string, column: RecordColumn): Promise<string> {
  const changed = staged.cellAt(collection.id, id, column.field?.id ?? '');
  if (changed) return String(changed.mine);
  return readValue(collection, id, column);
}

async function readValue(collection: Collection, id: string, column: RecordColumn): Promise<string> {
  const { record, sources } = await records.get(collection, id);
  return sources[column.name] ?? String(fieldValue(record, column.name) ?? '');
}
