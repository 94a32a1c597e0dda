import { ref } from 'valtio/vanilla';
import { get as readCollection } from '../../api/collections';
import * as records from '../../api/records';
import { countUpdates } from '../../api/recordTurns';
import { type Collection, fieldOf } from '../../model/collection';
import type { FieldErrors } from '../../model/fieldErrors';
import { type FullRecord, fieldValue, type RecordAnswer } from '../../model/record';
import { withoutFalseUniqueErrors } from '../../model/records/blamedFields';
import { holdsFiles } from '../../model/records/fileChange';
import { bodyOf, changedBy, isEmptyBody, removedFiles } from '../../model/records/recordBody';
import {
  changedNames,
  formOf,
  isSame,
  passwordNames,
  type RecordForm,
} from '../../model/records/recordValues';
import { relationNames } from '../../model/records/relatedIds';
import { isEqual } from '../../platform/equal';
import { keepChange, readRemovedFiles } from '../../state/bin/keeping';
import * as collections from '../../state/collections';
import type { WriteLease } from '../../state/environment/writeLock';
import type { Sent } from '../../state/forms/editing';
import { notifyOtherErrors } from '../../state/report';
import * as toasts from '../../state/toasts';
import type { RecordEditing } from './editorState';
import { createRecordCreation, isLost } from './recordCreation';
import { commitForm, withoutNames } from './recordForm';
import { fittedForm, goneErrors, todaysCollection, typedIn } from './todaysCollection';

/**
 * 'same': the form needs no change. 'fitted': the form was adapted to the collection. 'refused': it cannot be
 * saved.
 */
type Fit = 'same' | 'fitted' | 'refused';

/** The calls of a save. Each reads the collection too, because the server silently drops unknown values. */
export function createRecordSave(editing: () => RecordEditing) {
  const create = createRecordCreation(editing);
  let kept: Promise<string | null> | null = null;
  /** `countUpdates()` before the last reading. */
  let updates = 0;
  /** The last update, if its response was lost: the server may have stored it. */
  let unanswered: { id: string; sent: RecordForm; baseline: RecordForm } | null = null;

  /**
   * Fits the form to the present collection. Refuses if the person typed into removed fields, because the
   * server would silently drop these values.
   */
  function fitTo(known: Collection, today: Collection): Fit {
    const { state, now } = editing();
    const typed = typedIn(known, now(), state.baseline);
    const { collection, gone, others } = todaysCollection(known, today, typed);
    const isRefused = Object.keys(gone).length > 0;
    const isKnown = isEqual(collection, known);
    if (isKnown && !isRefused) return 'same';
    if (!isKnown) moveTo(collection, { from: known, today, others });
    state.errors = gone;
    if (!isRefused) return 'fitted';
    toasts.warning('The collection has changed. Copy what you need from the marked fields, then clear them.');
    return 'refused';
  }

  /** Moves the form to a changed collection. The stored values of the `others` no longer fit. */
  function moveTo(
    collection: Collection,
    { from, today, others }: { from: Collection; today: Collection; others: readonly string[] },
  ): void {
    const { state, now, reset } = editing();
    const [form, { baseline }] = [now(), state];
    const stored = withoutFields(state.stored, others);
    const blank = formOf(collection, stored);
    state.collection = ref(collection);
    reset(fittedForm(form, blank, { from, to: collection }), {
      stored,
      baseline: fittedForm(baseline, blank, { from, to: today }),
    });
    void collections.load();
  }

  /** Lists sent fields that were removed from the collection during the save. */
  async function findLostNames(
    collection: Collection,
    sent: RecordForm,
    { record }: RecordAnswer,
  ): Promise<string[]> {
    const isMissing = (name: string) =>
      fieldOf(collection, name) !== undefined && fieldValue(record, name) === undefined;
    const missing = typedIn(collection, sent, editing().state.baseline).filter(isMissing);
    if (missing.length === 0) return [];
    const today = await readCollection(collection.id).catch(() => collection);
    return missing.filter((name) => !fieldOf(today, name));
  }

  /**
   * Takes an update whose response was lost for saved if the record holds it. Its new files are not sent twice then.
   */
  function adoptUnanswered(collection: Collection, theirs: RecordAnswer): void {
    const { now, reset } = editing();
    const stored = formOf(collection, theirs);
    if (unanswered?.id !== theirs.record.id || !holdsChanges(collection, stored, unanswered)) return;
    const { form, baseline } = commitForm(collection, { sent: unanswered.sent, now: now(), stored });
    unanswered = null;
    reset(form, { stored: theirs, baseline });
  }

  async function update(
    collection: Collection,
    id: string,
    lease: WriteLease,
  ): Promise<Sent<RecordForm, RecordAnswer> | 'again'> {
    const { state, now } = editing();
    const sent = now();
    const { stored: before, baseline } = state;
    const body = bodyOf(collection, sent, baseline);
    // The form equals the stored record, perhaps because others have stored the same values.
    if (before && isEmptyBody(body)) return { sent, stored: before };
    const removed =
      before && (await readRemovedFiles(collection, before, removedFiles(sent, formOf(collection, before))));
    const expand = relationNames(collection);
    const stored = await records
      .updateAsRead(collection, id, body, updates, { expand, onProgress, lease })
      .catch((error: unknown) => {
        if (isLost(error)) unanswered = { id, sent, baseline };
        throw error;
      });
    if (!stored) return 'again';
    unanswered = null;
    const changed = changedBy(body);
    kept =
      before && removed && changed.length > 0
        ? keepChange(collection, before, stored, { changed, ...removed })
        : null;
    return { sent, stored };
  }

  function onProgress(share: number): void {
    editing().state.progress = share;
  }

  return {
    /** The entry of the bin for the last save; null if it cannot be undone. Reading it forgets it. */
    takeKept(): Promise<string | null> | null {
      const last = kept;
      kept = null;
      return last;
    },

    /** Reads the record until its collection stays the same. */
    async readAgain(): Promise<RecordAnswer | null> {
      const { state } = editing();
      for (;;) {
        const { collection, recordId } = state;
        if (!collection || recordId === null) return null;
        updates = countUpdates();
        const [theirs, today] = await Promise.all([
          records.get(collection, recordId),
          readCollection(collection.id),
        ]);
        const fit = fitTo(collection, today);
        if (fit === 'refused') return null;
        if (fit !== 'same') continue;
        adoptUnanswered(collection, theirs);
        return theirs;
      }
    },

    async send(_: object, lease: WriteLease): Promise<Sent<RecordForm, RecordAnswer> | 'again' | null> {
      const { state, check } = editing();
      const { collection: known, recordId } = state;
      if (!known) return null;
      if (recordId === null && fitTo(known, await readCollection(known.id)) === 'refused') return null;
      const { collection } = state;
      if (!collection || !check()) return null;
      try {
        const result = await (recordId === null
          ? create(collection, { onProgress, lease })
          : update(collection, recordId, lease));
        if (result === 'again') return result;
        const lost = await findLostNames(collection, result.sent, result.stored);
        return { ...result, sent: withoutNames(result.sent, lost), errors: goneErrors(lost) };
      } finally {
        state.progress = null;
      }
    },

    /**
     * Keeps errors that have an input, including fields that others have added. Reports the rest in a toast.
     */
    async placeErrors(errors: FieldErrors): Promise<FieldErrors> {
      const { state } = editing();
      const { collection, form } = state;
      const hasInput = (name: string) =>
        (name in form.values && (state.showsPassword || !passwordNames.includes(name))) || name in form.files;
      if (collection && !Object.keys(errors).every(hasInput)) {
        fitTo(collection, await readCollection(collection.id).catch(() => collection));
      }
      const blamed = withoutFalseUniqueErrors(errors, state.collection);
      return { ...notifyOtherErrors(blamed, hasInput), ...state.errors };
    },
  };
}

/** True if the stored form has all that was changed. A password cannot be read, so it counts as missing. */
function holdsChanges(
  collection: Collection,
  stored: RecordForm,
  { sent, baseline }: { sent: RecordForm; baseline: RecordForm },
): boolean {
  const fileNames = Object.keys(sent.files).filter(
    (name) => !isEqual(sent.files[name], baseline.files[name]),
  );
  return (
    changedNames(collection, sent.values, baseline.values).every((name) =>
      isSame(collection, name, sent.values[name] ?? '', stored.values[name] ?? ''),
    ) &&
    fileNames.every((name) => {
      const [change, found] = [sent.files[name], stored.files[name]];
      return change !== undefined && found !== undefined && holdsFiles(found.names, change);
    })
  );
}

function withoutFields(answer: RecordAnswer | null, names: readonly string[]) {
  const kept = Object.entries(answer?.record ?? {}).filter(([name]) => !names.includes(name));
  return answer && { ...answer, record: Object.fromEntries(kept) as FullRecord };
}
