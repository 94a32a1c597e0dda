import { failedRowsText } from '../../../model/record-import/failedRows';
import { type FileTable, hasSources } from '../../../model/tables/table';
import { downloadText } from '../../../platform/download';

/** Saves the rows that failed, with the reason of each. */
export function saveFailedRows(table: FileTable, faults: ReadonlyMap<number, string>, source: string): void {
  const ending = hasSources(table) ? 'jsonl' : 'csv';
  const name = source.replace(/\.[^.]*$/, '') || 'rows';
  const type = hasSources(table) ? 'application/jsonl' : 'text/csv';
  downloadText(`${name}_left_out.${ending}`, failedRowsText(table, faults), type);
}
