import { readByIds, sourceText } from '../backend/recordPages';
import { copyText } from '../base/clipboard';
import { printHash } from '../base/hash';
import { indentJson } from '../base/jsonText';
import { pageAddressOf } from '../base/pageAddress';
import { copyWithMessage } from '../page/copyWithMessage';
import { report } from '../page/report';
import * as toasts from '../page/toasts';

/** Copies the complete stored record as JSON, without unsaved changes, and says so. */
export async function copyRecord(collectionId: string, recordId: string): Promise<void> {
  try {
    const [found] = await readByIds(collectionId, [recordId], { fields: null });
    if (!found) toasts.error('The record could not be copied.');
    else await copyWithMessage(indentJson(sourceText(found)), 'the record');
  } catch (error) {
    report(error);
  }
}

/** Returns the full URL that opens a record in its list. */
export const recordAddress = (collectionId: string, recordId: string): string =>
  pageAddressOf(printHash('/collections', { collectionId, recordId }));

/** Copies the URL of a record. Returns false, and says so, if the browser does not allow it. */
export const copyRecordLink = (collectionId: string, recordId: string): Promise<boolean> =>
  copyText(recordAddress(collectionId, recordId));
