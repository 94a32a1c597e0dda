import { ref } from 'valtio/vanilla';
import { get as readCollection } from '../../api/collections';
import * as records from '../../api/records';
import { type Collection, fieldOf } from '../../model/collection';
import type { FieldErrors } from '../../model/fieldErrors';
import { type FullRecord, fieldValue, type RecordAnswer } from '../../model/record';
import { mergeRecord } from '../../model/records/recordMerge';
import { byName, formOf, passwordNames, type RecordForm } from '../../model/records/recordValues';
import { relationNames } from '../../model/records/relatedIds';
import { isEqual } from '../../platform/equal';
import * as collections from '../../state/collections';
import type { Sent } from '../../state/forms/editing';
import {
  type Attempt,
  arrivedNames,
  type Reading,
  startReading,
  writeRecord,
} from '../../state/records/writeRecord';
import { notifyOtherErrors } from '../../state/report';
import * as toasts from '../../state/toasts';
import type { RecordEditing } from './editorState';
import { createRecordCreation } from './recordCreation';
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
  /** The record before the merge. */
  let reading: Reading | null = null;
  /** The update whose response was lost. */
  const attempt: Attempt = { lost: null };

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
   * Takes the fields that an earlier update has stored for saved. Its response was lost. Its new files are not sent
   * twice then.
   */
  function adoptArrived(collection: Collection, theirs: RecordAnswer): void {
    const { lost } = attempt;
    attempt.lost = null;
    const { state, now, reset } = editing();
    const found = lost && arrivedNames(collection, lost, theirs);
    if (!lost || !found || found === 'none' || !state.stored) return;
    const { form } = commitForm(collection, {
      sent: lost.form,
      now: now(),
      stored: formOf(collection, theirs),
    });
    if (found === 'all') reset(form, { stored: theirs });
    else reset(withValuesOf(found, now(), form), { stored: withFieldsOf(found, state.stored, theirs) });
  }

  async function update(
    collection: Collection,
    id: string,
  ): Promise<Sent<RecordForm, RecordAnswer> | 'again'> {
    const { state, now } = editing();
    const sent = now();
    const { stored: base } = state;
    const make = (theirs: RecordAnswer) =>
      mergeRecord(collection, { base: base ?? theirs, theirs, mine: sent });
    const expand = relationNames(collection);
    const written = await writeRecord(collection, id, make, { expand, onProgress, reading, attempt });
    reading = null;
    if (written.kind === 'conflict') return 'again';
    kept = written.kind === 'stored' ? written.kept : null;
    return { sent, stored: written.after };
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
        const start = startReading();
        const [theirs, today] = await Promise.all([
          records.get(collection, recordId),
          readCollection(collection.id),
        ]);
        const fit = fitTo(collection, today);
        if (fit === 'refused') return null;
        if (fit !== 'same') continue;
        adoptArrived(collection, theirs);
        reading = { answer: theirs, start };
        return theirs;
      }
    },

    async send(): Promise<Sent<RecordForm, RecordAnswer> | 'again' | null> {
      const { state, check } = editing();
      const { collection: known, recordId } = state;
      if (!known) return null;
      if (recordId === null && fitTo(known, await readCollection(known.id)) === 'refused') return null;
      const { collection } = state;
      if (!collection || !check()) return null;
      try {
        const result = await (recordId === null
          ? create(collection, { onProgress })
          : update(collection, recordId));
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
      return { ...notifyOtherErrors(errors, hasInput), ...state.errors };
    },
  };
}

/** Returns the form with these fields as they are in the `other` one. */
function withValuesOf(names: readonly string[], form: RecordForm, other: RecordForm): RecordForm {
  const merged = <Value>(all: Readonly<Record<string, Value>>, theirs: Readonly<Record<string, Value>>) =>
    byName(
      Object.entries(all).map(([name, value]) => [name, (names.includes(name) && theirs[name]) || value]),
    );
  return { values: merged(form.values, other.values), files: merged(form.files, other.files) };
}

/** Returns the record with these fields as they are in the `other` answer. */
function withFieldsOf(names: readonly string[], answer: RecordAnswer, other: RecordAnswer): RecordAnswer {
  const record: [string, unknown][] = names.map((name) => [name, fieldValue(other.record, name)]);
  const sources = names.flatMap((name) =>
    other.sources[name] === undefined ? [] : [[name, other.sources[name]] as const],
  );
  return {
    record: { ...answer.record, ...Object.fromEntries(record) },
    sources: { ...answer.sources, ...Object.fromEntries(sources) },
  };
}

function withoutFields(answer: RecordAnswer | null, names: readonly string[]) {
  const kept = Object.entries(answer?.record ?? {}).filter(([name]) => !names.includes(name));
  return answer && { ...answer, record: Object.fromEntries(kept) as FullRecord };
}
