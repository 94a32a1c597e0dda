import { proxy, ref } from 'valtio/vanilla';
import { readMatching } from '../../backend/recordPages';
import type { Choices, Conflict } from '../../base/threeWayMerge';
import type { Collection } from '../../model/collection';
import { escapeText } from '../../model/filter/filterTexts';
import { displayText } from '../../model/recordName';
import * as collections from '../../page/collections';
import { openPanel } from '../../page/panels';
import { report } from '../../page/report';
import * as toasts from '../../page/toasts';
import { answerOfValues } from '../values/recordBody';
import { formOf } from '../values/recordValues';
import * as history from './history';
import { type Part, partKey } from './plan/act';
import { type FormerRecord, recordKey } from './plan/returnPlan';
import * as undo from './undo';
import { isDeleted, planUndo, type UndoPlan, type UndoSource } from './undoPlan';
import { createUndoRun, type EndedUndo, type RefusedUndo } from './undoRun';

declare module '../../page/panels' {
  interface Panels {
    /** Acts of the history, or records of an opened backup. With `ended`, it only shows the result of that run. */
    undo: { takes: { source: UndoSource; ended?: EndedUndo }; answers: null };
  }
}

interface UndoFormState {
  step: 'reading' | 'failed' | 'conflicts' | 'plan' | 'sending' | 'ended';
  failure: string;
  source: UndoSource;
  plan: UndoPlan | null;
  /** Deleted records that the plan needs, from the source or from other acts. */
  missing: readonly Part[];
  /** The acts that have the missing records. */
  holders: readonly string[];
  /**
   * The keys of records that are undone only if ticked: others depend on them, or nobody knows whether the act
   * wrote them.
   */
  ticked: ReadonlySet<string>;
  conflicts: readonly Conflict[] | null;
}

export type UndoForm = ReturnType<typeof createUndoForm>;

/** Plans an Undo, shows what prevents it, and runs it. */
export function createUndoForm(given: UndoSource, ended?: EndedUndo) {
  const state = proxy<UndoFormState>({
    step: ended ? 'ended' : 'reading',
    failure: '',
    source: ref(given),
    plan: ended ? ref(ended.plan) : null,
    missing: ref([]),
    holders: ref([]),
    ticked: ref(new Set<string>()),
    conflicts: null,
  });
  const run = ended?.run ?? createUndoRun();
  let stopping = new AbortController();
  const source = () => state.source as UndoSource;

  /** Plans, and starts at once if there is nothing to read or to choose. */
  async function open(): Promise<void> {
    Object.assign(state, { step: 'reading', failure: '', plan: null });
    try {
      const plan = await planUndo(source());
      state.plan = ref(plan);
      const [change] = plan.changes;
      if (source().parts.length === 1 && change && change.conflicts.length > 0) {
        Object.assign(state, { conflicts: ref(change.conflicts), step: 'conflicts' });
        return;
      }
      await findMissing(plan);
      state.step = 'plan';
      if (undo.isNothing(plan)) await undo.endNothing(source(), plan);
      else if (undo.isPlain(source(), plan) && !undo.state.isBusy) await send();
    } catch (error) {
      report(error, { isSilent: true });
      state.failure = error instanceof Error ? error.message : 'Something went wrong on this page.';
      state.step = 'failed';
    }
  }

  /** Looks for the missing records in the backup or in other acts. */
  async function findMissing({ records }: UndoPlan): Promise<void> {
    const known = new Set(source().parts.filter(isDeleted).map(partKey));
    const wanted = new Map<string, string[]>();
    for (const { collectionId, targets } of records.obstacles) {
      const others = targets.filter((id) => !known.has(recordKey(collectionId, id)));
      wanted.set(collectionId, [...new Set([...(wanted.get(collectionId) ?? []), ...others])]);
    }
    const missing: Part[] = [];
    const holders = new Set<string>();
    for (const [collectionId, ids] of wanted) {
      if (ids.length === 0) continue;
      const found = await source().find?.(collectionId, ids);
      if (found) missing.push(...found.map(partOf));
      else {
        for (const { act, part } of await history.findDeleted(collectionId, ids)) {
          missing.push(part);
          holders.add(act);
        }
      }
    }
    Object.assign(state, { missing: ref(missing), holders: ref([...holders]) });
  }

  function partOf({ collectionId, answer }: FormerRecord): Part {
    const collection = source().collections.find(({ id }) => id === collectionId);
    const name = displayText(answer.record, collection);
    return { collectionId, id: answer.record.id, name, before: answer, after: 'gone' };
  }

  async function send(values: Choices = {}): Promise<void> {
    const { plan, ticked } = state;
    if (!plan) return;
    stopping = new AbortController();
    const { signal } = stopping;
    const before = state.step;
    try {
      const act = await undo.whileBusy(source(), () => {
        state.step = 'sending';
        return run.run(
          source(),
          plan as UndoPlan,
          { ticked: ticked as ReadonlySet<string>, values },
          { signal },
        );
      });
      state.step = act ? 'ended' : before;
      if (!act) return;
      const isWhole = run.state.refused.length + plan.records.obstacles.length === 0 && !run.state.isStopped;
      if (isWhole) undo.tellEnd(source(), plan as UndoPlan, run.state, act);
    } catch (error) {
      state.failure = undo.refusalOf(error);
      state.step = state.failure ? 'failed' : before;
    }
  }

  return {
    state,
    run,
    open,
    send: () => send(),
    stop: () => stopping.abort(),
    /** True if the popup can close at once, because a message says everything. */
    isSilentEnd: () =>
      state.plan !== null &&
      (undo.isNothing(state.plan as UndoPlan) ||
        (state.step === 'ended' &&
          !run.state.isStopped &&
          run.state.refused.length + state.plan.records.obstacles.length === 0)),

    /**
     * Continues an Undo of one change, with the choice between its values and those that others have written since.
     */
    async resolveConflicts(choices: Choices): Promise<void> {
      state.conflicts = null;
      await send(choices);
    },

    toggle(keys: readonly string[], isOn: boolean): void {
      const next = new Set(state.ticked);
      for (const key of keys) {
        if (isOn) next.add(key);
        else next.delete(key);
      }
      state.ticked = ref(next);
    },

    async addMissing(): Promise<void> {
      const { missing, holders } = state;
      const others = await undo.readSource(holders, new Set((missing as readonly Part[]).map(partKey)));
      const now = source();
      state.source = ref<UndoSource>({
        ...now,
        acts: [...now.acts, ...(others?.acts ?? [])],
        collections: [
          ...now.collections,
          ...(others?.collections ?? []).filter(({ id }) => now.collections.every((one) => one.id !== id)),
        ],
        parts: [...now.parts, ...(others?.parts ?? (missing as readonly Part[]))],
        hasFile: (...file) => now.hasFile(...file) || (others?.hasFile(...file) ?? false),
        readFile: async (...file) =>
          (await now.readFile(...file)) ?? (await others?.readFile(...file)) ?? null,
      });
      await open();
    },

    /** Opens the editor with all values of a refused record. A save there counts as its undo. */
    async openInEditor({ create, collectionId, id }: RefusedUndo): Promise<void> {
      const collection = collections.find(collectionId) as Collection | undefined;
      if (!create || !collection) return;
      const { values } = formOf(collection, answerOfValues(id, create.values));
      const files = await Promise.all(
        create.files.map(
          async ([field, name]) => [field, await source().readFile(id, name, collectionId)] as const,
        ),
      );
      const kept = files.flatMap(([field, file]) => (file ? [[field, file] as const] : []));
      const outcome = await openPanel('recordEditor', {
        collectionId,
        recordId: null,
        returning: { id, values, files: kept },
      });
      if (outcome?.kind !== 'created') return;
      for (const act of source().acts) await history.removeParts(act.id, [{ collectionId, id }]);
      run.state.refused = ref(run.state.refused.filter((one) => one.id !== id) as RefusedUndo[]);
    },

    /** Opens the record that already has the value of this field. */
    async openHolder({ create, collectionId }: RefusedUndo, field: string): Promise<void> {
      try {
        const value = create?.values[field];
        const text = typeof value === 'string' ? `"${escapeText(value)}"` : String(value);
        const [holder] = await readMatching(collectionId, [`${field}=${text}`], { fields: ['id'] });
        if (holder) await openPanel('recordEditor', { collectionId, recordId: holder.id });
        else toasts.info('No record has this value now. Try again.');
      } catch (error) {
        report(error);
      }
    },
  };
}

/** True if another record already has the refused value. */
export const isTaken = (code: string): boolean =>
  ['validation_not_unique', 'validation_invalid_username', 'validation_invalid_email'].includes(code);
