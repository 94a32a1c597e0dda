import { readByIds, sourceText } from '../backend/recordPages';
import { copyText } from '../base/clipboard';
import { printHash } from '../base/hash';
import { indentJson } from '../base/jsonText';
import { pageAddressOf } from '../base/pageAddress';
import { copyWithMessage } from '../page/copyWithMessage';
import { report } from '../page/report';
import * as toasts from '../page/toasts';

/** Copies the stored record as JSON, complete and without unsaved changes, and shows a message. */
export async function copyRecord(collectionId: string, recordId: string): Promise<void> {
  try {
    const [found] = await readByIds(collectionId, [recordId], { fields: null });
    if (!found) toasts.error('The record could not be copied.');
    else await copyWithMessage(indentJson(sourceText(found)), 'the record');
  } catch (error) {
    report(error);
  }
}

export const recordAddress = (collectionId: string, recordId: string): string =>
  pageAddressOf(printHash('/collections', { collectionId, recordId }));

/** Returns false, after a message, if the browser does not allow it. */
export const copyRecordLink = (collectionId: string, recordId: string): Promise<boolean> =>
  copyText(recordAddress(collectionId, recordId));
