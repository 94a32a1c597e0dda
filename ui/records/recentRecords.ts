import { readJson, writeJson } from '../base/storage';
import * as session from '../page/session/session';

/** The records that this admin opened in this browser, the newest first. Log-out removes them. */
export interface RecentRecord {
  readonly collectionId: string;
  readonly id: string;
  /** The name of the record when it was opened. */
  readonly label: string;
}

const mostKept = 20;
const longestLabel = 120;

const isRecent = (item: unknown): item is RecentRecord => {
  const { collectionId, id, label } = (item ?? {}) as Record<string, unknown>;
  return [collectionId, id, label].every((text) => typeof text === 'string');
};

const adminId = () => session.state.admin?.id ?? '';

export function list(): readonly RecentRecord[] {
  const stored = readJson(recentKey(adminId()));
  return Array.isArray(stored) ? stored.filter(isRecent) : [];
}

export function remember(record: RecentRecord): void {
  if (adminId() === '') return;
  const { collectionId, id, label } = record;
  const first = { collectionId, id, label: label.slice(0, longestLabel) };
  store([first, ...without(record)].slice(0, mostKept));
}

export function drop(record: Pick<RecentRecord, 'collectionId' | 'id'>): void {
  store(without(record));
}

function without({ collectionId, id }: Pick<RecentRecord, 'collectionId' | 'id'>): RecentRecord[] {
  return list().filter((one) => one.id !== id || one.collectionId !== collectionId);
}

function store(records: readonly RecentRecord[]): void {
  writeJson(recentKey(adminId()), records);
}

/** Log-out removes this key. */
export const recentKey = (adminId: string) => `lowlineRecentRecords_${adminId}`;
