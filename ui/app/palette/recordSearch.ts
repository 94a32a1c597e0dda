import { proxy, ref } from 'valtio/vanilla';
import { findAdmin, findRecord } from '../../backend/findRecord';
import { readByIds, toListed } from '../../backend/recordPages';
import { type Collection, collectionTypeOf } from '../../model/collection';
import { displayText, identifyingFields } from '../../model/recordName';
import * as collections from '../../page/collections';
import * as preferences from '../../page/preferences';
import * as session from '../../page/session/session';
import * as recentRecords from '../../records/recentRecords';
import { findKeptRow } from '../../records/recordList';

/** Something with the id. `label` is the id until the record is read. */
type Hit =
  | { readonly kind: 'record'; readonly collection: Collection; readonly label: string }
  | { readonly kind: 'collection'; readonly collection: Collection }
  | { readonly kind: 'admin'; readonly email: string };

export interface RecordSearchState {
  /** The id; '' before the first search. */
  id: string;
  isRunning: boolean;
  /** The findings so far. (ref) */
  hits: readonly Hit[];
  /** How many of the `total` collections or views have answered. */
  looked: number;
  total: number;
  /** The kind of things that `total` counts. */
  noun: 'collection' | 'view' | 'admin';
  /** How many of the `total` could not be read. */
  failed: number;
  /** Ids of collections that have not answered. (ref) */
  left: readonly string[];
  /** Ids of views that have not answered. (ref) */
  views: readonly string[];
  hasLookedAmongAdmins: boolean;
  ms: number;
}

/** Finds a record by its id in all collections. */
export type RecordSearch = ReturnType<typeof createRecordSearch>;

export function createRecordSearch() {
  const empty = () => ({
    id: '',
    isRunning: false,
    hits: ref([]),
    looked: 0,
    total: 0,
    noun: 'collection' as const,
    failed: 0,
    left: ref([]),
    views: ref([]),
    hasLookedAmongAdmins: false,
    ms: 0,
  });
  const state = proxy<RecordSearchState>(empty());
  let running = new AbortController();

  function addHit(hit: Hit): void {
    const isSame = (other: Hit) =>
      other.kind === hit.kind &&
      (!('collection' in other && 'collection' in hit) || other.collection.id === hit.collection.id);
    const known = state.hits as readonly Hit[];
    state.hits = ref(
      known.some(isSame) ? known.map((other) => (isSame(other) ? hit : other)) : [...known, hit],
    );
  }

  async function readLabel(
    collection: Collection,
    { id }: { id: string },
    signal: AbortSignal,
  ): Promise<void> {
    const fields = ['id', ...identifyingFields(collection)];
    const found = await readByIds(collection.id, [id], { fields, signal }).catch(() => []);
    const [record] = found.map(toListed);
    if (record && !signal.aborted && state.id === id) {
      addHit({ kind: 'record', collection, label: displayText(record, collection) });
    }
  }

  /** Asks collections. `stopsAtHit`: starts no further call after a hit. */
  async function look(
    ids: readonly string[],
    noun: 'collection' | 'view',
    stopsAtHit: boolean,
  ): Promise<void> {
    running.abort();
    running = new AbortController();
    const { signal } = running;
    const { id } = state;
    const startedAt = performance.now();
    const answered = new Set<string>();
    Object.assign(state, { isRunning: true, noun, looked: 0, total: ids.length, failed: 0, ms: 0 });
    await findRecord(ids, id, signal, (collectionId, answer) => {
      if (answer === 'failed') state.failed += 1;
      else answered.add(collectionId);
      state.looked += 1;
      state.ms = performance.now() - startedAt;
      const collection = collections.find(collectionId);
      if (answer !== 'found' || !collection) return false;
      addHit({ kind: 'record', collection, label: id });
      void readLabel(collection, { id }, signal);
      return stopsAtHit;
    });
    if (state.id !== id) return;
    state.left = ref(state.left.filter((one) => !answered.has(one)));
    state.views = ref(state.views.filter((one) => !answered.has(one)));
    if (signal === running.signal) state.isRunning = false;
  }

  /** Adds the hits that the page knows without a call. */
  function findKnown(id: string): void {
    const collection = collections.state.all.find((one) => one.id === id);
    if (collection) addHit({ kind: 'collection', collection });
    const { admin } = session.state;
    if (admin?.id === id) addHit({ kind: 'admin', email: admin.email });
    for (const recent of recentRecords.list()) {
      const holder = recent.id === id ? collections.find(recent.collectionId) : undefined;
      if (holder) addHit({ kind: 'record', collection: holder, label: recent.label });
    }
    const loaded = findKeptRow(id);
    const owner = loaded && collections.find(loaded.collectionId);
    if (owner) addHit({ kind: 'record', collection: owner, label: displayText(loaded.row, owner) });
  }

  /** Ends the calls; the hits stay. */
  function stop(): void {
    running.abort();
    running = new AbortController();
    state.isRunning = false;
  }

  return {
    state,

    /** `likely`: the id of a collection to ask first. */
    async find(id: string, likely: string): Promise<void> {
      Object.assign(state, empty(), { id });
      const { all } = collections.state;
      const isView = (one: Collection) => collectionTypeOf(one) === 'view';
      const first = [
        likely,
        ...preferences.state.pinnedCollections,
        ...recentRecords.list().map(({ collectionId }) => collectionId),
      ];
      const rank = ({ id: one }: Collection) => (first.includes(one) ? first.indexOf(one) : first.length);
      const tables = all.filter((one) => !isView(one)).sort((a, b) => rank(a) - rank(b));
      state.left = ref(tables.map((one) => one.id));
      state.views = ref(all.filter(isView).map((one) => one.id));
      findKnown(id);
      const holders = state.hits.flatMap((hit) => (hit.kind === 'record' ? [hit.collection.id] : []));
      state.left = ref(state.left.filter((one) => !holders.includes(one)));
      if (state.hits.length === 0) await look(state.left, 'collection', true);
    },

    lookInOthers: () => look(state.left, 'collection', false),
    lookInViews: () => look(state.views, 'view', false),

    async lookAmongAdmins(): Promise<void> {
      running.abort();
      running = new AbortController();
      const { signal } = running;
      Object.assign(state, {
        isRunning: true,
        noun: 'admin',
        looked: 0,
        total: 1,
        failed: 0,
        hasLookedAmongAdmins: true,
      });
      try {
        const email = await findAdmin(state.id, signal);
        if (signal === running.signal && email !== null) addHit({ kind: 'admin', email });
      } catch {
        if (signal === running.signal) Object.assign(state, { hasLookedAmongAdmins: false, failed: 1 });
      }
      if (signal === running.signal) Object.assign(state, { isRunning: false, looked: 1 });
    },

    stop,

    /** Ends the calls and forgets the hits. */
    reset(): void {
      stop();
      if (state.id !== '') Object.assign(state, empty());
    },
  };
}
