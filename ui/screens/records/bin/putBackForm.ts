import { proxy, ref } from 'valtio/vanilla';
import type { Collection } from '../../../model/collection';
import type { FormerRecord, PutBackPlan } from '../../../model/put-back/putBackPlan';
import type { Choices, Conflict } from '../../../model/threeWayMerge';
import { countOf } from '../../../platform/text';
import * as bin from '../../../state/bin/bin';
import type { BinContent, BinEntry } from '../../../state/bin/binShelf';
import * as putBack from '../../../state/bin/putBack';
import { tellPutBack } from '../../../state/bin/recordChanges';
import * as undo from '../../../state/bin/undo';
import { undoChange } from '../../../state/bin/undoChange';
import * as collections from '../../../state/collections';
import * as writeLock from '../../../state/environment/writeLock';
import type { Panels } from '../../../state/panels';
import { report } from '../../../state/report';

interface PutBackFormState {
  step: 'reading' | 'failed' | 'conflicts' | 'plan' | 'sending' | 'ended';
  failure: string;
  source: putBack.PutBackSource | null;
  plan: PutBackPlan | null;
  /** Further records of the source, which the plan needs. */
  missing: readonly FormerRecord[];
  /** Other entries of the bin, whose records the plan needs. */
  needed: readonly BinEntry[];
  /** Collections that are put back first. */
  collections: readonly Collection[];
  /** Sentences about a collection that is other than before. */
  told: readonly string[];
  conflicts: readonly Conflict[] | null;
  bytes: number;
  /** Another tab put all records back before this one. */
  wasBack: boolean;
  /** Changes among the chosen entries, which are not undone. */
  changesLeft: number;
}

export type PutBackForm = ReturnType<typeof createPutBackForm>;

/** The store of the popup of a put-back: plans it, finds its obstacles, and sends it. */
export function createPutBackForm(takes: Panels['putBack']['takes']) {
  const state = proxy<PutBackFormState>({
    step: 'reading',
    failure: '',
    source: null,
    plan: null,
    missing: ref([]),
    needed: ref([]),
    collections: ref([]),
    told: ref([]),
    conflicts: null,
    bytes: 0,
    wasBack: false,
    changesLeft: 0,
  });
  let entries: BinEntry[] = [];
  let contents: BinContent[] = [];
  /** Aborted by Stop: also while collections and plan are read. */
  let stopping = new AbortController();
  let entryIds: readonly string[] = 'entryIds' in takes ? takes.entryIds : [];

  async function open(): Promise<void> {
    Object.assign(state, { step: 'reading', failure: '' });
    try {
      if ('source' in takes) await planOf(takes.source, takes.collections);
      else await openEntries();
    } catch (error) {
      report(error, { isSilent: true });
      state.failure = error instanceof Error ? error.message : 'Something went wrong on this page.';
      state.step = 'failed';
    }
  }

  async function openEntries(): Promise<void> {
    const found = await Promise.all(entryIds.map(bin.find));
    entries = found.filter((entry) => entry !== null).filter((entry) => entry.state === 'kept');
    // A change is merged with what is stored now, record by record.
    if (entries.length > 1) {
      const deletes = entries.filter(({ kind }) => kind !== 'changed');
      state.changesLeft = entries.length - deletes.length;
      entries = deletes;
      if (entries.length === 0) throw new Error('Undo these changes one by one.');
    }
    contents = (await Promise.all(entries.map(({ id }) => bin.content(id)))).filter((one) => one !== null);
    if (entries.length === 0 || contents.length < entries.length) throw new Error('This is no longer kept.');
    const [change] = entries;
    if (entries.length === 1 && change?.kind === 'changed') return resolveChange({});
    const first = entries.flatMap(({ kind, collectionId }, at) =>
      kind === 'collection' ? (contents[at]?.collections.filter(({ id }) => id === collectionId) ?? []) : [],
    );
    state.bytes = entries.reduce((sum, { bytes }) => sum + bytes, 0);
    await planOf(undo.putBackSourceOf(entries, contents), first);
  }

  async function planOf(source: putBack.PutBackSource, first: readonly Collection[]): Promise<void> {
    state.source = ref(source);
    const plan = await putBack.plan(source, { and: first });
    state.collections = ref(first.filter(({ id }) => !collections.find(id)));
    state.missing = ref(await findMissing(source, plan));
    state.needed = ref('entryIds' in takes ? await findNeeded(plan) : []);
    state.plan = ref(plan);
    state.step = 'plan';
  }

  /** Reads the missing records of the obstacles from the source. */
  async function findMissing(source: putBack.PutBackSource, plan: PutBackPlan): Promise<FormerRecord[]> {
    const wanted = new Map<string, Set<string>>();
    for (const { collectionId, targets } of plan.obstacles) {
      wanted.set(collectionId, new Set([...(wanted.get(collectionId) ?? []), ...targets]));
    }
    const known = new Set(source.records.map(({ answer }) => answer.record.id));
    const found: FormerRecord[] = [];
    for (const [collectionId, ids] of wanted) {
      const others = [...ids].filter((id) => !known.has(id));
      if (others.length > 0) found.push(...((await source.find?.(collectionId, others)) ?? []));
    }
    return found;
  }

  /** Finds the entries that hold what the obstacles miss. An Undo may open before anybody has listed the bin. */
  async function findNeeded({ obstacles }: PutBackPlan): Promise<BinEntry[]> {
    const wanted = new Set(obstacles.flatMap(({ targets }) => targets));
    if (wanted.size === 0) return [];
    await bin.load();
    return (bin.state.entries as readonly BinEntry[]).filter(
      ({ id, kind, state: now, ids }) =>
        kind !== 'changed' && now === 'kept' && !entryIds.includes(id) && ids.some((one) => wanted.has(one)),
    );
  }

  /** Undoes the change of one record, after the person has chosen between values. */
  async function resolveChange(choices: Choices): Promise<void> {
    const [entry] = entries;
    const [content] = contents;
    if (!entry || !content) return;
    const result = await undoChange(content, choices);
    if (result.kind === 'conflicts') {
      state.conflicts = ref(result.conflicts);
      state.step = 'conflicts';
      return;
    }
    state.conflicts = null;
    await undo.endChange(entry, result);
    state.step = 'ended';
  }

  async function send(): Promise<void> {
    const { source } = state;
    if (!source || !undo.mayBegin()) return;
    const act = { what: `put ${countOf(source.records.length, 'record')} back`, verb: 'put back' };
    if (!(await writeLock.ask(act)) || state.step === 'sending') return;
    stopping = new AbortController();
    state.step = 'sending';
    try {
      const isSent = await writeLock.asOneRun(() =>
        sendAll(source as putBack.PutBackSource, state.collections as readonly Collection[], stopping),
      );
      if (isSent) await end();
      else state.step = 'plan';
    } catch (error) {
      undo.reportRefusal(error);
      state.step = 'plan';
    }
  }

  /** Puts the collections back, then the records. */
  async function sendAll(
    source: putBack.PutBackSource,
    first: readonly Collection[],
    own: AbortController,
  ): Promise<boolean> {
    // A try before this one may have put some back.
    const told = [...state.told];
    for (const one of first) {
      if (own.signal.aborted) return false;
      told.push(...(await putBack.putBackCollection(one)));
    }
    state.told = ref(told);
    // A collection may have come back with another name or without a field.
    const plan = await putBack.plan(source);
    state.plan = ref(plan);
    return putBack.send(source, plan, { stopping: own });
  }

  async function end(): Promise<void> {
    const { counts } = putBack.run.state;
    const { source } = state;
    if (source) state.wasBack = await undo.wasBack(source as putBack.PutBackSource);
    const isWhole = counts.refused === 0 && counts.open === 0 && state.plan?.obstacles.length === 0;
    if (isWhole) await undo.finish(entries);
    else tellPutBack();
    state.step = 'ended';
  }

  return {
    state,
    run: putBack.run,
    open,
    send,
    stop: () => stopping.abort(),

    /** Continues after a stop. */
    async goOn(): Promise<void> {
      const { job } = putBack.run.state;
      if (!job || !undo.mayBegin()) return;
      stopping = new AbortController();
      state.step = 'sending';
      try {
        await putBack.run.resume(job.id, stopping);
        await end();
      } catch (error) {
        report(error);
        state.step = 'ended';
      }
    },

    async resolveConflicts(choices: Choices): Promise<void> {
      try {
        await resolveChange(choices);
      } catch (error) {
        undo.reportRefusal(error);
      }
    },

    /** Plans the missing records of the source, too. */
    async addMissing(): Promise<void> {
      const { source, missing } = state;
      if (!source) return;
      state.step = 'reading';
      try {
        const records = [...source.records, ...missing] as FormerRecord[];
        await planOf({ ...(source as putBack.PutBackSource), records }, state.collections as Collection[]);
      } catch (error) {
        report(error);
        state.step = 'plan';
      }
    },

    /** Plans the needed entries, too. */
    async addNeeded(): Promise<void> {
      entryIds = [...entryIds, ...state.needed.map(({ id }) => id)];
      await open();
    },
  };
}
