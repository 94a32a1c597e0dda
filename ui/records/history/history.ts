// The server has no trash, and a hidden collection would need rules that every other client respects. So this
// browser keeps in IndexedDB what an act has changed, for each admin of each server. It does not have the acts of
// other browsers; for those there are backups. A log-out keeps the history, because the next person has no session
// to see it; an option deletes it then.

import { proxy, ref } from 'valtio/vanilla';
import { subscribeKey } from 'valtio/vanilla/utils';
import { apiAddress } from '../../backend/client';
import {
  type Database,
  type DatabaseSchema,
  keysUnder,
  openDatabase,
  removeDatabase,
} from '../../base/database';
import { newestFirst } from '../../base/lists';
import { randomText } from '../../base/random';
import { readText, writeText } from '../../base/storage';
import type { Collection } from '../../model/collection';
import type { RecordAnswer } from '../../model/record';
import * as confirm from '../../page/confirm';
import * as tabs from '../../page/otherTabs';
import * as session from '../../page/session/session';
import { dropMarks, isEmptiedAtLogOut, readMarks, setEmptiedAtLogOut } from './historyMarks';
import {
  type Act,
  type ActContent,
  type ImportMark,
  type KeptFile,
  type NewSchema,
  type Part,
  partKey,
} from './plan/act';

/**
 * The history of this browser: each act of this admin on this server, with the records as they were before it, so that
 * it can be undone. One act is one entry, however many records it changes.
 *
 *   const act = history.begin({ kind: 'delete', verb: 'Delete', title: '3 records', collection });
 *   if (!(await act.add({ parts, files }))) return;    // stored before the write; false: the person declined
 *   await records.remove(collection.id, id);
 *   act.close();
 *
 * Guarantees: a part is stored before the write that it belongs to. What cannot be stored is said in a question before
 * that write. With keeping turned off, and when a save cannot be stored, the last act stays in memory for its message.
 */

interface HistorySchema extends DatabaseSchema {
  acts: { key: string; value: Act };
  parts: { key: [string, string, string]; value: Part & { act: string } };
  files: { key: [string, string, string]; value: KeptFile & { act: string } };
}

interface HistoryState {
  /** The newest first. */
  acts: readonly Act[];
  isLoaded: boolean;
  /** False if this browser keeps nothing. */
  isKept: boolean;
  /** 0 means that nothing is kept. */
  keptDays: number;
  emptiesAtLogOut: boolean;
}

export const keptDaysChoices = [7, 30, 90, 0] as const;
/** In bytes, for one admin on one server. */
export const mostBytes = 500 * 1024 * 1024;

const daysKey = 'lowlineBinDays';
const dayMs = 86_400_000;
/** Entries of other admins stay this long, because those may have chosen a longer time. */
const longestDays = 90;
const mostIds = 100;
const pruneEveryMs = 60_000;
/** One transaction stores up to this number of results. */
const mostDue = 20;
/** A tab that is busy may not answer the first question whether it is alive. */
const mostAsked = 20;
const allStores: ('acts' | 'parts' | 'files')[] = ['acts', 'parts', 'files'];
const byDate = newestFirst(({ at }: Act) => at);
const holdName = (id: string) => `history ${id}`;

export const state = proxy<HistoryState>({
  acts: ref([]),
  isLoaded: false,
  isKept: true,
  keptDays: readKeptDays() ?? 30,
  emptiesAtLogOut: isEmptiedAtLogOut(),
});

let opening: Promise<Database<HistorySchema> | null> | null = null;
let prunedAt = 0;
/** The last act that could not be stored. The Undo of its message needs it. */
let unkept: {
  id: string;
  content(): ActContent;
  remove(keys: Iterable<string>): void;
  change(changed: Act): void;
} | null = null;

/** The id of the admin, also after the end of the session: a late response still belongs to that admin. */
let owner = session.state.admin?.id ?? '';
// The next admin on this page must not see the entries of the previous one.
subscribeKey(session.state, 'admin', (admin) => {
  if (!admin || admin.id === owner) return;
  owner = admin.id;
  unkept = null;
  Object.assign(state, { acts: ref([]), isLoaded: false });
});

/** Null if this browser cannot store anything. */
async function open(): Promise<Database<HistorySchema> | null> {
  opening ??= openDatabase<HistorySchema>('lowline-history', 1, (created) => {
    // The names of this database in versions that were never released.
    for (const name of ['lowline-bin', 'lowline']) removeDatabase(name);
    created.createObjectStore('acts', { keyPath: 'id' });
    created.createObjectStore('parts', { keyPath: ['act', 'collectionId', 'id'] });
    created.createObjectStore('files', { keyPath: ['act', 'recordId', 'name'] });
  });
  const database = await opening;
  state.isKept = database !== null;
  if (database) await removeMarked(database);
  return database;
}

/** Stores parts and files of an act, and the act itself. Returns false if it failed; then nothing is stored. */
async function put(database: Database<HistorySchema>, { act, parts, files }: ActContent): Promise<boolean> {
  const isStored = await database.transact(allStores, 'readwrite', async (writing) => {
    await Promise.all([
      writing.objectStore('acts').put(act),
      ...parts.map((part) => writing.objectStore('parts').put({ ...part, act: act.id })),
      ...files.map((file) => writing.objectStore('files').put({ ...file, act: act.id })),
    ]);
    return true as const;
  });
  return isStored !== null;
}

async function removeActs(database: Database<HistorySchema>, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await database.transact(allStores, 'readwrite', async (writing) => {
    await Promise.all(
      ids.flatMap((id) => [
        writing.objectStore('acts').delete(id),
        writing.objectStore('parts').delete(keysUnder(id)),
        writing.objectStore('files').delete(keysUnder(id)),
      ]),
    );
    return true;
  });
}

async function allActs(database: Database<HistorySchema>): Promise<Act[]> {
  const acts = await database.transact(['acts'], 'readonly', (reading) =>
    reading.objectStore('acts').getAll(),
  );
  return (acts ?? []).sort(byDate);
}

/** Removes the entries of admins who chose to empty the history at log-out. */
async function removeMarked(database: Database<HistorySchema>): Promise<void> {
  const marks = readMarks();
  if (marks.length === 0) return;
  const isMarked = (act: Act) =>
    marks.some(([server, admin]) => server === act.server && admin === act.admin);
  await removeActs(
    database,
    (await allActs(database)).filter(isMarked).map(({ id }) => id),
  );
  dropMarks();
}

export async function emptyMarked(): Promise<void> {
  await open();
}

/** Null if nothing was chosen. */
function readKeptDays(): number | null {
  const stored = readText(daysKey);
  return keptDaysChoices.find((days) => String(days) === stored) ?? null;
}

/** Another tab may have changed the choice. */
export function isOff(): boolean {
  state.keptDays = readKeptDays() ?? state.keptDays;
  return state.keptDays === 0;
}

const isMine = (act: Act) => act.server === apiAddress('') && act.admin === owner;

export async function load(): Promise<void> {
  const database = await open();
  if (database) await prune(database);
  await list();
}

async function list(): Promise<void> {
  const database = await open();
  state.acts = ref(database ? (await allActs(database)).filter(isMine) : []);
  state.isLoaded = true;
}

const listIfLoaded = () => (state.isLoaded ? list() : undefined);

export const olderThan = (days: number): readonly Act[] =>
  state.acts.filter(({ at }) => at < new Date(Date.now() - days * dayMs).toISOString()) as readonly Act[];

/** Removes acts that are too old. Above the size limit it removes the oldest imports, then the oldest other acts. */
async function prune(database: Database<HistorySchema>): Promise<void> {
  prunedAt = Date.now();
  const since = (days: number) => new Date(Date.now() - days * dayMs).toISOString();
  const oldest = since(isOff() ? longestDays : state.keptDays);
  const acts = await allActs(database);
  const mine = acts.filter(isMine);
  let bytes = 0;
  const fitting = [
    ...mine.filter(({ kind }) => kind !== 'import'),
    ...mine.filter(({ kind }) => kind === 'import'),
  ];
  const dropped = fitting.filter((act) => {
    bytes += act.bytes;
    return !tabs.isHeldHere(holdName(act.id)) && (act.at < oldest || bytes > mostBytes);
  });
  const ofOthers = acts.filter((act) => !isMine(act) && act.at < since(longestDays));
  await removeActs(
    database,
    [...dropped, ...ofOthers].map(({ id }) => id),
  );
}

/** 0 turns the history off and removes all entries. */
export async function setKeptDays(days: number): Promise<void> {
  state.keptDays = days;
  writeText(daysKey, String(days));
  await (days === 0 ? empty() : load());
}

export function setEmptiesAtLogOut(empties: boolean): void {
  state.emptiesAtLogOut = empties;
  setEmptiedAtLogOut(empties);
}

/** Returns null if the act is no longer kept. */
export async function read(id: string): Promise<ActContent | null> {
  if (unkept?.id === id) return unkept.content();
  const database = await open();
  const found = await database?.transact(allStores, 'readonly', async (reading) => {
    const [act, parts, files] = await Promise.all([
      reading.objectStore('acts').get(id),
      reading.objectStore('parts').getAll(keysUnder(id)),
      reading.objectStore('files').getAll(keysUnder(id)),
    ]);
    return [act && { act, parts, files }];
  });
  const [content] = found ?? [];
  return content && isMine(content.act) ? content : null;
}

export async function remove(ids: readonly string[]): Promise<void> {
  if (unkept && ids.includes(unkept.id)) unkept = null;
  const database = await open();
  if (database) await removeActs(database, ids);
  await listIfLoaded();
}

/** Removes all acts of this admin on this server. */
export async function empty(): Promise<void> {
  unkept = null;
  const database = await open();
  if (database) {
    const mine = (await allActs(database)).filter(isMine);
    await removeActs(
      database,
      mine.map(({ id }) => id),
    );
  }
  await listIfLoaded();
}

/** Removes parts that are undone. After the last one, the act is marked as undone and its files are removed. */
export async function removeParts(
  actId: string,
  done: readonly Pick<Part, 'collectionId' | 'id'>[],
): Promise<void> {
  if (unkept?.id === actId) {
    unkept.remove(done.map(partKey));
    return;
  }
  const database = await open();
  await database?.transact(allStores, 'readwrite', async (writing) => {
    const [acts, parts, files] = [
      writing.objectStore('acts'),
      writing.objectStore('parts'),
      writing.objectStore('files'),
    ];
    const act = await acts.get(actId);
    if (!act) return true;
    const found = await Promise.all(done.map(({ collectionId, id }) => parts.get([actId, collectionId, id])));
    await Promise.all(
      found.map((part) => {
        if (!part) return null;
        // Keep the relations: they come back when the records that they name are undone.
        if (part.references) return parts.put({ ...part, before: null, after: null });
        return parts.delete([actId, part.collectionId, part.id]);
      }),
    );
    const recordCount = (await parts.getAll(keysUnder(actId))).filter(isOwn).length;
    if (recordCount > 0 || act.makes) await acts.put({ ...act, recordCount });
    else {
      await parts.delete(keysUnder(actId));
      await files.delete(keysUnder(actId));
      await acts.put({ ...act, state: 'undone', recordCount, fileCount: 0, bytes: 0 });
    }
    return true;
  });
  await listIfLoaded();
}

/** Forgets what an import has made: it is undone, or stays for good. */
export async function removeMade(actId: string): Promise<void> {
  if (unkept?.id === actId) {
    const { makes: _, ...act } = unkept.content().act;
    unkept.change(act);
    return;
  }
  const database = await open();
  await database?.transact(['acts'], 'readwrite', async (writing) => {
    const acts = writing.objectStore('acts');
    const stored = await acts.get(actId);
    if (stored) {
      const { makes: _, ...act } = stored;
      await acts.put(act);
    }
    return true;
  });
  await removeParts(actId, []);
}

/** Finds deleted records in all acts of this admin. If several acts hold a record, the newest counts. */
export async function findDeleted(
  collectionId: string,
  ids: readonly string[],
): Promise<{ act: string; part: Part }[]> {
  const database = await open();
  const acts = database ? (await allActs(database)).filter(isMine) : [];
  const found = await database?.transact(['parts'], 'readonly', (reading) => {
    const parts = reading.objectStore('parts');
    return Promise.all(
      ids.map(async (id) => {
        for (const { id: act } of acts) {
          const part = await parts.get([act, collectionId, id]);
          if (part?.before && part.after === 'gone') return { act, part };
        }
        return null;
      }),
    );
  });
  return (found ?? []).filter((one) => one !== null);
}

/**
 * Returns the unfinished imports into the collection, for a file that continues one of them. Null: those into new
 * collections.
 */
export async function unfinishedImports(collectionId: string | null): Promise<Act[]> {
  const database = await open();
  const acts = database ? await allActs(database) : [];
  return acts.filter(
    (act) =>
      isMine(act) &&
      (collectionId ? act.collectionId === collectionId : act.makes?.isCollection) &&
      act.state === 'open' &&
      act.import?.isEnded === false,
  );
}

/** True while another tab works on the act. */
export async function isBusyElsewhere(id: string): Promise<boolean> {
  return (await tabs.findHeldNames()).has(holdName(id));
}

/**
 * Claims acts for an Undo, so that two tabs cannot undo the same. Null if another tab has a claim. `isBegun` is
 * true if an earlier Undo has claimed them: some of it may be done.
 */
export async function claim(ids: readonly string[]) {
  const name = `undo ${randomText(15)}`;
  const release = tabs.hold(name);
  const database = await open();
  /** Sets the claim `next`, unless there are claims other than those in `free`. */
  const change = (next: string, free: readonly string[]) =>
    database?.transact(['acts'], 'readwrite', async (writing) => {
      const acts = (await writing.objectStore('acts').getAll()).filter(({ id }) => ids.includes(id));
      const others = acts.flatMap((act) => (act.claim && !free.includes(act.claim) ? [act.claim] : []));
      const changed = others.length > 0 ? [] : acts.map((act) => ({ ...act, claim: next }));
      await Promise.all(changed.map((act) => writing.objectStore('acts').put(act)));
      return { others, isBegun: acts.some((act) => act.claim !== undefined) };
    });
  let found = await change(name, []);
  const held = new Set<string>();
  for (let asked = 1; asked <= mostAsked && found?.others.length; asked += 1) {
    for (const one of await tabs.findHeldNames()) held.add(one);
    const dead = found.others.filter((other) => !held.has(other));
    found = await change(name, asked < mostAsked ? [] : dead);
  }
  const end = () => Promise.all([change('', [name]), release()]);
  if (!found?.others.length) return { isBegun: found?.isBegun ?? false, end };
  release();
  return null;
}

interface Begun extends Pick<Act, 'kind' | 'title'> {
  readonly collection: Collection;
  /** The verb of the question whether to go on if something cannot be kept: "Delete anyway?" */
  readonly verb: string;
  readonly import?: ImportMark;
  readonly makes?: NewSchema;
}

export interface Added {
  readonly parts: readonly Part[];
  readonly files?: readonly KeptFile[];
  /** Sentences that say what cannot be kept. */
  readonly gaps?: readonly string[];
  readonly collections?: readonly Collection[];
  readonly changed?: readonly string[];
}

export type Recorder = ReturnType<typeof begin>;

/** Begins an act. Nothing is stored before `add` gets the first part. */
export function begin({ collection, verb, ...given }: Begun) {
  return record(
    {
      ...given,
      id: randomText(15),
      server: apiAddress(''),
      admin: owner,
      at: new Date().toISOString(),
      state: 'open',
      collectionId: collection.id,
      collectionName: collection.name,
      collections: [collection],
      gaps: [],
      changed: [],
      ids: [],
      recordCount: 0,
      fileCount: 0,
      bytes: 0,
    },
    verb,
    [],
  );
}

export const resume = ({ act, parts }: ActContent, verb: string) =>
  record({ ...act, state: 'open' }, verb, parts);

/** A part, and the same part as it was before the last write of its record. */
interface Kept {
  readonly part: Part;
  readonly earlier: Part | null;
}

function record(begun: Act, verb: string, given: readonly Part[]) {
  let act = begun;
  const parts = new Map(given.map((part): [string, Kept] => [partKey(part), { part, earlier: null }]));
  /** The keys of parts that the next transaction stores. */
  const due = new Set<string>();
  /** The files that are not stored yet. */
  let files: KeptFile[] = [];
  let isStored = begun.recordCount > 0;
  /** True if the act itself waits for the next transaction. */
  let isActDue = false;
  /** True once something could not be stored. From then on, all parts and files are only in memory. */
  let isInMemory = isOff();
  /** The answer of the person to the question about what cannot be kept; null until it was asked. */
  let answer: Promise<boolean> | null = null;
  let writing: Promise<void> | null = null;
  let release: (() => void) | null = tabs.hold(holdName(act.id));

  const memory = {
    id: act.id,
    content: (): ActContent => ({ act, parts: [...parts.values()].map(({ part }) => part), files }),
    remove(keys: Iterable<string>): void {
      for (const key of keys) parts.delete(key);
    },
    change(changed: Act): void {
      act = changed;
    },
  };

  function remember(): void {
    if (isInMemory) unkept = memory;
  }

  /**
   * Stores what is due in one transaction; calls during it share the next one. Returns false if it is only in
   * memory.
   */
  async function flush(): Promise<boolean> {
    while (writing) await writing;
    if (!isInMemory && hasContent() && (due.size + files.length > 0 || isActDue || !isStored)) {
      writing = store().finally(() => {
        writing = null;
      });
      await writing;
    }
    return !isInMemory;
  }

  async function store(): Promise<void> {
    const content = { parts: [...due].flatMap((key) => parts.get(key)?.part ?? []), files };
    due.clear();
    files = [];
    isActDue = false;
    const database = await open();
    if (database && (await put(database, { act, ...content }))) {
      isStored = true;
      return;
    }
    const before = isStored ? ((await read(act.id))?.files ?? []) : [];
    files = [...before, ...content.files, ...files];
    isInMemory = true;
    remember();
  }

  const hasContent = () =>
    act.recordCount > 0 || act.kind === 'collection' || act.makes !== undefined || act.removed !== undefined;

  /** Asks once per act; a No holds for the rest of the act. With the history turned off, it does not ask. */
  function ask(what: string, reason: string): Promise<boolean> {
    if (isOff()) return Promise.resolve(true);
    answer ??= confirm.ask(`${what}: ${reason} ${verb} anyway?`, { isDangerous: true, writes: true });
    return answer;
  }

  /** A record may be written twice. Its part keeps the values before the first write. */
  function keep(part: Part): void {
    const key = partKey(part);
    const first = parts.get(key)?.part;
    const whole = first ? { ...first, before: joined(part.before, first.before) } : part;
    parts.set(key, { part: whole, earlier: first && !isAwaited(first) ? first : null });
    due.add(key);
  }

  return {
    id: act.id,
    hasContent,
    /** False if it is only in memory. */
    isKept: () => !isInMemory,
    /** True for a record that the act was about to create, if no response has come. */
    isUnsure(key: string): boolean {
      const kept = parts.get(key);
      return kept !== undefined && isAwaited(kept.part);
    },
    setTitle(title: string): void {
      act = { ...act, title };
    },

    /** Keeps a collection before its delete. False: it cannot be kept, and the person declined. */
    async addRemoved(collection: Collection): Promise<boolean> {
      act = { ...act, removed: [...(act.removed ?? []), collection.id] };
      isActDue = true;
      return this.add({ parts: [], collections: [collection] });
    },
    /** Forgets a collection that certainly was not deleted. */
    forgetRemoved(id: string): void {
      const { removed = [], ...rest } = act;
      const left = removed.filter((one) => one !== id);
      act = left.length > 0 ? { ...rest, removed: left } : rest;
    },

    /**
     * Stores parts before their writes. Returns false if something cannot be kept and the person does not want the
     * write.
     */
    async add({ gaps = [], collections = [], changed = [], ...added }: Added): Promise<boolean> {
      // Holds the name again, because an import can continue after a stop, which has released it.
      release ??= tabs.hold(holdName(act.id));
      const fresh = added.parts.filter((part) => !parts.has(partKey(part)));
      const news = collections.filter(({ id }) => act.collections.every((one) => one.id !== id));
      const newNames = changed.filter((name) => !act.changed.includes(name));
      const newGaps = gaps.filter((gap) => !act.gaps.includes(gap));
      const newFiles = added.files ?? [];
      act = {
        ...act,
        collections: [...act.collections, ...news],
        changed: [...act.changed, ...newNames],
        gaps: [...act.gaps, ...newGaps],
        ids: [...act.ids, ...fresh.map(({ id }) => id)].slice(0, mostIds),
        recordCount: act.recordCount + fresh.filter(isOwn).length,
        fileCount: act.fileCount + newFiles.length,
        bytes: act.bytes + sizeOf(fresh) + newFiles.reduce((sum, { content }) => sum + content.size, 0),
      };
      for (const part of added.parts) keep(part);
      files = [...files, ...newFiles];
      isInMemory ||= isOff();
      if (isInMemory) remember();
      else {
        // No question for a save, because its message can still undo it from memory, nor for an Undo.
        const isLost = !(await flush()) && act.kind !== 'save' && act.kind !== 'undo';
        const reason = state.isKept ? 'this browser has no room to keep it.' : 'browser storage is off.';
        if (isLost && !(await ask('This can be undone only right away', reason))) return false;
      }
      const what = hasContent() ? 'Not all of this can be undone' : 'This cannot be undone';
      return newGaps.length > 0 ? ask(what, newGaps.join(' ')) : (answer ?? true);
    },

    after(key: string, after: NonNullable<Part['after']>): void {
      const part = parts.get(key)?.part;
      if (!part) return;
      const last = part.after;
      const isDeleted = after === 'gone' || last === 'gone';
      const next = { ...part, sent: undefined, after: isDeleted ? after : (joined(last, after) ?? after) };
      parts.set(key, { part: next, earlier: null });
      due.add(key);
      remember();
      if (due.size >= mostDue && !writing) void flush();
    },

    /** Removes parts whose writes certainly did not reach the server. */
    async forget(keys: readonly string[]): Promise<void> {
      const dropped: Part[] = [];
      for (const key of keys) {
        const kept = parts.get(key);
        if (kept?.earlier) {
          parts.set(key, { part: kept.earlier, earlier: null });
          due.add(key);
        } else if (kept) {
          parts.delete(key);
          due.delete(key);
          dropped.push(kept.part);
        }
      }
      if (dropped.length === 0) return;
      act = { ...act, recordCount: act.recordCount - dropped.filter(isOwn).length };
      remember();
      if (isInMemory) return;
      await flush();
      const database = await open();
      if (!database) return;
      if (!hasContent()) {
        isStored = false;
        await removeActs(database, [act.id]);
        return;
      }
      await database.transact(['acts', 'parts'], 'readwrite', async (transaction) => {
        const stored = transaction.objectStore('parts');
        await Promise.all([
          transaction.objectStore('acts').put(act),
          ...dropped.map(({ collectionId, id }) => stored.delete([act.id, collectionId, id])),
        ]);
        return true;
      });
    },

    /** Ends the act. An import that is not finished passes `isEnded: false`, and can be continued. */
    async close({ isEnded = true } = {}): Promise<void> {
      release?.();
      release = null;
      if (act.import) act = { ...act, import: { ...act.import, isEnded } };
      act = { ...act, state: isEnded ? 'closed' : 'open' };
      remember();
      await flush();
      const database = isStored && hasContent() ? await open() : null;
      if (database) {
        await put(database, { act, parts: [], files: [] });
        if (Date.now() - prunedAt > pruneEveryMs) await prune(database);
      }
      await listIfLoaded();
    },

    /** Removes the act, because nothing was written. */
    async discard(): Promise<void> {
      release?.();
      if (unkept === memory) unkept = null;
      if (isStored || writing) await remove([act.id]);
    },
  };
}

/** Combines the fields of both; if both have a field, the second one counts. */
const joined = (one: RecordAnswer | null, other: RecordAnswer | null): RecordAnswer | null =>
  one && other
    ? { record: { ...one.record, ...other.record }, sources: { ...one.sources, ...other.sources } }
    : other;

/** False for a record that only names another one of the act. */
const isOwn = ({ before, references }: Part) => before !== null || !references;

/** True for a record that the act creates, until a response comes. */
const isAwaited = ({ before, after, references }: Part) => before === null && after === null && !references;

const sizeOf = (parts: readonly Part[]): number =>
  parts.reduce((sum, { before, after }) => sum + JSON.stringify([before, after]).length, 0);
