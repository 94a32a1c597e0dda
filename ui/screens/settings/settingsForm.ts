import { proxy, ref } from 'valtio/vanilla';
import { ApiError } from '../../api/ApiError';
import * as api from '../../api/settings';
import type { FieldErrors } from '../../model/fieldErrors';
import { redacted, type SettingsOf, type SettingsPart } from '../../model/settings';
import { createForm, type Form } from '../../state/form';
import { createPendingQuestion } from '../../state/pendingQuestion';
import { report } from '../../state/report';
import * as toasts from '../../state/toasts';
import {
  type Changes,
  hasChanges,
  mergeSettings,
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
  /** What was wrong at or below the path does not matter any more. */
  clearErrors(path: string): void;
  isChanged(): boolean;
  save(): Promise<boolean>;
  /** Back to what was saved. */
  reset(): void;
  resolveConflicts(choices: Choices): void;
  cancelConflicts(): void;
}

export interface SettingsFormState<Part extends SettingsPart = SettingsPart> {
  status: 'loading' | 'ready' | 'failed';
  /** (ref) */
  loadError: ApiError | null;
  /** What the server held when it was asked last; null before. (ref) */
  saved: SettingsOf<Part> | null;
  /** A question to the person; null for none. (ref) */
  conflicts: readonly SettingsConflict[] | null;
}

type Choices = Readonly<Record<string, 'mine' | 'theirs'>>;

interface Options<Part extends SettingsPart> {
  part: Part;
  labels: Readonly<Record<string, string>>;
  savedText: string;
  /** Fits what the server holds for a form that is opened; what it changes counts as no change of the person's. */
  prepare?: (values: Typed<SettingsOf<Part>>) => void;
  /** What is wrong before sending. What nobody touched is `saved`, and the server has taken it. */
  check?: (values: Typed<SettingsOf<Part>>, saved: SettingsOf<Part>) => FieldErrors;
  /** Asked before anything is sent; false keeps what is typed. */
  maySend?: (changes: Changes) => Promise<boolean>;
  onLoaded?: (saved: SettingsOf<Part>) => void;
  onSaved?: (saved: SettingsOf<Part>, changes: Changes) => void;
}

export function createSettingsForm<Part extends SettingsPart>(options: Options<Part>): SettingsForm<Part> {
  const { part, labels, savedText, prepare, check, maySend, onLoaded, onSaved } = options;
  const state = proxy<SettingsFormState<Part>>({
    status: 'loading',
    loadError: null,
    saved: null,
    conflicts: null,
  });
  const conflicts = createPendingQuestion<readonly SettingsConflict[], Choices>((asked) => {
    state.conflicts = asked && ref([...asked]);
  });
  let isDeclined = false;
  const form: Form<Typed<SettingsOf<Part>>> = createForm<Typed<SettingsOf<Part>>>({
    initial: {} as Typed<SettingsOf<Part>>,
    check: (values) => (check && state.saved ? check(values, state.saved) : {}),
    save: send,
    onFailure: (error) => {
      const errors = report(error);
      tellOfOthers(errors, labels);
      return errors;
    },
  });

  function adopt(settings: SettingsOf<Part>): void {
    state.saved = ref(settings as object) as SettingsOf<Part>;
    reset();
  }

  function reset(): void {
    if (!state.saved) return;
    const values = typedOf(state.saved) as Typed<SettingsOf<Part>>;
    prepare?.(values);
    form.reset(values);
  }

  async function send(values: Typed<SettingsOf<Part>>): Promise<void> {
    isDeclined = true;
    const base = state.saved;
    if (!base) return;
    const theirs = await api.read(part);
    const merged = mergeSettings(values, base, theirs);
    let { changes } = merged;
    if (merged.conflicts.length > 0) {
      const choices = await conflicts.ask(merged.conflicts);
      if (!choices) return;
      changes = withMine(changes, merged.conflicts, choices);
    }
    if (maySend && !(await maySend(changes))) return;
    isDeclined = false;
    const saved = hasChanges(changes) ? await api.update(part, changes) : theirs;
    adopt(saved);
    // What older ones complain of is over.
    toasts.closeAll();
    toasts.success(savedText);
    onSaved?.(saved, changes);
  }

  return {
    state,
    form,
    labels,

    async load() {
      Object.assign(state, { status: 'loading', loadError: null });
      try {
        const saved = await api.read(part);
        adopt(saved);
        state.status = 'ready';
        onLoaded?.(saved);
      } catch (error) {
        const isCall = error instanceof ApiError;
        if (isCall && error.isAborted) return;
        report(error, { isSilent: isCall });
        Object.assign(state, { status: 'failed', loadError: isCall ? ref(error) : null });
      }
    },

    valueAt: (path) => valueAt(form.state.values, path),

    set(path, value) {
      form.edit(path, (values) => setAt(values, path, value));
    },

    clearErrors: (path) => form.edit(path, () => {}),

    isChanged: () => state.status === 'ready' && form.isChanged(),

    save: async () => (await form.submit()) && !isDeclined,

    reset,

    resolveConflicts: conflicts.answer,
    cancelConflicts: conflicts.cancel,
  };
}

function withMine(changes: Changes, conflicts: readonly SettingsConflict[], choices: Choices): Changes {
  const all = structuredClone(changes);
  for (const { path, mine } of conflicts) if (choices[path] !== 'theirs') setAt(all, path, mine);
  return all;
}

/** The server refuses any change while something elsewhere is wrong, and says so at a path that has no input here. */
function tellOfOthers(errors: FieldErrors, labels: Readonly<Record<string, string>>): void {
  const others = Object.entries(errors).filter(([path]) => labels[path] === undefined);
  if (others.length === 0) return;
  const list = others.map(([path, { message }]) => `${path}: ${message}`).join('\n');
  toasts.error(`Nothing was saved: other settings are not valid.\n${list}`);
}

/** How a value is shown in a question. */
export function settingText(value: unknown): string {
  if (value === redacted) return 'a stored secret';
  if (typeof value === 'boolean') return value ? 'On' : 'Off';
  return value === null || value === undefined || value === '' ? 'Empty' : String(value);
}
