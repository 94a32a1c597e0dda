import * as records from '../../backend/records';
import { listOf } from '../../base/lists';
import type { Collection } from '../../model/collection';
import { fieldValue, type ListedRecord } from '../../model/record';
import { copyWithMessage } from '../../page/copyWithMessage';
import { report } from '../../page/report';
import { copiedCell } from '../clipboard/copiedCell';
import { columnType, type RecordColumn } from '../display/recordColumns';
import * as edits from '../edits';

/** Returns all values of the cell as text. `nameOf` returns the name of a related record. */
export function shownText(row: ListedRecord, column: RecordColumn, nameOf: (id: string) => string): string {
  const value = fieldValue(row, column.name);
  const { holds, print } = columnType(column);
  return holds === 'records' ? listOf(value).map(nameOf).join(', ') : print(value);
}

/**
 * Rows hold rich text and json only in part, so the complete value is copied: the changed one, else the stored one.
 */
export async function copyValue(
  collection: Collection,
  row: ListedRecord,
  column: RecordColumn,
): Promise<void> {
  const { isRich, hasSource } = columnType(column);
  try {
    await copyWithMessage(
      isRich || hasSource ? await wholeText(collection, row.id, column) : copiedCell(column, row, null).text,
    );
  } catch (error) {
    report(error);
  }
}

async function wholeText(collection: Collection, id: string, column: RecordColumn): Promise<string> {
  const changed = edits.changeAt(collection.id, id, column.field?.id ?? '');
  if (changed) return String(changed.mine);
  return readValue(collection, id, column);
}

async function readValue(collection: Collection, id: string, column: RecordColumn): Promise<string> {
  const { record, sources } = await records.get(collection, id);
  return sources[column.name] ?? String(fieldValue(record, column.name) ?? '');
}
