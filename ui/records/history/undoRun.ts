import { proxy, ref } from 'valtio/vanilla';
import { ApiError, isMissing, messageOf } from '../../backend/ApiError';
import * as api from '../../backend/collections';
import * as records from '../../backend/records';
import { listOf } from '../../base/lists';
import { randomText } from '../../base/random';
import type { Choices, Conflict } from '../../base/threeWayMerge';
import { type Collection, fieldOf, indexesOf, ruleNames, withoutProviders } from '../../model/collection';
import type { FieldErrors } from '../../model/fieldErrors';
import { renameFiles } from '../../model/file';
import { uniqueName } from '../../model/names';
import { fieldValue, type RecordAnswer } from '../../model/record';
import { indexNameOf, withName, withoutColumns, withTable } from '../../model/sql/indexStatement';
import { isKnown, isSecret, targetOf, typeOf } from '../../model/types/fieldTypes';
import * as collections from '../../page/collections';
import * as toasts from '../../page/toasts';
import { answerOfValues } from '../values/recordBody';
import { mergeRecord } from '../values/recordMerge';
import { madePasswordLength } from '../values/recordRules';
import { byName, formOf, type RecordForm } from '../values/recordValues';
import { createWriteMany, type WriteEnd, type WriteJob } from '../write/writeMany';
import { lostError, lostNames, type Made } from '../write/writeRecord';
import { RowRefusal } from '../write/writeRun';
import * as history from './history';
import { isAsCreated, type Part, partKey } from './plan/act';
import type { PlannedCreate, PlannedUpdate } from './plan/returnPlan';
import { removalKey, remove } from './schemaUndo';
import { chosenChanges, type PlannedChange, planUndo, type UndoPlan, type UndoSource } from './undoPlan';

export interface RefusedUndo {
  readonly collectionId: string;
  readonly id: string;
  readonly kind: Step['does'];
  readonly message: string;
  readonly fields: FieldErrors;
  /** The values of a record that could not be created; null for other writes. */
  readonly create: PlannedCreate | null;
}

export interface UndoRunState {
  done: number;
  total: number;
  /** The number of collections that were created again. */
  collections: number;
  created: number;
  /** The number of created users, who each need a new password. */
  users: number;
  changed: number;
  deleted: number;
  newFiles: number;
  lostFiles: number;
  refused: readonly RefusedUndo[];
  /** Sentences about collections and fields that an import had made. */
  gone: readonly string[];
  /** Sentences about collections and values that differ from before. */
  told: readonly string[];
  isStopped: boolean;
}

interface UndoChoices {
  /** The keys of records that are undone only if ticked. */
  ticked?: ReadonlySet<string>;
  /** The person's choice, for one change whose values others have changed since. */
  values?: Choices;
}

export interface EndedUndo {
  readonly plan: UndoPlan;
  readonly run: ReturnType<typeof createUndoRun>;
}

type PartPlace = Pick<Part, 'collectionId' | 'id'>;

interface LinkStep extends PlannedUpdate, WriteJob {
  readonly does: 'link';
}

type Step =
  | (WriteJob & { readonly does: 'create'; readonly create: PlannedCreate })
  | LinkStep
  | (WriteJob & { readonly does: 'change'; readonly change: PlannedChange })
  | (WriteJob & { readonly does: 'delete'; readonly part: Part });

interface UndoneChange extends Made {
  /** True if some values stay, because others have changed them since. */
  readonly isPart: boolean;
}

const changedSince = 'The record was changed since.';
/** While the run writes, parts are removed from the entry at most this often, because each time rewrites it. */
const mostRemovals = 50;

/**
 * Writes a plan: collections, records by waves, relations, changed values, then deletes. The run is an act of its
 * own. Finished parts are removed from the source, so after a stop or crash, Undo continues with the rest.
 */
export function createUndoRun() {
  const state = proxy<UndoRunState>(nothing());
  const many = createWriteMany<Step, UndoneChange>({
    atATime: () => (state.users > 0 ? 2 : 4),
    create: async (step) => (step.does === 'create' ? create(step.create) : otherStep()),
    make: async (step, theirs) =>
      step.does === 'link'
        ? link(step, theirs)
        : step.does === 'change'
          ? change(step.change, theirs)
          : otherStep(),
    checkDelete(step, now) {
      if (step.does !== 'delete') return;
      const key = partKey(step);
      const collection = collections.find(step.part.collectionId) as Collection | undefined;
      if (isNamed(key)) throw new RowRefusal('A record that names it was refused.');
      const isKnown = collection !== undefined && step.part.after !== null && !touched.has(key);
      if (isKnown && !isAsCreated(step.part, collection, now)) throw new RowRefusal(changedSince);
    },
    async onEnd(step, end, made) {
      state.done += 1;
      if (end.kind === 'refused') refuse(step, end.error);
      else if (end.kind === 'conflict') refuse(step, new RowRefusal(changedSince));
      else await finish(step, end, made);
    },
  });
  let source: UndoSource;
  let act: history.Recorder;
  let choices: UndoChoices = {};
  /** The keys of records that the server changed because this run deleted a record that they named. */
  let touched = new Set<string>();
  let links = new Map<string, LinkStep>();
  let ended = new Set<string>();
  let linked = new Set<string>();

  function collectionOf(id: string): Collection {
    const collection = collections.find(id);
    if (!collection) throw new RowRefusal('The collection was deleted.');
    return collection as Collection;
  }

  async function create({
    collectionId,
    id,
    values,
    files,
    needsPassword,
  }: PlannedCreate): Promise<RecordAnswer> {
    const password = needsPassword ? randomText(madePasswordLength) : null;
    const collection = collectionOf(collectionId);
    const possible = withoutRefused(collection, values);
    const made = collection.schema
      .filter((field) => isSecret(field) && field.required)
      .map(({ name }) => [name, randomText(madePasswordLength)] as const);
    const sent = {
      ...possible,
      ...Object.fromEntries(made),
      ...(password && { password, passwordConfirm: password }),
    };
    const contents = await Promise.all(
      files.map(async ([field, name]) => [field, await fileOf(id, name, collectionId)] as const),
    );
    const answer = await records.create(collection, { values: sent, files: contents });
    const names = [...Object.keys(values), ...files.map(([name]) => name)];
    const lost = await lostNames(collection, names, answer);
    if (lost.length === 0) return answer;
    // Deletes the incomplete record, so that the next Undo can create it with all values.
    await records.remove(collectionId, id);
    throw lostError(lost);
  }

  /** Leaves out ids whose create was refused: the server accepts no relation to a missing record. */
  function withoutRefused(collection: Collection, values: PlannedCreate['values']): PlannedCreate['values'] {
    const isRefused = (target: string | null, id: unknown) =>
      state.refused.some((one) => one.kind === 'create' && one.collectionId === target && one.id === id);
    const left = Object.entries(values).map(([name, value]) => {
      const field = fieldOf(collection, name);
      const target = field ? targetOf(field) : null;
      if (Array.isArray(value)) return [name, value.filter((id) => !isRefused(target, id))];
      return [name, isRefused(target, value) ? '' : value];
    });
    return Object.fromEntries(left);
  }

  async function fileOf(id: string, name: string, collectionId: string): Promise<File> {
    const file = await source.readFile(id, name, collectionId);
    if (!file) throw new RowRefusal(`Its file ${name} is no longer kept.`);
    return file;
  }

  function link({ collectionId, id, values, former }: LinkStep, theirs: RecordAnswer): UndoneChange {
    const collection = collectionOf(collectionId);
    const base = answerOfValues(id, former);
    const mine = formOf(collection, answerOfValues(id, withoutRefused(collection, values)));
    return { ...mergeRecord(collection, { base, theirs, mine }), isPart: false };
  }

  async function change(
    { part, today, undoing }: PlannedChange,
    theirs: RecordAnswer,
  ): Promise<UndoneChange> {
    const versions = { base: undoing.base, theirs, mine: await withContents(part, undoing.mine) };
    const merged = mergeRecord(today, versions, choices.values);
    return merged.conflicts.length === 0
      ? { ...merged, isPart: false }
      : { ...mergeRecord(today, versions, theirsOf(merged.conflicts)), isPart: true };
  }

  async function withContents(
    { id, collectionId }: Part,
    { values, files }: RecordForm,
  ): Promise<RecordForm> {
    const read = Object.entries(files).map(async ([name, one]) => {
      const added = await Promise.all(one.added.map((file) => fileOf(id, file.name, collectionId)));
      return [name, { ...one, added }] as const;
    });
    return { values, files: byName(await Promise.all(read)) };
  }

  async function finish(
    step: Step,
    end: Exclude<WriteEnd, { kind: 'refused' | 'conflict' }>,
    made: UndoneChange | null,
  ): Promise<void> {
    const { collectionId, id } = step;
    const key = partKey(step);
    if (step.does === 'link') linked.add(key);
    else ended.add(key);
    if (step.does === 'create' && end.kind === 'stored') {
      state.created += 1;
      state.newFiles += step.create.files.length;
      renameLinks(step.create, end.after);
    } else if (step.does === 'change') {
      const { newFiles, lostFiles, losses } = step.change.undoing;
      if (end.kind === 'stored') state.changed += 1;
      if (end.kind === 'stored') state.newFiles += newFiles;
      state.lostFiles += lostFiles;
      if (!made?.isPart) unreleased.delete(key);
      if (made?.isPart || losses.length + lostFiles > 0) ended.delete(key);
    } else if (step.does === 'delete') {
      state.deleted += 1;
      for (const one of referrers.get(key) ?? []) touched.add(one);
    }
    // A created record stays in the entry until its links are set, and a record of several acts until all its steps
    // are done.
    const canLeave = (step.does === 'change' || step.does === 'delete') && source.acts.length === 1;
    if (canLeave && ended.has(key)) leaving.push({ collectionId, id });
    if (leaving.length * mostRemovals > source.parts.length) await removeParts(leaving.splice(0));
  }

  /** Finished parts that are not yet removed from the entry. */
  const leaving: PartPlace[] = [];

  async function removeParts(done: readonly PartPlace[]): Promise<void> {
    for (const { id } of source.acts) await history.removeParts(id, done);
  }

  /** Removes the collections and the ticked fields that the imports have made. */
  async function removeSchemas({ removals, removed }: UndoPlan): Promise<void> {
    for (const id of removed) await history.removeMade(id);
    for (const removal of removals) {
      if (!removal.isCollection && !choices.ticked?.has(removalKey(removal))) {
        await history.removeMade(removal.act.id);
        continue;
      }
      const { gone, stays } = await remove(removal, act);
      state.gone = ref([...state.gone, ...gone]);
      state.told = ref([...state.told, ...stays]);
    }
  }

  let referrers: UndoPlan['referrers'] = new Map();
  /** The keys of changed records that do not have their former values yet. */
  let unreleased = new Set<string>();

  /** The server gives uploaded files new names, so links to them in texts of the record are adapted. */
  function renameLinks({ collectionId, id, files }: PlannedCreate, answer: RecordAnswer): void {
    const renamed = new Map<string, string>();
    for (const field of new Set(files.map(([name]) => name))) {
      const former = files.filter(([name]) => name === field).map(([, name]) => name);
      const now = listOf(fieldValue(answer.record, field));
      for (const [at, name] of former.entries()) renamed.set(name, now[at] ?? name);
    }
    const values: Record<string, unknown> = {};
    const before: Record<string, unknown> = {};
    const fields = renamed.size > 0 ? collectionOf(collectionId).schema.filter(isKnown) : [];
    for (const field of fields) {
      const { name } = field;
      const { hasSource, holds } = typeOf(field);
      const text = hasSource ? answer.sources[name] : fieldValue(answer.record, name);
      if (typeof text !== 'string' || holds) continue;
      const next = renameFiles(text, renamed);
      if (next === text) continue;
      values[name] = next;
      before[name] = text;
    }
    if (Object.keys(values).length > 0) addLink({ collectionId, id, values, former: before, owners: [] });
  }

  function addLink({ collectionId, id, values, former, owners }: PlannedUpdate): void {
    const key = partKey({ collectionId, id });
    const known = links.get(key);
    links.set(key, {
      kind: 'change',
      does: 'link',
      step: 'link',
      collectionId,
      id,
      values: { ...known?.values, ...values },
      former: { ...known?.former, ...former },
      owners: [...(known?.owners ?? []), ...owners],
    });
  }

  /** Returns false after a stop, or if something cannot be kept and the person declined. */
  async function runAll(steps: readonly Step[], signal: AbortSignal): Promise<boolean> {
    if (signal.aborted) return false;
    return steps.length === 0 || (await many.run(steps, { act, signal })).isWhole;
  }

  async function createAll(creates: readonly PlannedCreate[], signal: AbortSignal): Promise<boolean> {
    const names = new Map(source.parts.map((part) => [partKey(part), part.name]));
    for (const wave of new Set(creates.map((one) => one.wave))) {
      const some = creates.filter((one) => one.wave === wave);
      const steps = some.map((create): Step => {
        const { collectionId, id } = create;
        const name = names.get(partKey(create)) ?? id;
        return { kind: 'create', does: 'create', collectionId, id, name, create };
      });
      if (!(await runAll(steps, signal))) return false;
    }
    return true;
  }

  /** True if another record of the act still names it, because the undo of that one was refused. */
  function isNamed(key: string): boolean {
    const isRefused = (one: string) => state.refused.some((refused) => partKey(refused) === one);
    return referrers.get(key)?.some((one) => unreleased.has(one) || isRefused(one)) ?? false;
  }

  function refuse(step: Step, error: unknown): void {
    const { collectionId, id, does: kind } = step;
    const fields = error instanceof ApiError ? error.fields : {};
    const isDeleted = kind === 'change' && isMissing(error);
    const message = isDeleted ? 'The record was deleted. Undo that first.' : messageOf(error);
    const create = kind === 'create' ? step.create : null;
    state.refused = ref([...state.refused, { collectionId, id, kind, message, fields, create }]);
  }

  async function runClaimed(
    given: UndoSource,
    planned: UndoPlan,
    chosen: UndoChoices,
    signal: AbortSignal,
  ): Promise<history.Recorder> {
    Object.assign(state, nothing());
    [source, choices, touched, links] = [given, chosen, new Set(), new Map()];
    [ended, linked] = [new Set(), new Set()];
    let plan = planned;
    if (plan.first.length > 0) {
      const told: string[] = [];
      for (const one of plan.first) told.push(...(await restoreCollection(one)));
      state.collections = plan.first.length;
      state.told = ref(told);
      // Plans again: a restored collection may have another name, or lack a field.
      plan = await planUndo(source);
    }
    referrers = plan.referrers;
    unreleased = new Set(plan.changes.map(({ part }) => partKey(part)));
    const isChosen = (part: Part) => chosen.ticked?.has(partKey(part)) ?? false;
    const deletes = plan.deletes.filter(
      (part) => isChosen(part) || !(plan.held.has(partKey(part)) || plan.unsure.includes(part)),
    );
    const wanted = chosenChanges(plan, chosen.ticked);
    const { creates, updates } = plan.records;
    state.users = creates.filter(({ needsPassword }) => needsPassword).length;
    state.total = creates.length + updates.length + wanted.length + deletes.length;
    const collectionId = source.acts[0]?.collectionId ?? source.parts[0]?.collectionId ?? '';
    const collection = collections.find(collectionId) ?? source.collections[0];
    act = history.begin({
      kind: source.kind,
      verb: source.kind === 'undo' ? 'Undo' : 'Bring back',
      title: source.title,
      collection: collection as Collection,
    });
    for (const update of updates) addLink(update);
    const changes = wanted.map((one): Step => {
      const { collectionId, id } = one.part;
      return { kind: 'change', does: 'change', collectionId, id, change: one };
    });
    const deletions = deletes.map((part): Step => {
      const { collectionId, id } = part;
      return { kind: 'delete', does: 'delete', collectionId, id, part };
    });
    many.reset();
    try {
      const isWhole =
        (await createAll(creates, signal)) &&
        (await runAll([...links.values()], signal)) &&
        (await runAll(changes, signal)) &&
        (await runAll(deletions, signal));
      state.isStopped = !isWhole;
      // The entry still holds the rows: after a crash, Undo goes on from here.
      if (isWhole) await removeSchemas(plan);
    } finally {
      for (const part of plan.done) ended.add(partKey(part));
      for (const one of state.refused) if (one.kind !== 'link') ended.delete(partKey(one));
      // Keep the owners in the entry, or the next Undo would not know their relations.
      for (const [key, { owners }] of links)
        if (!linked.has(key)) for (const owner of owners) ended.delete(owner);
      await removeParts(source.parts.filter((part) => ended.has(partKey(part))));
      await act.close();
    }
    state.users =
      state.created === 0 ? 0 : creates.filter((one) => one.needsPassword && ended.has(partKey(one))).length;
    return act;
  }

  return {
    state,
    write: many.state,

    /**
     * Resolves with the act of this run when all writes have ended; with null if another tab undoes the same.
     * Throws if a collection cannot be created.
     */
    async run(
      given: UndoSource,
      planned: UndoPlan,
      chosen: UndoChoices,
      { signal }: { signal: AbortSignal },
    ): Promise<history.Recorder | null> {
      const ids = given.acts.map(({ id }) => id);
      const claim = await history.claim(ids);
      if (!claim) {
        toasts.info('Another tab is undoing this.');
        return null;
      }
      try {
        if (!claim.isBegun) return await runClaimed(given, planned, chosen, signal);
        const acts = await Promise.all(ids.map(history.read));
        const left = new Set(acts.flatMap((content) => content?.parts.map(partKey) ?? []));
        const isLeft = (part: Part) => given.kind === 'restore' || left.has(partKey(part));
        const rest = { ...given, parts: given.parts.filter(isLeft) };
        return await runClaimed(rest, await planUndo(rest), chosen, signal);
      } finally {
        await claim.end();
      }
    },
  };
}

const nothing = (): UndoRunState => ({
  done: 0,
  total: 0,
  collections: 0,
  created: 0,
  users: 0,
  changed: 0,
  deleted: 0,
  newFiles: 0,
  lostFiles: 0,
  refused: ref([]),
  gone: ref([]),
  told: ref([]),
  isStopped: false,
});

function otherStep(): never {
  throw new Error('A step of another kind.');
}

const theirsOf = (conflicts: readonly Conflict[]): Choices =>
  Object.fromEntries(conflicts.map(({ name }) => [name, 'theirs']));

/**
 * Creates a deleted collection with its former id, unless it exists. Returns sentences about what differs from
 * before.
 */
async function restoreCollection(former: Collection): Promise<string[]> {
  // Read again: an import replaces a collection that exists, and an old list might not have it.
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

/** Leaves out what needs a missing collection, and renames what would collide. */
function fitted(
  former: Collection,
  today: readonly Collection[],
): { definition: Collection; told: string[] } {
  const told: string[] = [];
  const isThere = (id: string | null) =>
    id === null || id === former.id || today.some((one) => one.id === id);
  const schema = former.schema.filter((field) => isThere(targetOf(field)));
  for (const field of former.schema.filter((one) => !schema.includes(one))) {
    told.push(`The relation ${field.name} is left out: its collection was deleted.`);
  }
  const taken = today.map(({ name }) => name);
  const isTaken = taken.some((name) => name.toLowerCase() === former.name.toLowerCase());
  const name = isTaken ? uniqueName(former.name, taken) : former.name;
  if (isTaken) told.push(`The name ${former.name} is taken: the collection is called ${name} now.`);
  const takenIndexes = today.flatMap(indexesOf).map(indexNameOf);
  const gone = former.schema.filter((one) => !schema.includes(one)).map((one) => one.name);
  const left = indexesOf(former).flatMap((statement) => withoutColumns(statement, gone) ?? []);
  if (left.length < indexesOf(former).length) told.push('An index of a missing relation is left out.');
  const indexes = left.map((statement) => {
    const free = uniqueName(indexNameOf(statement), takenIndexes);
    if (free !== indexNameOf(statement)) told.push(`An index is called ${free} now.`);
    return withTable(withName(statement, free), name);
  });
  const bare = withoutProviders(former);
  if (bare !== former) told.push('The sign-in providers are left out: no server sends their secrets.');
  return { definition: { ...bare, name, schema, indexes }, told };
}

/** The server refuses a rule that mentions something missing. Such a rule is set to admins only. */
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
