import { proxy, ref } from 'valtio/vanilla';
import { isMissing } from '../../backend/ApiError';
import * as api from '../../backend/collections';
import * as records from '../../backend/records';
import { countOf } from '../../base/text';
import type { Collection } from '../../model/collection';
import type { FieldErrors } from '../../model/fieldErrors';
import { type RecordAnswer, stampOf } from '../../model/record';
import { displayText } from '../../model/recordName';
import { createLoading, type LoadingState } from '../../page/loading';
import { perform } from '../../page/perform';
import { report } from '../../page/report';
import * as history from '../../records/history/history';
import { fittedAnswer } from '../../records/history/plan/fittedAnswer';
import * as undo from '../../records/history/undo';
import { mergeRecord } from '../../records/values/recordMerge';
import { formOf } from '../../records/values/recordValues';
import { type Made, writeRecord } from '../../records/write/writeRecord';
import { answerOf, type BackupRecord } from '../content/recordSource';
import { type FieldChange, type FieldChanges, fieldChangesOf } from './fieldChanges';
import { sentenceOf } from './openedBackup';

interface ComparisonState extends LoadingState {
  fault: string;
  /** True if the record does not exist now. */
  isGone: boolean;
  fields: FieldChanges | null;
  /** The `updated` date of the present record. */
  updated: string;
  /** The names of the fields to restore. */
  ticked: ReadonlySet<string>;
  /** True if the record has changed while the comparison was open. */
  hasMoved: boolean;
  isSending: boolean;
  /** Errors of the server by field name. */
  errors: FieldErrors;
}

export type RecordComparison = ReturnType<typeof createRecordComparison>;

/** Compares a record of a backup with the present one, and restores chosen fields. */
export function createRecordComparison(before: Collection, former: BackupRecord) {
  const state = proxy<ComparisonState>({
    status: 'loading',
    loadError: null,
    fault: '',
    isGone: false,
    fields: null,
    updated: '',
    ticked: ref(new Set<string>()),
    hasMoved: false,
    isSending: false,
    errors: {},
  });

  /** The `updated` date of the collection whose fields are shown. */
  let collectionUpdated: string | undefined;
  let shown: RecordAnswer | null = null;

  const loading = createLoading(state, readToday, show, (error) => {
    if (isMissing(error)) state.isGone = true;
    else state.fault = sentenceOf(error);
  });

  async function readToday(): Promise<{ today: Collection; now: RecordAnswer }> {
    const today = await api.get(before.id);
    return { today, now: await records.get(today, former.id) };
  }

  function show({ today, now }: { today: Collection; now: RecordAnswer }): void {
    collectionUpdated = today.updated;
    shown = now;
    const then = fittedAnswer(answerOf(before, former), before, today);
    const fields = fieldChangesOf(before, today, then, now);
    const names = fields.changes.filter(({ canComeBack }) => canComeBack).map(({ name }) => name);
    const hadRows = state.fields !== null;
    Object.assign(state, {
      fields: ref(fields),
      updated: stampOf(now.record) ?? '',
      ticked: ref(new Set(names.filter((name) => !hadRows || state.ticked.has(name)))),
    });
  }

  function showMoved(read: Parameters<typeof show>[0]): false {
    show(read);
    state.hasMoved = true;
    return false;
  }

  return {
    state,

    open: loading.load,

    toggle(name: string): void {
      const next = new Set(state.ticked);
      if (!next.delete(name)) next.add(name);
      state.ticked = ref(next);
    },

    /**
     * Returns true if the fields are restored. If one of them has changed meanwhile, shows the record again
     * instead.
     */
    async bringBack(): Promise<boolean> {
      const chosen = (state.fields?.changes ?? []).filter(({ name }) => state.ticked.has(name));
      const isDone = await perform({
        what: `bring back ${countOf(chosen.length, 'field')} of a record`,
        verb: 'bring back',
        run: async () => {
          Object.assign(state, { isSending: true, hasMoved: false, errors: {} });
          const today = await api.get(before.id);
          const isSameCollection = today.updated === collectionUpdated;
          if (!isSameCollection || !shown) return showMoved(await readToday());
          const title = displayText(shown.record, today);
          const kept = history.begin({ kind: 'restore', verb: 'Bring back', title, collection: today });
          const make = broughtBackOn(today, shown, chosen);
          const written = await writeRecord(today, former.id, make, { act: kept }).finally(
            () => void kept.close(),
          );
          if (written.kind === 'conflict') return showMoved(await readToday());
          undo.offer(`${countOf(chosen.length, 'field is', 'fields are')} back.`, kept);
          return true;
        },
        failed: (error) => {
          if (isMissing(error)) state.isGone = true;
          else state.errors = report(error);
        },
      });
      state.isSending = false;
      return isDone;
    },
  };
}

/** Returns the write that restores the chosen fields. Long numbers are sent as text. */
function broughtBackOn(today: Collection, shown: RecordAnswer, chosen: readonly FieldChange[]) {
  const sent = chosen.map(({ name, value }) => [name, value] as const);
  const record = { ...shown.record, ...Object.fromEntries(sent) };
  const jsonTexts = chosen.filter(({ name }) => Object.hasOwn(shown.sources, name));
  const sources = {
    ...shown.sources,
    ...Object.fromEntries(jsonTexts.map(({ name, value }) => [name, String(value)])),
  };
  return (now: RecordAnswer): Made => ({
    ...mergeRecord(today, { base: shown, theirs: now, mine: formOf(today, { record, sources }) }),
    body: { values: Object.fromEntries(sent), files: [] },
  });
}
