import { ApiError } from '../../api/ApiError';
import { apiAddress } from '../../api/client';
import * as api from '../../api/collections';
import { listAll } from '../../api/collections';
import { readByIds } from '../../api/recordPages';
import * as records from '../../api/records';
import { type Collection, indexesOf, ruleNames } from '../../model/collection';
import { targetOf } from '../../model/field';
import { renameFiles, uploadName } from '../../model/file';
import { uniqueName } from '../../model/names';
import {
  type FormerRecord,
  type FormerReference,
  type PresentRecord,
  type PutBackPlan,
  planPutBack,
  recordKey,
} from '../../model/put-back/putBackPlan';
import { fieldValue, listOf, type RecordAnswer } from '../../model/record';
import { madePasswordLength } from '../../model/records/recordRules';
import { indexNameOf, withName, withoutColumns, withTable } from '../../model/sql/indexStatement';
import { randomText } from '../../platform/random';
import { countOf } from '../../platform/text';
import * as collections from '../collections';
import * as writeLock from '../environment/writeLock';
import type { JobWords } from '../jobs/jobShelf';
import { createJournalRun, recordsAtATime } from '../jobs/journalRun';
import { collectionGone, RowRefusal } from '../jobs/writeEntries';
import type { PutBackJob, WriteEntry, WriteJob } from '../jobs/writeJob';
import * as session from '../session';
import * as bin from './bin';

/** Records of the bin or of a backup, and their surroundings. */
export interface PutBackSource {
  readonly from: PutBackJob['source'];
  readonly title: string;
  /** The collections as they were. */
  readonly collections: readonly Collection[];
  readonly records: readonly FormerRecord[];
  readonly references: readonly FormerReference[];
  hasFile(record: FormerRecord, name: string): boolean;
  /** Finds further records, which a required relation needs. */
  find?(collectionId: string, ids: readonly string[]): Promise<readonly FormerRecord[]>;
}

/** Returns a file as it is uploaded again, by the key of its record; null if it is not kept. */
type ReadFile = (recordId: string, name: string, collectionId: string) => Promise<File | null>;

/** Opened backups, by their name: their files are read when a record needs them. */
const backups = new Map<string, ReadFile>();

/** Lets put-backs read files of an opened backup until the returned function is called. */
export function offerBackup(name: string, read: ReadFile): () => void {
  backups.set(name, read);
  return () => backups.delete(name);
}

async function readFile({ source }: PutBackJob, ...wanted: Parameters<ReadFile>): Promise<File | null> {
  if ('backup' in source) {
    const read = backups.get(source.backup);
    if (!read) throw new RowRefusal(`Open the backup ${source.backup} again, and go on: it holds the files.`);
    return read(...wanted);
  }
  for (const id of source.bin) {
    const found = await bin.file(id, wanted[0], wanted[1]);
    if (found) return new File([found], uploadName(wanted[1]), { type: found.type });
  }
  return null;
}

const words: JobWords = {
  writes: (rows) => ({ what: `put ${countOf(rows, 'record')} back`, verb: 'put back' }),
  undoes: (rows) => ({ what: `take back ${countOf(rows, 'record')} that came back`, verb: 'take back' }),
  runsElsewhere: 'These records are put back in another tab.',
  goneElsewhere: 'This was taken back or discarded in another tab.',
  discard: 'Do you really want to discard this? Its records stay, and it can no longer be taken back.',
  takeBack: (created, changed, kept) =>
    [
      'Do you really want to take this back?',
      created > 0 && `${countOf(created, 'record is', 'records are')} deleted again.`,
      changed > 0 && `${countOf(changed, 'record loses its', 'records lose their')} references again.`,
      kept > 0 &&
        `${countOf(kept, 'record was changed since and stays', 'records were changed since and stay')}.`,
    ]
      .filter(Boolean)
      .join(' '),
  takenBack: 'The records are deleted again.',
};

/** Puts records back. It can be stopped; then it continues later, or is taken back. */
export const run = createJournalRun<PutBackJob>({
  atATime: (): number => recordsAtATime(run.state.job?.hasUsers ?? false),
  words,
  // The bin may be emptied, and the journal holds the same values.
  forgetsEnded: true,
  isListed: (job: WriteJob): job is PutBackJob => job.kind === 'putBack',
  collectionOf({ collectionId = '' }) {
    const collection = collections.find(collectionId);
    if (!collection) throw new RowRefusal(collectionGone);
    return collection as Collection;
  },
  secretsOf({ password }) {
    if (password === null) return {};
    const text = randomText(madePasswordLength);
    return { password: text, passwordConfirm: text };
  },
  async filesOf({ files = [], id, collectionId = '' }, job) {
    return Promise.all(
      files.map(async ([field, name]): Promise<readonly [string, File]> => {
        const file = await readFile(job, id, name, collectionId);
        if (!file) throw new RowRefusal(`Its file ${name} is no longer kept.`);
        return [field, file];
      }),
    );
  },
  onStored: rewriteLinks,
});

/** The server gives uploaded files new names. Texts of the record that link to them get the new ones. */
async function rewriteLinks(
  { files = [], kind }: WriteEntry,
  answer: RecordAnswer,
  collection: Collection,
): Promise<RecordAnswer> {
  if (kind !== 'create' || files.length === 0) return answer;
  const renamed = new Map<string, string>();
  for (const field of new Set(files.map(([name]) => name))) {
    const former = files.filter(([name]) => name === field).map(([, name]) => name);
    const now = listOf(fieldValue(answer.record, field));
    for (const [at, name] of former.entries()) renamed.set(name, now[at] ?? name);
  }
  const values: Record<string, unknown> = {};
  for (const { name, type } of collection.schema) {
    const text = type === 'json' ? answer.sources[name] : fieldValue(answer.record, name);
    if (typeof text !== 'string' || !['text', 'editor', 'url', 'json'].includes(type)) continue;
    const next = renameFiles(text, renamed);
    if (next !== text) values[name] = next;
  }
  if (Object.keys(values).length === 0) return answer;
  return records.update(collection, answer.record.id, { values, files: [] });
}

/** Reads what is there today, and plans the writes. Writes nothing. `and`: collections that are put back first. */
export async function plan(
  source: PutBackSource,
  { and = [] }: { and?: readonly Collection[] } = {},
): Promise<PutBackPlan> {
  const known = await listAll();
  if (!(await collections.load())) throw new Error('The collections could not be read. Try again.');
  const today = [...known, ...and.filter(({ id }) => known.every((one) => one.id !== id))];
  return planPutBack({
    records: source.records,
    references: source.references,
    before: source.collections,
    today,
    present: await readPresent(source, known),
    hasFile: source.hasFile,
  });
}

/** Looks which of the records exist, and all that they and the references name. */
async function readPresent(
  { records: former, references, collections: before }: PutBackSource,
  today: readonly Collection[],
): Promise<Map<string, PresentRecord>> {
  const wanted = new Map<string, Set<string>>();
  const want = (collectionId: string, ids: readonly string[]) => {
    const all = wanted.get(collectionId) ?? new Set();
    for (const id of ids) all.add(id);
    wanted.set(collectionId, all);
  };
  for (const { collectionId, answer } of former) {
    want(collectionId, [answer.record.id]);
    const known = before.find(({ id }) => id === collectionId);
    for (const field of known?.schema ?? []) {
      const target = targetOf(field);
      if (target) want(target, listOf(fieldValue(answer.record, field.name)));
    }
  }
  for (const { collectionId, recordId } of references) want(collectionId, [recordId]);
  const present = new Map<string, PresentRecord>();
  for (const [collectionId, ids] of wanted) {
    const collection = today.find(({ id }) => id === collectionId);
    if (!collection) continue;
    const fieldIds = references
      .filter((one) => one.collectionId === collectionId)
      .map(({ fieldId }) => fieldId);
    const relations = collection.schema.filter(({ id }) => fieldIds.includes(id)).map(({ name }) => name);
    const rows = await readByIds(collectionId, [...ids], { fields: ['id', 'updated', ...relations] });
    for (const { id, values } of rows) {
      const value = (name: string): unknown => JSON.parse(values.get(name) ?? 'null');
      present.set(recordKey(collectionId, id), {
        updated: String(value('updated') ?? ''),
        relations: new Map(relations.map((name) => [name, listOf(value(name))])),
      });
    }
  }
  return present;
}

/**
 * Sends the planned writes. Resolves after the last one, a stop or an error, which is reported. False: writes stay
 * locked, or it was stopped before, and nothing was sent.
 */
export async function send(
  source: PutBackSource,
  { creates, updates }: PutBackPlan,
  { stopping }: { stopping?: AbortController } = {},
): Promise<boolean> {
  const entries = entriesOf({ creates, updates });
  const act = words.writes(creates.length + updates.length);
  if (writeLock.isLocked() && !(await writeLock.ask(act))) return false;
  return run.start(
    {
      kind: 'putBack',
      id: randomText(15),
      server: apiAddress(''),
      admin: session.state.admin?.id ?? '',
      startedAt: new Date().toISOString(),
      total: entries.filter(({ isSecond }) => !isSecond).length,
      isTakenBack: false,
      source: source.from,
      title: source.title,
      hasUsers: creates.some(({ needsPassword }) => needsPassword),
    },
    entries,
    { stopping },
  );
}

function entriesOf({ creates, updates }: Pick<PutBackPlan, 'creates' | 'updates'>): WriteEntry[] {
  const fresh = { state: 'waiting', updated: '', fault: null, cells: [] } as const;
  const last = creates.reduce((most, { wave }) => Math.max(most, wave), 0) + 1;
  const numbers = new Map(creates.map(({ collectionId, id }, at) => [recordKey(collectionId, id), at + 1]));
  return [
    ...creates.map(({ collectionId, id, values, files, wave, needsPassword }) => ({
      ...fresh,
      collectionId,
      id,
      files,
      wave,
      kind: 'create' as const,
      isSecond: false,
      body: JSON.stringify(values),
      former: null,
      stamp: '',
      password: needsPassword ? ('random' as const) : null,
    })),
    ...updates.map(({ collectionId, id, values, former, stamp }) => ({
      ...fresh,
      collectionId,
      id,
      wave: last,
      kind: 'update' as const,
      isSecond: former === null,
      body: JSON.stringify(values),
      former: former && JSON.stringify(former),
      stamp,
      password: null,
    })),
  ].map((entry, place) => ({
    ...entry,
    place,
    number: numbers.get(recordKey(entry.collectionId, entry.id)) ?? place + 1,
  }));
}

/**
 * Creates a deleted collection again, with its former id. Returns sentences about what is other than before. Does
 * nothing if the collection exists.
 */
export async function putBackCollection(former: Collection): Promise<string[]> {
  // An old list could make an existing collection look deleted, and an import would replace it.
  const today = await api.listAll();
  if (today.some(({ id }) => id === former.id)) return [];
  const { definition, told } = fitted(former, today);
  try {
    await api.importAll({ collections: [definition], deleteMissing: false });
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 400)) throw error;
    told.push(...(await importWithoutRefused(definition)));
  }
  await collections.load();
  return told;
}

/** Leaves out what needs a missing collection, and renames what is taken. */
function fitted(
  former: Collection,
  today: readonly Collection[],
): { definition: Collection; told: string[] } {
  const told: string[] = [];
  const isThere = (id: string | null) =>
    id === null || id === former.id || today.some((one) => one.id === id);
  const schema = former.schema.filter((field) => isThere(targetOf(field)));
  for (const field of former.schema.filter((one) => !schema.includes(one))) {
    told.push(`The relation ${field.name} is left out: its collection is gone.`);
  }
  const taken = today.map(({ name }) => name);
  const isTaken = taken.some((name) => name.toLowerCase() === former.name.toLowerCase());
  const name = isTaken ? uniqueName(former.name, taken) : former.name;
  if (isTaken) told.push(`The name ${former.name} is taken: the collection is called ${name} now.`);
  const takenIndexes = today.flatMap(indexesOf).map(indexNameOf);
  const gone = former.schema.filter((one) => !schema.includes(one)).map((one) => one.name);
  const left = indexesOf(former).flatMap((statement) => withoutColumns(statement, gone) ?? []);
  if (left.length < indexesOf(former).length) told.push('An index of a relation that is gone is left out.');
  const indexes = left.map((statement) => {
    const free = uniqueName(indexNameOf(statement), takenIndexes);
    if (free !== indexNameOf(statement)) told.push(`An index is called ${free} now.`);
    return withTable(withName(statement, free), name);
  });
  return { definition: { ...former, name, schema, indexes }, told };
}

/** The server refuses a rule that names something missing. Such a rule becomes one for admins only. */
async function importWithoutRefused(definition: Collection): Promise<string[]> {
  const closed = Object.fromEntries(ruleNames.map((name) => [name, null]));
  await api.importAll({ collections: [{ ...definition, ...closed }], deleteMissing: false });
  const told: string[] = [];
  for (const name of ruleNames) {
    const rule = definition[name] ?? null;
    if (rule === null) continue;
    try {
      await api.update(definition.id, { [name]: rule });
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 400)) throw error;
      told.push(`The server refuses the ${name}: now only admins may do this.`);
    }
  }
  return told;
}
