import { listOf } from '../../base/lists';
import { safeAddress } from '../../base/safeAddress';
import { type Collection, collectionTypeOf } from '../../model/collection';
import { expandedRecords, fieldValue, type ListedRecord } from '../../model/record';
import { displayText } from '../../model/recordName';
import { targetOf } from '../../model/types/fieldTypes';
import * as collections from '../../page/collections';
import { openPanel } from '../../page/panels';
import { columnType, type RecordColumn } from '../display/recordColumns';
import type { RecordList } from '../recordList';

export type CellTarget =
  | { readonly kind: 'record'; readonly id: string; readonly collectionId: string; readonly text: string }
  | { readonly kind: 'file'; readonly text: string }
  | { readonly kind: 'link'; readonly href: string; readonly text: string };

/** Returns the related record, file or link at this position in a cell; null if there is none. */
export function cellTarget(column: RecordColumn, row: ListedRecord, place: number): CellTarget | null {
  const value = fieldValue(row, column.name);
  const items = listOf(value);
  const id = items[place] ?? items[0];
  if (columnType(column).holds === 'files') return id === undefined ? null : { kind: 'file', text: id };
  if (columnType(column).holds === 'records') {
    const collectionId = (column.field && targetOf(column.field)) ?? '';
    return id === undefined ? null : { kind: 'record', id, collectionId, text: relatedName(row, column, id) };
  }
  const href = columnType(column).isLink ? safeAddress(String(value ?? '')) : null;
  return href === null ? null : { kind: 'link', href, text: href };
}

/** Returns the id if the row has no such record. */
export function relatedName(row: ListedRecord, column: RecordColumn, id: string): string {
  const found = expandedRecords(row, column.name)?.find((one) => one.id === id);
  const target = collections.find((column.field && targetOf(column.field)) ?? '');
  return found ? displayText(found, target as Collection | undefined) : id;
}

/** A link opens in a new tab. */
export async function openTarget(
  collection: Collection,
  row: ListedRecord,
  target: CellTarget,
  records: RecordList,
): Promise<void> {
  if (target.kind === 'link') {
    window.open(target.href, '_blank', 'noopener,noreferrer');
  } else if (target.kind === 'file') {
    await openPanel('filePreview', { collectionId: collection.id, record: row, name: target.text });
  } else {
    const { collectionId, id: recordId } = target;
    const owner = collections.find(collectionId) as Collection | undefined;
    if (owner && collectionTypeOf(owner) === 'view') {
      await openPanel('recordPreview', { collectionId, recordId });
      return;
    }
    // The rows show the name of the record, which may have changed.
    if (await openPanel('recordEditor', { collectionId, recordId })) await records.reload();
  }
}
