import { proxy, ref, snapshot } from 'valtio/vanilla';
import { isMissing } from '../../backend/ApiError';
import { isEqual } from '../../base/equal';
import type { Choices, Conflict } from '../../base/threeWayMerge';
import { type FieldErrors, without } from '../../model/fieldErrors';
import { createLoading, type LoadingState } from '../loading';
import { report } from '../report';
import * as writeLock from '../session/writeLock';
import * as toasts from '../toasts';
import { type Draft, dropOffer, openDraft, type StoredDraft } from './drafts';
import { createPendingQuestion } from './pendingQuestion';
import * as unsaved from './unsaved';

/**
 * The base of every form that edits stored data: it loads, keeps a draft, merges and saves.
 *
 *   const editing = createEditing({ initial, read, toForm, changedPaths, merge, check, send });
 *   await editing.open();                                              // reads what is stored, offers drafts
 *   editing.edit('title', (form) => { form.title = 'Typed'; });        // removes the error there, keeps the draft
 *   await editing.save();                                              // check, read again, merge, confirm, send
 *   editing.close();
 *
 * Guarantees: a failed, declined or repeated save loses no typed value. A save never overwrites other people's changes
 * without a question. A second save does nothing while one runs. A newer load cancels the older one.
 */
export interface Editing<Form extends object, Stored extends object, More extends object = object> {
  state: EditingState<Form, Stored> & More;
  /** Also loads again: after a failure, and after `close`. */
  open(): Promise<void>;
  /** Cancels the load and the questions. The draft stays. */
  close(): void;
  /** Changes the form in place. Removes the errors at the paths, below them and above them. */
  edit<Result>(path: string | readonly string[], change: (form: Form) => Result): Result;
  /** Returns a copy of the form that later edits do not change. */
  now(): Form;
  /** Shows another form. Without a given baseline, the stored version is the baseline. */
  reset(form: Form, given?: { stored?: Stored | null; baseline?: Form }): void;
  /** Sets the errors; returns true when there are none. */
  check(): boolean;
  /** Asks a question; while it is open, the form does not count as saving. */
  ask<Answer>(question: () => Promise<Answer | null>): Promise<Answer | null>;
  /** Returns true when the server stored the form. `onFaults` runs after the errors are rendered. */
  save(given?: { onFaults?: () => void }): Promise<boolean>;
  /** A conflict without a choice keeps my version. */
  resolveConflicts(choices: Choices): void;
  cancelConflicts(): void;
  /** Asks if there are unsaved changes; Yes removes the draft. Returns false while a save runs. */
  mayClose(loss?: unsaved.Loss): boolean | Promise<boolean>;
  /** Reverts all edits and removes the draft. */
  discard(): void;
  /** Shows a new entity with the values of `form`; asks first if there are unsaved changes. */
  duplicate(form: (stored: Stored) => Form): Promise<boolean>;
  /** Returns true if the form has all of the draft now. */
  restoreDraft(offer: StoredDraft): Promise<boolean>;
  discardDraft(offer: StoredDraft): void;
  /** Writes the draft of a form without edits, such as a duplicate. */
  keepDraft(): void;
}

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

interface Merged<Form> {
  form: Form;
  conflicts: readonly Conflict[];
}

export interface Sent<Form, Stored> {
  stored: Stored;
  /** The form as it was sent. */
  sent: Form;
  /** Errors of a save that still succeeded. */
  errors?: FieldErrors;
  /** True when an earlier attempt stored `sent`. Later edits are not stored yet. */
  isEarlier?: boolean;
}

/** The input for an adapter's functions. The form is a copy. */
export interface Edited<Form, Stored> {
  form: Form;
  baseline: Form;
  stored: Stored | null;
}

interface DraftOptions<Form, Stored> {
  /** The storage key; it changes when a new entity is created. */
  key(): string;
  /**
   * Returns the content of the draft, or null for none. Runs when the draft is written, which may be later.
   */
  content(edited: Edited<Form, Stored>): Readonly<Record<string, unknown>> | null;
  isReadable?(offer: StoredDraft): boolean;
  /** Applies the draft to the current form. `lost` names values whose field no longer exists. */
  restore(
    values: StoredDraft['values'],
    edited: Edited<Form, Stored>,
    choices: Choices,
  ): Merged<Form> & { lost?: readonly string[] };
}

interface Options<Form extends object, Stored extends object, More extends object> {
  /** The form before the load. */
  initial: Form;
  /** A new entity is not loaded. */
  isNew?: boolean;
  /** Additional values of the state. */
  more?: More;
  read(signal?: AbortSignal): Promise<Stored>;
  /**
   * Returns a version that the page knows already. It is shown while the stored one is read, which replaces it
   * unless the form is in use; a save merges then.
   */
  known?(): Stored | undefined;
  /** Reports a failed load; by default like all other loads. */
  onLoadFailure?(error: unknown): void | Promise<void>;
  /** Runs after the form shows the loaded version. */
  opened?(stored: Stored | null): void;
  /** Converts the stored version to a form. Null: a new entity. */
  toForm(stored: Stored | null): Form;
  /** Returns a copy without a proxy. */
  copy?(form: Form): Form;
  /** Changes `shown` into `next`, in place. */
  show?(shown: Form, next: Form): void;
  changedPaths(form: Form, baseline: Form): readonly string[];
  /** Returns the errors before the request. */
  check?(edited: Edited<Form, Stored>): FieldErrors;
  /** True if there is anything to save. By default for a new entity and after a change. */
  canSave?(): boolean;
  /**
   * Reads again before a save, by default with `read`. Null stops the save; the function reports the reason.
   */
  readAgain?(): Promise<Stored | null>;
  /** Merges my form into their version. Without it, a save does not read again. */
  merge?(versions: { base: Stored; theirs: Stored; mine: Form }, choices: Choices): Merged<Form>;
  /** Asks before the request. `again` reads and merges once more; null stops the save. */
  confirm?(edited: Edited<Form, Stored>): Promise<'send' | 'again' | null>;
  /**
   * Sends the form. Null: nothing was stored, and the function has reported the reason. 'again': nothing was sent,
   * because the stored version has changed since it was read.
   */
  send(edited: Edited<Form, Stored>): Promise<Sent<Form, Stored> | 'again' | null>;
  /**
   * Returns the form after a save, by default the stored version. The default fits forms that block edits during
   * the request; all others must keep such edits.
   */
  commit?(saved: { sent: Form; now: Form; stored: Stored }): { form: Form; baseline?: Form };
  /** Runs after the form shows the saved version. */
  saved?(stored: Stored, given: { wasNew: boolean }): void;
  /** The words of the question when writes are locked. */
  writes?(): writeLock.WriteAct;
  /** The message when another user has deleted the entity. */
  goneText?: string;
  /** Moves the server's errors to the paths of the form, and reports the others. */
  placeErrors?(errors: FieldErrors): FieldErrors | Promise<FieldErrors>;
  draft?: DraftOptions<Form, Stored>;
}

export function createEditing<Form extends object, Stored extends object, More extends object = object>(
  options: Options<Form, Stored, More>,
): Editing<Form, Stored, More> {
  const { show = replaceKeys, merge, draft: drafts } = options;
  const copy: (form: Form) => Form = options.copy ?? structuredClone;
  const state = proxy({
    status: 'loading',
    loadError: null,
    isNew: options.isNew ?? false,
    stored: null,
    form: copy(options.initial),
    baseline: ref(copy(options.initial)),
    errors: {},
    isChanged: false,
    changed: withoutPrototype(),
    isSaving: false,
    offers: ref([]),
    conflicts: null,
    refusals: 0,
    ...options.more,
  }) as unknown as EditingState<Form, Stored> & More;
  // The compiler cannot write to a type with an unknown part.
  const own: EditingState<Form, Stored> = state;

  const conflicts = createPendingQuestion<readonly Conflict[], Choices>((asked) => {
    own.conflicts = asked && ref([...asked]);
  });
  const loading = createLoading(own, readBesideKnown, showRead, options.onLoadFailure);
  let draft: Draft | null = null;
  let stopWatching: (() => void) | null = null;
  let isOpen = false;
  let isKnownShown = false;
  let isAsking = false;

  const now = () => copy(snapshot(own.form) as Form);
  const edited = (): Edited<Form, Stored> => ({ form: now(), baseline: own.baseline, stored: own.stored });

  function updateDirty(): void {
    const paths = options.changedPaths(snapshot(own.form) as Form, own.baseline);
    own.isChanged = paths.length > 0;
    const shown = own.isNew ? [] : paths;
    replaceKeys(own.changed, withoutPrototype(shown));
  }

  function reset(
    form: Form,
    {
      stored = own.stored,
      baseline = options.toForm(stored),
    }: { stored?: Stored | null; baseline?: Form } = {},
  ): void {
    own.stored = stored && ref(stored);
    own.baseline = ref(copy(baseline));
    show(own.form, copy(form));
    updateDirty();
  }

  /** Starts with the loaded version. */
  function begin(stored: Stored | null): void {
    own.errors = {};
    reset(options.toForm(stored), { stored });
    own.status = 'ready';
    startDraft({ isOffering: true });
    options.opened?.(stored);
  }

  /** A changed form stays, even if its stored version cannot be read. */
  async function readBesideKnown(signal: AbortSignal): Promise<Stored> {
    try {
      return await options.read(signal);
    } catch (error) {
      if (!isKnownShown || !own.isChanged || !own.stored) throw error;
      return own.stored;
    }
  }

  function showRead(stored: Stored): void {
    const isInUse = own.isChanged || own.isSaving || isAsking;
    if (isKnownShown && (isInUse || isEqual(own.stored, stored))) return;
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

  function keepDraft(): void {
    if (!drafts) return;
    if (own.isChanged) draft?.write(() => drafts.content(edited()));
    else draft?.drop();
  }

  function close(): void {
    isOpen = false;
    loading.cancel();
    stopWatching?.();
    conflicts.cancel();
    draft?.close();
  }

  function check(): boolean {
    own.errors = options.check?.(edited()) ?? {};
    return Object.keys(own.errors).length === 0;
  }

  async function ask<Answer>(question: () => Promise<Answer | null>): Promise<Answer | null> {
    const wasSaving = own.isSaving;
    isAsking = true;
    own.isSaving = false;
    let answer: Answer | null = null;
    try {
      answer = await question();
    } finally {
      isAsking = false;
      own.isSaving = wasSaving && answer !== null;
    }
    return answer;
  }

  /** Asks if writes are locked. */
  async function mayWrite(): Promise<boolean> {
    if (!writeLock.isLocked()) return true;
    const act = options.writes?.() ?? { what: 'save changes', verb: 'save' };
    return (await ask(async () => (await writeLock.ask(act)) || null)) === true;
  }

  /**
   * Reads and merges until nobody has changed anything since the last question. Returns false to stop the save;
   * answers to conflicts stay.
   */
  async function mergeUntilSettled(): Promise<boolean> {
    const confirmed = () => options.confirm?.(edited()) ?? 'send';
    if (!merge) return (await confirmed()) === 'send';

    async function mergeRound(): Promise<'send' | 'again' | null> {
      const theirs = await (options.readAgain ?? options.read)();
      const base = own.stored;
      if (!theirs || !base || !merge) return null;
      let merged = merge({ base, theirs, mine: now() }, {});
      const asked = merged.conflicts;
      if (asked.length > 0) {
        const choices = await ask(() => conflicts.ask(asked));
        if (!choices) return null;
        merged = merge({ base, theirs, mine: now() }, choices);
      }
      reset(merged.form, { stored: theirs });
      // Others may have saved again while the user decided.
      if (asked.length > 0) return 'again';
      const isSure = writeLock.isLocked() ? 'send' : await confirmed();
      // The question may have outlasted the open time.
      if (isSure !== 'send' || !writeLock.isLocked()) return isSure;
      return (await mayWrite()) ? 'again' : null;
    }

    let answer = await mergeRound();
    while (answer === 'again') answer = await mergeRound();
    return answer === 'send';
  }

  async function store(): Promise<boolean> {
    for (;;) {
      if (!own.isNew && !(await mergeUntilSettled())) return false;
      const sent = await writeLock.asOneRun(() => options.send(edited()));
      if (sent === 'again') continue;
      if (!sent) return false;
      adopt(sent);
      if (!sent.isEarlier || !own.isChanged) return true;
    }
  }

  function adopt({ stored, sent, errors = {} }: Sent<Form, Stored>): void {
    const wasNew = own.isNew;
    const { form, baseline } = options.commit?.({ sent, now: now(), stored }) ?? {
      form: options.toForm(stored),
    };
    own.isNew = false;
    own.errors = errors;
    reset(form, { stored, ...(baseline && { baseline }) });
    options.saved?.(stored, { wasNew });
  }

  async function failed(error: unknown): Promise<FieldErrors> {
    if (options.goneText && !own.isNew && isMissing(error)) {
      toasts.error(options.goneText);
      return {};
    }
    const errors = report(error);
    return options.placeErrors ? options.placeErrors(errors) : errors;
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

  async function attempt(): Promise<boolean> {
    if (!check()) return false;
    const wasNew = own.isNew;
    let isStored = false;
    if (writeLock.isLocked() && !(await mayWrite())) return false;
    own.isSaving = true;
    try {
      isStored = await store();
    } catch (error) {
      own.errors = await failed(error);
    } finally {
      own.isSaving = false;
    }
    keepUnsaved({ wasNew, isStored });
    return isStored;
  }

  return {
    state,

    async open() {
      close();
      isOpen = true;
      stopWatching = unsaved.watch(() => own.isChanged);
      if (own.isNew) return begin(null);
      const known = options.known?.();
      isKnownShown = known !== undefined;
      if (known) begin(known);
      await loading.load();
    },

    close,

    edit(path, change) {
      const result = change(own.form);
      const paths = typeof path === 'string' ? [path] : path;
      own.errors = paths.reduce(without, own.errors);
      if (own.offers.length > 0) own.offers = ref([]);
      updateDirty();
      keepDraft();
      return result;
    },

    now,
    reset,
    check,
    ask,
    keepDraft,

    async save({ onFaults } = {}) {
      const canSave = options.canSave?.() ?? (own.isNew || own.isChanged);
      if (own.status !== 'ready' || own.isSaving || isAsking || own.conflicts || !canSave) return false;
      const isStored = await attempt();
      if (Object.keys(own.errors).length > 0) {
        own.refusals += 1;
        if (onFaults) requestAnimationFrame(onFaults);
      }
      return isStored;
    },

    resolveConflicts: conflicts.answer,
    cancelConflicts: conflicts.cancel,

    mayClose(loss = 'close the panel') {
      if (own.isSaving) return false;
      if (!own.isChanged) {
        draft?.drop();
        return true;
      }
      return unsaved.mayLose(loss).then((isLost) => {
        if (isLost) draft?.drop();
        return isLost;
      });
    },

    discard() {
      draft?.drop();
      // The response of the save decides about the form.
      if (own.isSaving) return;
      own.errors = {};
      reset(own.baseline, { baseline: own.baseline });
    },

    async duplicate(form) {
      const { stored } = own;
      if (!stored || own.isSaving) return false;
      if (own.isChanged && !(await unsaved.mayLose('discard them'))) return false;
      draft?.drop();
      Object.assign(own, { isNew: true, errors: {} });
      reset(form(stored), { stored: null });
      startDraft({ isOffering: false });
      return true;
    },

    async restoreDraft(offer) {
      if (!drafts || own.isSaving || isAsking || own.conflicts) return false;
      let restored = drafts.restore(offer.values, edited(), {});
      if (restored.conflicts.length > 0) {
        const asked = restored.conflicts;
        const choices = await ask(() => conflicts.ask(asked));
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

    discardDraft(offer) {
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
