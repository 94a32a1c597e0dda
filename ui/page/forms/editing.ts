// A store owns the order of its save, and calls these tools. A machine that owned the order, with a function for each
// step, was hard to follow: a reader of one save went back and forth between the machine and the form eleven times.

import { proxy, ref, snapshot } from 'valtio/vanilla';
import { isMissing } from '../../backend/ApiError';
import { isEqual } from '../../base/equal';
import type { Choices, Conflict } from '../../base/threeWayMerge';
import { type FieldErrors, without } from '../../model/fieldErrors';
import { createLoading, type LoadingState, reportUnlessShown } from '../loading';
import { report } from '../report';
import * as writeLock from '../session/writeLock';
import * as toasts from '../toasts';
import { type Draft, dropOffer, openDraft, type StoredDraft } from './drafts';
import { createPendingQuestion } from './pendingQuestion';
import * as unsaved from './unsaved';

export interface EditingState<Form extends object, Stored extends object> extends LoadingState {
  isNew: boolean;
  /** The latest version of the server; null before the load and for a new entity. (ref) */
  stored: Stored | null;
  /** Always the same object, so that caret and scroll position stay. */
  form: Form;
  /** The form is compared with this version. (ref) */
  baseline: Form;
  errors: FieldErrors;
  isChanged: boolean;
  /** The paths where the form differs from the baseline; empty for a new entity. */
  changed: Record<string, true>;
  isSaving: boolean;
  /** The drafts of earlier forms, the newest first; none after the first edit. (ref) */
  offers: readonly StoredDraft[];
  /** The user must resolve these before a save or a draft restore continues. (ref) */
  conflicts: readonly Conflict[] | null;
  /** The number of saves that ended with errors. */
  refusals: number;
}

export interface Merged<Form> {
  form: Form;
  conflicts: readonly Conflict[];
}

/** The content of an editor; `form` is a copy. */
export interface Edited<Form, Stored> {
  form: Form;
  baseline: Form;
  stored: Stored | null;
}

interface DraftShape<Form, Stored> {
  /** The storage key; it changes when a new entity is created. */
  key(): string;
  /** Returns the content of the draft, or null for none. Runs when the draft is written, which may be later. */
  content(edited: Edited<Form, Stored>): Readonly<Record<string, unknown>> | null;
  isReadable?(offer: StoredDraft): boolean;
  /** Applies the draft to the current form. `lost` names values whose field no longer exists. */
  restore(
    values: StoredDraft['values'],
    edited: Edited<Form, Stored>,
    choices: Choices,
  ): Merged<Form> & { lost?: readonly string[] };
}

interface Shape<Form extends object, Stored extends object, More extends object> {
  /** The form before the load. */
  initial: Form;
  isNew?: boolean;
  /** Additional values of the state. */
  more?: More;
  /** Converts the stored version to a form. Null: a new entity. */
  toForm(stored: Stored | null): Form;
  /** Returns a copy without a proxy. */
  copy?(form: Form): Form;
  /** Changes `shown` into `next`, in place. */
  show?(shown: Form, next: Form): void;
  changedPaths(form: Form, baseline: Form): readonly string[];
  /** False if a close loses nothing, although the form differs from what is stored. */
  losesByClose?: () => boolean;
  draft?: DraftShape<Form, Stored>;
}

interface Source<Stored> {
  read(signal: AbortSignal): Promise<Stored>;
  /**
   * A version that the page knows already. It is shown while the stored one is read, which replaces it unless the
   * form is in use; a save merges then.
   */
  known?: Stored | undefined;
  /** Reports a failed load; by default like all other loads. */
  report?(error: unknown): void;
}

export interface SaveOptions {
  /** Runs after the errors are rendered. */
  onFaults?: () => void;
}

export type Editing<Form extends object, Stored extends object, More extends object = object> = ReturnType<
  typeof createEditing<Form, Stored, More>
>;

/**
 * The state of a form that edits stored data, and the tools of its store.
 *
 *   const editing = createEditing({ initial, toForm, changedPaths, draft });
 *   await editing.load({ read });                                      // shows what is stored, offers drafts
 *   editing.edit('title', (form) => { form.title = 'Typed'; });        // removes the error there, keeps the draft
 *   await editing.save(store);                                         // once at a time; the store's own steps:
 *     if (!editing.placeErrors(check(form))) return false;
 *     if (!(await editing.beginWrite(act))) return false;              // if writes are locked, asks to unlock
 *     const merged = await editing.answerConflicts(theirs, merge);     // asks about what both changed
 *     editing.adopt(toForm(stored), { stored });                       // the stored version is the baseline now
 *   editing.close();
 *
 * Guarantees: a failed, declined or repeated save loses no typed value. A second save does nothing while one runs. A
 * newer load cancels the older one.
 */
export function createEditing<Form extends object, Stored extends object, More extends object = object>(
  shape: Shape<Form, Stored, More>,
) {
  const { show = replaceKeys, draft: drafts } = shape;
  const copy: (form: Form) => Form = shape.copy ?? structuredClone;
  const state = proxy({
    status: 'loading',
    loadError: null,
    isNew: shape.isNew ?? false,
    stored: null,
    form: copy(shape.initial),
    baseline: ref(copy(shape.initial)),
    errors: {},
    isChanged: false,
    changed: withoutPrototype(),
    isSaving: false,
    offers: ref([]),
    conflicts: null,
    refusals: 0,
    ...shape.more,
  }) as unknown as EditingState<Form, Stored> & More;
  // The compiler cannot write to a type with an unknown part.
  const own: EditingState<Form, Stored> = state;

  const question = createPendingQuestion<readonly Conflict[], Choices>((asked) => {
    own.conflicts = asked && ref([...asked]);
  });
  let source: Source<Stored> | null = null;
  const loading = createLoading(own, readBesideKnown, showRead, (error) =>
    (source?.report ?? reportUnlessShown)(error),
  );
  let draft: Draft | null = null;
  let stopWatching: (() => void) | null = null;
  let isOpen = false;
  let isAsking = false;
  /** Ends the run that keeps writes open. */
  let release = () => {};

  const now = () => copy(snapshot(own.form) as Form);
  const losesByClose = () => own.isChanged && (shape.losesByClose?.() ?? true);
  const edited = (): Edited<Form, Stored> => ({ form: now(), baseline: own.baseline, stored: own.stored });

  function updateDirty(): void {
    const paths = shape.changedPaths(snapshot(own.form) as Form, own.baseline);
    own.isChanged = paths.length > 0;
    replaceKeys(own.changed, withoutPrototype(own.isNew ? [] : paths));
  }

  /** Shows another form. Without a given baseline, the stored version is the baseline. */
  function reset(
    form: Form,
    {
      stored = own.stored,
      baseline = shape.toForm(stored),
    }: { stored?: Stored | null; baseline?: Form } = {},
  ): void {
    own.stored = stored && ref(stored);
    own.baseline = ref(copy(baseline));
    show(own.form, copy(form));
    updateDirty();
  }

  function begin(stored: Stored | null): void {
    own.errors = {};
    reset(shape.toForm(stored), { stored });
    own.status = 'ready';
    startDraft({ isOffering: true });
  }

  /** A changed form stays, even if its stored version cannot be read. */
  async function readBesideKnown(signal: AbortSignal): Promise<Stored> {
    if (!source) throw new Error('Nothing is to be read.');
    try {
      return await source.read(signal);
    } catch (error) {
      if (!source.known || !own.isChanged || !own.stored) throw error;
      return own.stored;
    }
  }

  function showRead(stored: Stored): void {
    const isInUse = own.isChanged || own.isSaving || isAsking;
    if (source?.known && (isInUse || isEqual(own.stored, stored))) return;
    begin(stored);
  }

  function startDraft({ isOffering }: { isOffering: boolean }): void {
    draft?.close();
    if (!drafts) return;
    const mine = openDraft(drafts.key());
    draft = mine;
    own.offers = ref([]);
    if (!isOffering) return;
    void mine.offers.then((offers) => {
      if (draft !== mine || own.isChanged) return;
      own.offers = ref(offers.filter((offer) => drafts.isReadable?.(offer) ?? true));
    });
  }

  /** Writes the draft. An edit does it; call it for a form without edits, such as a duplicate. */
  function keepDraft(): void {
    if (!drafts) return;
    if (own.isChanged) draft?.write(() => drafts.content(edited()));
    else draft?.drop();
  }

  /** Cancels the load and the questions. The draft stays. */
  function close(): void {
    isOpen = false;
    loading.cancel();
    stopWatching?.();
    question.cancel();
    draft?.close();
  }

  /**
   * Asks a question. While it is open, writes may be locked again, and the form does not count as saving, unless it
   * `isBlocked`.
   */
  async function ask<Answer>(asked: () => Promise<Answer | null>, isBlocked = false): Promise<Answer | null> {
    const wasSaving = own.isSaving;
    isAsking = true;
    own.isSaving = wasSaving && isBlocked;
    release();
    let answer: Answer | null = null;
    try {
      answer = await asked();
    } finally {
      isAsking = false;
      own.isSaving = wasSaving && answer !== null;
    }
    return answer;
  }

  /** Keeps a draft of the unsaved values, such as merged changes or edits during the request. */
  function keepUnsaved({ wasNew, isStored }: { wasNew: boolean; isStored: boolean }): void {
    if (wasNew && !own.isNew) {
      draft?.drop();
      if (isOpen) startDraft({ isOffering: false });
    }
    // The content of the draft is stored now. A closed form does not write another draft.
    if (isStored && (isOpen || !own.isChanged)) draft?.drop();
    if (isOpen) keepDraft();
  }

  return {
    state,

    /**
     * Shows what is stored, and offers drafts; without a source, the form is new. Loads again after a failure, and
     * after `close`. Returns the version that it read; null if it read none, or a newer load has begun.
     */
    async load(given: Source<Stored> | null): Promise<Stored | null> {
      close();
      isOpen = true;
      source = given;
      stopWatching = unsaved.watch(losesByClose);
      if (!given) {
        begin(null);
        return null;
      }
      if (given.known) begin(given.known);
      await loading.load();
      return isOpen && source === given && own.status === 'ready' ? own.stored : null;
    },

    close,

    /** Changes the form in place. Removes the errors at the paths, below them and above them. */
    edit<Result>(path: string | readonly string[], change: (form: Form) => Result): Result {
      const result = change(own.form);
      const paths = typeof path === 'string' ? [path] : path;
      own.errors = paths.reduce(without, own.errors);
      if (own.offers.length > 0) own.offers = ref([]);
      updateDirty();
      keepDraft();
      return result;
    },

    /** Returns a copy of the form that later edits do not change. */
    now,
    reset,
    ask,
    keepDraft,

    /** Shows these errors only. Returns true when there are none. */
    placeErrors(errors: FieldErrors): boolean {
      own.errors = errors;
      return Object.keys(errors).length === 0;
    },

    /**
     * Runs `store`, unless the form is not loaded, saves already, or waits for an answer. `store` returns true when
     * the server has stored the form; `placeErrors` returns the errors to show after a failure.
     */
    async save(
      store: () => Promise<boolean>,
      placeErrors: (error: unknown) => FieldErrors | Promise<FieldErrors> = report,
      { onFaults }: SaveOptions = {},
    ): Promise<boolean> {
      if (own.status !== 'ready' || own.isSaving || isAsking || own.conflicts) return false;
      const wasNew = own.isNew;
      let isStored = false;
      try {
        isStored = await store();
      } catch (error) {
        own.errors = await placeErrors(error);
      } finally {
        own.isSaving = false;
        release();
      }
      keepUnsaved({ wasNew, isStored });
      if (Object.keys(own.errors).length > 0) {
        own.refusals += 1;
        if (onFaults) requestAnimationFrame(onFaults);
      }
      return isStored;
    },

    /**
     * From now on the form counts as saving, and writes stay open. Asks if they are locked: call it again after each
     * question, because writes may be locked by then. Returns false to stop the save.
     */
    async beginWrite(act: writeLock.WriteAct): Promise<boolean> {
      if (writeLock.isLocked() && !(await ask(async () => (await writeLock.ask(act)) || null))) return false;
      own.isSaving = true;
      release();
      release = writeLock.hold();
      return true;
    },

    /**
     * Shows the form merged with their version. Asks about values that both changed; a conflict without a choice keeps
     * mine. After 'asked' read again, because others may have saved meanwhile. Null stops the save.
     */
    async answerConflicts(
      theirs: Stored,
      merge: (choices: Choices) => Merged<Form>,
    ): Promise<'merged' | 'asked' | null> {
      let merged = merge({});
      const { conflicts } = merged;
      if (conflicts.length > 0) {
        const choices = await ask(() => question.ask(conflicts));
        if (!choices) return null;
        merged = merge(choices);
      }
      reset(merged.form, { stored: theirs });
      return conflicts.length > 0 ? 'asked' : 'merged';
    },

    resolveConflicts: question.answer,
    cancelConflicts: question.cancel,

    /** Shows the stored version after a save: the entity is no longer new. `errors` are those of a save that succeeded. */
    adopt(form: Form, given: { stored: Stored; baseline?: Form; errors?: FieldErrors }): void {
      own.isNew = false;
      own.errors = given.errors ?? {};
      reset(form, given);
    },

    /** Reports a failed save, and returns the errors of the fields. `goneText`: another user has deleted the entity. */
    report(error: unknown, goneText: string): FieldErrors {
      if (own.isNew || !isMissing(error)) return report(error);
      toasts.error(goneText);
      return {};
    },

    /** Asks if there are unsaved changes; Yes removes the draft. Returns false while a save runs. */
    mayClose(loss: unsaved.Loss = 'close the panel'): boolean | Promise<boolean> {
      if (own.isSaving) return false;
      if (!losesByClose()) {
        draft?.drop();
        return true;
      }
      return unsaved.mayLose(loss).then((isLost) => {
        if (isLost) draft?.drop();
        return isLost;
      });
    },

    /** Reverts all edits and removes the draft. */
    discard(): void {
      draft?.drop();
      // During a save, its response decides what the form shows.
      if (own.isSaving) return;
      own.errors = {};
      reset(own.baseline, { baseline: own.baseline });
    },

    /** Shows a new entity with the values of `form`; asks first if there are unsaved changes. */
    async duplicate(form: (stored: Stored) => Form): Promise<boolean> {
      const { stored } = own;
      if (!stored || own.isSaving) return false;
      if (losesByClose() && !(await unsaved.mayLose('discard them'))) return false;
      draft?.drop();
      Object.assign(own, { isNew: true, errors: {} });
      reset(form(stored), { stored: null });
      startDraft({ isOffering: false });
      return true;
    },

    /** Returns true if the form has all of the draft now. */
    async restoreDraft(offer: StoredDraft): Promise<boolean> {
      if (!drafts || own.isSaving || isAsking || own.conflicts) return false;
      let restored = drafts.restore(offer.values, edited(), {});
      const { conflicts } = restored;
      if (conflicts.length > 0) {
        const choices = await ask(() => question.ask(conflicts));
        if (!choices) return false;
        restored = drafts.restore(offer.values, edited(), choices);
      }
      const { form, lost = [] } = restored;
      reset(form, { baseline: own.baseline });
      own.errors = {};
      own.offers = ref([]);
      // Keep the offer in storage if a value has no field.
      if (lost.length === 0) dropOffer(offer);
      else toasts.warning(`The draft also holds fields that have changed since: ${lost.join(', ')}.`);
      keepDraft();
      return lost.length === 0;
    },

    discardDraft(offer: StoredDraft): void {
      dropOffer(offer);
      own.offers = ref(own.offers.filter(({ key }) => key !== offer.key));
    },
  };
}

/** A field may be called `constructor` or `__proto__`. */
function withoutPrototype(paths: readonly string[] = []): Record<string, true> {
  const made = Object.create(null) as Record<string, true>;
  for (const path of paths) made[path] = true;
  return made;
}

/** Makes `shown` equal to `next`, in place. Keeps equal values, so that they are not rendered again. */
export function replaceKeys(shown: object, next: object): void {
  const target = shown as Record<string, unknown>;
  for (const key of Object.keys(target)) if (!Object.hasOwn(next, key)) delete target[key];
  for (const [key, value] of Object.entries(next)) if (!isEqual(target[key], value)) target[key] = value;
}
