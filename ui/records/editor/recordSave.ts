import { ref } from 'valtio/vanilla';
import { ApiError, isResponseLost } from '../../backend/ApiError';
import { get as readCollection } from '../../backend/collections';
import * as records from '../../backend/records';
import { isEqual } from '../../base/equal';
import { randomText } from '../../base/random';
import { type Collection, fieldOf } from '../../model/collection';
import type { SchemaField } from '../../model/field';
import { type FieldErrors, messageAt } from '../../model/fieldErrors';
import { type FullRecord, fieldValue, type RecordAnswer } from '../../model/record';
import { displayText } from '../../model/recordName';
import { valueShape } from '../../model/types/fieldTypes';
import * as collections from '../../page/collections';
import type { Sent } from '../../page/forms/editing';
import { notifyOtherErrors } from '../../page/report';
import * as toasts from '../../page/toasts';
import * as history from '../history/history';
import { holdsFiles } from '../values/fileChange';
import { bodyOf } from '../values/recordBody';
import { mergeRecord } from '../values/recordMerge';
import { idBytes } from '../values/recordRules';
import { byName, changedNames, formOf, isSame, passwordNames, type RecordForm } from '../values/recordValues';
import { relationNames } from '../values/relatedIds';
import {
  type Attempt,
  arrivedNames,
  lostNames,
  type Reading,
  startReading,
  writeRecord,
} from '../write/writeRecord';
import type { RecordEditing } from './editorState';
import { commitForm, withoutNames } from './recordForm';

/**
 * 'same': the form needs no change. 'fitted': the form was adapted to the collection. 'refused': it cannot be
 * saved.
 */
type Fit = 'same' | 'fitted' | 'refused';

/** The calls of a save. Each reads the collection too, because the server silently drops unknown values. */
export function createRecordSave(editing: () => RecordEditing) {
  const create = createRecordCreation(editing);
  /** Keeps the former values of the last save. */
  let last: history.Recorder | null = null;
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
    // A duplicate is another record.
    if (lost.first.record.id !== theirs.record.id) return;
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
    const title = base ? displayText(base.record, collection) : id;
    const act = history.begin({ kind: 'save', verb: 'Save', title, collection });
    const call = { expand, onProgress, reading, attempt, act, looksForLost: true };
    const written = await writeRecord(collection, id, make, call).finally(() => void act.close());
    reading = null;
    if (written.kind === 'conflict') return 'again';
    last = written.kind === 'stored' ? written.act : null;
    return { sent, stored: written.after };
  }

  function onProgress(share: number): void {
    editing().state.progress = share;
  }

  return {
    /** The act of the last save; null after a create. */
    lastAct: () => last,

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
        const typed = typedIn(collection, result.sent, state.baseline);
        const lost = await lostNames(collection, typed, result.stored);
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
      Object.entries(all).map(([name, value]) => [
        name,
        (names.includes(name) ? theirs[name] : null) ?? value,
      ]),
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

type SentRecord = Sent<RecordForm, RecordAnswer>;

/** Creates a record only once. The id is made here, so a retry after a lost response can find the record. */
function createRecordCreation(editing: () => RecordEditing) {
  /** The form of a failed try that the server may have stored. */
  let pendingAttempt: { sent: RecordForm; isOwnId: boolean } | null = null;

  const isUnanswered = (id: unknown) => pendingAttempt !== null && pendingAttempt.sent.values['id'] === id;

  /**
   * Returns the record that an earlier try has stored; null if none. An id that the person typed can belong
   * to someone else's record, so the values are compared.
   */
  async function findEarlier(collection: Collection, id: string): Promise<SentRecord | null> {
    if (!pendingAttempt || !isUnanswered(id)) return null;
    const { sent, isOwnId } = pendingAttempt;
    const stored = await records.getIfExists(collection, id);
    if (!stored || (isOwnId && !holdsAll(collection, stored, sent))) return null;
    return { stored, sent, isEarlier: true };
  }

  return async (
    collection: Collection,
    options: { onProgress: (share: number) => void },
  ): Promise<SentRecord> => {
    const { state, now, edit } = editing();
    const sent = now();
    const id = String(sent.values['id']) || randomText(idBytes);
    const earlier = await findEarlier(collection, id);
    if (earlier) return earlier;
    const named = { ...sent, values: byName([...Object.entries(sent.values), ['id', id]]) };
    try {
      const body = bodyOf(collection, named, state.baseline);
      return { sent, stored: await records.create(collection, body, options) };
    } catch (error) {
      if (isResponseLost(error)) {
        const isOwnId = sent.values['id'] === id && (!isUnanswered(id) || pendingAttempt?.isOwnId === true);
        pendingAttempt = { sent: named, isOwnId };
        // Keep the id in the form, so that a draft contains it too.
        if (state.form.values['id'] === '') {
          edit('id', ({ values }) => {
            values['id'] = id;
          });
        }
      } else if (isTaken(error)) {
        // The earlier try reached the server after the search for it.
        const late = await findEarlier(collection, id);
        if (late) return late;
      }
      throw error;
    }
  };
}

function isTaken(error: unknown): boolean {
  return error instanceof ApiError && messageAt(error.fields, 'id') !== null;
}

/**
 * True if the record has all sent values. The server hides passwords, renames files, and fills empty account
 * properties.
 */
function holdsAll(collection: Collection, answer: RecordAnswer, { values, files }: RecordForm): boolean {
  const stored = formOf(collection, answer);
  return (
    Object.entries(values).every(
      ([name, value]) =>
        passwordNames.includes(name) ||
        (value === '' && !fieldOf(collection, name)) ||
        isSame(collection, name, value, stored.values[name] ?? ''),
    ) && Object.entries(files).every(([name, change]) => holdsFiles(stored.files[name]?.names ?? [], change))
  );
}

interface Todays {
  /**
   * The present collection. Removed fields with typed values stay in it at their old place until they are
   * emptied.
   */
  collection: Collection;
  /** An error for each of these fields. */
  gone: FieldErrors;
  /** All fields whose stored values are no longer valid. */
  others: readonly string[];
}

/**
 * Returns the present collection for a form that knows an older one. `typed` are the fields with typed
 * values.
 */
function todaysCollection(known: Collection, today: Collection, typed: readonly string[]): Todays {
  const others = known.schema.filter((field) => !holdsSame(field, fieldOf(today, field.name)));
  const lost = others.filter(({ name }) => typed.includes(name));
  const gone = goneErrors(
    lost.map(({ name }) => name),
    today.schema.filter(({ id }) => known.schema.some((field) => field.id === id)).map(({ name }) => name),
  );
  const schema = today.schema.filter(({ name }) => !Object.hasOwn(gone, name));
  for (const field of lost) schema.splice(known.schema.indexOf(field), 0, { ...field, required: false });
  return { collection: { ...today, schema }, gone, others: others.map(({ name }) => name) };
}

/** Makes the errors. The `changed` fields still exist, but have switched between single and multiple. */
function goneErrors(names: readonly string[], changed: readonly string[] = []): FieldErrors {
  const messageOf = (name: string) =>
    changed.includes(name)
      ? 'This field takes another number of values now.'
      : 'This field no longer exists in the collection.';
  return Object.fromEntries(names.map((name) => [name, { code: 'field_gone', message: messageOf(name) }]));
}

/**
 * Moves the form to another collection. Starts with `blank`, and keeps values of fields that are the same.
 */
function fittedForm(
  form: RecordForm,
  blank: RecordForm,
  { from, to }: { from: Collection; to: Collection },
): RecordForm {
  const isKept = (name: string) => {
    const [field, other] = [fieldOf(from, name), fieldOf(to, name)];
    return field ? holdsSame(field, other) : !other;
  };
  function fitted<Value>(mine: Readonly<Record<string, Value>>, other: Readonly<Record<string, Value>>) {
    return byName(
      Object.entries(other).map(([name, value]) => [name, isKept(name) ? (mine[name] ?? value) : value]),
    );
  }
  return { values: fitted(form.values, blank.values), files: fitted(form.files, blank.files) };
}

/** Lists the fields with values that would be lost with the field. */
function typedIn(collection: Collection, form: RecordForm, before: RecordForm): string[] {
  const filled = changedNames(collection, form.values, formOf(collection, null).values);
  const changed = changedNames(collection, form.values, before.values).filter((name) =>
    filled.includes(name),
  );
  return [...changed, ...Object.keys(form.files).filter((name) => form.files[name]?.added.length)];
}

/** True if a value means the same in both fields. */
function holdsSame(field: SchemaField, other: SchemaField | undefined): boolean {
  return other !== undefined && valueShape(field) === valueShape(other);
}
