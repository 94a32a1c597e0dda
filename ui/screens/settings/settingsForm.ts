import { proxy, ref, snapshot } from 'valtio/vanilla';
import * as api from '../../api/settings';
import type { FieldErrors } from '../../model/fieldErrors';
import { redacted, type SettingsOf, type SettingsPart } from '../../model/settings';
import { isEqual } from '../../platform/equal';
import { createForm, type Form } from '../../state/form';
import { createLoading, type LoadingState } from '../../state/loading';
import { createPendingQuestion } from '../../state/pendingQuestion';
import { report, tellOthers } from '../../state/report';
import * as toasts from '../../state/toasts';
import { type Choices, mergeAsking } from './mergeAsking';
import {
  type Changes,
  hasChanges,
  pathsOf,
  type SettingsConflict,
  setAt,
  type Typed,
  typedOf,
  valueAt,
} from './settingsChanges';

/**
 * The form of one page of the settings, which every page of them stands on.
 *
 *   const settings = createSettingsForm({
 *     part: 'application',
 *     labels: { 'meta.appName': 'Application name' },
 *     savedText: 'Successfully saved application settings.',
 *   });
 *   await settings.load();
 *   settings.set('meta.appName', text);
 *   await settings.save();          // true when the server holds what is typed
 *
 * Promises: only changed keys are sent, and a mask never is; the settings are read again before they are saved, so
 * that what someone else changed meanwhile stays, and what both changed is put to the person; errors stand at the
 * paths that `labels` names, and those of other settings, which the server checks too, are told.
 */
export interface SettingsForm<Part extends SettingsPart = SettingsPart> {
  state: SettingsFormState<Part>;
  form: Form<Typed<SettingsOf<Part>>>;
  /** By path: what has an input on this page, and how it is called. */
  labels: Readonly<Record<string, string>>;
  load(): Promise<void>;
  /** Drawn by the values that are typed. */
  valueAt(path: string): unknown;
  set(path: string, value: unknown): void;
  /** An input, or a mark that leads to one, stands at the path, until the returned function runs. */
  draw(path: string): () => void;
  /** Tells what is wrong at paths of `labels` that have no input now. */
  tellHidden(): void;
  /** What was wrong at or below the path does not matter any more. */
  clearErrors(path: string): void;
  isChanged(): boolean;
  isChangedAt(path: string): boolean;
  changedPaths(): string[];
  save(): Promise<boolean>;
  /** Back to what was saved. */
  reset(): void;
  /** How a value at a path is called in a question. */
  textOf(path: string, value: unknown): string;
  resolveConflicts(choices: Choices): void;
  cancelConflicts(): void;
  /** Nothing is waited for any more, neither settings nor an answer. */
  close(): void;
}

export interface SettingsFormState<Part extends SettingsPart = SettingsPart> extends LoadingState {
  /** What the server held when it was asked last; null before. (ref) */
  saved: SettingsOf<Part> | null;
  /** A question to the person; null for none. (ref) */
  conflicts: readonly SettingsConflict[] | null;
  /** Counts the saves that something was wrong with, be it the same as before. */
  refusals: number;
}

interface Options<Part extends SettingsPart> {
  part: Part;
  labels: Readonly<Record<string, string>>;
  savedText: string;
  /** By path: the words that its input has for a value. */
  texts?: Readonly<Record<string, (value: unknown) => string>>;
  /** Fits what the server holds for a form that is opened; what it changes counts as no change of the person's. */
  prepare?: (values: Typed<SettingsOf<Part>>) => void;
  /** What is wrong before sending. What nobody touched is `saved`, and the server has taken it. */
  check?: (values: Typed<SettingsOf<Part>>, saved: SettingsOf<Part>) => FieldErrors;
  /** Asked before anything is sent; false keeps what is typed. */
  maySend?: (changes: Changes) => Promise<boolean>;
  onLoaded?: (saved: SettingsOf<Part>) => void;
  /** `toast` says so, under this id. */
  onSaved?: (saved: SettingsOf<Part>, changes: Changes, toast: number) => void;
}

export function createSettingsForm<Part extends SettingsPart>(options: Options<Part>): SettingsForm<Part> {
  const { part, labels, savedText, texts = {}, prepare, check, maySend, onLoaded, onSaved } = options;
  const state = proxy<SettingsFormState<Part>>({
    status: 'loading',
    loadError: null,
    saved: null,
    conflicts: null,
    refusals: 0,
  });
  const conflicts = createPendingQuestion<readonly SettingsConflict[], Choices>((asked) => {
    state.conflicts = asked && ref([...asked]);
  });
  let isDeclined = false;
  const drawn: string[] = [];
  const form: Form<Typed<SettingsOf<Part>>> = createForm<Typed<SettingsOf<Part>>>({
    initial: {} as Typed<SettingsOf<Part>>,
    check: (values) =>
      state.saved ? { ...maskErrors(values, state.saved), ...check?.(values, state.saved) } : {},
    save: send,
    onFailure: (error) => {
      const errors = report(error);
      // The server refuses any change while something elsewhere is wrong, and says so at a path without an input here.
      tellOthers(errors, (path) => labels[path] !== undefined, [
        'Nothing was saved. Other settings are invalid:',
      ]);
      return errors;
    },
  });

  const isChangedAt = (path: string) =>
    !isEqual(valueAt(form.state.values, path), valueAt(form.state.original, path));

  /** What the form was opened with is fitted; what it has saved is as it was wanted. */
  let isOpening = true;

  function adopt(settings: SettingsOf<Part>): void {
    state.saved = ref(settings as object) as SettingsOf<Part>;
    reset();
  }

  function reset(): void {
    if (!state.saved) return;
    const values = typedOf(state.saved) as Typed<SettingsOf<Part>>;
    if (isOpening) prepare?.(values);
    form.reset(values);
  }

  /** Puts what is typed on top of what the server holds now: should it refuse, the form shows what there is. */
  function rebase(theirs: SettingsOf<Part>, changes: Changes): void {
    const values = typedOf(theirs) as Typed<SettingsOf<Part>>;
    for (const path of pathsOf(changes)) setAt(values, path, valueAt(form.state.values, path));
    state.saved = ref(theirs as object) as SettingsOf<Part>;
    form.state.original = typedOf(theirs);
    form.state.values = values;
  }

  async function send(): Promise<void> {
    isDeclined = true;
    const { values } = snapshot(form.state);
    const merged = await mergeAsking(values, state.saved ?? {}, {
      read: () => api.read(part),
      ask: conflicts.ask,
    });
    if (merged) rebase(merged.theirs, merged.changes);
    if (!merged || (maySend && !(await maySend(merged.changes)))) return;
    isDeclined = false;
    const { changes, theirs } = merged;
    const saved = hasChanges(changes) ? await api.update(part, changes) : theirs;
    isOpening = false;
    adopt(saved);
    const toast = toasts.success(savedText);
    onSaved?.(saved, changes, toast);
  }

  const loading = createLoading(
    state,
    (signal) => api.read(part, signal),
    (saved) => {
      isOpening = true;
      adopt(saved);
      onLoaded?.(saved);
    },
  );

  return {
    state,
    form,
    labels,

    load: loading.load,

    valueAt: (path) => valueAt(form.state.values, path),

    set(path, value) {
      form.edit(path, (values) => setAt(values, path, value));
    },

    draw(path) {
      drawn.push(path);
      return () => {
        drawn.splice(drawn.indexOf(path), 1);
      };
    },

    tellHidden() {
      const hidden = Object.entries(form.state.errors).filter(
        ([path]) => labels[path] !== undefined && !drawn.includes(path),
      );
      for (const [path, { message }] of hidden) toasts.error(`${labels[path]}: ${message}`);
    },

    clearErrors: (path) => form.edit(path, () => {}),

    isChanged: () => state.status === 'ready' && form.isChanged(),

    isChangedAt,
    changedPaths: () => pathsOf(form.state.values).filter(isChangedAt),

    async save() {
      if (state.saved === null || form.state.isSaving) return false;
      // What older ones say is of another save.
      toasts.closeAll();
      const isSaved = (await form.submit()) && !isDeclined;
      if (Object.keys(form.state.errors).length > 0) state.refusals += 1;
      return isSaved;
    },

    reset,

    textOf: (path, value) => texts[path]?.(value) ?? settingText(value),
    resolveConflicts: conflicts.answer,
    cancelConflicts: conflicts.cancel,

    close() {
      loading.cancel();
      conflicts.cancel();
    },
  };
}

/** Sent, a mask would be stored as it is, and look like a secret from then on. */
function maskErrors(values: object, saved: object): FieldErrors {
  const wrong = pathsOf(values).filter(
    (path) => valueAt(values, path) === redacted && valueAt(saved, path) !== redacted,
  );
  const fault = {
    code: 'validation_not_in_invalid',
    message: 'Enter a new value; ****** means "unchanged".',
  };
  return Object.fromEntries(wrong.map((path) => [path, fault]));
}

function settingText(value: unknown): string {
  if (value === redacted) return 'a stored secret';
  if (typeof value === 'boolean') return value ? 'On' : 'Off';
  return value === null || value === undefined || value === '' ? 'Empty' : String(value);
}
