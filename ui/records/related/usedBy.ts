import { proxy, ref, subscribe } from 'valtio/vanilla';
import { subscribeKey } from 'valtio/vanilla/utils';
import type { Collection } from '../../model/collection';
import * as collections from '../../page/collections';
import { isClearForMany, referencesTo, sortReferences } from './references';
import {
  deleteSentences,
  sortRows,
  toRow,
  totalOf,
  type Use,
  type UsedByRow,
  type UsedByTotal,
  useOf,
} from './usedByWords';
import { type CountedValues, countValues } from './valueCounts';

/** More relations are counted only on request. */
const firstCounted = 30;
/** With more ids, a filter may be too long for the server. */
const mostTogether = 20;

export interface UsedByState {
  rows: readonly UsedByRow[];
  total: UsedByTotal;
  uncounted: number;
}

export type UsedBy = ReturnType<typeof createUses>;

/** True if any relation leads to the collection. */
export function canBeUsed({ id }: Collection): boolean {
  return referencesTo(id, collections.state.all).length > 0;
}

export function createUsedBy(collectionId: string, recordId: string): UsedBy {
  return createUses(collectionId, [recordId]);
}

/**
 * Counts the records that name these, by relation. `open` starts to count, two at a time; the returned function
 * cancels it.
 */
function createUses(collectionId: string, ids: readonly string[]) {
  const { all } = collections.state;
  const target = collections.find(collectionId);
  const references = target
    ? sortReferences(referencesTo(target.id, all)).filter((one) => ids.length === 1 || isClearForMany(one))
    : [];
  const uses = target ? references.map((reference) => useOf(reference, target, ids, all)) : [];
  const state = proxy<UsedByState>({ rows: ref([]), total: totalOf([], 0), uncounted: 0 });
  let counts: ReturnType<typeof countValues> | null = null;
  let shown = 0;

  function publish(): void {
    const rows = uses.slice(0, shown).map((use) => toRow(use, counts?.state ?? {}));
    state.uncounted = uses.length - shown;
    state.rows = ref(sortRows(rows));
    state.total = ref(totalOf(rows, state.uncounted));
  }

  /** Lists all relations, and then the counts that show the effect of a delete. */
  function wantedOf(some: readonly Use[]): CountedValues[] {
    const isNeeded = (use: Use) => () => counts?.state[use.key] !== 0;
    return [
      ...some.map(({ key, reference, filter }) => ({ key, collectionId: reference.collection.id, filter })),
      ...some.flatMap((use) =>
        use.checks.map(({ key, collection, filter }) => ({
          key,
          collectionId: collection.id,
          filter,
          isNeeded: isNeeded(use),
        })),
      ),
    ];
  }

  function show(count: number): void {
    const more = uses.slice(shown, count);
    shown += more.length;
    counts?.add(wantedOf(more));
    publish();
  }

  return {
    state,
    open(): () => void {
      shown = 0;
      const opened = countValues([]);
      counts = opened;
      const unsubscribe = subscribe(opened.state, publish);
      show(firstCounted);
      return () => {
        unsubscribe();
        opened.stop();
      };
    },
    /** Counts the relations after the first 30, too. */
    countMore: () => show(uses.length),
    retry(key: string) {
      const use = uses.find((one) => one.key === key);
      if (use) counts?.add(wantedOf([use]));
    },
  };
}

/**
 * Returns an option of `confirm.ask`, which adds the effects of a delete to the question once they are counted, and
 * again when the collections change. Undefined for too many records.
 */
export function usedByDetails(
  collection: Collection,
  ids: readonly string[],
): { more?: (tell: (sentences: string) => void) => () => void } {
  if (ids.length > mostTogether) return {};
  return {
    more(tell) {
      let close = () => {};
      const count = () => {
        close();
        const used = createUses(collection.id, ids);
        const unsubscribe = subscribe(used.state, () => {
          if (canBeUsed(collection)) tell(deleteSentences(used.state.rows));
        });
        const end = used.open();
        close = () => {
          unsubscribe();
          end();
        };
      };
      const forget = subscribeKey(collections.state, 'all', count);
      count();
      return () => {
        forget();
        close();
      };
    },
  };
}
