import { downloadText } from '../../base/download';
import { type FileTable, hasSources } from '../tables/table';
import { failedRowsText } from './plan/failedRows';

/** Saves the rows that failed, with the reason of each. */
export function saveFailedRows(table: FileTable, faults: ReadonlyMap<number, string>, source: string): void {
  const ending = hasSources(table) ? 'jsonl' : 'csv';
  const name = source.replace(/\.[^.]*$/, '') || 'rows';
  const type = hasSources(table) ? 'application/jsonl' : 'text/csv';
  downloadText(`${name}_left_out.${ending}`, failedRowsText(table, faults), type);
}
