import { listOf } from '../../../base/lists';
import { countOf } from '../../../base/text';
import { accountNamesOf, type Collection, collectionTypeOf, isDated } from '../../../model/collection';
import type { SchemaField } from '../../../model/field';
import { fieldValue, isEmptyValue, type RecordAnswer } from '../../../model/record';
import { displayText } from '../../../model/recordName';
import { choicesOf, isMultiple, isSecret, targetOf, typeOf } from '../../../model/types/fieldTypes';
import { jsonSourceOf } from '../../values/recordValues';
import { holds, type LostField, lostFieldSentence } from './fittedAnswer';

/** A deleted record, as it was stored. */
export interface FormerRecord {
  readonly collectionId: string;
  readonly answer: RecordAnswer;
}

/** A relation of another record, as it was before the server removed deleted ids from it. */
export interface FormerReference {
  readonly collectionId: string;
  readonly recordId: string;
  readonly fieldId: string;
  readonly ids: readonly string[];
}

export interface ReturnInput {
  readonly records: readonly FormerRecord[];
  readonly references: readonly FormerReference[];
  /** The collections as they were then. */
  readonly before: readonly Collection[];
  readonly today: readonly Collection[];
  /** The records that exist today, by `recordKey`. It must cover all records of the input and all targets. */
  readonly present: ReadonlyMap<string, PresentRecord>;
  /** True if the content of this file is available. */
  hasFile(record: FormerRecord, name: string): boolean;
}

export interface PresentRecord {
  readonly created: string;
  /** True if it has not changed since it was created. */
  readonly isUntouched: boolean;
  /** By field name: the ids of each relation. Known for the records of the input and of references. */
  readonly relations: ReadonlyMap<string, readonly string[]>;
}

export interface PlannedCreate {
  readonly collectionId: string;
  readonly id: string;
  readonly values: Readonly<Record<string, unknown>>;
  /** Today's field name, and the name under which the file was stored. */
  readonly files: readonly (readonly [field: string, name: string])[];
  /** Records of lower waves must exist before. */
  readonly wave: number;
  readonly needsPassword: boolean;
}

export interface PlannedUpdate {
  readonly collectionId: string;
  readonly id: string;
  readonly values: Readonly<Record<string, unknown>>;
  /** The values that the record has today. */
  readonly former: Readonly<Record<string, unknown>>;
  /** The keys of the records that are not fully restored without this update. */
  readonly owners: readonly string[];
}

export interface Obstacle {
  readonly record: FormerRecord;
  readonly reason: 'collection' | 'target' | 'circle';
  /** The deleted collection, or the collection of the targets. */
  readonly collectionId: string;
  /** The missing records, of which a required relation needs some. */
  readonly targets: readonly string[];
}

export interface ReturnPlan {
  readonly creates: readonly PlannedCreate[];
  /** Relations to records that must exist first. They are sent after all creates. */
  readonly updates: readonly PlannedUpdate[];
  /** Records whose id exists today. They stay, but an interrupted try may not have set their relations yet. */
  readonly existing: readonly FormerRecord[];
  readonly obstacles: readonly Obstacle[];
  /** Sentences that say what does not come back. */
  readonly losses: readonly string[];
  /** False if a kept value, file or relation does not come back. */
  readonly isWhole: boolean;
}

export const recordKey = (collectionId: string, id: string) => `${collectionId}/${id}`;

/** A record while its plan is made. */
interface Draft {
  record: FormerRecord;
  key: string;
  today: Collection;
  values: Map<string, unknown>;
  files: (readonly [string, string])[];
  relations: DraftRelation[];
  lostFields: LostField[];
  lostFiles: string[];
  /** Values that their field no longer allows. */
  lostChoices: (readonly [field: string, value: string])[];
  wave: number;
}

interface DraftRelation {
  field: SchemaField;
  ids: readonly string[];
  /** The ids of records that neither exist nor are in this plan. */
  missing: readonly string[];
  /** The keys of the targets that this plan creates. */
  targets: readonly string[];
}

/**
 * Plans the writes that restore records under their former ids. Fields are found by id, so renamed ones keep their
 * values. Relations to deleted records are left out; a record whose field requires one becomes an obstacle.
 */
export function planReturn(input: ReturnInput): ReturnPlan {
  const { records, today, before, present } = input;
  const keys = new Set(records.map(({ collectionId, answer }) => recordKey(collectionId, answer.record.id)));
  const existing: FormerRecord[] = [];
  const obstacles: Obstacle[] = [];
  let drafts: Draft[] = [];
  const begun: Draft[] = [];
  /** The keys of records that an interrupted try has created. */
  const returned = new Set<string>();
  const seen = new Set<string>();
  for (const record of records) {
    const key = recordKey(record.collectionId, record.answer.record.id);
    // The newest version is first in the list.
    if (seen.has(key)) continue;
    seen.add(key);
    const collection = today.find(({ id }) => id === record.collectionId);
    if (!collection) {
      obstacles.push({ record, reason: 'collection', collectionId: record.collectionId, targets: [] });
      continue;
    }
    const known = before.find(({ id }) => id === record.collectionId) ?? collection;
    const draft = draftOf(input, { record, key, known, today: collection }, keys);
    const now = present.get(key);
    if (!now) drafts.push(draft);
    else {
      existing.push(record);
      if (now.isUntouched) begun.push(draft);
      if (now.created !== fieldValue(record.answer.record, 'created')) returned.add(key);
    }
  }
  // A record without a required target cannot come back, nor can one that requires that record.
  for (let isSettled = false; !isSettled; ) {
    const planned = new Set(drafts.map(({ key }) => key));
    const waiting = new Map(
      drafts.flatMap((draft) => {
        const obstacle = obstacleOf(draft, (key) => present.has(key) || planned.has(key));
        return obstacle ? [[draft, obstacle] as const] : [];
      }),
    );
    for (const obstacle of waiting.values()) obstacles.push(obstacle);
    drafts = drafts.filter((draft) => !waiting.has(draft));
    isSettled = waiting.size === 0;
  }
  const circle = layWaves(drafts);
  for (const { record } of circle) obstacles.push(circleOf(record));
  drafts = drafts.filter((draft) => !circle.includes(draft));
  const created = new Map(drafts.map((draft) => [draft.key, draft]));
  const losses = new LossList();
  for (const draft of drafts) losses.addDraft(draft);
  const updates = [
    ...drafts.flatMap((draft) => secondOf(draft, created)),
    ...begun.flatMap((draft) => restOf(draft, input, created)),
    ...referencesOf(input, { created, returned }, losses),
  ];
  return {
    creates: drafts.map((draft) => createOf(draft, created)).sort((one, other) => one.wave - other.wave),
    updates,
    existing,
    obstacles,
    losses: losses.sentences(drafts),
    isWhole: losses.isEmpty(),
  };
}

function draftOf(
  { present, hasFile }: ReturnInput,
  given: { record: FormerRecord; key: string; known: Collection; today: Collection },
  keys: ReadonlySet<string>,
): Draft {
  const { record, key, known, today } = given;
  const { record: stored, sources } = record.answer;
  const draft: Draft = {
    record,
    key,
    today,
    values: new Map(),
    files: [],
    relations: [],
    wave: 0,
    lostFields: [],
    lostFiles: [],
    lostChoices: [],
  };
  draft.values.set('id', stored.id);
  for (const name of accountNamesOf(today)) {
    const value = fieldValue(stored, name);
    if (value !== '' && value !== undefined) draft.values.set(name, value);
  }
  for (const field of known.schema) {
    const value = fieldValue(stored, field.name);
    const { hasSource, holds: held } = typeOf(field);
    if (isEmptyValue(value) && !hasSource) continue;
    const now = today.schema.find(({ id }) => id === field.id);
    if (!now || !holds(now, field, value)) draft.lostFields.push({ field, now });
    else if (hasSource) draft.values.set(now.name, jsonSourceOf(sources, field.name));
    else if (held === 'files') {
      for (const name of listOf(value)) {
        if (hasFile(record, name)) draft.files.push([now.name, name]);
        else draft.lostFiles.push(name);
      }
    } else if (held === 'records') {
      const target = targetOf(now) ?? '';
      const ids = listOf(value);
      const isPlanned = (id: string) =>
        keys.has(recordKey(target, id)) && !present.has(recordKey(target, id));
      const left = ids.filter((id) => isPlanned(id) || present.has(recordKey(target, id)));
      const missing = ids.filter((id) => !left.includes(id));
      const targets = left.filter(isPlanned).map((id) => recordKey(target, id));
      draft.relations.push({ field: now, ids: left, missing, targets });
    } else if (held === 'choices') {
      const choices = choicesOf(now);
      const left = listOf(value).filter((one) => choices.includes(one));
      draft.lostChoices.push(
        ...listOf(value)
          .filter((one) => !left.includes(one))
          .map((one) => [now.name, one] as const),
      );
      if (left.length > 0) draft.values.set(now.name, isMultiple(now) ? left : left[0]);
    } else draft.values.set(now.name, isMultiple(now) ? listOf(value) : single(value));
  }
  return draft;
}

const single = (value: unknown) => (Array.isArray(value) ? value[0] : value);
const sentIds = ({ field, ids }: DraftRelation) => (isMultiple(field) ? ids : (ids[0] ?? ''));

/** A required relation needs at least one record. Null if nothing is in the way. */
function obstacleOf({ record, relations }: Draft, isThere: (key: string) => boolean): Obstacle | null {
  for (const { field, ids, missing } of relations) {
    const target = targetOf(field) ?? '';
    const gone = ids.filter((id) => !isThere(recordKey(target, id)));
    if (field.required === true && gone.length === ids.length) {
      return { record, reason: 'target', collectionId: target, targets: [...missing, ...gone] };
    }
  }
  return null;
}

const circleOf = (record: FormerRecord): Obstacle => ({
  record,
  reason: 'circle',
  collectionId: record.collectionId,
  targets: [],
});

/** True if a second write sets the relation, because its targets are created later. */
function isLater(draft: Draft, { targets }: DraftRelation, created: ReadonlyMap<string, Draft>): boolean {
  return targets.some((key) => (created.get(key)?.wave ?? -1) >= draft.wave);
}

/** Leaves out targets that cannot come back themselves. */
function reachable(relation: DraftRelation, created: ReadonlyMap<string, Draft>): DraftRelation {
  const target = targetOf(relation.field) ?? '';
  const isOut = (id: string) => {
    const key = recordKey(target, id);
    return relation.targets.includes(key) && !created.has(key);
  };
  return { ...relation, ids: relation.ids.filter((id) => !isOut(id)) };
}

function createOf(draft: Draft, created: ReadonlyMap<string, Draft>): PlannedCreate {
  const { record, today, values, files, wave } = draft;
  const all = new Map(values);
  for (const relation of draft.relations) {
    const left = reachable(relation, created);
    if (left.ids.length > 0 && !isLater(draft, relation, created)) all.set(left.field.name, sentIds(left));
  }
  return {
    collectionId: today.id,
    id: record.answer.record.id,
    values: Object.fromEntries(all),
    files,
    wave,
    needsPassword: collectionTypeOf(today) === 'auth',
  };
}

function secondOf(draft: Draft, created: ReadonlyMap<string, Draft>): PlannedUpdate[] {
  const later = draft.relations.filter((relation) => isLater(draft, relation, created));
  return updateOf(
    draft,
    later.map((relation) => reachable(relation, created)),
  );
}

function updateOf({ today, key, record }: Draft, relations: readonly DraftRelation[]): PlannedUpdate[] {
  if (relations.length === 0) return [];
  const valuesOf = (value: (relation: DraftRelation) => unknown) =>
    Object.fromEntries(relations.map((one) => [one.field.name, value(one)]));
  return [
    {
      collectionId: today.id,
      id: record.answer.record.id,
      values: valuesOf(sentIds),
      former: valuesOf(({ field }) => (isMultiple(field) ? [] : '')),
      owners: [key],
    },
  ];
}

/** Returns the relations that an interrupted try has not set yet. */
function restOf(
  draft: Draft,
  { present }: ReturnInput,
  created: ReadonlyMap<string, Draft>,
): PlannedUpdate[] {
  const now = present.get(draft.key)?.relations;
  const left = draft.relations
    .filter(({ field }) => now?.get(field.name)?.length === 0)
    .map((relation) => reachable(relation, created));
  return updateOf(
    draft,
    left.filter(({ ids }) => ids.length > 0),
  );
}

/** Restores ids in the relations of other records, from which the server removed them. */
function referencesOf(
  { references, today, present }: ReturnInput,
  { created, returned }: { created: ReadonlyMap<string, Draft>; returned: ReadonlySet<string> },
  losses: LossList,
): PlannedUpdate[] {
  interface Update {
    values: Map<string, unknown>;
    former: Map<string, unknown>;
    owners: string[];
  }
  const updates = new Map<string, Update>();
  for (const { collectionId, recordId, fieldId, ids } of references) {
    const key = recordKey(collectionId, recordId);
    const field = today.find(({ id }) => id === collectionId)?.schema.find(({ id }) => id === fieldId);
    // If that record is created again here, it was deleted later, and was kept without these ids.
    const own = created.get(key)?.relations.find((one) => one.field.id === fieldId)?.ids ?? [];
    const now = field && (created.has(key) ? own : present.get(key)?.relations.get(field.name));
    if (!field || !now) continue;
    const target = targetOf(field) ?? '';
    const isBack = (one: string) => created.has(one) || returned.has(one);
    const back = ids.filter((id) => !now.includes(id) && isBack(recordKey(target, id)));
    if (back.length === 0) continue;
    if (!isMultiple(field) && now.length > 0) {
      losses.addTakenReference();
      continue;
    }
    const update: Update = updates.get(key) ?? { values: new Map(), former: new Map(), owners: [] };
    update.values.set(field.name, isMultiple(field) ? mergedIds(now, ids, back) : back[0]);
    update.former.set(field.name, isMultiple(field) ? now : '');
    update.owners.push(...back.map((id) => recordKey(target, id)));
    updates.set(key, update);
  }
  return [...updates].map(([key, { values, former, owners }]) => {
    const [collectionId = '', id = ''] = key.split('/');
    return {
      collectionId,
      id,
      values: Object.fromEntries(values),
      former: Object.fromEntries(former),
      owners,
    };
  });
}

/** Inserts each id after the one that it followed before. Ids that others have added stay. */
function mergedIds(now: readonly string[], then: readonly string[], back: readonly string[]): string[] {
  const merged = [...now];
  for (const [place, id] of then.entries()) {
    if (!back.includes(id)) continue;
    const before = then.slice(0, place).findLast((one) => merged.includes(one));
    merged.splice(before === undefined ? 0 : merged.indexOf(before) + 1, 0, id);
  }
  return merged;
}

export function nameOf({ collectionId, answer }: FormerRecord, before: readonly Collection[]): string {
  return displayText(
    answer.record,
    before.find(({ id }) => id === collectionId),
  );
}

interface Laid {
  readonly key: string;
  readonly today: Collection;
  readonly relations: readonly LaidRelation[];
  /** Records of lower waves must exist before. */
  wave: number;
}

interface LaidRelation {
  readonly field: SchemaField;
  readonly targets: readonly string[];
}

/**
 * Sets the wave of each draft: one more than the highest of its targets. Optional relations inside one collection
 * or in a circle are set later and do not count. Returns the drafts in a circle of required relations.
 */
function layWaves<Draft extends Laid>(drafts: readonly Draft[]): Draft[] {
  const byKey = new Map(drafts.map((draft) => [draft.key, draft]));
  const isRequired = ({ field }: LaidRelation) => field.required === true;
  const isAhead = (draft: Laid, relation: LaidRelation) =>
    isRequired(relation) || targetOf(relation.field) !== draft.today.id;
  let left = new Set(drafts);
  for (const isCounted of [isAhead, (_: Laid, relation: LaidRelation) => isRequired(relation)]) {
    left = layReady(left, byKey, isCounted);
  }
  return [...left];
}

/** Sets the waves of the drafts whose counted targets all have one. Returns the other drafts. */
function layReady<Draft extends Laid>(
  drafts: ReadonlySet<Draft>,
  byKey: ReadonlyMap<string, Draft>,
  isCounted: (draft: Laid, relation: LaidRelation) => boolean,
): Set<Draft> {
  const left = new Set(drafts);
  const needs = new Map<Draft, number>();
  const neededBy = new Map<Draft, Draft[]>();
  for (const draft of drafts) {
    const targets = draft.relations
      .filter((relation) => isCounted(draft, relation))
      .flatMap((relation) => relation.targets.flatMap((key) => byKey.get(key) ?? []));
    for (const target of targets) {
      if (!left.has(target)) draft.wave = Math.max(draft.wave, target.wave + 1);
      if (!left.has(target)) continue;
      const others = neededBy.get(target);
      if (others) others.push(draft);
      else neededBy.set(target, [draft]);
    }
    needs.set(draft, targets.filter((target) => left.has(target)).length);
  }
  const ready = [...drafts].filter((draft) => needs.get(draft) === 0);
  for (let draft = ready.pop(); draft; draft = ready.pop()) {
    left.delete(draft);
    for (const other of neededBy.get(draft) ?? []) {
      other.wave = Math.max(other.wave, draft.wave + 1);
      needs.set(other, (needs.get(other) ?? 0) - 1);
      if (needs.get(other) === 0) ready.push(other);
    }
  }
  return left;
}

interface Losing {
  readonly today: Collection;
  readonly lostFields: readonly LostField[];
  readonly lostFiles: readonly string[];
  readonly lostChoices: readonly (readonly [field: string, value: string])[];
  /** Related records that do not come back. */
  readonly relations: readonly { readonly field: SchemaField; readonly missing: readonly string[] }[];
}

class LossList {
  private fields = new Map<string, string>();
  private dates = new Set<string>();
  private files = 0;
  private targets = new Map<string, number>();
  private choices = new Map<string, string>();
  private takenReferences = 0;

  addDraft({ today, lostFields, lostFiles, lostChoices, relations }: Losing): void {
    for (const [field, value] of lostChoices) {
      this.choices.set(`${today.id}/${field}/${value}`, `${field}: "${value}" is no longer a choice.`);
    }
    for (const lost of lostFields) {
      this.fields.set(`${today.id}/${lost.field.id}`, lostFieldSentence(lost, today));
    }
    for (const field of today.schema) {
      if (isSecret(field)) this.fields.set(`${today.id}/${field.id}`, lostPasswordSentence(field));
      if (typeOf(field).isReadOnly) this.dates.add(`${field.name}: the server sets it to now.`);
    }
    this.files += lostFiles.length;
    for (const { field, missing } of relations) {
      if (missing.length === 0) continue;
      this.targets.set(field.name, (this.targets.get(field.name) ?? 0) + missing.length);
    }
  }

  addTakenReference(): void {
    this.takenReferences += 1;
  }

  isEmpty(): boolean {
    return this.fields.size + this.choices.size + this.files + this.targets.size + this.takenReferences === 0;
  }

  sentences(drafts: readonly Pick<Losing, 'today'>[]): string[] {
    const users = drafts.filter(({ today }) => collectionTypeOf(today) === 'auth').length;
    return [
      ...(drafts.some(({ today }) => isDated(today))
        ? ['created and updated: the server sets both to now.']
        : []),
      ...this.dates,
      ...(users > 0 ? [`${passwordsSentence(users)} Linked accounts and sessions are lost.`] : []),
      ...this.fields.values(),
      ...this.choices.values(),
      ...(this.files > 0 ? [`${countOf(this.files, 'file is', 'files are')} not kept.`] : []),
      ...[...this.targets].map(
        ([name, count]) =>
          `${name}: ${countOf(count, 'related record no longer exists', 'related records no longer exist')}.`,
      ),
      ...(this.takenReferences > 0
        ? [`${countOf(this.takenReferences, 'record refers', 'records refer')} to another one now.`]
        : []),
    ];
  }
}

function lostPasswordSentence({ name, required }: SchemaField): string {
  return `${name}: no server sends passwords, so it comes back ${required ? 'with a random one' : 'empty'}.`;
}

export function passwordsSentence(users: number): string {
  return `${countOf(users, 'user needs', 'users need')} a new password.`;
}
