import type { AnyRecord } from '../../model/record';
import type { StagedCells } from '../values/stagedCell';

/** A record as the server stores it now. */
export interface StoredNow {
  readonly record: AnyRecord;
  readonly sources: Readonly<Record<string, string>>;
}

/** A record as this page has saved it last. */
interface SavedRecord extends StoredNow {
  /** The cells that the save has sent. */
  readonly sent: StagedCells;
}

/** The writes under way, by the ids of collection and record. A discard forgets them. */
const sending = new Map<string, StagedCells>();
/** The records saved last in this visit, by the ids of collection and record. */
const saved = new Map<string, SavedRecord>();
const placeOf = (collectionId: string, recordId: string) => `${collectionId} ${recordId}`;

/** Notes the cells that a save is about to send. */
export function beginSending(collectionId: string, recordId: string, cells: StagedCells): void {
  sending.set(placeOf(collectionId, recordId), cells);
}

/** Forgets the unfinished writes of a save. The server may have stored them. */
export function endSending(collectionId: string): void {
  for (const place of sending.keys()) if (place.startsWith(placeOf(collectionId, ''))) sending.delete(place);
}

/** True while a save sends the record; with `sent` only if these are the cells. */
export function isSending(collectionId: string, recordId: string, sent?: StagedCells): boolean {
  const now = sending.get(placeOf(collectionId, recordId));
  return now !== undefined && (sent === undefined || now === sent);
}

export const forgetSending = (collectionId: string, recordId: string): boolean =>
  sending.delete(placeOf(collectionId, recordId));

/** Notes what a save has stored. */
export function noteSaved(collectionId: string, stored: StoredNow, sent: StagedCells): void {
  saved.set(placeOf(collectionId, stored.record.id), { ...stored, sent });
}

/** Returns the record as this page has saved it last; undefined if it has not. */
export const savedAs = (collectionId: string, recordId: string): SavedRecord | undefined =>
  saved.get(placeOf(collectionId, recordId));

/** Ends with the session. */
export function forget(): void {
  sending.clear();
  saved.clear();
}
