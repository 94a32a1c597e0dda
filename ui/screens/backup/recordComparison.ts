import { proxy, ref } from 'valtio/vanilla';
import { isMissing } from '../../api/ApiError';
import * as api from '../../api/collections';
import * as records from '../../api/records';
import { countUpdates } from '../../api/recordTurns';
import { answerOf, type BackupRecord } from '../../model/backup/recordSource';
import type { Collection } from '../../model/collection';
import type { FieldErrors } from '../../model/fieldErrors';
import { fittedAnswer } from '../../model/put-back/fittedAnswer';
import { fieldValue, type RecordAnswer } from '../../model/record';
import { countOf } from '../../platform/text';
import { keepChange } from '../../state/bin/keeping';
import * as undo from '../../state/bin/undo';
import * as writeLock from '../../state/environment/writeLock';
import { report } from '../../state/report';
import { type FieldChanges, fieldChangesOf } from './fieldChanges';
import { sentenceOf } from './openedBackup';

interface ComparisonState {
  status: 'reading' | 'ready' | 'gone' | 'failed';
  fault: string;
  fields: FieldChanges | null;
  /** `updated` of today. */
  updated: string;
  /** The names of the fields that are put back. */
  ticked: ReadonlySet<string>;
  /** True if the record was changed while the comparison was open. */
  hasMoved: boolean;
  isSending: boolean;
  /** Messages of the server by field name. */
  errors: FieldErrors;
}

export type RecordComparison = ReturnType<typeof createRecordComparison>;

/** Compares a record of a backup with that of today, and puts some of its fields back. */
export function createRecordComparison(before: Collection, former: BackupRecord) {
  const state = proxy<ComparisonState>({
    status: 'reading',
    fault: '',
    fields: null,
    updated: '',
    ticked: ref(new Set<string>()),
    hasMoved: false,
    isSending: false,
    errors: {},
  });

  /** The date of the collection whose fields are shown. */
  let collectionUpdated: string | undefined;

  async function readToday(): Promise<{ today: Collection; now: RecordAnswer }> {
    const today = await api.get(before.id);
    return { today, now: await records.get(today, former.id) };
  }

  function show({ today, now }: { today: Collection; now: RecordAnswer }): void {
    collectionUpdated = today.updated;
    const then = fittedAnswer(answerOf(before, former), before, today);
    const fields = fieldChangesOf(before, today, then, now);
    const names = fields.changes.filter(({ canPutBack }) => canPutBack).map(({ name }) => name);
    const hadRows = state.fields !== null;
    Object.assign(state, {
      status: 'ready',
      fields: ref(fields),
      updated: String(fieldValue(now.record, 'updated') ?? ''),
      ticked: ref(new Set(names.filter((name) => !hadRows || state.ticked.has(name)))),
    });
  }

  function showMoved(read: Parameters<typeof show>[0]): false {
    show(read);
    state.hasMoved = true;
    return false;
  }

  function fail(error: unknown): void {
    if (isMissing(error)) state.status = 'gone';
    else Object.assign(state, { status: 'failed', fault: sentenceOf(error) });
  }

  return {
    state,

    async open(): Promise<void> {
      Object.assign(state, { status: 'reading', fault: '' });
      try {
        show(await readToday());
      } catch (error) {
        fail(error);
      }
    },

    toggle(name: string): void {
      const next = new Set(state.ticked);
      if (!next.delete(name)) next.add(name);
      state.ticked = ref(next);
    },

    /** Returns true when the fields are back. A record that was changed meanwhile is shown again instead. */
    async putBack(): Promise<boolean> {
      const { updated } = state;
      const chosen = (state.fields?.changes ?? []).filter(({ name }) => state.ticked.has(name));
      const act = { what: `put ${countOf(chosen.length, 'field')} of a record back`, verb: 'put back' };
      if (writeLock.isLocked() && !(await writeLock.ask(act))) return false;
      const lease = writeLock.beginRun();
      Object.assign(state, { isSending: true, hasMoved: false, errors: {} });
      try {
        const updates = countUpdates();
        const { today, now } = await readToday();
        const isOther = today.updated !== collectionUpdated;
        if (isOther || String(fieldValue(now.record, 'updated') ?? '') !== updated) {
          return showMoved({ today, now });
        }
        const values = Object.fromEntries(chosen.map(({ name, value }) => [name, value]));
        const body = { values, files: [] };
        const stored = await records.updateAsRead(today, former.id, body, updates, { lease });
        if (!stored) return showMoved(await readToday());
        const changed = chosen.map(({ name }) => name);
        const kept = keepChange(today, now, stored, { changed, files: [], gaps: [] });
        undo.offer(`${countOf(changed.length, 'field is', 'fields are')} put back.`, kept);
        return true;
      } catch (error) {
        if (isMissing(error)) state.status = 'gone';
        else state.errors = report(error);
        return false;
      } finally {
        lease.end();
        state.isSending = false;
      }
    },
  };
}
