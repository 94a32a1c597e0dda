import { proxy, ref } from 'valtio/vanilla';
import { ApiError } from '../../api/ApiError';
import * as recordLists from '../../api/recordLists';
import type { Collection } from '../../model/collection';
import { type Mention, mentionsOf } from '../../model/mentions';
import { valueFilter } from '../../model/valueFilter';
import * as collections from '../../state/collections';
import type { CollectionChanges } from './collectionChanges';
import { type CollectionForm, ruleNames } from './collectionForm';

/** How many records hold what a change touches. */
export type ValueCount = number | 'counting' | 'slow' | 'unknown';

/** What a change reaches beyond its collection. */
export interface Reach {
  /** '' for the collection itself. */
  fieldId: string;
  kind: 'renamed' | 'removed' | 'single';
  /** As it is called on the server. */
  name: string;
  mentions: readonly Mention[];
}

export interface BlastRadius {
  state: {
    reaches: readonly Reach[];
    /** By the id of a field. */
    counts: Record<string, ValueCount>;
  };
  stop(): void;
}

const atATime = 2;
const slowAfter = 3000;

/**
 * What a save would lose or break: values, which are counted at most two fields at a time, and rules, queries and
 * indexes that mention what is renamed or removed. Nobody has to wait for the counts.
 */
export function createBlastRadius(
  stored: Collection,
  form: CollectionForm,
  changes: CollectionChanges,
): BlastRadius {
  const edited = asEdited(stored, form);
  const all = collections.state.all.map((one) => (one.id === stored.id ? edited : one));
  const mentionsOfField = (fieldName: string) => mentionsOf({ collectionId: stored.id, fieldName }, all);
  const reaches: Reach[] = [
    ...(changes.renamed
      ? [reach('renamed', '', changes.renamed.from, mentionsOf({ collectionId: stored.id }, all))]
      : []),
    ...changes.renamedFields.map(({ id, from }) => reach('renamed', id, from, mentionsOfField(from))),
    ...changes.removedFields.map(({ id, name }) => reach('removed', id, name, mentionsOfField(name))),
    ...changes.singledFields.map(({ id, name }) => reach('single', id, name, [])),
  ];
  const state = proxy<BlastRadius['state']>({ reaches: ref(reaches), counts: {} });
  const stopping = new AbortController();
  const { signal } = stopping;
  const waiting = reaches.filter(({ fieldId }) => fieldId !== '');

  async function countOne({ fieldId, kind }: Reach): Promise<void> {
    const field = stored.schema.find(({ id }) => id === fieldId);
    if (!field) return;
    state.counts[fieldId] = 'counting';
    const timer = setTimeout(() => {
      state.counts[fieldId] = 'slow';
    }, slowAfter);
    const filter = valueFilter(field, kind === 'single');
    if (filter === null) {
      clearTimeout(timer);
      state.counts[fieldId] = 'unknown';
      return;
    }
    try {
      state.counts[fieldId] = await recordLists.count(stored.id, filter, { signal });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      state.counts[fieldId] = 'unknown';
    } finally {
      clearTimeout(timer);
    }
  }

  async function work(): Promise<void> {
    for (let next = waiting.shift(); next && !signal.aborted; next = waiting.shift()) await countOne(next);
  }
  for (let worker = 0; worker < atATime; worker += 1) void work();

  return { state, stop: () => stopping.abort() };
}

function reach(kind: Reach['kind'], fieldId: string, name: string, mentions: readonly Mention[]): Reach {
  // A relation knows its collection by the id.
  const isReached = ({ place }: Mention) => place !== 'relation' || kind === 'removed';
  return { kind, fieldId, name, mentions: mentions.filter(isReached) };
}

/** The fields as they are called on the server, the rules and indexes as they will be. */
function asEdited(stored: Collection, form: CollectionForm): Collection {
  const rules = Object.fromEntries(ruleNames.map((name) => [name, form.rules[name]]));
  const { manageRule } = form.rules;
  const options = { ...stored.options, manageRule };
  return { ...stored, ...rules, indexes: form.indexes, options };
}
