import { isMissing } from '../../backend/ApiError';
import { apiAddress } from '../../backend/client';
import { get as readCollection } from '../../backend/collections';
import { readByIds } from '../../backend/recordPages';
import { type DatabaseSchema, openDatabase, removeDatabase } from '../../base/database';
import type { Collection } from '../../model/collection';
import { displayText, type FullRecord, type RecordAnswer } from '../../model/record';
import { report } from '../../page/report';
import { answerOfValues } from '../values/recordBody';
import type { Act, ActContent, ActKind, KeptFile, Part } from './plan/act';
import type { FormerRecord, FormerReference } from './plan/returnPlan';

// Moves what older builds have kept in two databases: the bin and the journals of imports.

interface OldEntry extends Omit<Act, 'at' | 'kind' | 'state' | 'collections'> {
  readonly savedAt: string;
  readonly kind: 'deleted' | 'changed' | 'collection';
  readonly state: 'pending' | 'kept' | 'back';
}

interface OldContent {
  readonly collections: readonly Collection[];
  readonly records: readonly FormerRecord[];
  readonly references: readonly FormerReference[];
  readonly candidates: readonly FormerRecord[];
  readonly after: FormerRecord | null;
}

interface OldBin extends DatabaseSchema {
  entries: { key: string; value: OldEntry };
  contents: { key: string; value: { id: string; content: OldContent } };
  files: { key: string[]; value: KeptFile & { entryId: string } };
}

interface OldJob {
  readonly kind?: string;
  readonly id: string;
  readonly server: string;
  readonly admin: string;
  readonly startedAt: string;
  readonly isTakenBack: boolean;
  readonly collectionId: string;
  readonly collectionName: string;
  readonly fileName: string;
}

interface OldWrite {
  readonly kind: 'create' | 'update';
  readonly id: string;
  readonly isSecond: boolean;
  /** JSON. */
  readonly body: string;
  readonly former: string | null;
  readonly state: string;
  /** `updated` of the response. */
  readonly updated: string;
}

interface OldJournal extends DatabaseSchema {
  jobs: { key: string; value: { job: OldJob; isWhole: boolean } };
  entries: { key: (string | number)[]; value: { jobId: string; entry: OldWrite } };
}

const kinds: Readonly<Record<OldEntry['kind'], ActKind>> = {
  deleted: 'delete',
  changed: 'save',
  collection: 'collection',
};

/** Removes an old database only when all of it is stored. Otherwise the next visit tries again. */
export async function moveOldStores(store: (content: ActContent) => Promise<boolean>): Promise<void> {
  for (const [name, read] of [
    ['lowline-bin', readBin],
    ['lowline', readImports],
  ] as const) {
    try {
      let isMoved = true;
      for (const content of await read(name)) isMoved = (await store(content)) && isMoved;
      if (isMoved) removeDatabase(name);
    } catch (error) {
      report(error, { isSilent: true });
    }
  }
}

async function readBin(name: string): Promise<ActContent[]> {
  let isNew = false;
  const database = await openDatabase<OldBin>(name, 1, () => {
    isNew = true;
  });
  if (!database) throw new Error(`The database ${name} cannot be opened.`);
  try {
    if (isNew) return [];
    const found = await database.transact(['entries', 'contents', 'files'], 'readonly', async (reading) => ({
      entries: (await reading.objectStore('entries').getAll()) as OldEntry[],
      contents: await reading.objectStore('contents').getAll(),
      files: await reading.objectStore('files').getAll(),
    }));
    if (!found) throw new Error(`The database ${name} cannot be read.`);
    const acts: ActContent[] = [];
    for (const entry of found.entries) {
      const content = found.contents.find(({ id }) => id === entry.id)?.content;
      const files = found.files.filter(({ entryId }) => entryId === entry.id);
      if (!content || (entry.state === 'pending' && !(await isDeleted(entry)))) continue;
      acts.push(actOf(entry, content, files));
    }
    return acts;
  } finally {
    database.close();
  }
}

/** An interrupted delete may have deleted nothing. Another server cannot be asked. */
async function isDeleted({ server, collectionId, ids, kind }: OldEntry): Promise<boolean> {
  if (server !== apiAddress('')) return true;
  try {
    if (kind === 'collection') {
      await readCollection(collectionId);
      return false;
    }
    return (await readByIds(collectionId, ids, { fields: ['id'] })).length < ids.length;
  } catch (error) {
    if (!isMissing(error)) throw error;
    return true;
  }
}

function actOf(
  { savedAt, kind, state, ...entry }: OldEntry,
  { collections, records, references, candidates, after }: OldContent,
  files: readonly KeptFile[],
): ActContent {
  const collectionOf = (id: string) => collections.find((one) => one.id === id);
  const parts = new Map<string, Part>();
  for (const { collectionId, answer } of [...records, ...candidates]) {
    const { id } = answer.record;
    const name = displayText(answer.record, collectionOf(collectionId));
    const end = kind === 'changed' ? (after?.answer ?? null) : 'gone';
    parts.set(`${collectionId}/${id}`, { collectionId, id, name, before: answer, after: end });
  }
  for (const reference of references) {
    const { collectionId, recordId } = reference;
    const key = `${collectionId}/${recordId}`;
    const known = parts.get(key) ?? { collectionId, id: recordId, name: recordId, before: null, after: null };
    parts.set(key, { ...known, references: [...(known.references ?? []), reference] });
  }
  const act: Act = {
    ...entry,
    at: savedAt,
    kind: kinds[kind],
    state: state === 'back' ? 'undone' : 'closed',
    collections,
  };
  return { act, parts: [...parts.values()], files };
}

/** Put-backs that were stopped need nothing: Undo of their entry goes on. */
async function readImports(name: string): Promise<ActContent[]> {
  let isNew = false;
  const database = await openDatabase<OldJournal>(name, 1, () => {
    isNew = true;
  });
  if (!database) throw new Error(`The database ${name} cannot be opened.`);
  try {
    if (isNew) return [];
    const found = await database.transact(['jobs', 'entries'], 'readonly', async (reading) => ({
      jobs: await reading.objectStore('jobs').getAll(),
      entries: await reading.objectStore('entries').getAll(),
    }));
    if (!found) throw new Error(`The database ${name} cannot be read.`);
    return found.jobs
      .filter(({ job, isWhole }) => isWhole && job.kind !== 'putBack')
      .map(({ job }) => {
        const own = found.entries.filter(({ jobId }) => jobId === job.id);
        return importOf(
          job,
          own.map(({ entry }) => entry),
        );
      });
  } finally {
    database.close();
  }
}

function importOf(job: OldJob, writes: readonly OldWrite[]): ActContent {
  const { id, server, admin, startedAt, collectionId, collectionName, fileName, isTakenBack } = job;
  const parts = new Map<string, Part>();
  const isSent = ({ state }: OldWrite) => ['done', 'undoing', 'kept', 'reserved'].includes(state);
  for (const write of isTakenBack ? [] : writes.filter(isSent)) {
    const former = parts.get(write.id);
    const isMade = former ? former.before === null : write.kind === 'create';
    const values = (one: RecordAnswer | null | undefined) => one ?? answerOfValues(write.id, {});
    const before = isMade
      ? null
      : joined(values(former?.before), answerOfValues(write.id, valuesOf(write.former)));
    const last = former?.after && former.after !== 'gone' ? former.after : values(null);
    const after =
      write.state === 'reserved'
        ? null
        : joined(isMade ? last : joined(last, answerOfValues(write.id, valuesOf(write.body))), {
            record: { id: write.id, updated: write.updated } as unknown as FullRecord,
            sources: {},
          });
    parts.set(write.id, { collectionId, id: write.id, name: write.id, before, after });
  }
  const act: Act = {
    id,
    server,
    admin,
    collectionId,
    collectionName,
    at: startedAt,
    kind: 'import',
    state: parts.size > 0 ? 'closed' : 'undone',
    title: fileName,
    collections: [],
    gaps: [],
    changed: [],
    ids: [...parts.keys()].slice(0, 100),
    recordCount: parts.size,
    fileCount: 0,
    bytes: 0,
  };
  return { act, parts: [...parts.values()], files: [] };
}

const joined = (one: RecordAnswer, other: RecordAnswer): RecordAnswer => ({
  record: { ...one.record, ...other.record },
  sources: { ...one.sources, ...other.sources },
});

const valuesOf = (json: string | null) => JSON.parse(json ?? '{}') as Record<string, unknown>;
