import * as records from '../api/records';
import { copyText } from '../platform/clipboard';
import { indentJson } from '../platform/jsonText';
import * as toasts from './toasts';

/** Copies the complete stored record as JSON, and says so. Rejects when it cannot be read. */
export async function copyRecord(collectionId: string, recordId: string): Promise<void> {
  const source = (await records.sourcesOf(collectionId, [recordId])).get(recordId);
  const isCopied = source !== undefined && (await copyText(indentJson(source)));
  if (isCopied) toasts.success('Copied the record to the clipboard.');
  else toasts.error('The record could not be copied.');
}
