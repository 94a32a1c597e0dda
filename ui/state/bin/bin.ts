import { proxy, ref } from 'valtio/vanilla';
import { subscribeKey } from 'valtio/vanilla/utils';
import { isMissing } from '../../api/ApiError';
import { apiAddress } from '../../api/client';
import { get as readCollection } from '../../api/collections';
import { readByIds } from '../../api/recordPages';
import { type FormerRecord, recordKey } from '../../model/put-back/putBackPlan';
import { readText, writeText } from '../../platform/storage';
import { forgetPutBacks } from '../jobs/jobShelf';
import { report } from '../report';
import * as session from '../session';
import * as tabs from '../tabs';
import * as toasts from '../toasts';
import { type BinOwner, dropMarks, isEmptiedAtLogOut, readMarks, setEmptiedAtLogOut } from './binMarks';
import { type BinContent, type BinEntry, type BinShelf, openBinShelf } from './binShelf';

const daysKey = 'lowlineBinDays';
export const keptDaysChoices = [7, 30, 90, 0] as const;

/**
 * The bin of this browser: what was deleted or changed here, and can come back. Each admin of each server has a bin of
 * their own.
 *
 *   await bin.load();                 // lists the entries of this admin
 *   await bin.remove([entry.id]);     // for good
 */
export const state = proxy<BinState>({
  entries: ref([]),
  isLoaded: false,
  isKept: true,
  keptDays: readKeptDays() ?? 30,
  emptiesAtLogOut: isEmptiedAtLogOut(),
});

export interface BinState {
  /** The newest first. (ref) */
  entries: readonly BinEntry[];
  isLoaded: boolean;
  /** False if the bin is lost with the page. */
  isKept: boolean;
  /** 0: nothing is kept. */
  keptDays: number;
  emptiesAtLogOut: boolean;
}

/** In bytes, for one admin of one server. */
export const mostBytes = 500 * 1024 * 1024;

const dayMs = 86_400_000;
/** Other admins may have chosen a longer time than this one. */
const longestDays = 90;
const holdName = (id: string) => `bin ${id}`;

let shelf: Promise<BinShelf> | null = null;
let isRoomTold = false;

/** The id of the current admin, or of the last one: an answer may come after the end of the session. */
let owner = session.state.admin?.id ?? '';
// The next admin at this page must not see the entries of the last one.
subscribeKey(session.state, 'admin', (admin) => {
  if (!admin || admin.id === owner) return;
  owner = admin.id;
  Object.assign(state, { entries: ref([]), isLoaded: false });
});

async function open(): Promise<BinShelf> {
  const isFirst = shelf === null;
  shelf ??= openBinShelf();
  const opened = await shelf;
  if (isFirst) await removeMarked(opened);
  state.isKept = opened.isKept;
  return opened;
}

/** Removes the entries of admins who wanted an empty bin after their log-out. */
async function removeMarked(opened: BinShelf): Promise<void> {
  const marks = readMarks();
  if (marks.length === 0) return;
  const entries = await opened.entries();
  for (const [server, admin] of marks) {
    const marked = entries.filter((entry) => entry.server === server && entry.admin === admin);
    await opened.remove(marked.map(({ id }) => id));
    await forgetPutBacks(server, admin);
  }
  dropMarks();
}

export async function emptyMarked(): Promise<void> {
  await removeMarked(await open());
}

/** Null without a choice. */
function readKeptDays(): number | null {
  const stored = readText(daysKey);
  return keptDaysChoices.find((days) => String(days) === stored) ?? null;
}

/** Another tab may have changed the choice. */
function rereadKeptDays(): number {
  state.keptDays = readKeptDays() ?? state.keptDays;
  return state.keptDays;
}

export const isOff = () => rereadKeptDays() === 0;

/** Returns whose entries are made and shown now. */
export const currentOwner = (): BinOwner => [apiAddress(''), owner];

function isMine(entry: BinEntry): boolean {
  const [server, admin] = currentOwner();
  return entry.server === server && entry.admin === admin;
}

/** Lists the entries that this admin can put back. First completes or removes the entries of interrupted deletes. */
export async function load(): Promise<void> {
  const opened = await open();
  const held = await tabs.findHeldNames();
  for (const entry of (await opened.entries()).filter(isMine)) {
    const isBusy = tabs.isHeldHere(holdName(entry.id)) || held.has(holdName(entry.id));
    if (entry.state === 'pending' && !isBusy) await finishInterrupted(entry);
  }
  await prune(opened);
  await list(opened);
}

async function list(opened: BinShelf): Promise<void> {
  const mine = (await opened.entries()).filter((entry) => isMine(entry) && entry.state !== 'pending');
  state.entries = ref(mine);
  state.isLoaded = true;
}

/** Removes entries that are too old, and the oldest ones above the size. */
async function prune(opened: BinShelf): Promise<void> {
  const since = (days: number) => new Date(Date.now() - days * dayMs).toISOString();
  const oldest = since(rereadKeptDays());
  const oldestOfOthers = since(longestDays);
  const entries = await opened.entries();
  let bytes = 0;
  const dropped = entries.filter((entry) => {
    if (entry.savedAt < oldestOfOthers) return true;
    if (entry.state === 'pending' || !isMine(entry)) return false;
    bytes += entry.bytes;
    return entry.savedAt < oldest || bytes > mostBytes;
  });
  if (dropped.length > 0) await opened.remove(dropped.map(({ id }) => id));
}

/** Stores an entry; without its files if there is no room for them. Warns only once. */
export async function add(entry: BinEntry, content: BinContent): Promise<'yes' | 'without files' | 'no'> {
  if (isOff()) return 'no';
  const opened = await open();
  if (await opened.add(entry, content)) {
    await prune(opened);
    if (state.isLoaded) await list(opened);
    return 'yes';
  }
  const small = { ...entry, fileCount: 0, bytes: entry.bytes - bytesOf(content) };
  if (content.files.length > 0 && (await opened.add(small, { ...content, files: [] }))) {
    tellNoRoom();
    return 'without files';
  }
  tellNoRoom();
  return 'no';
}

const bytesOf = ({ files }: BinContent) => files.reduce((sum, { content }) => sum + content.size, 0);

function tellNoRoom(): void {
  if (!isRoomTold) toasts.warning('This browser has no room to keep what you delete.');
  isRoomTold = true;
}

/** Other tabs leave the entry alone until the returned function is called. */
export function holdEntry(id: string): () => void {
  return tabs.hold(holdName(id));
}

/**
 * Stores what the delete has deleted (`completeDelete`). Returns false if there is nothing to undo: nothing was deleted and the entry is removed, the
 * server did not answer and the entry stays pending, or it cannot be stored.
 */
export async function confirmDelete(
  entry: BinEntry,
  content: BinContent,
  deleted: readonly string[],
  doubtful: readonly string[] = [],
): Promise<boolean> {
  const opened = await open();
  let completed: CompletedDelete | null;
  try {
    completed = await completeDelete(entry, content, deleted, doubtful);
  } catch (error) {
    // The entry stays pending, and the next load looks again.
    report(error, { isSilent: true });
    return false;
  }
  if (!completed) {
    await drop([entry.id]);
    return false;
  }
  const isStored = await opened.update(completed.entry, completed.content);
  if (state.isLoaded) await list(opened);
  return isStored;
}

/** Completes or removes the entry of an interrupted delete. */
async function finishInterrupted(entry: BinEntry): Promise<void> {
  const opened = await open();
  try {
    const content = await opened.content(entry.id);
    const deleted = content && (await readDeleted(entry));
    if (!deleted) await opened.remove([entry.id]);
    else await confirmDelete(entry, content, deleted);
  } catch (error) {
    // The next load looks again.
    report(error, { isSilent: true });
  }
}

export async function content(id: string): Promise<BinContent | null> {
  return (await find(id)) ? (await open()).content(id) : null;
}

export async function file(id: string, recordId: string, name: string): Promise<Blob | null> {
  return (await open()).file(id, recordId, name);
}

/** Returns the entry as it is stored now; null if there is none. */
export async function find(id: string): Promise<BinEntry | null> {
  return (await (await open()).entries()).find((entry) => entry.id === id && isMine(entry)) ?? null;
}

/** Marks an entry as put back, and drops its content. */
export async function markBack(entry: BinEntry): Promise<void> {
  const opened = await open();
  const empty = { collections: [], records: [], references: [], files: [], candidates: [], after: null };
  await opened.update({ ...entry, state: 'back', fileCount: 0, bytes: 0 }, empty);
  if (state.isLoaded) await list(opened);
}

async function drop(ids: readonly string[]): Promise<void> {
  const opened = await open();
  await opened.remove(ids);
  if (state.isLoaded) await list(opened);
}

/** Removes entries for good, also from put-backs that were stopped. */
export async function remove(ids: readonly string[]): Promise<void> {
  await drop(ids);
  await forgetPutBacks(...currentOwner(), ids);
}

/** Removes all entries and stopped put-backs of this admin on this server. */
export async function empty(): Promise<void> {
  const opened = await open();
  await drop((await opened.entries()).filter(isMine).map(({ id }) => id));
  await forgetPutBacks(...currentOwner());
}

/** 0 stops keeping and empties the bin. */
export async function setKeptDays(days: number): Promise<void> {
  state.keptDays = days;
  writeText(daysKey, String(days));
  if (days === 0) return empty();
  const opened = await open();
  await prune(opened);
  await list(opened);
}

export function setEmptiesAtLogOut(empties: boolean): void {
  state.emptiesAtLogOut = empties;
  setEmptiedAtLogOut(empties);
}

/** The entry of a delete that has deleted something. */
interface CompletedDelete {
  readonly entry: BinEntry;
  readonly content: BinContent;
}

/**
 * Completes an entry after its delete: adds the records that the server deleted with it, and asks the server which
 * `doubtful` ones exist. Null if nothing was deleted. Rejects if the server does not say which exist.
 */
async function completeDelete(
  entry: BinEntry,
  content: BinContent,
  deleted: readonly string[],
  doubtful: readonly string[],
): Promise<CompletedDelete | null> {
  const isCollection = entry.kind === 'collection';
  const there = await readExisting(entry.collectionId, doubtful);
  const gone = new Set([...deleted, ...doubtful.filter((id) => !there.includes(id))]);
  const records = content.records.filter(({ answer }) => isCollection || gone.has(answer.record.id));
  if (!isCollection && records.length === 0) return null;
  const isGone = await goneTestOf(content);
  const cascaded = content.candidates.filter(isGone);
  const keys = new Set(cascaded.map(({ collectionId, answer }) => recordKey(collectionId, answer.record.id)));
  const all = [...records, ...cascaded];
  const ids = new Set(all.map(({ answer }) => answer.record.id));
  const files = content.files.filter(({ recordId }) => ids.has(recordId));
  return {
    entry: {
      ...entry,
      state: 'kept',
      ids: isCollection ? [] : records.map(({ answer }) => answer.record.id),
      recordCount: all.length,
      fileCount: files.length,
    },
    content: {
      ...content,
      records: all,
      candidates: [],
      references: content.references.filter((one) => !keys.has(recordKey(one.collectionId, one.recordId))),
      files,
    },
  };
}

/**
 * Asks the server which candidates exist. The returned function says whether one is deleted. Without an answer all
 * count as deleted: a put-back leaves those that exist.
 */
async function goneTestOf({ candidates }: BinContent): Promise<(record: FormerRecord) => boolean> {
  const there = new Set<string>();
  const collectionIds = new Set(candidates.map(({ collectionId }) => collectionId));
  try {
    for (const collectionId of collectionIds) {
      const ids = candidates
        .filter((one) => one.collectionId === collectionId)
        .map(({ answer }) => answer.record.id);
      for (const id of await readExisting(collectionId, ids)) there.add(recordKey(collectionId, id));
    }
  } catch (error) {
    report(error, { isSilent: true });
  }
  return ({ collectionId, answer }) => !there.has(recordKey(collectionId, answer.record.id));
}

/** Asks the server what an interrupted delete has deleted. Null if it is one of a collection that exists. */
async function readDeleted({ kind, collectionId, ids }: BinEntry): Promise<readonly string[] | null> {
  const hasCollection = await isThere(collectionId);
  if (kind === 'collection') return hasCollection ? null : [];
  const there = hasCollection ? await readExisting(collectionId, ids) : [];
  return ids.filter((id) => !there.includes(id));
}

async function readExisting(collectionId: string, ids: readonly string[]): Promise<string[]> {
  return (await readByIds(collectionId, ids, { fields: ['id'] })).map(({ id }) => id);
}

async function isThere(collectionId: string): Promise<boolean> {
  try {
    await readCollection(collectionId);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}
