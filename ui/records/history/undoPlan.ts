import { listAll } from '../../backend/collections';
import { readByIds, toAnswer } from '../../backend/recordPages';
import { joinWords, listOf } from '../../base/lists';
import { countOf, cut } from '../../base/text';
import type { Conflict } from '../../base/threeWayMerge';
import { type Collection, fieldOf, isDated } from '../../model/collection';
import { uploadName } from '../../model/file';
import { type FullRecord, fieldValue, type RecordAnswer } from '../../model/record';
import { targetOf, typeOf } from '../../model/types/fieldTypes';
import * as collections from '../../page/collections';
import { type FileChange, holdsFiles, unchangedFiles } from '../values/fileChange';
import { bodyOf, isEmptyBody } from '../values/recordBody';
import { mergeRecord } from '../values/recordMerge';
import { byName, formOf, type RecordForm } from '../values/recordValues';
import { arrivedNames, cutTo } from '../write/writeRecord';
import { readDependents, readRemovedFiles } from './keeping';
import { type Act, type ActContent, isAsCreated, type Part, partKey } from './plan/act';
import { fittedAnswer, lostFieldSentence, lostFields } from './plan/fittedAnswer';
import {
  type FormerRecord,
  type PresentRecord,
  planReturn,
  type ReturnPlan,
  recordKey,
} from './plan/returnPlan';
import { type PlannedRemoval, planRemovals } from './schemaUndo';

/** Acts of the history, or records of an opened backup that are missing today. */
export interface UndoSource {
  readonly kind: 'undo' | 'restore';
  /** Empty for a backup. */
  readonly acts: readonly Act[];
  readonly title: string;
  /** The collections as they were then. */
  readonly collections: readonly Collection[];
  /** Deleted collections, which are created again first. */
  readonly first: readonly Collection[];
  /** The imports whose new collection or fields may be deleted. */
  readonly makers?: readonly Act[];
  /** In the order of the acts, the newest first. */
  readonly parts: readonly Part[];
  /** The size of the files to upload, in bytes. */
  readonly bytes: number;
  hasFile(recordId: string, name: string, collectionId: string): boolean;
  /** Returns a kept file for the upload; null if it is not kept. */
  readFile(recordId: string, name: string, collectionId: string): Promise<File | null>;
  /** Finds more records, which a required relation needs. */
  find?(collectionId: string, ids: readonly string[]): Promise<readonly FormerRecord[]>;
}

export interface UndoPlan {
  readonly first: readonly Collection[];
  readonly records: ReturnPlan;
  readonly changes: readonly PlannedChange[];
  /** Records of the act: unchanged new ones, and `unsure` ones. A record comes before those that it refers to. */
  readonly deletes: readonly Part[];
  /** The keys of those on which records outside the act depend. They stay unless the person ticks them. */
  readonly held: ReadonlySet<string>;
  /** Nobody knows whether the act wrote these. They stay unless the person ticks them. */
  readonly unsure: readonly Part[];
  /** Sentences that say what stays as it is. */
  readonly stays: readonly string[];
  /** Sentences that name the records which depend on those of `held`. */
  readonly dependents: readonly string[];
  /** By key: the keys of records of this Undo that refer to it. They are deleted or changed before it. */
  readonly referrers: ReadonlyMap<string, readonly string[]>;
  /** Collections and fields that are deleted after the records. New fields stay unless the person ticks them. */
  readonly removals: readonly PlannedRemoval[];
  /** Parts that need no write. */
  readonly done: readonly Part[];
  /** The ids of acts whose collection or fields are not there. */
  readonly removed: readonly string[];
}

export interface PlannedChange {
  readonly part: Part;
  readonly today: Collection;
  readonly undoing: ChangeUndo;
  /** Values that others have changed since. */
  readonly conflicts: readonly Conflict[];
}

/** The change of a record back: `base` is the record after the act, `mine` the record before it. */
interface ChangeUndo {
  readonly base: RecordAnswer;
  readonly mine: RecordForm;
  readonly newFiles: number;
  readonly lostFiles: number;
  /** Sentences about fields that cannot take their former values. */
  readonly losses: readonly string[];
}

const mostNamed = 5;
const mostNameLength = 40;

/** Leaves out unsure changes that are not ticked. */
export const chosenChanges = ({ changes, unsure }: UndoPlan, ticked?: ReadonlySet<string>) =>
  changes.filter(({ part }) => !unsure.includes(part) || ticked?.has(partKey(part)));

export const isMade = ({ before, references }: Part) => before === null && !references;
export const isDeleted = ({ before, after }: Part) => before !== null && after === 'gone';
const isChanged = ({ before, after }: Part) => before !== null && after !== 'gone';

/** Makes the source of these acts, the newest first. `keys` limits it to some records. */
export function sourceOf(
  contents: readonly ActContent[],
  keys: ReadonlySet<string> | null = null,
): UndoSource {
  const known = new Map<string, Collection>();
  for (const { act } of contents)
    for (const one of act.collections) if (!known.has(one.id)) known.set(one.id, one);
  const files = new Map(
    contents.flatMap(({ files: kept }) =>
      kept.map((file) => [`${file.recordId}/${file.name}`, file.content] as const),
    ),
  );
  const acts = contents.map(({ act }) => act);
  const [first] = acts;
  const parts = contents.flatMap((content) => content.parts.map((part) => fitted(part, content.act, known)));
  // If a record is not chosen, only its relations to chosen ones come back.
  const chosen = parts.flatMap((part): Part[] => {
    if (!keys || keys.has(partKey(part))) return [part];
    return part.references ? [{ ...part, before: null, after: null }] : [];
  });
  return {
    kind: 'undo',
    acts,
    title: keys
      ? titleOf(chosen)
      : acts.length === 1 && first
        ? first.title
        : countOf(acts.length, 'entry', 'entries'),
    collections: [...known.values()],
    first: acts.flatMap((act) =>
      act.collections.filter(
        ({ id }) => act.removed?.includes(id) || (act.kind === 'collection' && id === act.collectionId),
      ),
    ),
    makers: keys ? [] : acts.filter(({ makes }) => makes !== undefined),
    parts: chosen,
    bytes: [...files.values()].reduce((sum, { size }) => sum + size, 0),
    hasFile: (recordId, name) => files.has(`${recordId}/${name}`),
    async readFile(recordId, name) {
      const content = files.get(`${recordId}/${name}`);
      return content ? new File([content], uploadName(name), { type: content.type }) : null;
    },
  };
}

function titleOf(parts: readonly Part[]): string {
  const own = parts.filter(({ before, references }) => before || !references);
  return own.length === 1 && own[0] ? own[0].name : countOf(own.length, 'record');
}

/** Acts may know different versions of a collection. All parts get the field names of the newest one. */
function fitted(part: Part, { collections: own }: Act, known: ReadonlyMap<string, Collection>): Part {
  const [then, first] = [own.find(({ id }) => id === part.collectionId), known.get(part.collectionId)];
  if (!then || !first || then === first) return part;
  const fit = (answer: RecordAnswer) => fittedAnswer(answer, then, first);
  const { before, after } = part;
  return { ...part, before: before && fit(before), after: after && after !== 'gone' ? fit(after) : after };
}

export async function planUndo(source: UndoSource): Promise<UndoPlan> {
  const known = await listAll();
  if (!(await collections.load())) throw new Error('The collections could not be read. Try again.');
  const first = source.first.filter(({ id }) => known.every((one) => one.id !== id));
  const today = [...known, ...first];
  const deleted = source.parts.filter(isDeleted);
  const records = planReturn({
    records: deleted.map(formerOf),
    references: source.parts.flatMap(({ references = [] }) => references),
    before: source.collections,
    today,
    present: await readPresent(source, known),
    hasFile: ({ collectionId, answer }, name) => source.hasFile(answer.record.id, name, collectionId),
  });
  const exists = new Set(
    records.existing.map(({ collectionId, answer }) => recordKey(collectionId, answer.record.id)),
  );
  // These were never deleted: the server only removed a deleted record from their list, and others are left in it.
  const stayed = deleted.filter((part) => exists.has(partKey(part)) && part.references).length;
  const changes = await planChanges(source, known);
  const whole = changes.planned.filter(
    ({ part, conflicts, undoing }) =>
      conflicts.length + undoing.losses.length === 0 && !changes.unsure.includes(part),
  );
  const made = await planDeletes(source, known, new Set(whole.map(({ part }) => partKey(part))));
  const rowsToGo = (id: string) => made.deletes.filter(({ collectionId }) => collectionId === id).length;
  const schema = await planRemovals(source.makers ?? [], known, rowsToGo);
  const back = exists.size - stayed;
  return {
    first,
    records,
    changes: changes.planned,
    ...made,
    unsure: [...made.unsure, ...changes.unsure],
    stays: [
      ...(back > 0 && back < deleted.length
        ? [`${countOf(back, 'record exists', 'records exist')} and ${stayWord(back)}.`]
        : []),
      ...changes.stays,
      ...made.stays,
      ...schema.stays,
    ],
    removals: schema.removals,
    removed: schema.removed,
    done: [...deleted.filter((part) => exists.has(partKey(part))), ...changes.done, ...made.done],
  };
}

/** Names the first ones and counts the others. */
export function namesOf(parts: readonly Part[]): string {
  const names = parts.slice(0, mostNamed).map(({ name, id }) => cut(name || id, mostNameLength));
  const left = parts.length - names.length;
  return joinWords(left > 0 ? [...names, countOf(left, 'other')] : names);
}

const stayWord = (count: number) => (count === 1 ? 'stays as it is' : 'stay as they are');

const formerOf = ({ collectionId, before }: Part): FormerRecord => ({
  collectionId,
  answer: before as RecordAnswer,
});

/** Reads, as far as they exist today, the deleted records, those that they name, and those with references. */
async function readPresent(
  { parts, collections: before }: UndoSource,
  today: readonly Collection[],
): Promise<Map<string, PresentRecord>> {
  const wanted = new Map<string, Set<string>>();
  const want = (collectionId: string, ids: readonly string[]) => {
    const all = wanted.get(collectionId) ?? new Set();
    for (const id of ids) all.add(id);
    wanted.set(collectionId, all);
  };
  const fieldIds = new Set<string>();
  for (const part of parts) {
    const { collectionId, id, references = [] } = part;
    if (references.length > 0) want(collectionId, [id]);
    for (const { fieldId } of references) fieldIds.add(fieldId);
    if (!isDeleted(part)) continue;
    want(collectionId, [id]);
    for (const field of before.find((one) => one.id === collectionId)?.schema ?? []) {
      const target = targetOf(field);
      if (!target) continue;
      want(target, listOf(fieldValue(formerOf(part).answer.record, field.name)));
      fieldIds.add(field.id);
    }
  }
  const present = new Map<string, PresentRecord>();
  for (const [collectionId, ids] of wanted) {
    const collection = today.find(({ id }) => id === collectionId);
    if (!collection) continue;
    const relations = collection.schema.filter(({ id }) => fieldIds.has(id)).map(({ name }) => name);
    const fields = ['id', 'created', 'updated', ...relations];
    for (const { id, values } of await readByIds(collectionId, [...ids], { fields })) {
      const value = (name: string): unknown => JSON.parse(values.get(name) ?? 'null');
      present.set(recordKey(collectionId, id), {
        created: String(value('created')),
        isUntouched: value('created') === value('updated'),
        relations: new Map(relations.map((name) => [name, listOf(value(name))])),
      });
    }
  }
  return present;
}

/** By key. Records of deleted collections are missing, too. */
async function readToday(
  parts: readonly Part[],
  today: readonly Collection[],
  fieldsOf: (collection: Collection) => readonly string[] | null,
): Promise<Map<string, RecordAnswer>> {
  const found = new Map<string, RecordAnswer>();
  for (const collection of today) {
    const ids = parts.filter(({ collectionId }) => collectionId === collection.id).map(({ id }) => id);
    if (ids.length === 0) continue;
    for (const row of await readByIds(collection.id, ids, { fields: fieldsOf(collection) }))
      found.set(recordKey(collection.id, row.id), toAnswer(collection, row));
  }
  return found;
}

async function planChanges(source: UndoSource, today: readonly Collection[]) {
  const parts = source.parts.filter(isChanged);
  const now = await readToday(parts, today, (collection) => changedToday(source, collection));
  const planned: PlannedChange[] = [];
  const done: Part[] = [];
  const unsure: Part[] = [];
  const [gone, conflicts]: [Part[], Part[]] = [[], []];
  for (const stored of parts) {
    const collection = today.find(({ id }) => id === stored.collectionId);
    const theirs = now.get(partKey(stored));
    if (!collection || !theirs) {
      gone.push(stored);
      continue;
    }
    const [part, isSure] = answered(source, stored, collection, theirs);
    const undoing = await changeUndo(source, part, collection, theirs);
    const merged = mergeRecord(collection, { base: undoing.base, theirs, mine: undoing.mine });
    if (merged.conflicts.length > 0) conflicts.push(part);
    const isSame =
      undoing.losses.length + undoing.lostFiles === 0 &&
      isEmptyBody(bodyOf(collection, merged.form, formOf(collection, theirs)));
    if (isSame) done.push(part);
    else planned.push({ part, today: collection, undoing, conflicts: merged.conflicts });
    if (!isSame && !isSure) unsure.push(part);
  }
  const stays = [
    gone.length > 0 &&
      `${countOf(gone.length, 'changed record', 'changed records')} no longer ${gone.length === 1 ? 'exists' : 'exist'}: ${namesOf(gone)}. Undo the delete first.`,
    conflicts.length > 0 &&
      parts.length > 1 &&
      `${countOf(conflicts.length, 'record keeps', 'records keep')} values that were changed since: ${namesOf(conflicts)}.`,
  ].filter((one) => one !== false);
  return { planned, done, unsure, stays };
}

/**
 * If no response came, takes the record of today as the result. Returns false if it does not have the sent values.
 */
function answered(
  { collections: before }: UndoSource,
  part: Part,
  today: Collection,
  theirs: RecordAnswer,
): [Part, boolean] {
  if (part.after !== null || !part.before) return [part, true];
  const known = before.find(({ id }) => id === part.collectionId) ?? today;
  const after = cutTo(Object.keys(part.before.record), fittedAnswer(theirs, today, known));
  const write = part.sent && { first: part.before, form: part.sent };
  return [{ ...part, after }, write !== undefined && arrivedNames(known, write, after) === 'all'];
}

/** Today's names of the changed fields; null with JSON, which only whole records hold as it is stored. */
function changedToday({ parts, collections: before }: UndoSource, collection: Collection): string[] | null {
  const then = before.find(({ id }) => id === collection.id) ?? collection;
  const own = parts.filter(({ collectionId, before: old }) => collectionId === collection.id && old);
  const names = new Set(own.flatMap(({ before: old }) => Object.keys(old?.record ?? {})));
  const todays = [...names].map((name) => {
    const id = fieldOf(then, name)?.id;
    return collection.schema.find((field) => field.id === id)?.name ?? name;
  });
  const hasJson = collection.schema.some((field) => typeOf(field).hasSource && todays.includes(field.name));
  return hasJson ? null : [...new Set(['id', 'updated', ...todays])];
}

/** Returns the former values and files, as far as today's fields can take them. */
async function changeUndo(
  source: UndoSource,
  part: Part,
  today: Collection,
  theirs: RecordAnswer,
): Promise<ChangeUndo> {
  const [former, after] = [part.before as RecordAnswer, part.after as RecordAnswer];
  const known = source.collections.find(({ id }) => id === part.collectionId) ?? today;
  const lost = lostFields(former, after, known, today);
  // A field that cannot take its former value keeps today's.
  const fitting = {
    ...today,
    schema: today.schema.filter(({ id }) => lost.every(({ field }) => field.id !== id)),
  };
  const before = fittedAnswer(former, known, fitting);
  const base = fittedAnswer(after, known, fitting, { isCut: true });
  const { values, files } = formOf(today, before);
  let [newFiles, lostFiles] = [0, 0];
  const changes: [string, FileChange][] = [];
  for (const name of Object.keys(files)) {
    const [then, now] = [listOf(fieldValue(before.record, name)), listOf(fieldValue(base.record, name))];
    const removed = then.filter((file) => !now.includes(file));
    const missing = removed.filter((file) => !source.hasFile(part.id, file, part.collectionId));
    lostFiles += missing.length;
    const change: FileChange = {
      names: then.filter((file) => now.includes(file)),
      removed: now.filter((file) => !then.includes(file)),
      // Empty files with the right names: the run reads their contents.
      added: removed.map((file) => new File([], file)),
    };
    // A field whose former files are not all kept here keeps its present files.
    const isKept = missing.length > 0 || (await isBack(source, part, change, { today, theirs, name }));
    changes.push([name, isKept ? unchangedFiles(now) : change]);
    if (!isKept) newFiles += removed.length;
  }
  const losses = lost.map((one) => lostFieldSentence(one, today));
  return { base, mine: { values, files: byName(changes) }, newFiles, lostFiles, losses };
}

/** True if an earlier Undo has uploaded the files already: the field has their contents under new names. */
async function isBack(
  source: UndoSource,
  { id, collectionId }: Part,
  change: FileChange,
  { today, theirs, name }: { today: Collection; theirs: RecordAnswer; name: string },
): Promise<boolean> {
  const stored = listOf(fieldValue(theirs.record, name));
  if (change.added.length === 0 || !holdsFiles(stored, change)) return false;
  const fresh = stored.filter((one) => !change.names.includes(one));
  const { files } = await readRemovedFiles(today, theirs, fresh);
  const bytes = async (file: Blob) => new TextDecoder('latin1').decode(await file.arrayBuffer());
  const now = await Promise.all(files.map(({ content }) => bytes(content)));
  for (const { name: former } of change.added) {
    const file = await source.readFile(id, former, collectionId);
    const at = file ? now.indexOf(await bytes(file)) : -1;
    if (at < 0) return false;
    now.splice(at, 1);
  }
  return true;
}

async function planDeletes(source: UndoSource, today: readonly Collection[], changed: ReadonlySet<string>) {
  const made = source.parts.filter(isMade);
  const now = await readToday(made, today, (one) => (isDated(one) ? ['id', 'updated'] : null));
  const unsure: Part[] = [];
  const own = new Map<string, Part>();
  const done: Part[] = [];
  const newer: Part[] = [];
  for (const part of made) {
    const theirs = now.get(partKey(part));
    const collection = today.find(({ id }) => id === part.collectionId);
    if (!collection || !theirs) done.push(part);
    else if (part.after === null) unsure.push(part);
    else if (isAsCreated(part, collection, theirs)) own.set(partKey(part), part);
    else newer.push(part);
  }
  const { held, dependents, referrers, order } = await readHeld([...own.values(), ...unsure], changed, today);
  return {
    // Unsure ones are sent only if they are ticked.
    deletes: order.flatMap((key) => own.get(key) ?? unsure.find((part) => partKey(part) === key) ?? []),
    unsure,
    held,
    dependents,
    referrers,
    done,
    stays:
      newer.length > 0
        ? [
            `${countOf(newer.length, 'record was', 'records were')} changed since and ${stayWord(newer.length)}: ${namesOf(newer)}.`,
          ]
        : [],
  };
}

/**
 * Finds the records outside the act that depend on these, and an order in which no record refers to a deleted one.
 */
async function readHeld(parts: readonly Part[], changed: ReadonlySet<string>, today: readonly Collection[]) {
  const roots = parts.map(({ collectionId, id }): FormerRecord => {
    const record = { id } as unknown as FullRecord;
    return { collectionId, answer: { record, sources: {} } };
  });
  const own = new Set(parts.map(partKey));
  const { references, gaps } = await readDependents(roots, today, new AbortController().signal);
  const held = new Set(gaps.length > 0 ? own : []);
  const referrers = new Map<string, string[]>();
  const outside = new Map<string, Set<string>>();
  for (const { collectionId, recordId, fieldId, ids } of references) {
    const collection = today.find(({ id }) => id === collectionId);
    const field = collection?.schema.find(({ id }) => id === fieldId);
    const target = (field && targetOf(field)) ?? '';
    const named = ids.map((id) => recordKey(target, id)).filter((key) => own.has(key));
    const key = recordKey(collectionId, recordId);
    for (const one of named) {
      if (own.has(key) || changed.has(key)) referrers.set(one, [...(referrers.get(one) ?? []), key]);
      else held.add(one);
    }
    if (!own.has(key) && !changed.has(key))
      outside.set(collection?.name ?? '', (outside.get(collection?.name ?? '') ?? new Set()).add(key));
  }
  const dependents = [
    ...gaps,
    ...[...outside].map(
      ([name, keys]) =>
        `${countOf(keys.size, 'record')} of ${name} ${keys.size === 1 ? 'depends' : 'depend'} on them.`,
    ),
  ];
  return { held, dependents, referrers, order: referrersFirst([...own].reverse(), referrers) };
}

/** Puts each key after all that refer to it. A chain may be long, so it does not recurse. */
function referrersFirst(
  keys: readonly string[],
  referrers: ReadonlyMap<string, readonly string[]>,
): string[] {
  const ordered = new Set<string>();
  const visited = new Set<string>();
  for (const first of keys) {
    const stack = [{ key: first, isReady: false }];
    for (let top = stack.pop(); top; top = stack.pop()) {
      const { key, isReady } = top;
      if (isReady) ordered.add(key);
      else if (!visited.has(key)) {
        visited.add(key);
        stack.push({ key, isReady: true });
        for (const one of referrers.get(key) ?? []) stack.push({ key: one, isReady: false });
      }
    }
  }
  return [...ordered];
}
